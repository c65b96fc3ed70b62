import { isDeepStrictEqual } from 'node:util';
import { type Before, before, beforeItem, beforeKey, NOTHING } from './correlate';
import { expression } from './expression';
import { type FieldError, fieldError, isObject, show } from './field-error';
import { hasFormat, isKnownFormat } from './formats';
import type { Schema } from './types';

/** A node that is looked at: its value, its path and what stood there before. */
interface Node {
  readonly value: unknown;
  readonly path: string;
  readonly before: Before;
}

/**
 * Checks a value against all of a schema but its rules, and complains with the texts and in the order of the API
 * server (1.36). With `old`, what an update leaves as it was is not complained about.
 */
export function validateStructure(schema: Schema, value: unknown, old?: unknown): FieldError[] {
  return checked(schema, { value, path: '', before: before(value, old) });
}

function checked(schema: Schema, node: Node): FieldError[] {
  if (!node.before.changed) return [];
  const { value } = node;
  if (value === null) return [...typeErrors(schema, node), ...enumErrors(schema, node)];
  const errors = typeErrors(schema, node);
  errors.push(...compositionErrors(schema, node));
  if (typeof value === 'string') errors.push(...stringErrors(schema, node.path, value));
  else if (typeof value === 'number') errors.push(...numberErrors(schema, node.path, value));
  else if (Array.isArray(value)) errors.push(...listErrors(schema, node, value));
  errors.push(...enumErrors(schema, node));
  if (isObject(value)) errors.push(...objectErrors(schema, node, value));
  return errors;
}

const NUMBER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

function typeErrors(schema: Schema, { value, path }: Node): FieldError[] {
  const types = schema['x-kubernetes-int-or-string'] ? ['integer', 'string'] : schema.type ? [schema.type] : [];
  const actual = typeOf(value);
  const wrong = (wanted: string, got: string): FieldError[] => [
    fieldError('TypeInvalid', path, { value: got, detail: `${inBody(path)} must be of type ${wanted}: ${show(got)}` }),
  ];
  if (types.length === 0) return [];
  if (value === null) return schema.nullable ? [] : wrong(types.join(','), 'null');
  const fits =
    types.includes(actual) ||
    (actual === 'integer' && types.includes('number')) ||
    (actual === 'number' && types.includes('integer') && Number.isInteger(value));
  if (fits) return [];
  const format = knownFormat(schema);
  if (format && typeof value !== 'string' && !Array.isArray(value)) {
    return wrong(format, actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : '');
  }
  // The API server lets a list pass where it wants a formatted text.
  if (format && Array.isArray(value) && schema.type === 'string') return [];
  return wrong(types.join(','), actual);
}

function knownFormat({ type, format }: Schema): string | undefined {
  if (!format || !type) return undefined;
  if (type === 'string') return isKnownFormat(format) ? format : undefined;
  return NUMBER_FORMATS[type]?.includes(format) ? format : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function enumErrors(schema: Schema, { value, path }: Node): FieldError[] {
  if (!schema.enum || schema.enum.some((allowed) => isDeepStrictEqual(allowed, value))) return [];
  const values = schema.enum.map((allowed) => JSON.stringify(typeof allowed === 'string' ? allowed : show(allowed)));
  return [fieldError('NotSupported', path, { value, detail: `supported values: ${values.join(', ')}` })];
}

function stringErrors(schema: Schema, path: string, text: string): FieldError[] {
  return [...lengthOrPatternErrors(schema, path, text), ...formatErrors(schema, path, text)];
}

/** Only the first of the three is told, as the API server does. */
function lengthOrPatternErrors({ maxLength, minLength, pattern }: Schema, path: string, text: string): FieldError[] {
  const length = maxLength === undefined && minLength === undefined ? 0 : [...text].length;
  if (maxLength !== undefined && length > maxLength) {
    return [fieldError('TooLong', path, { detail: `may not be more than ${maxLength} bytes` })];
  }
  if (minLength !== undefined && length < minLength) {
    return [invalid(path, text, `should be at least ${minLength} chars long`)];
  }
  return pattern === undefined ? [] : patternErrors(pattern, path, text);
}

function patternErrors(pattern: string, path: string, text: string): FieldError[] {
  try {
    return expression(pattern).test(text) ? [] : [invalid(path, text, `should match '${pattern}'`)];
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return [invalid(path, text, `should match '${pattern}, but pattern is invalid: ${problem}'`)];
  }
}

function formatErrors(schema: Schema, path: string, text: string): FieldError[] {
  const { format, type } = schema;
  if (!format || (type && type !== 'string') || hasFormat(text, format)) return [];
  const detail = `${inBody(path)} must be of type ${format}: ${show(text)}`;
  return [fieldError('TypeInvalid', path, { value: text, detail })];
}

function numberErrors(schema: Schema, path: string, value: number): FieldError[] {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const errors = rangeErrors(schema, path, value);
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    errors.push(invalid(path, value, `should be a multiple of ${multipleOf}`));
  }
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    errors.push(invalid(path, value, `should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`));
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    errors.push(invalid(path, value, `should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`));
  }
  return errors;
}

/** A number that its type cannot hold. The complaint names the path in its text only, as the API server's does. */
function rangeErrors(schema: Schema, path: string, value: number): FieldError[] {
  const { type, format } = schema;
  if (type !== 'integer') return [];
  const bits = format === 'int32' ? 32 : 64;
  const limit = 2 ** (bits - 1);
  if (Number.isInteger(value) && value >= -limit && value < limit) return [];
  const known = knownFormat(schema);
  const detail = `Checked value must be of type integer ${known ? `with format ${known}` : '(default format)'} in ${path}`;
  return [fieldError('Invalid', '', { value: '', detail })];
}

function listErrors(schema: Schema, node: Node, list: readonly unknown[]): FieldError[] {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const { path } = node;
  const errors = items
    ? list.flatMap((value, index) =>
        checked(items, { value, path: `${path}[${index}]`, before: beforeItem(schema, node.before, value) }),
      )
    : [];
  if (minItems !== undefined && list.length < minItems) {
    errors.push(invalid(path, list.length, `should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && list.length > maxItems) errors.push(tooMany(path, list.length, maxItems));
  if (uniqueItems && list.some((item, index) => list.slice(0, index).some((other) => isDeepStrictEqual(item, other)))) {
    errors.push(invalid(path, '', "shouldn't contain duplicates"));
  }
  return errors;
}

function objectErrors(schema: Schema, node: Node, object: Readonly<Record<string, unknown>>): FieldError[] {
  const { path } = node;
  const { properties = {}, additionalProperties, required = [], minProperties, maxProperties } = schema;
  const keys = Object.keys(object);
  const errors: FieldError[] = [];
  const child = (key: string, childSchema: Schema): void => {
    const value = object[key];
    errors.push(
      ...checked(childSchema, { value, path: childPath(path, key), before: beforeKey(node.before, key, value) }),
    );
  };
  if (minProperties !== undefined && keys.length < minProperties) {
    errors.push(invalid(path, keys.length, `should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    errors.push(tooMany(path, keys.length, maxProperties));
  }
  for (const key of keys) {
    if (Object.hasOwn(properties, key)) continue;
    if (typeof additionalProperties === 'object') child(key, additionalProperties);
    else if (additionalProperties === false) {
      errors.push(
        fieldError('Invalid', path, { value: key, detail: `${path}.${key} in body is a forbidden property` }),
      );
    }
  }
  for (const [key, childSchema] of Object.entries(properties)) if (Object.hasOwn(object, key)) child(key, childSchema);
  for (const key of required) {
    if (!Object.hasOwn(object, key)) errors.push(fieldError('Required', childPath(path, key)));
  }
  return errors;
}

/** `allOf`, `anyOf`, `oneOf` and `not`. The general complaint has no path; the best branch adds its own. */
function compositionErrors({ anyOf, oneOf, allOf, not }: Schema, node: Node): FieldError[] {
  const general = (text: string): FieldError =>
    fieldError('Invalid', '', { value: '', detail: `"${node.path}" ${text}` });
  const tries = (schemas: readonly Schema[]) => schemas.map((schema) => checked(schema, { ...node, before: NOTHING }));
  const errors: FieldError[] = [];
  if (anyOf) {
    const results = tries(anyOf);
    if (!results.some(isEmpty)) errors.push(general('must validate at least one schema (anyOf)'), ...best(results));
  }
  if (oneOf) {
    const results = tries(oneOf);
    const valid = results.filter(isEmpty).length;
    const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
    if (valid !== 1) errors.push(general(`must validate one and only one schema (oneOf). ${found}`));
    if (valid === 0) errors.push(...best(results));
  }
  if (allOf) {
    const results = tries(allOf);
    errors.push(...results.flat());
    const valid = results.filter(isEmpty).length;
    if (valid !== results.length) {
      errors.push(general(`must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`));
    }
  }
  if (not && isEmpty(checked(not, { ...node, before: NOTHING }))) {
    errors.push(general('must not validate the schema (not)'));
  }
  return errors;
}

function best(results: readonly FieldError[][]): FieldError[] {
  return [...results].sort((a, b) => a.length - b.length)[0] ?? [];
}

function isEmpty(list: readonly unknown[]): boolean {
  return list.length === 0;
}

function invalid(path: string, value: unknown, text: string): FieldError {
  return fieldError('Invalid', path, { value, detail: `${inBody(path)} ${text}` });
}

function tooMany(path: string, actual: number, most: number): FieldError {
  return fieldError('TooMany', path, {
    value: actual,
    detail: `must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
  });
}

function inBody(path: string): string {
  return `${path} in body`;
}

function childPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
