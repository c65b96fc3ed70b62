import type { ClusterSpec } from '../../src/api';
import { clusterProblems } from '../../src/api/cluster-rules';
import { compareLabels, difference } from '../engine/change';
import type { Desired, Difference, Fix, Resolutions } from '../engine/kind';
import { needsAction } from './cluster-health';
import type { CloudCluster } from './cluster-object';
import { idpOf, maintenanceOf, networkIdOf, schedulesOf } from './cluster-parts';
import { clearablePoolFields, comparePools } from './cluster-pools';
import { compareRotation } from './cluster-rotation';
import { satisfies } from './cluster-versions';
import { sameTime } from './cluster-window';
import { fixedField, sameMembers } from './compare';

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
    ...compareNetwork(desired.spec, object, references),
    ...comparePools(desired.spec.nodePools ?? [], object.cluster.nodepools, {
      version: object.cluster.kubernetes.version,
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
export function membersOf({ extensions = {}, nodePools = [] }: ClusterSpec): Record<string, string[]> {
  const given = Object.entries(extensions).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const pools = nodePools.map((pool) => [`nodePools.${pool.name}`, clearablePoolFields(pool)] as const);
  return { extensions: given, ...Object.fromEntries(pools) };
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
  if (status === 'STATE_HEALTHY') return [{ ...found, ...patch({ kubernetes: { floor, from: version } }) }];
  return [{ ...found, message: `${found.message}; it is raised once the cluster is STATE_HEALTHY` }];
}

function compareNetwork(spec: ClusterSpec, { cluster }: CloudCluster, references: Resolutions): Difference[] {
  const { network = {} } = cluster;
  const cni = Object.keys(network.cni ?? {})[0];
  const accessScope = spec.network?.controlPlane?.accessScope;
  const scope = network.controlPlane?.accessScope;
  return [
    ...fixedField('network.id', networkIdOf(spec, references), network.id),
    ...(cni === undefined ? [] : fixedField('network.cni', spec.network?.cni || undefined, cni)),
    ...(!accessScope || accessScope === (scope ?? 'PUBLIC')
      ? []
      : [
          {
            ...difference('network.controlPlane.accessScope', accessScope, scope),
            ...patch({ network: { controlPlane: { accessScope } } }),
          },
        ]),
  ];
}

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

/** A time zone that STACKIT fills in is no difference. Removed schedules go by an empty list: leaving the block out keeps them. */
function compareHibernation({ spec, applied }: Desired<ClusterSpec>, { cluster }: CloudCluster): Difference[] {
  if (!spec.hibernation && !applied?.fields?.includes('hibernation')) return [];
  const wanted = schedulesOf(spec);
  const actual = cluster.hibernation?.schedules ?? [];
  const rest = [...actual];
  const same = wanted.every(({ start, end, timezone }) => {
    const index = rest.findIndex(
      (one) =>
        plain(one.start) === plain(start) &&
        plain(one.end) === plain(end) &&
        (timezone ?? one.timezone) === one.timezone,
    );
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  });
  if (same && rest.length === 0) return [];
  const found = difference('hibernation.schedules', wanted, actual);
  return [{ ...found, ...patch({ hibernation: { schedules: wanted } }) }];
}

function plain(schedule: string): string {
  return schedule.trim().split(/ +/).join(' ');
}

function compareExtensions({ spec, applied }: Desired<ClusterSpec>, { cluster }: CloudCluster): Difference[] {
  const { acl, dns, observability } = spec.extensions ?? {};
  const actual = cluster.extensions ?? {};
  const ours = applied?.members?.extensions ?? [];
  const compare = (name: 'acl' | 'dns' | 'observability', wanted: object | undefined, same: boolean): Difference[] => {
    const present = actual[name];
    // What is off is as good as gone.
    if (wanted === undefined ? !ours.includes(name) || !present?.enabled : same) return [];
    return [
      { ...difference(`extensions.${name}`, wanted, present), ...patch({ extensions: { [name]: wanted ?? null } }) },
    ];
  };
  const switched = (
    wanted: { readonly enabled: boolean } | undefined,
    has: { readonly enabled: boolean } | undefined,
  ) => wanted?.enabled === (has?.enabled ?? false);
  return [
    ...compare(
      'acl',
      acl,
      switched(acl, actual.acl) && sameMembers(acl?.allowedCidrs ?? [], actual.acl?.allowedCidrs ?? []),
    ),
    ...compare(
      'dns',
      dns,
      switched(dns, actual.dns) &&
        (dns?.zones === undefined || sameMembers(dns.zones, actual.dns?.zones ?? [])) &&
        (dns?.gatewayApi === undefined || dns.gatewayApi === (actual.dns?.gatewayApi ?? false)),
    ),
    ...compare(
      'observability',
      observability,
      switched(observability, actual.observability) &&
        (!observability?.enabled || observability.instanceId === actual.observability?.instanceId),
    ),
  ];
}

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
  const call = spec.hibernated ? 'hibernate' : 'wakeup';
  return [{ ...found, fix: { call, payload: { generation } } }];
}

/** Does the cluster sleep? */
export function isAsleep({ status, cluster }: CloudCluster): boolean {
  return status === 'STATE_HIBERNATED' || (status !== 'STATE_HEALTHY' && cluster.status?.hibernated === true);
}
