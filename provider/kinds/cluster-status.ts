import type { ClusterSpec, NodePoolStatus } from '../../src/api';
import type { Nodepool } from '../../src/stackit';
import type { Desired } from '../engine/kind';
import { isAsleep } from './cluster-changes';
import { type CloudCluster, troublesOf } from './cluster-object';
import { rotationStatus } from './cluster-rotation';

/** What the status shows of a cluster. */
export function status(object: CloudCluster, desired: Desired<ClusterSpec>): Readonly<Record<string, unknown>> {
  const { cluster } = object;
  const { identity, creationTime, expiration, egressAddressRanges, podAddressRanges, hibernated } =
    cluster.status ?? {};
  const troubles = troublesOf(object);
  return {
    state: object.status,
    identity,
    creationTime,
    kubernetesVersion: cluster.kubernetes.version,
    kubernetesExpiration: expiration?.kubernetes?.expirationDate,
    nodePools: cluster.nodepools.map((pool) => poolStatus(pool, object)),
    egressAddressRanges: ranges(egressAddressRanges),
    podAddressRanges: ranges(podAddressRanges),
    hibernated: hibernated ?? object.status === 'STATE_HIBERNATED',
    errors: troubles.length > 0 ? troubles : undefined,
    credentialsRotation: rotationStatus(desired, object),
    ...actedOn(object, desired),
  };
}

/** STACKIT lists an empty text while it has none. */
function ranges(list: readonly string[] | undefined): string[] | undefined {
  const found = (list ?? []).filter((range) => range !== '');
  return found.length > 0 ? found : undefined;
}

/** Once the cluster is as wanted, the wish of this generation was acted on, whoever did so. */
function actedOn(object: CloudCluster, { spec, generation }: Desired<ClusterSpec>) {
  if (!spec.hibernation?.schedules.length || spec.hibernated === undefined) return { hibernatedGeneration: undefined };
  const rests = object.status === 'STATE_HEALTHY' || object.status === 'STATE_HIBERNATED';
  return rests && isAsleep(object) === spec.hibernated ? { hibernatedGeneration: generation } : {};
}

function poolStatus(pool: Nodepool, { cluster }: CloudCluster): NodePoolStatus {
  const expiry = cluster.status?.expiration?.nodepools?.find(({ name }) => name === pool.name);
  const { image } = pool.machine;
  const kubernetesVersion = pool.kubernetes?.version || expiry?.kubernetesVersion;
  return {
    name: pool.name,
    machineImage: image.name,
    machineImageVersion: image.version,
    ...(kubernetesVersion && { kubernetesVersion }),
    ...(expiry?.kubernetesExpirationDate && { kubernetesExpiration: expiry.kubernetesExpirationDate }),
    ...(expiry?.osExpirationDate && { machineImageExpiration: expiry.osExpirationDate }),
  };
}
