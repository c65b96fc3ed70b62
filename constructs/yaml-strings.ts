import type { OwnProblem } from './problem';

/**
 * Strings that cdk8s writes so that some YAML reader takes them for something else: octal numbers of YAML 1.2, the `=` and
 * `<<` types of YAML 1.1, plain text with a tab, blocks that begin with a tab or hold nothing but blanks, and characters
 * that a reader refuses or folds. Found by writing random text with cdk8s 2.70 and reading it with yaml (1.1 and 1.2),
 * js-yaml and PyYAML.
 */
const MISREAD: readonly RegExp[] = [
  /^[-+]?0o[0-7]+$/,
  /^(=|<<)$/,
  /^[^\n]*\t[^\n]*$/,
  /^[ \n]*\t/,
  /^\n* [ \n]*$/,
  /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/,
];

/** Most strings there are, which need no closer look: letters and digits with little else, but for octal numbers. */
const PLAIN = /^(?!0o)[\w/][\w ./:@#-]*$/;

const readsDifferently = (text: string) => !PLAIN.test(text) && MISREAD.some((pattern) => pattern.test(text));

const ALLOWED =
  'text that every YAML reader takes for the same string (no octal like 0o17, lone = or <<, tab in a single line or at the start, only blanks, or control character)';

/** Problems of all strings in `value`, keys included, that would not survive the way through YAML. */
export function yamlProblems(field: string, value: unknown): OwnProblem[] {
  const problems: OwnProblem[] = [];
  // Told by a path that is only built for a problem, since every string of an app comes by here.
  const visit = (held: unknown, path: () => string): void => {
    if (typeof held === 'string') {
      if (readsDifferently(held)) problems.push({ field: path(), given: held, allowed: ALLOWED });
      return;
    }
    if (typeof held !== 'object' || held === null) return;
    const isList = Array.isArray(held);
    for (const key of Object.keys(held)) {
      if (!isList && readsDifferently(key)) problems.push({ field: path(), given: key, allowed: ALLOWED });
      const entry = (held as Readonly<Record<string, unknown>>)[key];
      if (typeof entry === 'string' ? readsDifferently(entry) : typeof entry === 'object') {
        visit(entry, () => (isList ? `${path()}[${key}]` : `${path()}.${key}`));
      }
    }
  };
  visit(value, () => field);
  return problems;
}
