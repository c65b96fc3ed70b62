import type { OwnProblem } from './problem';

/**
 * Strings that cdk8s writes without quotes although some YAML reader takes them for something else: octal numbers of YAML
 * 1.2, the `=` and `<<` types of YAML 1.1, and plain text with a tab or with characters that a reader refuses or folds.
 * Found by writing with cdk8s 2.70 and reading with yaml (1.1 and 1.2), js-yaml and PyYAML.
 */
function readsDifferently(text: string): boolean {
  if (/^[-+]?0o[0-7]+$/.test(text) || text === '=' || text === '<<') return true;
  if (text.includes('\t') && !text.includes('\n')) return true;
  return /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/.test(text);
}

const ALLOWED =
  'text that every YAML reader takes for the same string (no octal like 0o17, lone = or <<, tab in a single line, or control character)';

/** Problems of all strings in `value`, keys included, that would not survive the way through YAML. */
export function yamlProblems(field: string, value: unknown): OwnProblem[] {
  if (typeof value === 'string') return readsDifferently(value) ? [{ field, given: value, allowed: ALLOWED }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(readsDifferently(key) ? [{ field, given: key, allowed: ALLOWED }] : []),
    ...yamlProblems(Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`, entry),
  ]);
}
