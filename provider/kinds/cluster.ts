import type { ClusterSpec } from '../../src/api';
import { clusterProblems } from '../../src/api/cluster-rules';
import { type Action, type Desired, defineKind, type Observed, type Resolutions } from '../engine/kind';
import { decideLifecycle, type Refusal } from '../engine/lifecycle';
import { type ClusterIntent, calls, isNamesake } from './cluster-calls';
import { differences, membersOf, takesChanges } from './cluster-changes';
import { health } from './cluster-health';
import { askedZones } from './cluster-hibernation';
import { keepKubeconfig } from './cluster-kubeconfig';
import type { CloudCluster } from './cluster-object';
import { wholeOf } from './cluster-parts';
import { openRotation, ROTATION } from './cluster-rotation';
import { status } from './cluster-status';
import { satisfies } from './cluster-versions';

/** Clusters of the STACKIT Kubernetes Engine. Their name is their ID, and one PUT makes and changes them. */
export const cluster = defineKind<ClusterSpec, CloudCluster, ClusterIntent>({
  kind: 'Cluster',
  plural: 'clusters',
  finalizer: 'compute.sostackit.dev/cluster-finalizer',
  idField: 'clusterName',
  adopts: ({ existingClusterName }) => existingClusterName || undefined,
  isNamesake,
  references: [
    {
      field: 'network.networkRef',
      kind: 'Network',
      targets: (spec) => (spec.network?.networkRef && !spec.existingClusterName ? [spec.network.networkRef.name] : []),
      guard: 'always',
    },
  ],
  // The nodes hold interfaces in the network.
  touches: ['Network'],
  cloud: calls,
  usable: () => true,
  health,
  decide,
  status,
  differences,
  compares: takesChanges,
  members: membersOf,
  hiddenValues: askedZones,
  clearable: ['maintenance', 'hibernation', 'access'],
  losses: ({ identity }) => [
    `its identity was ${typeof identity === 'string' ? identity : 'not recorded'}`,
    'its nodes, and whatever ran on them, are lost',
  ],
  remarks,
  companion: keepKubeconfig,
});

function decide(
  desired: Desired<ClusterSpec>,
  observed: Observed<CloudCluster>,
  references: Resolutions,
): Action<ClusterIntent> {
  const refusal = desired.owned || desired.deleting ? undefined : refuseChanges(desired);
  if (refusal) return { type: 'refuse', ...refusal };
  return decideLifecycle(
    { desired, observed, references },
    { invalid, payload, isDeleting: (object) => object.status === 'STATE_DELETING', differences },
  );
}

/** An adopted cluster is observed: what would need a call that is no GET is refused rather than silently left out. */
function refuseChanges({ spec, annotations }: Desired<ClusterSpec>): Refusal | undefined {
  const fields = (['hibernated', 'hibernation', 'extensions', 'network', 'access', 'labels'] as const).filter(
    (field) => spec[field] !== undefined,
  );
  const names = fields.map((field) => `spec.${field}`);
  if (spec.kubeconfig && (spec.kubeconfig.type ?? 'admin') === 'admin') names.push('spec.kubeconfig of the type admin');
  if (annotations[ROTATION] !== undefined) names.push(`the annotation ${ROTATION}`);
  if (names.length === 0) return undefined;
  const message = `${names.join(', ')}: the cluster ${spec.existingClusterName} is adopted by spec.existingClusterName, so it is only observed and never changed`;
  return { reason: 'InvalidSpec', message };
}

function invalid({ spec, name }: Desired<ClusterSpec>): Refusal | undefined {
  const problems = clusterProblems(spec, spec.name ? undefined : name);
  return problems.length === 0 ? undefined : { reason: 'InvalidSpec', message: `spec: ${problems.join('; ')}` };
}

function payload({ spec, name, labels }: Desired<ClusterSpec>, references: Resolutions): ClusterIntent {
  return {
    name,
    parts: wholeOf(spec, labels, references),
    order: (spec.nodePools ?? []).map((pool) => pool.name),
  };
}

/** Versions only go up: STACKIT may be ahead by its own updates, and stays so. */
function remarks({ kubernetesVersion: floor, nodePools = [] }: ClusterSpec, object: CloudCluster): string[] {
  const { cluster: seen } = object;
  const { version } = seen.kubernetes;
  const ahead = isAhead(version, floor)
    ? [`kubernetesVersion is ${version}, ahead of the least version ${floor}; a version is never lowered`]
    : [];
  const lower = nodePools.flatMap(({ name, kubernetesVersion: least }) => {
    const own = seen.nodepools.find((pool) => pool.name === name)?.kubernetes?.version;
    return isAhead(own, least)
      ? [`nodePools ${name}: kubernetesVersion is ${own}, ahead of the least version ${least}; it is never lowered`]
      : [];
  });
  return [...ahead, ...lower, ...openRotation(object)];
}

/** Is a version more than the patch of a floor that was left open? */
function isAhead(version: string | undefined, floor: string | undefined): boolean {
  return !!version && !!floor && satisfies(version, floor) && version !== floor && !version.startsWith(`${floor}.`);
}
