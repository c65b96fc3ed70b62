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
  const problems: OwnProblem[] = [];
  if (typeof map !== 'object' || map === null) return problems;
  for (const name of Object.keys(map)) {
    const ofKey = key(name);
    if (ofKey !== undefined) problems.push({ field, given: name, allowed: ofKey });
    const given: unknown = (map as Readonly<Record<string, unknown>>)[name];
    const ofValue = value && typeof given === 'string' ? value(given) : undefined;
    if (ofValue !== undefined) problems.push({ field: `${field}.${name}`, given, allowed: ofValue });
  }
  return problems;
}

/** Problems of a name in STACKIT: `spec.name`, else `metadata.name`. */
export function nameProblems(name: string | undefined, objectName: string, rule: TextRule): OwnProblem[] {
  return name === undefined
    ? textProblems('metadata.name, as the name in STACKIT', objectName, rule)
    : textProblems('spec.name', name, rule);
}
