import { StackitError } from '../../src/stackit';
import { KubeError } from '../kubernetes';
import { backoffDelay, FAST_BACKOFF, SLOW_BACKOFF } from './backoff';
import type { Synced } from './conditions';
import type { CloudObject } from './kind';
import type { Outcome } from './outcome';
import { desiredOf, type Pass } from './pass';

/** Timers hold no more than some 24 days; a look each ten minutes comes anyway. */
const LONGEST = 600_000;

/** Keeps what lies beside the STACKIT object. Its faults show in `Synced` and have their own dates: the object stays ready. */
export async function withCompanion(pass: Pass, outcome: Outcome, object: CloudObject): Promise<Outcome> {
  const { engine, kind, scope, memo, now } = pass;
  const { aside } = memo;
  if (!kind.companion || !engine.isLeader()) return outcome;
  if (aside && aside.until > now && aside.generation === pass.object.metadata.generation) {
    return sooner(withFault(outcome, aside.synced), aside.until - now);
  }
  try {
    const { again, problem, ...found } = await kind.companion({
      kube: engine.kube,
      clients: engine.clients,
      scope,
      metadata: pass.object.metadata,
      desired: desiredOf(pass),
      object,
      now,
    });
    delete memo.aside;
    const whole: Outcome = {
      ...outcome,
      status: { ...outcome.status, ...found.status },
      happenings: [...(outcome.happenings ?? []), ...(found.happenings ?? [])],
    };
    if (problem !== undefined) return troubled(pass, whole, { message: problem, passes: false });
    return again === undefined ? whole : sooner(whole, again);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...troubled(pass, outcome, { message, passes: passesByItself(error) }), error };
  }
}

/** May the same work without anybody's doing? A Secret that changed meanwhile does, one that can't be written does not. */
function passesByItself(error: unknown): boolean {
  if (error instanceof KubeError) return error.status === 0 || error.status === 409 || error.status >= 429;
  return error instanceof StackitError && !['forbidden', 'unauthenticated', 'quota'].includes(error.class);
}

function troubled(
  { memo, now, engine, object }: Pass,
  outcome: Outcome,
  { message, passes }: { readonly message: string; readonly passes: boolean },
): Outcome {
  const failures = (memo.aside?.failures ?? 0) + 1;
  const delay = backoffDelay(passes ? FAST_BACKOFF : SLOW_BACKOFF, failures, engine.random);
  const reason = passes ? 'Updating' : 'UpdateFailed';
  const at = new Date(now + delay).toISOString().slice(0, 19);
  const synced = { status: 'False', reason, message: `${message}; next attempt at ${at}Z` } as const;
  memo.aside = { failures, until: now + delay, generation: object.metadata.generation, synced };
  return {
    ...sooner(withFault(outcome, synced), delay),
    happenings: [...(outcome.happenings ?? []), ...(passes ? [] : [{ type: 'Warning', reason, message } as const])],
  };
}

/** What is wrong with the STACKIT object itself says more. */
function withFault(outcome: Outcome, synced: Synced): Outcome {
  return outcome.synced?.status === 'False' ? outcome : { ...outcome, synced };
}

function sooner(outcome: Outcome, delay: number): Outcome {
  const { next } = outcome;
  const own = next?.is === 'after' || next?.is === 'backoff' ? (next.delay ?? 0) : LONGEST;
  return delay < own ? { ...outcome, next: { is: 'after', delay } } : outcome;
}
