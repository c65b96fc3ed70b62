import type { TextRule } from '../src/api/rules';
import type { OwnProblem } from './problem';

/** The problem of a text under a rule, if it has one. Absent values and those that are no text have none here. */
export function textProblems(field: string, text: unknown, rule: TextRule): OwnProblem[] {
  if (typeof text !== 'string') return [];
  const allowed = rule(text);
  return allowed === undefined ? [] : [{ field, given: text, allowed }];
}

/** Problems of the keys and values of a map from text to text. */
export function mapProblems(field: string, map: unknown, key: TextRule, value?: TextRule): OwnProblem[] {
  if (typeof map !== 'object' || map === null) return [];
  return Object.entries(map).flatMap(([name, entry]) => [
    ...textProblems(field, name, key),
    ...(value ? textProblems(`${field}.${name}`, entry, value) : []),
  ]);
}

/** Problems of a name in STACKIT: `spec.name`, else `metadata.name`. */
export function nameProblems(name: string | undefined, objectName: string, rule: TextRule): OwnProblem[] {
  return name === undefined
    ? textProblems('metadata.name, as the name in STACKIT', objectName, rule)
    : textProblems('spec.name', name, rule);
}
