import { badRequest } from './errors';

/** Checks a value at a JSON pointer; refuses with 400 in the words of STACKIT's schema validation. */
export type Check = (value: unknown, at: string) => void;

function mismatch(at: string, problem: string): Error {
  return badRequest(`request body has an error: doesn't match schema: Error at "${at}": ${problem}`);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Lower-case hexadecimal only, as the specification demands. */
export const isUuid = (text: string): boolean => text.length === 36 && UUID.test(text);

// The published expressions backtrack; these accept the same language in linear time.
const GENERIC_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 /._-]*[A-Za-z0-9])?$/;
const HOST_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;
const METADATA_KEY = /^[a-zA-Z0-9-_:. ]{1,255}$/;
const KEY_PAIR_NAME = /^[A-Za-z0-9@._-]*$/;

export const isLabelKey = (text: string): boolean => text.length <= 63 && LABEL.test(text);
export const isLabelValue = (text: string): boolean => text === '' || (text.length <= 63 && LABEL.test(text));

interface TextRule {
  readonly max?: number;
  readonly test?: (text: string) => boolean;
}

export function text({ max, test }: TextRule = {}): Check {
  return (value, at) => {
    if (typeof value !== 'string') throw mismatch(at, 'value must be a string');
    if (max !== undefined && value.length > max) throw mismatch(at, `maximum string length is ${max}`);
    if (test !== undefined && !test(value)) throw mismatch(at, "string doesn't match the regular expression");
  };
}

export const genericName = text({ max: 127, test: (name) => GENERIC_NAME.test(name) });
export const serverName = text({ max: 63, test: (name) => name.split('.').every((part) => HOST_LABEL.test(part)) });
export const keyPairName = text({ max: 127, test: (name) => KEY_PAIR_NAME.test(name) });
export const description = text({ max: 255 });
export const base64 = text({ test: (value) => /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0 });

export const uuid: Check = (value, at) => {
  text()(value, at);
  if (!isUuid(value as string)) throw badRequest('invalid uuid');
};

export const bool: Check = (value, at) => {
  if (typeof value !== 'boolean') throw mismatch(at, 'value must be a boolean');
};

export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Check {
  return (value, at) => {
    if (!Number.isSafeInteger(value)) throw mismatch(at, 'value must be an integer');
    if ((value as number) < min) throw mismatch(at, `number must be at least ${min}`);
    if ((value as number) > max) throw mismatch(at, `number must be at most ${max}`);
  };
}

export function oneOf(...values: readonly string[]): Check {
  return (value, at) => {
    text()(value, at);
    if (!values.includes(value as string)) throw mismatch(at, 'value is not one of the allowed values');
  };
}

export function nullable(check: Check): Check {
  return (value, at) => {
    if (value !== null) check(value, at);
  };
}

export function list(check: Check, max = Number.MAX_SAFE_INTEGER): Check {
  return (value, at) => {
    if (!Array.isArray(value)) throw mismatch(at, 'value must be an array');
    if (value.length > max) throw mismatch(at, `maximum number of items is ${max}`);
    for (const [index, item] of value.entries()) check(item, `${at}/${index}`);
  };
}

/** Members that are not named are ignored, as the real API does. */
export function object(members: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw mismatch(at, 'value must be an object');
    }
    const given = value as Record<string, unknown>;
    for (const name of required) {
      if (given[name] === undefined) throw mismatch(`${at}/${name}`, `property "${name}" is missing`);
    }
    for (const [name, check] of Object.entries(members)) {
      if (given[name] !== undefined) check(given[name], `${at}/${name}`);
    }
  };
}

function map(isKey: (key: string) => boolean, isValue: (value: string) => boolean, withNull: boolean): Check {
  return (value, at) => {
    object({})(value, at);
    for (const [key, item] of Object.entries(value as object)) {
      if (!isKey(key)) throw mismatch(at, `property name "${key}" doesn't match the regular expression`);
      if (item === null && withNull) continue;
      text({ test: isValue })(item, `${at}/${key}`);
    }
  };
}

function checkLabels(withNull: boolean): Check {
  return (value, at) => {
    map(isLabelKey, isLabelValue, withNull)(value, at);
    const reserved = Object.keys(value as object).find((key) => key.startsWith('stackit-'));
    if (reserved !== undefined) throw badRequest(`label key "${reserved}" uses the reserved prefix "stackit-"`);
  };
}

export const labels = checkLabels(false);
/** In a PATCH `null` deletes a key. */
export const labelPatch = checkLabels(true);
export const metadata = map(
  (key) => METADATA_KEY.test(key),
  (value) => value.length <= 255,
  false,
);
export const metadataPatch = map(
  (key) => METADATA_KEY.test(key),
  (value) => value.length <= 255,
  true,
);

/** Exactly one of two shapes, with the words of a oneOf clash (iaas.md §0.2). */
export function exclusive(schema: string, first: string, second: string): Check {
  return (value, at) => {
    object({})(value, at);
    const given = value as Record<string, unknown>;
    const clash = (problem: string) =>
      badRequest(
        `request body has an error: doesn't match schema #/components/schemas/${schema}: Error at "${at}": ${problem}`,
      );
    const [one, two] = [given[first] !== undefined, given[second] !== undefined];
    if (one && two) throw clash("value doesn't match any schema from oneOf");
    if (!one && !two) throw clash('input matches more than one oneOf schemas');
  };
}

export function all(...checks: readonly Check[]): Check {
  return (value, at) => {
    for (const check of checks) check(value, at);
  };
}

/** Applies a map PATCH: named keys are set, `null` removes a key, the others stay. */
export function merge(
  current: Readonly<Record<string, string>> | undefined,
  patch: Readonly<Record<string, string | null>> | undefined,
): Readonly<Record<string, string>> | undefined {
  if (patch === undefined) return current;
  const merged: Record<string, string> = { ...current };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}
