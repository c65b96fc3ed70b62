import type { Condition } from '../../src/api';
import type { NotReadyReason, NotSyncedReason, ReadyReason, SyncedReason } from './vocabulary';

/** What a pass says about `Ready`. */
export type Ready =
  | { readonly status: 'True'; readonly reason: ReadyReason; readonly message: string }
  | { readonly status: 'False'; readonly reason: NotReadyReason; readonly message: string }
  | { readonly status: 'Unknown'; readonly reason: 'Unknown'; readonly message: string };

/** What a pass says about `Synced`. */
export type Synced =
  | { readonly status: 'True'; readonly reason: SyncedReason; readonly message: string }
  | { readonly status: 'False'; readonly reason: NotSyncedReason; readonly message: string };

/** Kubernetes' own limit on a condition's message is 32,768; shorter ones read better in `kubectl describe`. */
const LONGEST_MESSAGE = 2_048;

/** The condition of a type, if it is there. */
export function findCondition(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Is the object ready, as seen for its present generation? A Ready of an older generation says nothing about the spec of today. */
export function isReady(object: {
  readonly metadata: { readonly generation?: number };
  readonly status?: { readonly conditions?: readonly Condition[] };
}): boolean {
  const ready = findCondition(object.status?.conditions, 'Ready');
  return ready?.status === 'True' && (ready.observedGeneration ?? 0) === (object.metadata.generation ?? 0);
}

/**
 * The conditions with the given ones set. Others are left alone, and `lastTransitionTime` moves only when a status flips,
 * so that an unchanged condition gives an unchanged list.
 */
export function setConditions(
  conditions: readonly Condition[] | undefined,
  wanted: Readonly<Record<string, Ready | Synced | undefined>>,
  { generation, now }: { readonly generation: number; readonly now: number },
): Condition[] {
  const result = [...(conditions ?? [])];
  for (const [type, value] of Object.entries(wanted)) {
    if (value === undefined) continue;
    const index = result.findIndex((condition) => condition.type === type);
    const former = result[index];
    const next: Condition = {
      type,
      status: value.status,
      reason: value.reason,
      message: value.message.slice(0, LONGEST_MESSAGE),
      observedGeneration: generation,
      lastTransitionTime:
        former?.status === value.status ? former.lastTransitionTime : `${new Date(now).toISOString().slice(0, 19)}Z`,
    };
    if (index < 0) result.push(next);
    else result[index] = next;
  }
  return result;
}
