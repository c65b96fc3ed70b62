import { clusterDefaults } from './cluster-defaults';
import type { Hidden, Kind, Objects } from './objects';
import type { Settings } from './options';
import { serviceDefaults } from './services';
import type { ScopeKey, Stored } from './store';

interface Given {
  readonly scope: ScopeKey;
  readonly id: string;
  /** Members that are known; they win. */
  readonly value: object;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly settings: Settings;
}

const UNSTAMPED: readonly Kind[] = ['nic', 'publicIp', 'affinityGroup', 'cluster', 'service'];

/** An object that came into being without a call, at rest, with everything that a call would have filled in. */
export function defaultsFor<K extends Kind>(kind: K, given: Given): Stored<K> {
  const { scope, id, now } = given;
  const time = new Date(now).toISOString();
  const stamps = UNSTAMPED.includes(kind) ? {} : { createdAt: time, updatedAt: time };
  const names =
    kind === 'keypair' || kind === 'cluster' ? { name: id } : kind === 'service' ? { serviceId: id } : { id };
  const value = { ...names, ...members(kind, given), ...stamps, ...given.value } as Objects[Kind] as Objects[K];
  const hidden = hiddenOf(kind, value as Objects[Kind], given) as Hidden[K];
  return { kind, id, scope, created: now, value, hidden, steps: [] };
}

function members(kind: Kind, { scope, id, settings, now }: Given): object {
  const [owner = '', region = ''] = scope.split('/');
  switch (kind) {
    case 'network':
      return { name: `network-${id.slice(0, 8)}`, status: 'CREATED', dhcp: true, routed: true };
    case 'nic':
      return { mac: 'fa:16:3e:00:00:01', status: 'DOWN', type: 'none', nicSecurity: true, securityGroups: [] };
    case 'volume':
      return {
        availabilityZone: `${region}-1`,
        size: 10,
        performanceClass: 'storage_premium_perf0',
        bootable: false,
        encrypted: false,
        status: 'AVAILABLE',
      };
    case 'image':
      return {
        name: `image-${id.slice(0, 8)}`,
        diskFormat: 'qcow2',
        minDiskSize: 0,
        minRam: 0,
        protected: false,
        agent: { supported: false, provisionByDefault: false },
        scope: 'local',
        owner: owner === 'public' ? '00000000-0000-4000-8000-000000000000' : owner,
        size: 1_073_741_824,
        checksum: { algorithm: settings.behaviour.checksum, digest: id.replaceAll('-', '').repeat(4) },
        importProgress: 100,
        status: 'AVAILABLE',
      };
    case 'server':
      return {
        name: `server-${id.slice(0, 8)}`,
        machineType: 'c1.2',
        availabilityZone: `${region}-1`,
        volumes: [],
        configDrive: false,
        status: 'ACTIVE',
        powerStatus: 'RUNNING',
      };
    case 'keypair':
      return { publicKey: '', fingerprint: '' };
    case 'securityGroup':
      return { name: `group-${id.slice(0, 8)}`, stateful: true, rules: [] };
    case 'publicIp':
      return { ip: '193.148.0.1' };
    case 'snapshot':
      return { volumeId: id, availabilityZone: `${region}-1`, size: 10, status: 'AVAILABLE' };
    case 'backup':
      return { availabilityZone: `${region}-1`, size: 10, encrypted: false, status: 'AVAILABLE' };
    case 'affinityGroup':
      return { name: `group-${id.slice(0, 8)}`, policy: 'soft-anti-affinity' };
    case 'cluster':
      return clusterDefaults(region, settings, now);
    case 'service':
      return serviceDefaults(id);
  }
}

function hiddenOf(kind: Kind, value: Objects[Kind], { scope }: Given): object {
  if (kind === 'cluster') return { nicIds: [], serial: 0, generation: 0 };
  if (kind !== 'server') return {};
  const { availabilityZone, bootVolume, volumes } = value as Objects['server'];
  const [, region = ''] = scope.split('/');
  return {
    nicIds: [],
    ownNicIds: [],
    attachments: Object.fromEntries(volumes.map((id) => [id, id === bootVolume?.id && bootVolume.deleteOnTermination])),
    zone: availabilityZone ?? `${region}-1`,
  };
}
