import { builtin } from './builtin';
import { age, ageColumn, nameColumn } from './columns';
import { crdProblems } from './crd-check';
import { jsonPath } from './jsonpath';
import { type Fields, fieldsOf, isFields, type KubeObject } from './object';
import type { Column, Resource, Schema } from './resource';
import { customProblems } from './schema';
import { anything, atomicList, condition, flag, keyedList, objectMeta, struct, text } from './shapes';

/** CustomResourceDefinitions themselves. */
export function crdResource(): Resource {
  const names = struct({
    categories: atomicList(text),
    kind: text,
    listKind: text,
    plural: text,
    shortNames: atomicList(text),
    singular: text,
  });
  const version = struct({
    additionalPrinterColumns: atomicList(anything),
    deprecated: flag,
    deprecationWarning: text,
    name: text,
    schema: struct({ openAPIV3Schema: anything }),
    selectableFields: atomicList(anything),
    served: flag,
    storage: flag,
    subresources: struct({ scale: anything, status: anything }),
  });
  return builtin({
    group: 'apiextensions.k8s.io',
    plural: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
    shortNames: ['crd', 'crds'],
    hasStatus: true,
    drained: true,
    description: 'CustomResourceDefinition declares a resource that the server then serves.',
    fields: {
      spec: struct({
        conversion: struct({ strategy: text, webhook: anything }),
        group: text,
        names,
        preserveUnknownFields: flag,
        scope: text,
        versions: atomicList(version),
      }),
      status: struct({
        acceptedNames: names,
        conditions: keyedList('type', condition),
        storedVersions: atomicList(text),
      }),
    },
    columns: [
      nameColumn,
      {
        name: 'Created At',
        type: 'date',
        description: 'When the object was created',
        cell: (object) => object.metadata.creationTimestamp,
      },
    ],
    counted: true,
    prepare: complete,
    check: crdProblems,
  });
}

function complete(object: KubeObject): void {
  const spec = { ...fieldsOf(object.spec) };
  const names = { ...fieldsOf(spec.names) };
  const kind = typeof names.kind === 'string' ? names.kind : '';
  if (names.singular === undefined || names.singular === '') names.singular = kind.toLowerCase();
  if (names.listKind === undefined || names.listKind === '') names.listKind = `${kind}List`;
  spec.names = names;
  if (spec.conversion === undefined) spec.conversion = { strategy: 'None' };
  object.spec = spec;
}

/** The status of an accepted definition. A real server takes a moment to write it, this one writes it with the object. */
export function establish(crd: KubeObject, time: string): KubeObject {
  const spec = fieldsOf(crd.spec);
  const status = fieldsOf(crd.status);
  const stored = versionsOf(crd).find((version) => version.storage === true)?.name;
  const known = Array.isArray(status.storedVersions) ? status.storedVersions : [];
  const conditions =
    Array.isArray(status.conditions) && status.conditions.length > 0 ? status.conditions : accepted(time);
  const storedVersions = known.includes(stored) ? known : [...known, stored];
  return { ...crd, status: { ...status, acceptedNames: spec.names, conditions, storedVersions } };
}

function accepted(time: string): Fields[] {
  const both = { lastTransitionTime: time, status: 'True' };
  return [
    { ...both, message: 'no conflicts found', reason: 'NoConflicts', type: 'NamesAccepted' },
    { ...both, message: 'the initial names have been accepted', reason: 'InitialNamesAccepted', type: 'Established' },
  ];
}

function versionsOf(crd: KubeObject): Fields[] {
  const { versions } = fieldsOf(crd.spec);
  return Array.isArray(versions) ? versions.filter(isFields) : [];
}

/** The resources that a definition declares, one for each served version. */
export function resourcesOf(crd: KubeObject): Resource[] {
  const spec = fieldsOf(crd.spec);
  const group = String(spec.group);
  const names = fieldsOf(spec.names);
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return versionsOf(crd)
    .filter((version) => version.served === true)
    .map((version): Resource => {
      const apiVersion = `${group}/${String(version.name)}`;
      const schema = fieldsOf(fieldsOf(version.schema).openAPIV3Schema) as Schema;
      const selectable = Array.isArray(version.selectableFields) ? version.selectableFields.filter(isFields) : [];
      return {
        group,
        version: String(version.name),
        plural: String(names.plural),
        singular: String(names.singular),
        kind: String(names.kind),
        listKind: String(names.listKind),
        shortNames: list(names.shortNames),
        categories: list(names.categories),
        namespaced: spec.scope === 'Namespaced',
        key: `${group}/${String(names.plural)}`,
        custom: true,
        counted: true,
        drained: false,
        hasStatus: fieldsOf(version.subresources).status !== undefined,
        schema: withMeta(schema),
        columns: columnsOf(version.additionalPrinterColumns),
        selectable: selectable.map((field) => String(field.jsonPath).replace(/^\./, '')),
        check: (object, old, subresource) => customProblems(schema, { object, old, subresource }),
        read: (stored) => (stored.apiVersion === apiVersion ? stored : { ...stored, apiVersion }),
      };
    });
}

function withMeta(schema: Schema): Schema {
  return {
    ...schema,
    properties: { apiVersion: text, kind: text, ...schema.properties, metadata: objectMeta },
  };
}

function columnsOf(declared: unknown): Column[] {
  if (!Array.isArray(declared) || declared.length === 0) return [nameColumn, ageColumn];
  return [nameColumn, ...declared.filter(isFields).map(columnOf)];
}

function columnOf(declared: Fields): Column {
  const path = String(declared.jsonPath);
  const type = String(declared.type);
  const find = jsonPath(path);
  return {
    name: String(declared.name),
    type,
    format: typeof declared.format === 'string' ? declared.format : '',
    description:
      typeof declared.description === 'string' && declared.description !== ''
        ? declared.description
        : `Custom resource definition column (in JSONPath format): ${path}`,
    priority: typeof declared.priority === 'number' ? declared.priority : 0,
    cell: (object, now) => cellOf(find(object)[0], type, now),
  };
}

function cellOf(value: unknown, type: string, now: number): unknown {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? age(value, now) : null;
    default:
      return null;
  }
}
