import { type FieldError, fieldError } from './field-error';
import { validateLists } from './lists';
import { validateRules } from './rules';
import { validateStructure } from './structure';
import type { Schema } from './types';

/** Errors after which the API server does not even try the rules. */
const BLOCKING: readonly FieldError['type'][] = ['NotSupported', 'Required', 'TooLong', 'TooMany', 'TypeInvalid'];

/**
 * Everything the API server holds against an object by its schema: structure, lists that hold an item twice, and, when
 * no error stands in the way, rules. With `old` the object is an update of that one. The object has its defaults and
 * has been pruned.
 */
export function validateObject(schema: Schema, value: unknown, old?: unknown): FieldError[] {
  const errors = [...validateStructure(schema, value, old), ...newDuplicates(schema, value, old)];
  if (!errors.some(({ type }) => BLOCKING.includes(type))) return [...errors, ...validateRules(schema, value, old)];
  const detail =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  return hasRules(schema) ? [...errors, fieldError('Invalid', '', { value: null, detail })] : errors;
}

function newDuplicates(schema: Schema, value: unknown, old: unknown): FieldError[] {
  return old !== undefined && validateLists(schema, old).length > 0 ? [] : validateLists(schema, value);
}

function hasRules(schema: Schema): boolean {
  if (schema['x-kubernetes-validations']?.length) return true;
  const { properties = {}, items, additionalProperties } = schema;
  const below = [...Object.values(properties), items, additionalProperties];
  return below.some((child) => typeof child === 'object' && hasRules(child));
}
