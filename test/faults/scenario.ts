import type { SimulatorOptions } from '../../src/sandbox/stackit';
import type { Seen } from './cluster';
import type { World } from './world';

/** One thing that a person or another system does, as soon as `when` holds. */
export interface Step {
  readonly when: (world: World) => boolean;
  readonly act: (world: World) => unknown;
}

/** A story that must come out right whatever fails in it. */
export interface Scenario {
  readonly name: string;
  /** Options of the simulator, beside those of every run. */
  readonly stackit?: SimulatorOptions;
  /** What is there before any provider runs. */
  readonly setUp?: (world: World) => unknown;
  readonly steps: readonly Step[];
  /** From which step on calls are counted and faults strike. @default 0: from the start */
  readonly from?: number;
  /** Are both stores as they should be? */
  readonly settled: (world: World) => boolean;
  /** More that must hold at the end; what is wrong, in words. */
  readonly check?: (world: World) => readonly string[];
  /** The only kinds that the provider looks after. @default all */
  readonly kinds?: readonly string[];
  /** Every pair of faults is tried too. */
  readonly pairs?: boolean;
}

/** The condition Ready of an object. */
export function readyOf(object: Seen | undefined) {
  return object?.status?.conditions?.find(({ type }) => type === 'Ready');
}

/** Ready=True for the present generation. */
export function isReady(object: Seen | undefined): boolean {
  const ready = readyOf(object);
  return ready?.status === 'True' && ready.observedGeneration === object?.metadata.generation;
}

/** All objects are there and ready. */
export function allReady(names: readonly (readonly [kind: string, name: string, ...rest: unknown[]])[]) {
  return ({ cluster }: World) => names.every(([kind, name]) => isReady(cluster.get(kind, name)));
}

/** Nothing of ours is left in Kubernetes. */
export function allGone({ cluster }: World): boolean {
  return cluster.objects.size === 0;
}

export const always = () => true;
