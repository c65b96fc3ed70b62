import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { KindName, KindTypes } from '../../src/api';
import { isOurs } from '../app-checks';
import { isBranded } from '../brand';
import type { IResource } from '../resource';

/** An object as it is synthesized: all that its manifest holds. */
export type Synthesized<Kind extends KindName> = Omit<KindTypes[Kind], 'status'>;

/**
 * The objects of a kind that a construct and all that is defined in it synthesize, in the order of their definition.
 *
 * ```ts
 * expect(findResources(chart, 'Server')).toHaveLength(2);
 * ```
 */
export function findResources<Kind extends KindName>(scope: IConstruct, kind: Kind): readonly Synthesized<Kind>[] {
  return definedIn(scope)
    .filter((resource) => isBranded(resource, kind))
    .map(({ apiObject }) => apiObject.toJson() as Synthesized<Kind>);
}

/** A construct that has a spec of a type. */
export interface HasSpec<Spec> {
  /** The object in this app. */
  readonly apiObject: ApiObject;
  /** Only says the type; it is never there. */
  readonly specType?: Spec;
}

/**
 * The spec that a construct synthesizes, with all that was added to it and with JSON patches.
 *
 * ```ts
 * expect(specOf(stack.server)).toMatchObject({ machineType: 'c1.2' });
 * ```
 */
export function specOf<Spec>(construct: HasSpec<Spec>): Spec {
  return (construct.apiObject.toJson() as { readonly spec: Spec }).spec;
}

/** Constructs of ours in a scope that synthesize something. */
export function definedIn(scope: IConstruct): readonly (IResource & { readonly apiObject: ApiObject })[] {
  return (scope.node.findAll().filter(isOurs) as IResource[]).filter(
    (resource): resource is IResource & { readonly apiObject: ApiObject } => resource.apiObject !== undefined,
  );
}
