import type { NodePool } from '../../src/api';
import type { Nodepool } from '../../src/stackit';
import { difference } from '../engine/change';
import type { Difference } from '../engine/kind';
import { fixOf } from './cluster-parts';
import { compareVersions, minorsAhead, satisfies } from './cluster-versions';

/** Kubernetes version of a cluster: what it has, and the least that the spec asks for. */
export interface ClusterVersion {
  readonly version: string;
  readonly floor: string | undefined;
}

interface PoolVersionContext {
  readonly cluster: ClusterVersion;
  /** The group's own version was set by us. */
  readonly ours: boolean;
}

/** Nodes without a version of their own follow the cluster. Others are never ahead of it, and at most one minor version behind. */
export function comparePoolVersion(
  { name, kubernetesVersion: floor }: NodePool,
  actual: Nodepool,
  { cluster, ours }: PoolVersionContext,
): Difference[] {
  const own = actual.kubernetes?.version || undefined;
  const version = own ?? cluster.version;
  const found = difference(`nodePools.${name}.kubernetesVersion`, floor ?? 'that of the cluster', version);
  const refused = (why: string): Difference[] => [
    { ...found, reason: 'UpdateFailed', message: `${found.message}; ${why}` },
  ];
  if (!floor) {
    const isPinned = ours && own !== undefined && own !== cluster.version;
    if (isPinned) return [{ ...found, fix: fixOf(name, { kubernetes: null }) }];
  }
  if (own && minorsAhead(cluster.version, own) > 1 && satisfies(own, floor)) {
    return refused(`it is more than one minor version behind the cluster's ${cluster.version}, and has to be raised`);
  }
  if (!floor || satisfies(version, floor)) return [];
  if (compareVersions(floor, cluster.version) <= 0) {
    return [{ ...found, fix: fixOf(name, { kubernetes: { floor, from: version } }) }];
  }
  if (!cluster.floor || !satisfies(cluster.floor, floor)) {
    return refused(`it can't be ahead of the cluster's ${cluster.version}`);
  }
  // The cluster is on its way up, and the nodes follow it in its steps.
  if (compareVersions(version, cluster.version) >= 0) return [];
  return [{ ...found, fix: fixOf(name, { kubernetes: { floor: cluster.version, from: version } }) }];
}

/** Names of the groups that would be two minor versions behind if the cluster were raised by one. */
export function laggards(pools: readonly Nodepool[], cluster: string): string[] {
  return pools.flatMap(({ name, kubernetes }) =>
    kubernetes?.version && minorsAhead(cluster, kubernetes.version) > 0 ? [name] : [],
  );
}
