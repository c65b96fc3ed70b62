import type { ClusterSpec } from '../../src/api';
import { clusterProblems } from '../../src/api/cluster-rules';
import { compareLabels, difference } from '../engine/change';
import type { Desired, Difference, Fix, Resolutions } from '../engine/kind';
import { compareExtensions, extensionMembers } from './cluster-extensions';
import { needsAction } from './cluster-health';
import { compareHibernation } from './cluster-hibernation';
import type { CloudCluster } from './cluster-object';
import { idpOf, maintenanceOf, networkIdOf } from './cluster-parts';
import { laggards } from './cluster-pool-version';
import { clearablePoolFields, comparePools } from './cluster-pools';
import { compareRotation } from './cluster-rotation';
import { minorsAhead, satisfies } from './cluster-versions';
import { sameTime } from './cluster-window';
import { fixedField } from './compare';

/**
 * What of a cluster differs, in the order in which it is mended: it is woken before anything else and put to sleep last.
 * One taken over from another operator gets our owner labels first and alone.
 */
export function differences(
  desired: Desired<ClusterSpec>,
  object: CloudCluster,
  references: Resolutions,
): Difference[] {
  if (!takesChanges(object)) return [];
  const stamps = compareLabels(desired, object.labels);
  if (desired.applied === undefined) return stamps;
  const problems = clusterProblems(desired.spec, desired.spec.name ? undefined : desired.name);
  if (problems.length > 0) {
    const message = problems.join('; ');
    return [{ reason: 'UpdateFailed', field: 'spec', wanted: undefined, actual: undefined, message }, ...stamps];
  }
  const sleep = compareSleep(desired, object);
  return [
    ...sleep.filter(({ fix }) => fix?.call === 'wakeup'),
    ...compareVersion(desired.spec, object),
    ...compareNetwork(desired, object, references),
    ...comparePools(desired.spec.nodePools ?? [], object.cluster.nodepools, {
      cluster: { version: object.cluster.kubernetes.version, floor: desired.spec.kubernetesVersion || undefined },
      ours: (pool) => desired.applied?.members?.[`nodePools.${pool}`] ?? [],
    }),
    ...compareMaintenance(desired, object),
    ...compareHibernation(desired, object),
    ...compareExtensions(desired, object),
    ...compareAccess(desired, object),
    ...stamps,
    ...compareRotation(desired, object),
    ...sleep.filter(({ fix }) => fix?.call !== 'wakeup'),
  ];
}

/** What we set and what is taken away in STACKIT when it is taken out of the spec, by the block that it lies in. */
export function membersOf({ extensions, network, nodePools = [] }: ClusterSpec): Record<string, string[]> {
  const pools = nodePools.map((pool) => [`nodePools.${pool.name}`, clearablePoolFields(pool)] as const);
  return {
    ...extensionMembers(extensions),
    network: network?.controlPlane?.accessScope ? ['accessScope'] : [],
    ...Object.fromEntries(pools),
  };
}

/** Nothing is sent while STACKIT carries out something else, unless that can't come to an end without a change. */
export function takesChanges(object: CloudCluster): boolean {
  switch (object.status) {
    case 'STATE_HEALTHY':
    case 'STATE_HIBERNATED':
    case 'STATE_UNHEALTHY':
      return true;
    case 'STATE_CREATING':
    case 'STATE_RECONCILING':
      return needsAction(object);
    default:
      return false;
  }
}

/** One call that takes the parts; see `ClusterParts`. */
function patch(payload: Fix['payload']): { readonly fix: Fix } {
  return { fix: { call: 'patch', payload } };
}

/** A version is raised in a healthy cluster only, one minor version at a time. */
function compareVersion({ kubernetesVersion: floor }: ClusterSpec, { status, cluster }: CloudCluster): Difference[] {
  const { version } = cluster.kubernetes;
  if (!floor || satisfies(version, floor)) return [];
  const found = difference('kubernetesVersion', floor, version);
  const behind = minorsAhead(floor, version) > 0 ? laggards(cluster.nodepools, version) : [];
  if (behind.length > 0) {
    const message = `${found.message}; it is raised once the kubernetesVersion of the node pools ${behind.join(', ')} is no longer behind`;
    return [{ ...found, message }];
  }
  if (status === 'STATE_HEALTHY') return [{ ...found, ...patch({ kubernetes: { floor, from: version } }) }];
  return [{ ...found, message: `${found.message}; it is raised once the cluster is STATE_HEALTHY` }];
}

function compareNetwork(
  { spec, applied }: Desired<ClusterSpec>,
  { cluster }: CloudCluster,
  references: Resolutions,
): Difference[] {
  const { network = {} } = cluster;
  const cni = Object.keys(network.cni ?? {})[0];
  const accessScope = spec.network?.controlPlane?.accessScope || undefined;
  const isOurs = applied?.members?.network?.includes('accessScope');
  const actual = network.controlPlane?.accessScope;
  const wanted = accessScope ?? (isOurs ? OPEN : undefined);
  return [
    ...fixedField('network.id', networkIdOf(spec, references), network.id),
    ...(cni === undefined ? [] : fixedField('network.cni', spec.network?.cni || undefined, cni)),
    ...(wanted === undefined || wanted === (actual ?? OPEN)
      ? []
      : [
          {
            ...difference('network.controlPlane.accessScope', accessScope, actual),
            ...patch({ network: { controlPlane: { accessScope: accessScope ?? null } } }),
          },
        ]),
  ];
}

/** Scope of the control plane where none is asked for. */
const OPEN = 'PUBLIC';

function compareMaintenance({ spec, applied }: Desired<ClusterSpec>, { cluster }: CloudCluster): Difference[] {
  const { autoUpdate, timeWindow } = cluster.maintenance ?? {};
  if (!spec.maintenance) {
    // STACKIT fills in a window of its own, so that nothing shows that ours is gone: it is asked for once.
    if (!applied?.fields?.includes('maintenance') || applied.values?.maintenance === REMOVED) return [];
    const found = difference('maintenance', undefined, timeWindow);
    return [{ ...found, fix: { call: 'patch', payload: { maintenance: null }, values: { maintenance: REMOVED } } }];
  }
  const wanted = maintenanceOf(spec.maintenance);
  const same =
    wanted.autoUpdate?.kubernetesVersion === (autoUpdate?.kubernetesVersion ?? true) &&
    wanted.autoUpdate?.machineImageVersion === (autoUpdate?.machineImageVersion ?? true) &&
    sameTime(wanted.timeWindow?.start, timeWindow?.start) &&
    sameTime(wanted.timeWindow?.end, timeWindow?.end);
  if (same) return [];
  const found = difference('maintenance', spec.maintenance, cluster.maintenance);
  return [{ ...found, fix: { call: 'patch', payload: { maintenance: wanted }, values: { maintenance: 'set' } } }];
}

const REMOVED = 'removed';

function compareAccess({ spec, applied }: Desired<ClusterSpec>, { cluster }: CloudCluster): Difference[] {
  const idp = spec.access?.idp;
  const actual = cluster.access?.idp;
  if (!idp) {
    if (!applied?.fields?.includes('access') || !actual?.enabled) return [];
    return [{ ...difference('access', undefined, cluster.access), ...patch({ access: null }) }];
  }
  const wanted = idpOf(idp);
  if (wanted.enabled === (actual?.enabled ?? false) && wanted.type === (actual?.type ?? 'stackit')) return [];
  return [{ ...difference('access.idp', wanted, actual), ...patch({ access: { idp: wanted } }) }];
}

/** Beside schedules, a wish counts once for each generation: after that the clock has the say. */
function compareSleep({ spec, status, generation }: Desired<ClusterSpec>, object: CloudCluster): Difference[] {
  const asleep = isAsleep(object);
  if (spec.hibernated === undefined || spec.hibernated === asleep) return [];
  if (spec.hibernation?.schedules.length && status.hibernatedGeneration === generation) return [];
  const found = difference('hibernated', spec.hibernated, asleep);
  // STACKIT takes neither in any other state.
  const rests = ['STATE_HEALTHY', 'STATE_UNHEALTHY', 'STATE_HIBERNATED'].includes(object.status ?? '');
  if (!rests) return [{ ...found, message: `${found.message}; it waits until the cluster has left ${object.status}` }];
  return [{ ...found, fix: { call: spec.hibernated ? 'hibernate' : 'wakeup', payload: { generation } } }];
}

/** Does the cluster sleep? */
export function isAsleep({ status, cluster }: CloudCluster): boolean {
  return status === 'STATE_HIBERNATED' || (status !== 'STATE_HEALTHY' && cluster.status?.hibernated === true);
}
