import type { NodePool } from '../../src/api';
import type { Nodepool } from '../../src/stackit';
import { difference } from '../engine/change';
import type { Difference } from '../engine/kind';
import { type PoolParts, type PoolTaint, poolParts } from './cluster-parts';
import { compareVersions, minorsAhead, satisfies } from './cluster-versions';

/** What a comparison of groups of nodes knows of the rest. */
export interface PoolsContext {
  /** Kubernetes version that the cluster has. */
  readonly version: string;
  /** Which optional fields of a group we set once, by the group's name. */
  readonly ours: (pool: string) => readonly string[];
}

/** Differences of the groups of nodes. They are known by name: their order means nothing. */
export function comparePools(
  wanted: readonly NodePool[],
  actual: readonly Nodepool[],
  context: PoolsContext,
): Difference[] {
  const byName = new Map(actual.map((pool) => [pool.name, pool]));
  const found = wanted.flatMap((pool) => {
    const former = byName.get(pool.name);
    if (former) return comparePool(pool, former, context);
    const field = `nodePools.${pool.name}`;
    return [{ ...difference(field, 'a node pool', undefined), fix: fixOf(pool.name, poolParts(pool)) }];
  });
  const names = new Set(wanted.map(({ name }) => name));
  const surplus = actual.filter(({ name }) => !names.has(name));
  return [
    ...found,
    ...surplus.map(({ name }) => ({
      ...difference(`nodePools.${name}`, undefined, 'a node pool'),
      fix: fixOf(name, null),
    })),
  ];
}

/** Fields of a group of nodes that are taken away in STACKIT when they are taken out of the spec. */
export function clearablePoolFields({ labels, taints }: NodePool): string[] {
  return [
    ...(labels && Object.keys(labels).length > 0 ? ['labels'] : []),
    ...(taints && taints.length > 0 ? ['taints'] : []),
  ];
}

function fixOf(name: string, parts: PoolParts | null) {
  return { call: 'patch', payload: { pools: { [name]: parts } } };
}

function comparePool(pool: NodePool, actual: Nodepool, context: PoolsContext): Difference[] {
  const { name } = pool;
  const compare = (field: string, wanted: unknown, has: unknown, parts: PoolParts): Difference[] =>
    wanted === undefined || wanted === has
      ? []
      : [{ ...difference(`nodePools.${name}.${field}`, wanted, has), fix: fixOf(name, parts) }];
  const { machineType, minimum, maximum, maxSurge, maxUnavailable, volume, cri, allowSystemComponents } = pool;
  const type = volume.type || undefined;
  return [
    ...compare('machineType', machineType, actual.machine.type, { machineType }),
    ...compareImage(pool, actual),
    ...compare('minimum', minimum, actual.minimum, { minimum }),
    ...compare('maximum', maximum, actual.maximum, { maximum }),
    ...compare('maxSurge', maxSurge, actual.maxSurge ?? 0, maxSurge === undefined ? {} : { maxSurge }),
    ...compare(
      'maxUnavailable',
      maxUnavailable,
      actual.maxUnavailable ?? 0,
      maxUnavailable === undefined ? {} : { maxUnavailable },
    ),
    ...compareZones(pool, actual),
    ...compare('volume.size', volume.size, actual.volume.size, { volume: { size: volume.size } }),
    ...compare('volume.type', type, actual.volume.type, type ? { volume: { type } } : {}),
    ...compare('cri', cri, actual.cri?.name ?? 'containerd', cri ? { cri } : {}),
    ...compareLabels(pool, actual, context.ours(name).includes('labels')),
    ...compareTaints(pool, actual, context.ours(name).includes('taints')),
    ...compare(
      'allowSystemComponents',
      allowSystemComponents,
      actual.allowSystemComponents ?? true,
      allowSystemComponents === undefined ? {} : { allowSystemComponents },
    ),
    ...compareVersion(pool, actual, context.version),
  ];
}

/** A system that is ahead of the floor is as wanted; another system gets a version of its own. */
function compareImage({ name, machineImage }: NodePool, actual: Nodepool): Difference[] {
  if (!machineImage) return [];
  const { image } = actual.machine;
  const system = machineImage.name || image.name;
  const { version: floor } = machineImage;
  if (system === image.name && satisfies(image.version, floor || undefined)) return [];
  const text = (one: string, version: string | undefined) => [one, version].filter(Boolean).join(' ');
  const found = difference(`nodePools.${name}.machineImage`, text(system, floor), text(image.name, image.version));
  return [{ ...found, fix: fixOf(name, { image: { name: system, ...(floor && { floor }) } }) }];
}

/** STACKIT takes further zones at the end, and neither another order nor fewer. */
function compareZones({ name, availabilityZones: wanted }: NodePool, actual: Nodepool): Difference[] {
  const present = actual.availabilityZones;
  const field = `nodePools.${name}.availabilityZones`;
  const missing = present.filter((zone) => !wanted.includes(zone));
  if (missing.length > 0) {
    const found = difference(field, wanted, present);
    const message = `${found.message}; STACKIT can't take a zone away, so it needs a new node pool`;
    return [{ ...found, reason: 'ImmutableFieldChanged', message }];
  }
  const added = wanted.filter((zone) => !present.includes(zone));
  if (added.length === 0) return [];
  return [{ ...difference(field, wanted, present), fix: fixOf(name, { zones: [...present, ...added] }) }];
}

function compareLabels({ name, labels }: NodePool, actual: Nodepool, ours: boolean): Difference[] {
  if (labels === undefined && !ours) return [];
  const [wanted, present] = [labels ?? {}, actual.labels ?? {}];
  if (sorted(wanted) === sorted(present)) return [];
  return [{ ...difference(`nodePools.${name}.labels`, wanted, present), fix: fixOf(name, { labels: wanted }) }];
}

function compareTaints({ name, taints }: NodePool, actual: Nodepool, ours: boolean): Difference[] {
  if (taints === undefined && !ours) return [];
  const [wanted, present] = [taints ?? [], actual.taints ?? []];
  const same = (list: readonly PoolTaint[]) =>
    list
      .map(({ key, effect, value }) => JSON.stringify([key, effect, value ?? '']))
      .sort()
      .join();
  if (same(wanted) === same(present)) return [];
  return [{ ...difference(`nodePools.${name}.taints`, wanted, present), fix: fixOf(name, { taints: wanted }) }];
}

/** Nodes without a version of their own follow the cluster. */
function compareVersion({ name, kubernetesVersion: floor }: NodePool, actual: Nodepool, cluster: string): Difference[] {
  const own = actual.kubernetes?.version;
  const version = own ?? cluster;
  const field = `nodePools.${name}.kubernetesVersion`;
  const refused = (why: string): Difference[] => {
    const found = difference(field, floor, version);
    return [{ ...found, reason: 'UpdateFailed', message: `${found.message}; ${why}` }];
  };
  if (floor && compareVersions(floor, cluster) > 0) return refused(`it can't be ahead of the cluster's ${cluster}`);
  if (own && minorsAhead(cluster, own) > 1 && (!floor || satisfies(own, floor))) {
    return refused(`it is more than one minor version behind the cluster's ${cluster}, and has to be raised`);
  }
  if (!floor || satisfies(version, floor)) return [];
  return [{ ...difference(field, floor, version), fix: fixOf(name, { kubernetes: { floor, from: version } }) }];
}

function sorted(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
