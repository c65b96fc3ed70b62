import { CREDENTIALS_MISSING, StackitError } from '../../src/stackit';
import { KubeError } from '../kubernetes';
import { type Backoff, backoffDelay, FAST_BACKOFF, STALE_BACKOFF } from './backoff';
import { findCondition } from './conditions';
import type { Outcome } from './outcome';
import { type Pass, recordedId, statusOf } from './pass';
import { ERROR_MEANING, type NotReadyReason } from './vocabulary';

/** What was being done when a call failed. */
export interface Attempted {
  readonly verb: 'create' | 'delete' | 'observe';
  /** What is not tried again before the next date, however often the key runs. */
  readonly holds?: string;
}

/** What a rejected call means for the object. A lost race is no fault of anybody and leaves no trace in the status. */
export function outcomeOfFault(pass: Pass, error: unknown, attempted: Attempted): Outcome {
  if (error instanceof StackitError) return outcomeOfStackitError(pass, error, attempted);
  if (error instanceof KubeError) {
    if (error.status === 404) return { released: true };
    if (error.status === 409 || error.status === 422) return later(pass, STALE_BACKOFF, { error });
  }
  return later(pass, FAST_BACKOFF, { error });
}

function outcomeOfStackitError(pass: Pass, error: StackitError, { verb, holds }: Attempted): Outcome {
  const meaning = ERROR_MEANING[error.class];
  const outcome = later(pass, meaning.backoff, {
    error,
    ...(holds !== undefined && { holds }),
    ...(error.retryAfter !== undefined && { atLeast: error.retryAfter }),
  });
  const missing = error.code === CREDENTIALS_MISSING;
  const blocked = verb === 'delete' && error.class === 'conflict';
  const reason = blocked ? 'InUse' : reasonFor(pass, verb, missing ? 'CredentialsMissing' : meaning.ready);
  if (reason === undefined || (isOnTheWay(error) && isLockedOut(pass))) return outcome;
  const { next } = outcome;
  const at =
    next?.is === 'backoff' && next.delay !== undefined ? new Date(pass.now + next.delay).toISOString() : undefined;
  return {
    ...outcome,
    ready: {
      status: 'False',
      reason,
      message: `${error.message}${at === undefined ? '' : `; next attempt at ${at.slice(0, 19)}Z`}`,
    },
    happenings: [{ type: 'Warning', reason, message: error.message }],
  };
}

/** Whether the call may not have come as far as the look at who we are. */
const isOnTheWay = (error: StackitError): boolean => error.class === 'throttled' || error.class === 'transient';

/** Whether STACKIT has refused us of late; only a call that it lets through takes that back. */
export function isLockedOut({ object }: Pass): boolean {
  const reason = findCondition(statusOf(object).conditions, 'Ready')?.reason ?? '';
  return ['CredentialsMissing', 'Unauthenticated', 'Forbidden'].includes(reason);
}

/** A fault of the way to STACKIT says nothing about an object that is there already; one that is not there is not ready. */
function reasonFor(
  pass: Pass,
  verb: Attempted['verb'],
  reason: NotReadyReason | undefined,
): NotReadyReason | undefined {
  if (verb === 'delete')
    return reason === undefined || reason === 'CreateFailed' || reason === 'NotFound' ? 'Deleting' : reason;
  if (pass.object.metadata.deletionTimestamp !== undefined) return reason ?? 'Deleting';
  // A LIST that is refused or answered by 404 is about the project, never about the object.
  if (verb === 'observe' && (reason === 'CreateFailed' || reason === 'NotFound')) return 'Error';
  return reason ?? (recordedId(pass) === undefined ? 'Creating' : undefined);
}

interface Retry {
  readonly error: unknown;
  readonly holds?: string;
  /** Milliseconds that the server asked for. */
  readonly atLeast?: number;
}

function later(pass: Pass, backoff: Backoff, { error, holds, atLeast = 0 }: Retry): Outcome {
  const delay = Math.max(atLeast, backoffDelay(backoff, pass.memo.failures + 1, pass.engine.random));
  return { error, next: { is: 'backoff', backoff, delay, ...(holds !== undefined && { holds }) } };
}
