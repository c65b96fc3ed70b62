import { childOf } from './defaults';
import { type FieldError, fieldError, isObject, show } from './field-error';
import type { Schema } from './types';

/** Complaints about items that a list of type `set` or `map` holds twice. */
export function validateLists(schema: Schema, value: unknown, path = ''): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    const within = items ? value.flatMap((item, index) => validateLists(items, item, `${path}[${index}]`)) : [];
    return [...duplicates(schema, value, path), ...within];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, held]) => {
    const child = childOf(schema, key);
    if (!child) return [];
    const named = schema.properties !== undefined && Object.hasOwn(schema.properties, key);
    return validateLists(child, held, named ? (path === '' ? key : `${path}.${key}`) : `${path}[${key}]`);
  });
}

function duplicates(schema: Schema, list: readonly unknown[], path: string): FieldError[] {
  const type = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (type !== 'set' && type !== 'map') return [];
  const stray = type === 'map' ? list.findIndex((item) => item !== null && !isObject(item)) : -1;
  if (stray >= 0) {
    const detail = 'must be an object for an array of list-type map';
    return [fieldError('Invalid', `${path}[${stray}]`, { value: list[stray], detail })];
  }
  const seen = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [index, item] of list.entries()) {
    const identity = type === 'map' ? picked(item, keys) : item;
    const times = (seen.get(show(identity)) ?? 0) + 1;
    seen.set(show(identity), times);
    if (times === 2) errors.push(fieldError('Duplicate', `${path}[${index}]`, { value: identity }));
  }
  return errors;
}

function picked(item: unknown, keys: readonly string[]): unknown {
  if (!isObject(item)) return {};
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key]]));
}
