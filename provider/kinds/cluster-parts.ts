import type { ClusterSpec, NodePool } from '../../src/api';
import type { ClusterPayload } from '../../src/stackit';
import type { Fix, Resolutions } from '../engine/kind';
import { onNoDay } from './cluster-window';

/** A least version, as far as it is known before STACKIT's offers are looked at. */
export interface Floor {
  readonly floor?: string | undefined;
  /** The version that is to be left behind; it tells one step of an upgrade from the next. */
  readonly from?: string | undefined;
}

/** What is to be set of a group of nodes; what is absent stays as it is. */
export interface PoolParts {
  readonly machineType?: string;
  readonly image?: { readonly name?: string; readonly floor?: string };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxSurge?: number;
  readonly maxUnavailable?: number;
  readonly zones?: readonly string[];
  readonly volume?: { readonly size?: number; readonly type?: string };
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly PoolTaint[];
  readonly cri?: string;
  /** `null`: none of its own, so that the nodes follow the cluster. */
  readonly kubernetes?: Floor | null;
  readonly allowSystemComponents?: boolean;
}

/** A taint as STACKIT takes it. */
export interface PoolTaint {
  readonly key: string;
  readonly effect: string;
  readonly value?: string;
}

type Block<Name extends keyof ClusterPayload> = NonNullable<ClusterPayload[Name]>;
type Extension<Name extends keyof Block<'extensions'>> = NonNullable<Block<'extensions'>[Name]> | null;

/**
 * What is to be set of a cluster: the payload of its creation and, in part, of each change. `null` takes a block away, what
 * is absent stays as it is. Versions are floors here: which one is asked for, the offers decide at the call.
 */
export interface ClusterParts {
  readonly kubernetes?: Floor;
  readonly pools?: Readonly<Record<string, PoolParts | null>>;
  readonly maintenance?: Block<'maintenance'> | null;
  readonly hibernation?: Block<'hibernation'>;
  readonly extensions?: {
    readonly acl?: Extension<'acl'>;
    readonly dns?: Extension<'dns'>;
    readonly observability?: Extension<'observability'>;
  };
  readonly access?: Block<'access'> | null;
  readonly network?: Block<'network'>;
  readonly labels?: Readonly<Record<string, string | null>>;
}

/** All that a spec says. */
export function wholeOf(
  spec: ClusterSpec,
  labels: Readonly<Record<string, string>>,
  references: Resolutions,
): ClusterParts {
  const network = networkOf(spec, references);
  const schedules = schedulesOf(spec);
  return {
    kubernetes: { floor: spec.kubernetesVersion || undefined },
    pools: Object.fromEntries((spec.nodePools ?? []).map((pool) => [pool.name, poolParts(pool)])),
    ...(spec.maintenance && { maintenance: maintenanceOf(spec.maintenance) }),
    ...(schedules.length > 0 && { hibernation: { schedules } }),
    ...(spec.extensions && { extensions: spec.extensions }),
    ...(spec.access?.idp && { access: { idp: idpOf(spec.access.idp) } }),
    ...(network && { network }),
    labels,
  };
}

/** Everything that the spec says of a group of nodes. */
export function poolParts(pool: NodePool): PoolParts {
  const { machineImage: image, volume, labels, taints, cri, kubernetesVersion: floor } = pool;
  return {
    machineType: pool.machineType,
    minimum: pool.minimum,
    maximum: pool.maximum,
    zones: pool.availabilityZones,
    volume: { size: volume.size, ...(volume.type && { type: volume.type }) },
    ...(image && {
      image: { ...(image.name && { name: image.name }), ...(image.version && { floor: image.version }) },
    }),
    ...(pool.maxSurge !== undefined && { maxSurge: pool.maxSurge }),
    ...(pool.maxUnavailable !== undefined && { maxUnavailable: pool.maxUnavailable }),
    ...(labels && Object.keys(labels).length > 0 && { labels }),
    ...(taints && taints.length > 0 && { taints }),
    ...(cri && { cri }),
    ...(floor && { kubernetes: { floor } }),
    ...(pool.allowSystemComponents !== undefined && { allowSystemComponents: pool.allowSystemComponents }),
  };
}

/** One call that sets what the parts say of a group of nodes; `null` takes the group away. */
export function fixOf(name: string, parts: PoolParts | null): Fix {
  return { call: 'patch', payload: { pools: { [name]: parts } } };
}

/** The window as STACKIT takes it. */
export function maintenanceOf(maintenance: NonNullable<ClusterSpec['maintenance']>): Block<'maintenance'> {
  return {
    autoUpdate: {
      kubernetesVersion: maintenance.autoUpdateKubernetesVersion,
      machineImageVersion: maintenance.autoUpdateMachineImageVersion,
    },
    timeWindow: { start: onNoDay(maintenance.start), end: onNoDay(maintenance.end) },
  };
}

/** The schedules; the name of a time zone goes through untouched, since only it knows of daylight saving. */
export function schedulesOf({ hibernation }: ClusterSpec) {
  return (hibernation?.schedules ?? []).map(({ start, end, timezone }) => ({
    start,
    end,
    ...(timezone && { timezone }),
  }));
}

/** The logins as STACKIT takes them. */
export function idpOf({ enabled, type }: { readonly enabled: boolean; readonly type?: string }) {
  return { enabled, type: type ?? 'stackit' };
}

/** ID of the wanted network, given or referred to. */
export function networkIdOf({ network }: ClusterSpec, references: Resolutions): string | undefined {
  const resolution = references['network.networkRef'];
  return network?.id || (resolution?.is === 'ready' ? resolution.id : undefined);
}

function networkOf(spec: ClusterSpec, references: Resolutions): Block<'network'> | undefined {
  const id = networkIdOf(spec, references);
  const { controlPlane, cni } = spec.network ?? {};
  const network = {
    ...(id !== undefined && { id }),
    ...(controlPlane?.accessScope && { controlPlane: { accessScope: controlPlane.accessScope } }),
    ...(cni && { cni: { [cni]: {} } }),
  };
  return Object.keys(network).length === 0 ? undefined : network;
}
