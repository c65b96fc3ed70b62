import { badRequest } from './failure';
import { fieldsOf, get, type KubeObject } from './object';

/** Whether an object is selected. */
export type Predicate = (object: KubeObject) => boolean;

/**
 * Reads a label selector: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, joined by commas.
 *
 * @throws Failure 400 for anything else
 */
export function labelSelector(text: string): Predicate {
  const terms = text.trim() === '' ? [] : text.split(/,(?![^(]*\))/).map((term) => labelTerm(term.trim(), text));
  return (object) => {
    const labels = object.metadata.labels ?? {};
    return terms.every((term) => term(labels));
  };
}

function labelTerm(term: string, whole: string): (labels: Record<string, string>) => boolean {
  const set = /^([\w./-]+)\s+(in|notin)\s+\(([^()]*)\)$/.exec(term);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = new Set(list.split(',').map((value) => value.trim()));
    const within = (labels: Record<string, string>) => Object.hasOwn(labels, key) && values.has(labels[key] ?? '');
    return operator === 'in' ? within : (labels) => !within(labels);
  }
  const equality = /^([\w./-]+)\s*(==|=|!=)\s*([\w.-]*)$/.exec(term);
  if (equality !== null) {
    const [, key = '', operator, value] = equality;
    const equal = (labels: Record<string, string>) => Object.hasOwn(labels, key) && labels[key] === value;
    return operator === '!=' ? (labels) => !equal(labels) : equal;
  }
  const existence = /^(!?)\s*([\w./-]+)$/.exec(term);
  if (existence !== null) {
    const [, not, key = ''] = existence;
    return (labels) => Object.hasOwn(labels, key) === (not === '');
  }
  throw badRequest(
    `unable to parse requirement: ${JSON.stringify(term)} in ${JSON.stringify(whole)} is no label selector`,
  );
}

/**
 * Reads a field selector such as `metadata.name=a,type!=b`.
 *
 * @param allowed paths besides `metadata.name` and `metadata.namespace`
 * @throws Failure 400 for a field that cannot be selected by
 */
export function fieldSelector(text: string, allowed: readonly string[]): Predicate {
  const terms = text.trim() === '' ? [] : text.split(',').map((term) => fieldTerm(term.trim(), allowed));
  return (object) => terms.every((term) => term(object));
}

function fieldTerm(term: string, allowed: readonly string[]): Predicate {
  const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(term);
  if (match === null) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`);
  const [, field = '', operator, value] = match;
  if (field !== 'metadata.name' && field !== 'metadata.namespace' && !allowed.includes(field)) {
    throw badRequest(`field label not supported: ${field}`);
  }
  const path = field.split('.');
  return (object) => {
    const found = path.reduce<unknown>((at, key) => get(fieldsOf(at), key), object);
    return (String(found ?? '') === value) === (operator !== '!=');
  };
}
