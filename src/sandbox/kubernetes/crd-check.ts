import { type FieldProblem, forbiddenField, invalidValue, required } from './failure';
import { type Fields, fieldsOf, isFields, type KubeObject } from './object';
import type { Schema } from './resource';
import { uncompiled } from './schema';

/** What is wrong with a CustomResourceDefinition: its names, its versions, and schemas that are not structural. */
export function crdProblems(crd: KubeObject, old?: KubeObject): FieldProblem[] {
  const spec = fieldsOf(crd.spec);
  const names = fieldsOf(spec.names);
  const problems: FieldProblem[] = [];
  for (const field of ['group', 'scope']) if (!filled(spec[field])) problems.push(required(`spec.${field}`));
  for (const field of ['plural', 'kind']) if (!filled(names[field])) problems.push(required(`spec.names.${field}`));
  const wanted = `${String(names.plural ?? '')}.${String(spec.group ?? '')}`;
  if (crd.metadata.name !== wanted) {
    problems.push(invalidValue('metadata.name', crd.metadata.name, 'must be spec.names.plural+"."+spec.group'));
  }
  if (filled(spec.scope) && spec.scope !== 'Namespaced' && spec.scope !== 'Cluster') {
    problems.push({
      field: 'spec.scope',
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(spec.scope)}: supported values: "Cluster", "Namespaced"`,
    });
  }
  if (fieldsOf(spec.conversion).strategy === 'Webhook') {
    problems.push(forbiddenField('spec.conversion.strategy', 'the local API server does not call conversion webhooks'));
  }
  problems.push(...versionProblems(spec), ...fixedProblems(spec, old));
  return problems;
}

function fixedProblems(spec: Fields, old: KubeObject | undefined): FieldProblem[] {
  if (old === undefined) return [];
  const before = fieldsOf(old.spec);
  const changed = (path: string, now: unknown, then: unknown) =>
    now === then ? [] : [invalidValue(path, now, 'field is immutable')];
  return [
    ...changed('spec.scope', spec.scope, before.scope),
    ...changed('spec.names.kind', fieldsOf(spec.names).kind, fieldsOf(before.names).kind),
  ];
}

function versionProblems(spec: Fields): FieldProblem[] {
  const versions = Array.isArray(spec.versions) ? spec.versions.filter(isFields) : [];
  const problems: FieldProblem[] = [];
  if (versions.filter((version) => version.storage === true).length !== 1) {
    problems.push(invalidValue('spec.versions', versions, 'must have exactly one version marked as storage version'));
  }
  versions.forEach((version, index) => {
    // A real server keeps the schema of an only version in a field of its own, and names that.
    const path =
      versions.length === 1 ? 'spec.validation.openAPIV3Schema' : `spec.versions[${index}].schema.openAPIV3Schema`;
    const schema = fieldsOf(version.schema).openAPIV3Schema;
    if (!isFields(schema)) {
      problems.push(required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required'));
      return;
    }
    if (schema.type !== 'object') {
      problems.push(
        schema.type === undefined
          ? required(`${path}.type`, 'must not be empty at the root')
          : invalidValue(`${path}.type`, schema.type, 'must be object at the root'),
      );
    }
    problems.push(...schemaProblems(schema, path, true), ...uncompiled(schema as Schema, path));
  });
  return problems;
}

const untyped = ['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'];
const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Rules of a structural schema that a mistake is likely to break. */
function schemaProblems(schema: Fields, path: string, root = false): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { type, properties, additionalProperties, items } = schema;
  if (!root && type === undefined && !untyped.some((field) => schema[field] === true)) {
    problems.push(required(`${path}.type`, 'must not be empty for specified object fields'));
  }
  if (type !== undefined && !types.includes(String(type))) {
    problems.push({
      field: `${path}.type`,
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(type)}: supported values: ${types.map((name) => JSON.stringify(name)).join(', ')}`,
    });
  }
  for (const field of ['$ref', 'definitions', 'patternProperties', 'dependencies', 'additionalItems']) {
    if (schema[field] !== undefined) problems.push(forbiddenField(`${path}.${field}`, `${field} is not supported`));
  }
  if (schema.uniqueItems === true) {
    problems.push(
      forbiddenField(
        `${path}.uniqueItems`,
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    );
  }
  if (isFields(properties) && additionalProperties !== undefined && additionalProperties !== false) {
    problems.push(
      forbiddenField(`${path}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'),
    );
  }
  if (type === 'array' && !isFields(items)) problems.push(required(`${path}.items`, 'must be specified'));
  problems.push(...ruleProblems(schema, path), ...listProblems(schema, path));
  if (isFields(items)) problems.push(...schemaProblems(items, `${path}.items`));
  if (isFields(additionalProperties))
    problems.push(...schemaProblems(additionalProperties, `${path}.additionalProperties`));
  for (const [name, property] of Object.entries(fieldsOf(properties))) {
    // The server's own schema stands in for metadata.
    if (root && name === 'metadata') continue;
    if (isFields(property)) problems.push(...schemaProblems(property, `${path}.properties[${name}]`));
  }
  return problems;
}

function listProblems(schema: Fields, path: string): FieldProblem[] {
  if (schema['x-kubernetes-list-type'] !== 'map') return [];
  const keys = schema['x-kubernetes-list-map-keys'];
  if (!Array.isArray(keys) || keys.length === 0) {
    return [required(`${path}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map')];
  }
  return keys
    .filter((key) => fieldsOf(fieldsOf(schema.items).properties)[String(key)] === undefined)
    .map((key) =>
      invalidValue(`${path}.x-kubernetes-list-map-keys`, key, 'entries must all be names of item properties'),
    );
}

function ruleProblems(schema: Fields, path: string): FieldProblem[] {
  const rules = schema['x-kubernetes-validations'];
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((item, index) =>
    isFields(item) && filled(item.rule)
      ? []
      : [required(`${path}.x-kubernetes-validations[${index}].rule`, 'rule is not specified')],
  );
}

function filled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
