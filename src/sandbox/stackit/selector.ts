import type { Behaviour } from './behaviour';
import type { Call } from './call';
import { isLabelKey, isLabelValue } from './check';
import { badRequest } from './errors';

/** Labels of an object, or none. */
export type Labels = Readonly<Record<string, string>> | undefined;

/**
 * Compiles a call's `label_selector`: `k=v` and, unless `labelOperators` says otherwise, `k==v`, `k!=v` and a bare key, joined
 * by commas (all must hold). Everything else, a trailing comma included, is refused with 400. Kubernetes' set operators are
 * undocumented for STACKIT and not taken.
 */
export function labelSelector({ query, settings }: Call): (labels: Labels) => boolean {
  const selector = query.get('label_selector');
  if (selector === null || selector === '') return () => true;
  const { labelOperators } = settings.behaviour;
  const tests = selector.split(',').map((part) => requirement(part, labelOperators));
  return (labels) => tests.every((test) => test(labels));
}

function requirement(part: string, operators: Behaviour['labelOperators']): (labels: Labels) => boolean {
  const [, key = '', operator, value = ''] = /^\s*([^=!\s]+)\s*(?:(==|!=|=)\s*([^=!\s]*)\s*)?$/.exec(part) ?? [];
  const isTaken = operators === 'all' || operator === '=';
  if (!isTaken || !isLabelKey(key) || !isLabelValue(value)) throw badRequest(`invalid label_selector "${part}"`);
  switch (operator) {
    case undefined:
      return (labels) => labels?.[key] !== undefined;
    case '!=':
      return (labels) => labels?.[key] !== value;
    default:
      return (labels) => labels?.[key] === value;
  }
}
