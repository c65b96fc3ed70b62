import { isObject } from './field-error';
import type { Schema } from './types';

/**
 * Fills in defaults as the API server does before it looks at an object: absent fields get their default, and a null
 * where the schema knows none is replaced by the default or, without one, dropped. The value itself is left as it is.
 */
export function applyDefaults<T>(schema: Schema, value: T): T {
  return filled(schema, value) as T;
}

const knownDefaults = new WeakMap<Schema, boolean>();

/** Whether a default stands anywhere in a schema: without one, a value that holds no null is complete as it is. */
export function hasDefaults(schema: Schema): boolean {
  const known = knownDefaults.get(schema);
  if (known !== undefined) return known;
  const { properties = {}, items, additionalProperties } = schema;
  const below = [...Object.values(properties), items, additionalProperties];
  const found = schema.default !== undefined || below.some((child) => typeof child === 'object' && hasDefaults(child));
  knownDefaults.set(schema, found);
  return found;
}

function filled(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return value.map((item) => filled(items, item === null && lacksNull(items) ? (copyOf(items) ?? null) : item));
  }
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(value)) {
    const child = childOf(schema, key);
    const kept = held === null && lacksNull(child) ? copyOf(child) : held;
    if (kept !== undefined) set(result, key, filled(child, kept));
  }
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(result, key) && child.default !== undefined) set(result, key, filled(child, copyOf(child)));
  }
  return result;
}

/** Schema of what stands under a key; undefined when the schema says nothing of it. */
export function childOf(schema: Schema, key: string): Schema | undefined {
  const { properties, additionalProperties } = schema;
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Sets a key even when it is called `__proto__`, which a plain assignment would take for something else. */
export function set(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

function lacksNull(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && schema.nullable !== true && schema['x-kubernetes-preserve-unknown-fields'] !== true;
}

function copyOf(schema: Schema): unknown {
  return schema.default === undefined ? undefined : structuredClone(schema.default);
}
