import type { ClusterSpec, CredentialsRotation } from '../../src/api';
import { difference } from '../engine/change';
import type { Desired, Difference } from '../engine/kind';
import type { CloudCluster } from './cluster-object';

/** Annotation that asks for the next step of a rotation of the cluster's credentials: `prepare`, then `complete`. */
export const ROTATION = 'compute.sostackit.dev/credentials-rotation';

/** By step: the phases that it begins in, and those in which it is under way or done. */
const STEPS: Readonly<Record<string, { readonly from: readonly string[]; readonly through: readonly string[] }>> = {
  prepare: { from: ['NEVER', 'COMPLETED'], through: ['PREPARING', 'PREPARED'] },
  complete: { from: ['PREPARED'], through: ['COMPLETING', 'COMPLETED'] },
};

/** The step that is asked for, once for each value of the annotation. */
export function compareRotation(desired: Desired<ClusterSpec>, object: CloudCluster): Difference[] {
  const wanted = desired.annotations[ROTATION];
  const phase = phaseOf(object);
  if (wanted === undefined || handledBy(desired, object) === wanted) return [];
  const found = { ...difference('credentialsRotation', wanted, phase), actual: phase };
  const step = STEPS[wanted];
  if (!step) {
    const message = `the annotation ${ROTATION} is ${JSON.stringify(wanted)}; it has to be prepare or complete`;
    return [{ ...found, reason: 'UpdateFailed', message }];
  }
  if (!step.from.includes(phase) || object.status !== 'STATE_HEALTHY') {
    const message = `the annotation ${ROTATION} asks to ${wanted}, which waits for one of the phases ${step.from.join(', ')} in STATE_HEALTHY; the credentials are in ${phase}, the cluster in ${object.status}`;
    return [{ ...found, message }];
  }
  return [{ ...found, fix: { call: 'rotate', payload: { step: wanted, from: phase } } }];
}

/** Where the rotation stands, for the status. */
export function rotationStatus(desired: Desired<ClusterSpec>, object: CloudCluster): CredentialsRotation {
  const { phase, lastInitiationTime, lastCompletionTime } = object.cluster.status?.credentialsRotation ?? {};
  const handled = handledBy(desired, object);
  return {
    ...(phase && { phase }),
    ...(lastInitiationTime && { lastInitiationTime }),
    ...(lastCompletionTime && { lastCompletionTime }),
    ...(handled !== undefined && { handled }),
  };
}

/** Between its two steps a rotation waits for a person, also one that nobody asked for by the annotation. */
export function openRotation(object: CloudCluster): string[] {
  if (phaseOf(object) !== 'PREPARED') return [];
  return [
    `a rotation of the credentials is PREPARED: old and new ones are good until the annotation ${ROTATION} is set to complete; where it is so already, remove it and set it again`,
  ];
}

/** The annotation's value, if it needs no call any more. */
function handledBy({ annotations, status }: Desired<ClusterSpec>, object: CloudCluster): string | undefined {
  const wanted = annotations[ROTATION];
  if (wanted === undefined) return undefined;
  const { handled } = (status.credentialsRotation ?? {}) as CredentialsRotation;
  return handled === wanted || STEPS[wanted]?.through.includes(phaseOf(object)) ? wanted : undefined;
}

function phaseOf({ cluster }: CloudCluster): string {
  return cluster.status?.credentialsRotation?.phase || 'NEVER';
}
