import { Chart } from 'cdk8s';
import type { KindName } from '../src/api';
import { isBranded } from './brand';
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

function field(of: object, name: string): unknown {
  return (of as { readonly [key: string]: unknown })[name];
}

/** What is wrong with a reference: not a construct of the kind, or one that can't be used from where `from` is. */
export function referenceProblems(from: IResource, spec: object, { prop, kind, target }: Reference): OwnProblem[] {
  if (target === undefined) return [];
  if (!isBranded(target, kind)) {
    return [
      { field: prop, given: typeof target === 'object' ? 'another object' : target, allowed: `a construct of ${kind}` },
    ];
  }
  const problems: OwnProblem[] = [];
  if (from.namespace !== undefined && target.namespace !== undefined && from.namespace !== target.namespace) {
    problems.push({
      field: prop,
      given: `namespace ${target.namespace}`,
      allowed: `a ${kind} of the namespace ${from.namespace}`,
    });
  }
  for (const name of SHARED) {
    const [own, others] = [field(spec, name), field(target, name)];
    if (typeof own === 'string' && typeof others === 'string' && own !== others) {
      problems.push({
        field: prop,
        given: `${name} ${others} (${target.node.path})`,
        allowed: `a ${kind} whose ${name} is ${own}`,
      });
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
    if (object && from.apiObject && Chart.of(object) === Chart.of(from.apiObject)) from.apiObject.addDependency(object);
  }
}
