/**
 * A copy of plain data without what is `undefined` or null, which synthesis drops as well. What only synthesis turns into
 * plain data stays what it is, and is added to `tokens`: a `Lazy`, an implicit token, or any other object with a class.
 */
export function given(value: unknown, tokens: unknown[]): unknown {
  if (typeof value === 'function') tokens.push(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => given(entry, tokens));
  if (!isPlain(value)) {
    tokens.push(value);
    return value;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const entry = (value as Readonly<Record<string, unknown>>)[key];
    if (entry === undefined || entry === null) continue;
    if (key !== '__proto__') copy[key] = given(entry, tokens);
    else Object.defineProperty(copy, key, { value: given(entry, tokens), enumerable: true });
  }
  return copy;
}

/** Whether a value as a whole, rather than something in it, is known to synthesis only. */
export function isToken(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlain(value);
}

/** What a token of cdk8s' own stands for, asked outside of a synthesis; any other value as it is. */
export function produced(value: unknown): unknown {
  const { produce, resolve } = (value ?? {}) as { readonly produce?: unknown; readonly resolve?: unknown };
  if (!isToken(value)) return value;
  if (typeof produce === 'function') return produced(produce.call(value));
  return typeof resolve === 'function' ? produced(resolve.call(value)) : value;
}

function isPlain(value: object): boolean {
  // Asked by shape and not by `=== Object.prototype`, which differs between realms (jest, vm).
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value is a map from text to text, in which nothing has to be resolved. */
export function isPlainText(map: unknown): map is { readonly [key: string]: string } {
  return typeof map === 'object' && map !== null && Object.values(map).every((value) => typeof value === 'string');
}
