import { expression } from './expression';
import { isObject } from './field-error';
import type { Schema } from './types';

type Test = (value: unknown) => boolean;

/** Keywords that are understood here, with those that say nothing about a value. Another one makes every answer "maybe not". */
const KNOWN = new Set(
  (
    'type description title example default enum pattern minLength maxLength minimum maximum minItems maxItems format ' +
    'required properties additionalProperties items x-kubernetes-validations'
  ).split(' '),
);

const tests = new WeakMap<Schema, Test>();

/**
 * Whether a value certainly has the structure that a schema asks for, without a field that the schema does not know. A quick
 * yes spares the search for problems, which most values have none of; a no only means that they have to be looked for. Rules
 * are not looked at.
 */
export function fits(schema: Schema, value: unknown): boolean {
  return testOf(schema)(value);
}

const never: Test = () => false;

function testOf(schema: Schema): Test {
  const known = tests.get(schema);
  if (known) return known;
  const test = made(schema);
  tests.set(schema, test);
  return test;
}

function made(schema: Schema): Test {
  return Object.keys(schema).every((keyword) => KNOWN.has(keyword)) ? typed(schema) : never;
}

function typed(schema: Schema): Test {
  const { enum: allowed, type } = schema;
  const test = TYPES[type ?? '']?.(schema) ?? never;
  return allowed ? (value) => allowed.includes(value) && test(value) : test;
}

const TYPES: Readonly<Record<string, (schema: Schema) => Test>> = {
  string: text,
  integer: (schema) => within(schema, Number.isSafeInteger),
  boolean: () => (value) => typeof value === 'boolean',
  array: list,
  object: object,
};

function text({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): Test {
  if (format !== undefined) return never;
  let regex: RegExp | undefined;
  try {
    regex = pattern === undefined ? undefined : expression(pattern);
  } catch {
    return never;
  }
  return (value) =>
    typeof value === 'string' &&
    // Counted in halves of characters where the API server counts whole ones: enough for both to agree on a yes.
    value.length >= 2 * minLength - Math.min(minLength, 1) &&
    value.length <= maxLength &&
    (regex === undefined || regex.test(value));
}

function within({ format = 'int64', minimum, maximum }: Schema, isOne: (value: unknown) => boolean): Test {
  if (format !== 'int64') return never;
  const [least, most] = [minimum ?? Number.NEGATIVE_INFINITY, maximum ?? Number.POSITIVE_INFINITY];
  return (value) => typeof value === 'number' && isOne(value) && value >= least && value <= most;
}

function list({ items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema): Test {
  if (!items) return never;
  const test = made(items);
  return (value) => Array.isArray(value) && value.length >= minItems && value.length <= maxItems && value.every(test);
}

function object({ properties = {}, additionalProperties, required = [] }: Schema): Test {
  if (typeof additionalProperties === 'boolean') return never;
  const named = new Map(Object.entries(properties).map(([key, schema]) => [key, made(schema)]));
  const others = additionalProperties ? made(additionalProperties) : never;
  return (value) => {
    if (!isObject(value)) return false;
    for (const key of required) if (!Object.hasOwn(value, key)) return false;
    for (const key of Object.keys(value)) {
      if (!(named.get(key) ?? others)(value[key])) return false;
    }
    return true;
  };
}
