import { isObject } from './field-error';
import type { Schema } from './types';

/**
 * Fills in defaults as the API server does before it looks at an object: absent fields get their default, and a null
 * where the schema knows none is replaced by the default or, without one, dropped. The value itself is left as it is; the
 * result shares with it what needs nothing.
 */
export function applyDefaults<T>(schema: Schema, value: T): T {
  return filled(schema, value) as T;
}

function filled(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return value.map((item) => filled(items, item === null && lacksNull(items) ? (copyOf(items) ?? null) : item));
  }
  if (!isObject(value) || isFull(schema, value)) return value;
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

const defaulted = new WeakMap<Schema, readonly string[]>();

/** Whether nothing is to be filled in anywhere in a value, as in most, so that no copy is needed. A list is not looked into. */
function isFull(schema: Schema, value: Readonly<Record<string, unknown>>): boolean {
  let keys = defaulted.get(schema);
  if (!keys) {
    const properties = Object.entries(schema.properties ?? {});
    keys = properties.filter(([, child]) => child.default !== undefined).map(([key]) => key);
    defaulted.set(schema, keys);
  }
  if (!keys.every((key) => Object.hasOwn(value, key))) return false;
  return Object.keys(value).every((key) => {
    const held = value[key];
    if (held === undefined) return false;
    if (typeof held !== 'object') return true;
    const child = childOf(schema, key);
    if (held === null) return !lacksNull(child);
    return child === undefined || (isObject(held) && isFull(child, held));
  });
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
