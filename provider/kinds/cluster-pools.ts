import type { NodePool } from '../../src/api';
import type { Nodepool } from '../../src/stackit';
import { difference } from '../engine/change';
import type { Difference } from '../engine/kind';
import { fixOf, type PoolParts, type PoolTaint, poolParts } from './cluster-parts';
import { type ClusterVersion, comparePoolVersion } from './cluster-pool-version';
import { satisfies } from './cluster-versions';

/** What a comparison of groups of nodes knows of the rest. */
export interface PoolsContext {
  readonly cluster: ClusterVersion;
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

/** Fields of a group of nodes that go back to what STACKIT would choose when they are taken out of the spec. */
export function clearablePoolFields(pool: NodePool): string[] {
  const { labels, taints, maxSurge, maxUnavailable, kubernetesVersion, allowSystemComponents } = pool;
  const set = {
    labels: Object.keys(labels ?? {}).length > 0,
    taints: (taints ?? []).length > 0,
    maxSurge: maxSurge !== undefined,
    maxUnavailable: maxUnavailable !== undefined,
    kubernetesVersion: !!kubernetesVersion,
    allowSystemComponents: allowSystemComponents === false,
  };
  return Object.entries(set).flatMap(([field, isSet]) => (isSet ? [field] : []));
}

/** The group as the spec means it: what was set once and is absent now counts as what STACKIT would choose. */
function withCleared(pool: NodePool, ours: readonly string[]): NodePool {
  const isCleared = (field: keyof NodePool) => pool[field] === undefined && ours.includes(field);
  const zones = pool.availabilityZones.length;
  return {
    ...pool,
    ...(isCleared('labels') && { labels: {} }),
    ...(isCleared('taints') && { taints: [] }),
    ...(isCleared('maxSurge') && { maxSurge: pool.maxUnavailable ? 0 : zones }),
    ...(isCleared('maxUnavailable') && { maxUnavailable: 0 }),
    ...(isCleared('maxUnavailable') && pool.maxSurge === undefined && { maxSurge: zones }),
    ...(isCleared('allowSystemComponents') && { allowSystemComponents: true }),
  };
}

function comparePool(given: NodePool, actual: Nodepool, context: PoolsContext): Difference[] {
  const { name } = given;
  const ours = context.ours(name);
  const pool = withCleared(given, ours);
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
    ...compareLabels(pool, actual),
    ...compareTaints(pool, actual),
    ...compare(
      'allowSystemComponents',
      allowSystemComponents,
      actual.allowSystemComponents ?? true,
      allowSystemComponents === undefined ? {} : { allowSystemComponents },
    ),
    ...comparePoolVersion(pool, actual, { cluster: context.cluster, ours: ours.includes('kubernetesVersion') }),
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

function compareLabels({ name, labels: wanted }: NodePool, actual: Nodepool): Difference[] {
  if (wanted === undefined) return [];
  const present = actual.labels ?? {};
  if (sorted(wanted) === sorted(present)) return [];
  return [{ ...difference(`nodePools.${name}.labels`, wanted, present), fix: fixOf(name, { labels: wanted }) }];
}

function compareTaints({ name, taints: wanted }: NodePool, actual: Nodepool): Difference[] {
  if (wanted === undefined) return [];
  const present = actual.taints ?? [];
  const same = (list: readonly PoolTaint[]) =>
    list
      .map(({ key, effect, value }) => JSON.stringify([key, effect, value ?? '']))
      .sort()
      .join();
  if (same(wanted) === same(present)) return [];
  return [{ ...difference(`nodePools.${name}.taints`, wanted, present), fix: fixOf(name, { taints: wanted }) }];
}

function sorted(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
