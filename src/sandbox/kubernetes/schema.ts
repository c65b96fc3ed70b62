import { applyDefaults, formatCause, prune, ruleProblems, type Schema, validateObject } from '../../schema';
import type { FieldProblem } from './failure';
import { type Fields, fieldsOf, get, isFields, type KubeObject, set } from './object';
import type { Resource } from './resource';
import { objectMeta } from './shapes';

/** The schema of a property; undefined when the schema does not know it. */
export function propertyOf(schema: Schema, name: string): Schema | undefined {
  const declared = get(fieldsOf(schema.properties), name);
  if (isFields(declared)) return declared;
  return isFields(schema.additionalProperties) ? schema.additionalProperties : undefined;
}

/** An object without what its schema does not know, and the paths of that. */
export function known(
  resource: Resource,
  object: KubeObject,
): { readonly object: KubeObject; readonly unknown: string[] } {
  const { value, unknown } = prune(resource.schema, object);
  const meta = prune(objectMeta, object.metadata);
  return {
    object: { ...value, metadata: { ...meta.value } },
    unknown: [...meta.unknown.map((path) => `metadata.${path}`), ...unknown].sort(),
  };
}

/**
 * An object with the defaults of its schema.
 *
 * @param keepNulls leaves a null where the schema knows none, to be refused: so it is with what was applied, while an object that
 * comes in otherwise has lost it
 */
export function completed(resource: Resource, object: KubeObject, keepNulls: boolean): KubeObject {
  const { metadata } = object;
  const made = { ...applyDefaults(resource.schema, { ...object, metadata: {} }), metadata };
  return keepNulls ? (withNulls(object, made) as KubeObject) : made;
}

function withNulls(given: unknown, made: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(made)) return made.map((item, index) => withNulls(given[index], item));
  if (!isFields(given) || !isFields(made)) return made;
  const result: Fields = {};
  for (const [key, value] of Object.entries(made)) set(result, key, withNulls(get(given, key), value));
  for (const [key, value] of Object.entries(given)) {
    if (value === null && !Object.hasOwn(made, key)) set(result, key, null);
  }
  return result;
}

/** What {@link customProblems} looks at. */
interface Checked {
  readonly object: KubeObject;
  readonly old: KubeObject | undefined;
  readonly subresource: string | undefined;
}

/** Checks a custom object by its schema and rules; for an update, without what was wrong before and is unchanged. */
export function customProblems(schema: Schema, { object, old, subresource }: Checked): FieldProblem[] {
  const problems = validateObject(schema, object, old).map(formatCause);
  if (subresource !== 'status') return problems;
  // Only the status is looked at then, and paths in texts begin within it.
  return problems
    .filter(({ field }) => field.startsWith('status') || field === '<nil>')
    .map((problem) => ({
      ...problem,
      message: problem.message.replace(/: status(\.| (?=in body))/, (_, next) => (next === '.' ? ': ' : ':  ')),
    }));
}

/** Rules of a schema that do not compile. */
export function uncompiled(schema: Schema, path: string): FieldProblem[] {
  return ruleProblems(schema, path).map((text) => {
    const at = text.indexOf('.rule: ') + '.rule'.length;
    return {
      field: text.slice(0, at),
      reason: 'FieldValueInvalid',
      message: `Invalid value: compilation failed: ${text.slice(at + 2)}`,
    };
  });
}
