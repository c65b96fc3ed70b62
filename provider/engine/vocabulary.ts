import type { ErrorClass } from '../../src/stackit';
import { type Backoff, FAST_BACKOFF, SLOW_BACKOFF } from './backoff';

/** Reasons of `Ready=True`. */
export type ReadyReason =
  | 'Active'
  | 'Inactive'
  | 'Deallocated'
  | 'Available'
  | 'Attached'
  | 'Created'
  | 'Updated'
  | 'Healthy'
  | 'Hibernated';

/** Reasons of `Ready=False`. The Go operator's keep their names and meaning. */
export type NotReadyReason =
  | 'Creating'
  | 'Transitioning'
  | 'AwaitingUpload'
  | 'Uploading'
  | 'Deactivated'
  | 'WaitingForReference'
  | 'InvalidReference'
  | 'InvalidSpec'
  | 'NotFound'
  | 'AmbiguousMatch'
  | 'Error'
  | 'CreateFailed'
  | 'NameTaken'
  | 'Deleting'
  | 'InUse'
  | 'RemainingResources'
  | 'CredentialsMissing'
  | 'Unauthenticated'
  | 'Forbidden'
  | 'QuotaExceeded'
  | 'InsufficientCapacity';

/** Reasons of `Synced=True`. */
export type SyncedReason = 'UpToDate' | 'ObserveOnly';

/** Reasons of `Synced=False`. */
export type NotSyncedReason =
  | 'Updating'
  | 'DriftDetected'
  | 'UpdateIneffective'
  | 'UpdateFailed'
  | 'ResizeRejected'
  | 'ValueNotApplied'
  | 'ImmutableFieldChanged'
  | 'ReferenceChanged'
  | 'Paused'
  | 'Throttled';

/** What an error of STACKIT means for the object, and when the next attempt may be. */
interface ErrorMeaning {
  /** Reason of `Ready=False`; `undefined` leaves Ready as it is, since the fault says nothing about the object. */
  readonly ready: NotReadyReason | undefined;
  readonly backoff: Backoff;
}

/**
 * The one map from error class to reason. `quota` and `capacity` are worth a slow retry, since neither needs a change of
 * spec to be cured; faults of the way to STACKIT never turn a healthy object unready.
 */
export const ERROR_MEANING: Readonly<Record<ErrorClass, ErrorMeaning>> = {
  gone: { ready: 'NotFound', backoff: SLOW_BACKOFF },
  notYetVisible: { ready: undefined, backoff: FAST_BACKOFF },
  conflict: { ready: undefined, backoff: FAST_BACKOFF },
  throttled: { ready: undefined, backoff: FAST_BACKOFF },
  invalid: { ready: 'CreateFailed', backoff: SLOW_BACKOFF },
  forbidden: { ready: 'Forbidden', backoff: SLOW_BACKOFF },
  unauthenticated: { ready: 'Unauthenticated', backoff: SLOW_BACKOFF },
  quota: { ready: 'QuotaExceeded', backoff: SLOW_BACKOFF },
  capacity: { ready: 'InsufficientCapacity', backoff: SLOW_BACKOFF },
  transient: { ready: undefined, backoff: FAST_BACKOFF },
  uncertain: { ready: undefined, backoff: FAST_BACKOFF },
};
