import type { Integer } from './common';
import type { MachineType } from './server';
import type { AvailabilityZone, PerformanceClass } from './volume';

/** Operating system of nodes. */
export interface NodePoolImage {
  /**
   * Name of the operating system.
   * @maxLength 63
   * @lenient
   */
  readonly name: 'flatcar' | 'ubuntu' | (string & {});
  /**
   * Least version, in full or only its first parts. Nodes that are ahead of it stay as they are. One that is
   * deprecated or no longer on offer stands for the newest supported one above it. Absent: the newest supported version for new nodes, no change
   * for those that are there.
   * @maxLength 63
   */
  readonly version?: string;
}

/** Disk of each node. A change makes new nodes. */
export interface NodePoolVolume {
  /**
   * Size in GB: 20 to 10240.
   * @lenient
   */
  readonly size: Integer;
  /**
   * Class of speed. Absent: STACKIT decides.
   * @maxLength 63
   */
  readonly type?: PerformanceClass;
}

/** Keeps pods off nodes that do not tolerate it. */
export interface NodeTaint {
  /**
   * Name of the taint.
   * @maxLength 317
   * @lenient
   */
  readonly key: string;
  /**
   * What happens to pods that do not tolerate it.
   * @lenient
   */
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  /**
   * Value that pods tolerate. Absent: none.
   * @maxLength 63
   */
  readonly value?: string;
}

/**
 * Name of a zone.
 * @maxLength 63
 */
export type ZoneName = AvailabilityZone;

/**
 * A group of equal nodes. What is absent in it and optional, STACKIT decides; so it does again for what is taken out later,
 * except that `machineImage`, `volume.type` and `cri` then stay as they are.
 */
export interface NodePool {
  /**
   * Name of the group, by which it is known: 1 to 15 lower-case letters, digits and `-`. Another name is another group:
   * the one of the old name is removed.
   * @maxLength 63
   * @lenient
   */
  readonly name: string;
  /**
   * Size of each node, such as `g1.2`. A change replaces the nodes one after another.
   * @maxLength 63
   * @lenient
   */
  readonly machineType: MachineType;
  /** Operating system of the nodes. Absent: `flatcar` in its newest supported version for a new group. */
  readonly machineImage?: NodePoolImage;
  /**
   * Least number of nodes: 0 to 1000.
   * @lenient
   */
  readonly minimum: Integer;
  /**
   * Greatest number of nodes: 1 to 1000, at least the number of zones. Between the two, STACKIT scales by the load.
   * @lenient
   */
  readonly maximum: Integer;
  /**
   * How many nodes more than wanted may be there during an update: 0, or at least the number of zones. Absent together
   * with `maxUnavailable`: the number of zones.
   */
  readonly maxSurge?: Integer;
  /** How many nodes may be missing during an update: 0, or at least the number of zones. */
  readonly maxUnavailable?: Integer;
  /**
   * Zones over which the nodes are spread, such as `eu01-1`. Zones can be added later, but neither removed nor ordered
   * anew. In a metro zone, such as `eu01-m`, not every machine type is to be had.
   * @maxItems 20
   * @lenient
   */
  readonly availabilityZones: readonly ZoneName[];
  /**
   * Disk of each node.
   * @lenient
   */
  readonly volume: NodePoolVolume;
  /** Labels of the nodes in Kubernetes. */
  readonly labels?: NodeLabels;
  /**
   * Taints of the nodes.
   * @maxItems 50
   */
  readonly taints?: readonly NodeTaint[];
  /** Container runtime of the nodes. Absent: `containerd`, the only one there is. */
  readonly cri?: 'containerd' | (string & {});
  /**
   * Least Kubernetes version of the nodes: at most that of the cluster, and at most one minor version behind. Absent:
   * that of the cluster.
   * @maxLength 32
   */
  readonly kubernetesVersion?: string;
  /**
   * Whether the cluster's own workload, such as its DNS, may run on these nodes. At least one group has to say `true`.
   * Absent: STACKIT decides (yes), which does not count as saying so.
   */
  readonly allowSystemComponents?: boolean;
}

/** Labels of nodes, as Kubernetes takes them. */
export type NodeLabels = { readonly [key: string]: string };
