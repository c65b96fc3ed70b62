import type { KindName } from '../src/api';
import { isBranded, kindOf } from './brand';
import type { OwnProblem } from './problem';
import type { IResource } from './resource';

/** A construct that another one was given under a prop. */
export interface Reference {
  readonly prop: string;
  readonly kind: KindName;
  readonly target: IResource | undefined;
}

/** What an object and the one to which it refers must have in common, where both say it. */
const SHARED = ['projectId', 'region', 'availabilityZone'] as const;

function entryOf(of: object, name: string): unknown {
  return (of as { readonly [key: string]: unknown })[name];
}

/** What somebody gave who works without types: text as it is, a construct of another kind by its path. */
function named(target: unknown): unknown {
  if (typeof target !== 'object' || target === null) return target;
  const kind = kindOf(target);
  return kind ? `the ${kind} ${(target as IResource).node.path}` : 'another object';
}

/** What is wrong with references: not to a construct of the kind, or to one that can't be used from where `from` is. */
export function referenceProblems(from: IResource, spec: object, references: readonly Reference[]): OwnProblem[] {
  const problems: OwnProblem[] = [];
  for (const { prop: field, kind, target } of references) {
    const differ = (given: string, allowed: string) => problems.push({ field, given, allowed });
    if (target === undefined) continue;
    if (!isBranded(target, kind)) {
      problems.push({ field, given: named(target), allowed: `a construct of ${kind}` });
      continue;
    }
    const { namespace } = target;
    if (from.namespace !== undefined && namespace !== undefined && from.namespace !== namespace) {
      differ(`namespace ${namespace}`, `a ${kind} of the namespace ${from.namespace}`);
    }
    for (const name of SHARED) {
      const [own, others] = [entryOf(spec, name), entryOf(target, name)];
      if (typeof own === 'string' && typeof others === 'string' && own !== others) {
        differ(`${name} ${others} (${target.node.path})`, `a ${kind} whose ${name} is ${own}`);
      }
    }
  }
  return problems;
}

/**
 * Has the objects to which `from` refers written before its own. Only those of the same chart: an edge to another chart would
 * tie whole charts together, and one to an enclosing chart is a cycle for cdk8s.
 */
export function depend(from: IResource, references: readonly Reference[]): void {
  for (const { target } of references) {
    const object = target?.apiObject;
    if (object && object.chart === from.apiObject?.chart) from.apiObject.addDependency(object);
  }
}
