/**
 * Whether a value holds something that only synthesis turns into plain data: a `Lazy`, an implicit token, or any other
 * object with a class. Such a value is checked at synth, after its resolution.
 */
export function holdsToken(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsToken);
  return !isPlain(value) || Object.values(value).some(holdsToken);
}

/** A copy of plain data without what is `undefined` or null, which synthesis drops as well. Tokens stay what they are. */
export function given(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(given);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined || entry === null) continue;
    if (key !== '__proto__') copy[key] = given(entry);
    else Object.defineProperty(copy, key, { value: given(entry), enumerable: true });
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
