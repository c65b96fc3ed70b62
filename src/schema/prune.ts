import { childOf, set } from './defaults';
import { isObject } from './field-error';
import type { Schema } from './types';

/** What {@link prune} gives: the value without its unknown fields, and their paths, sorted. */
export interface Pruned<T> {
  readonly value: T;
  readonly unknown: readonly string[];
}

const META_FIELDS: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/**
 * Takes away what a schema does not know, as the API server does with an object that comes in. `apiVersion`, `kind` and
 * `metadata` of the object and of embedded ones stay, whatever they hold; so does all that is under
 * `x-kubernetes-preserve-unknown-fields`, but for the fields that are described there.
 */
export function prune<T>(schema: Schema, value: T): Pruned<T> {
  const unknown: string[] = [];
  const kept = pruned({ ...schema, 'x-kubernetes-embedded-resource': true }, value, { path: '', unknown });
  return { value: kept as T, unknown: unknown.sort() };
}

interface Place {
  readonly path: string;
  readonly unknown: string[];
}

function pruned(schema: Schema | undefined, value: unknown, place: Place): unknown {
  if (Array.isArray(value)) {
    const preserves = schema?.['x-kubernetes-preserve-unknown-fields'] && !schema.items;
    if (preserves) return value;
    return value.map((item, index) => pruned(schema?.items, item, { ...place, path: `${place.path}[${index}]` }));
  }
  if (!isObject(value)) return value;
  const preserves = schema?.['x-kubernetes-preserve-unknown-fields'] || schema?.additionalProperties === true;
  const result: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(value)) {
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const child = schema && childOf(schema, key);
    if (schema?.['x-kubernetes-embedded-resource'] && META_FIELDS.includes(key)) set(result, key, held);
    else if (child) set(result, key, pruned(child, held, { ...place, path }));
    else if (preserves) set(result, key, held);
    else place.unknown.push(path);
  }
  return result;
}
