import type { ClusterSpec } from '../../src/api';
import type { Health } from '../engine/kind';
import type { NotReadyReason } from '../engine/vocabulary';
import { type CloudCluster, type Trouble, troublesOf } from './cluster-object';
import { metroZones } from './cluster-zones';
import { leaving, moving, unheardOf } from './states';

/** Errors of STACKIT that pass only when somebody acts, and the reason that they give. Any other may pass by itself. */
const TO_ACT: Readonly<Record<string, NotReadyReason>> = {
  SKE_QUOTA_EXCEEDED: 'QuotaExceeded',
  SKE_REMAINING_RESOURCES: 'RemainingResources',
  SKE_NETWORK_NO_DNS_CONFIGURED: 'Error',
  SKE_NETWORK_NO_AVAILABLE_IPS: 'Error',
  SKE_INFRA_SNA_NETWORK_NOT_FOUND: 'Error',
  SKE_INFRA_SNA_NETWORK_NO_ROUTER: 'Error',
  SKE_SNA_DOES_NOT_SUPPORT_SERVICE_ROUTES: 'Error',
  SKE_NODE_MACHINE_TYPE_NOT_FOUND: 'Error',
  SKE_NODE_MISCONFIGURED_PDB: 'Error',
  SKE_DNS_ZONE_NOT_FOUND: 'Error',
  SKE_OBSERVABILITY_INSTANCE_NOT_FOUND: 'Error',
  SKE_CONFIGURATION_PROBLEM: 'Error',
};

/** Errors that STACKIT is expected to overcome, with a reason of their own meanwhile. */
const TO_WAIT: Readonly<Record<string, NotReadyReason>> = { SKE_NODE_NO_VALID_HOST_FOUND: 'InsufficientCapacity' };

/** Does the cluster wait for somebody to act, whatever its state? */
export function needsAction(object: CloudCluster): boolean {
  return troublesOf(object).some(({ code }) => code in TO_ACT);
}

/** What the state of a cluster means. Errors reach the condition at once, also in states that only wait. */
export function health(object: CloudCluster, { hibernated, hibernation }: ClusterSpec): Health {
  const { status } = object;
  const troubles = troublesOf(object);
  const told = { troubles, hints: hintsOf(object, troubles) };
  // Beside schedules a person or the clock may decide otherwise.
  const wanted = hibernation?.schedules.length ? undefined : hibernated;
  switch (status) {
    case 'STATE_HEALTHY':
      return atRest(status, 'Healthy', wanted !== true, troubles);
    case 'STATE_HIBERNATED':
      return atRest(status, 'Hibernated', wanted !== false, troubles);
    case undefined:
    case 'STATE_CREATING':
      return onTheWay(status ?? 'no state yet', 'Creating', told);
    case 'STATE_RECONCILING':
    case 'STATE_HIBERNATING':
    case 'STATE_WAKINGUP':
      return onTheWay(status, 'Transitioning', told);
    case 'STATE_UNHEALTHY': {
      const found = onTheWay(status, 'Transitioning', told);
      return needsAction(object) ? { ...found, phase: 'failed' } : found;
    }
    case 'STATE_DELETING':
      return { ...onTheWay(status, 'Deleting', told), phase: 'deleting' };
    default:
      return unheardOf(status);
  }
}

function atRest(
  state: string,
  reason: 'Healthy' | 'Hibernated',
  wanted: boolean,
  troubles: readonly Trouble[],
): Health {
  if (!wanted) return { ...moving(state, 'Transitioning', 'another state is wanted'), phase: 'steady' };
  const message = [`the cluster is ${state}`, ...textsOf(troubles)].join('; ');
  return { phase: 'steady', ready: { status: 'True', reason, message } };
}

function onTheWay(
  state: string,
  reason: 'Creating' | 'Transitioning' | 'Deleting',
  { troubles, hints }: { readonly troubles: readonly Trouble[]; readonly hints: readonly string[] },
): Health {
  if (troubles.length === 0) return reason === 'Deleting' ? leaving(state) : moving(state, reason);
  const own = troubles.flatMap(({ code }) => TO_ACT[code] ?? TO_WAIT[code] ?? []);
  const message = `STACKIT reports ${state}: ${[...textsOf(troubles), ...hints].join('; ')}`;
  return { phase: 'moving', ready: { status: 'False', reason: own[0] ?? reason, message } };
}

/** Errors of which a metro zone may be the cause (SKE-13). */
const TELLS_OF_MACHINES = ['SKE_NODE_NO_VALID_HOST_FOUND', 'SKE_NODE_MACHINE_TYPE_NOT_FOUND'];

function hintsOf({ cluster }: CloudCluster, troubles: readonly Trouble[]): string[] {
  if (!troubles.some(({ code }) => TELLS_OF_MACHINES.includes(code))) return [];
  return cluster.nodepools.flatMap(({ name, machine, availabilityZones }) => {
    const metro = metroZones(availabilityZones);
    return metro === undefined ? [] : [`nodePools ${name} with ${machine.type}: ${metro}`];
  });
}

function textsOf(troubles: readonly Trouble[]): string[] {
  return troubles.map(({ code, message }) => (message ? `${code}: ${message}` : code));
}
