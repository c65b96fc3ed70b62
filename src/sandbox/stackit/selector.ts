import { isLabelKey, isLabelValue } from './check';
import { badRequest } from './errors';

/** Labels of an object, or none. */
export type Labels = Readonly<Record<string, string>> | undefined;

/**
 * Compiles a `label_selector`: `k=v`, `k==v`, `k!=v` and a bare key, joined by commas (all must hold). Everything else, a
 * trailing comma included, is refused with 400. Kubernetes' set operators are undocumented for STACKIT and not taken.
 */
export function labelSelector(selector: string | null): (labels: Labels) => boolean {
  if (selector === null || selector === '') return () => true;
  const tests = selector.split(',').map(requirement);
  return (labels) => tests.every((test) => test(labels));
}

function requirement(part: string): (labels: Labels) => boolean {
  const [, key = '', operator, value = ''] = /^\s*([^=!\s]+)\s*(?:(==|!=|=)\s*([^=!\s]*)\s*)?$/.exec(part) ?? [];
  if (!isLabelKey(key) || !isLabelValue(value)) throw badRequest(`invalid label_selector "${part}"`);
  switch (operator) {
    case undefined:
      return (labels) => labels?.[key] !== undefined;
    case '!=':
      return (labels) => labels?.[key] !== value;
    default:
      return (labels) => labels?.[key] === value;
  }
}
