import type { ClusterObject, ClusterSpec, ClusterStatusObject, NodepoolObject } from './objects-ske';
import type { Settings } from './options';
import { KUBERNETES_VERSIONS, MACHINE_IMAGES, newest } from './provider-options';

/** What the service fills in when a maintenance window is left out. */
const WINDOW = { start: '0000-01-01T01:00:00Z', end: '0000-01-01T03:00:00Z' };
const VOLUME_TYPE = 'storage_premium_perf1';

/** The stored spec of a PUT, with everything that SKE fills in (ske.md §2, §8.3). */
export function completed(spec: ClusterSpec, settings: Settings): ClusterSpec {
  const { access, audit, extensions, hibernation, labels, maintenance, network } = spec;
  // Unset blocks come back as empty objects in production, and not at all by the specification.
  const empty = settings.deviates('Q74') ? {} : undefined;
  return {
    kubernetes: { version: spec.kubernetes.version },
    nodepools: spec.nodepools.map((pool) => completedPool(pool, settings)),
    access: { idp: access?.idp ?? { enabled: false, type: 'stackit' } },
    audit,
    extensions: extensions ?? empty,
    hibernation: hibernation && {
      schedules: hibernation.schedules.map((schedule) => ({ ...schedule, timezone: schedule.timezone ?? 'UTC' })),
    },
    labels: labels ?? empty,
    maintenance: {
      autoUpdate: {
        kubernetesVersion: maintenance?.autoUpdate?.kubernetesVersion ?? true,
        machineImageVersion: maintenance?.autoUpdate?.machineImageVersion ?? true,
      },
      timeWindow: maintenance?.timeWindow ?? WINDOW,
    },
    ...(network === undefined && empty === undefined ? {} : { network: network ?? {} }),
  };
}

function completedPool(pool: NodepoolObject, settings: Settings): NodepoolObject {
  const deviates = settings.deviates('Q74');
  return {
    ...pool,
    volume: { size: pool.volume.size, type: pool.volume.type ?? VOLUME_TYPE },
    cri: pool.cri ?? { name: 'containerd' },
    allowSystemComponents: pool.allowSystemComponents ?? true,
    maxSurge: pool.maxSurge ?? 0,
    maxUnavailable: pool.maxUnavailable ?? 0,
    taints: pool.taints?.map((taint) => ({ ...taint, value: taint.value ?? (deviates ? '' : undefined) })),
    labels: pool.labels ?? (deviates ? {} : undefined),
  };
}

/** The status of a cluster that is just being made. */
export function newStatus(settings: Settings, now: number, region: string): ClusterStatusObject {
  const identity = settings.uuid();
  return {
    aggregated: 'STATE_CREATING',
    hibernated: false,
    creationTime: new Date(now).toISOString(),
    identity,
    serviceAccountIssuer: `https://ske.${region}.sandbox.stackit.invalid/${identity}`,
    credentialsRotation: { phase: 'NEVER' },
    egressAddressRanges: [],
    podAddressRanges: settings.deviates('Q80') ? [''] : [],
    errors: [],
  };
}

/** What a cluster shows once it has come up. */
export const ADDRESSES = {
  'status.egressAddressRanges': ['193.148.200.1/32'],
  'status.podAddressRanges': ['100.64.0.0/14'],
};

/** What auto-update makes of a cluster: the newest supported patch of its minor, the newest images. */
export function updated(value: ClusterObject): Readonly<Record<string, unknown>> {
  const { kubernetesVersion, machineImageVersion } = value.maintenance?.autoUpdate ?? {};
  const version = newest(KUBERNETES_VERSIONS, value.kubernetes.version) ?? value.kubernetes.version;
  const nodepools = value.nodepools.map((pool) => {
    const { image } = pool.machine;
    const latest = newest(MACHINE_IMAGES[image.name] ?? []) ?? image.version;
    return { ...pool, machine: { ...pool.machine, image: { ...image, version: latest } } };
  });
  return {
    ...(kubernetesVersion === false ? {} : { kubernetes: { version } }),
    ...(machineImageVersion === false ? {} : { nodepools }),
  };
}

/** A healthy cluster that nobody asked for. */
export function clusterDefaults(region: string, settings: Settings, now: number): Omit<ClusterObject, 'name'> {
  const pool: NodepoolObject = {
    name: 'pool',
    availabilityZones: [`${region}-1`],
    machine: { type: 'g1.2', image: { name: 'flatcar', version: newest(MACHINE_IMAGES.flatcar ?? []) ?? '' } },
    minimum: 1,
    maximum: 1,
    maxSurge: 1,
    volume: { size: 20 },
  };
  const spec = { kubernetes: { version: newest(KUBERNETES_VERSIONS) ?? '' }, nodepools: [pool] };
  const status: ClusterStatusObject = {
    ...newStatus(settings, now, region),
    aggregated: 'STATE_HEALTHY',
    egressAddressRanges: ADDRESSES['status.egressAddressRanges'],
    podAddressRanges: ADDRESSES['status.podAddressRanges'],
  };
  return { ...completed(spec, settings), status };
}
