import { StackitError } from '../../src/stackit';
import { backoffDelay, FAST_BACKOFF, SLOW_BACKOFF } from './backoff';
import { appliedNow, findings } from './findings';
import type { Change, CloudObject } from './kind';
import { mergeOutcomes, type Outcome } from './outcome';
import { desiredOf, type Pass } from './pass';

/** How often a change is sent before it counts as ineffective, unless the change says otherwise. */
const TRIES = 3;

/**
 * Sends a change and has it read back. STACKIT accepts some changes and does not carry them out, so a change that still
 * shows after a settle time is sent a few times only, and then slowly.
 */
export async function update(pass: Pass, change: Change, object: CloudObject): Promise<Outcome> {
  const { memo, now, engine } = pass;
  const base = findings(pass, object);
  // What the last attempt said stays until the next.
  const { synced: _, ...rest } = base;
  const print = JSON.stringify([change.call, change.payload]);
  const sent = memo.sent?.print === print ? memo.sent : undefined;
  if (sent && now < sent.settles) {
    return mergeOutcomes(base, {
      synced: updating(change),
      pace: 'fast',
      next: { is: 'after', delay: sent.settles - now },
    });
  }
  const tries = change.tries ?? TRIES;
  if (sent && sent.count >= tries && now < sent.retryAt)
    return mergeOutcomes(base, ineffective(change, sent.retryAt - now));
  if (memo.hold?.what === print && now < memo.hold.until) {
    return mergeOutcomes(rest, { next: { is: 'after', delay: memo.hold.until - now } });
  }
  if (!engine.isLeader()) return base;
  const count = (sent?.count ?? 0) + 1;
  const retryAt = now + engine.settle + backoffDelay(SLOW_BACKOFF, Math.max(1, count - tries + 1), engine.random);
  const record = () => {
    memo.sent = { print, count, settles: engine.clock.now() + engine.settle, retryAt };
  };
  return mergeOutcomes(base, await send(pass, change, { id: object.id, print, record }));
}

async function send(
  pass: Pass,
  change: Change,
  { id, print, record }: { readonly id: string; readonly print: string; readonly record: () => void },
): Promise<Outcome> {
  const { kind, engine, scope, observer, key, memo } = pass;
  const perform = kind.cloud.updates[change.call];
  if (!perform) throw new Error(`${kind.kind} has no update named ${change.call}`);
  try {
    const insist = () => {
      if (!engine.isLeader()) throw new Error(`the lease was lost in the middle of ${change.call}`);
    };
    const answer = await perform(engine.clients, scope, id, change.payload, desiredOf(pass), insist);
    const { requestId, warnings = [] } = answer;
    record();
    memo.failures = 0;
    const time = new Date(engine.clock.now()).toISOString();
    return {
      synced: updating(change),
      status: {
        applied: appliedBy(pass, { ...change.values, ...answer.values }),
        lastChange: {
          call: change.call,
          fields: [...change.fields],
          time,
          ...(requestId !== undefined && { requestId }),
        },
      },
      happenings: [
        { type: 'Normal', reason: 'Updated', message: `sent ${change.call}: ${change.fields.join(', ')}` },
        ...warnings.map((message) => ({ type: 'Warning', reason: 'Chosen', message }) as const),
      ],
      pace: 'fast',
      next: { is: 'after', delay: engine.settle },
    };
  } catch (error) {
    if (error instanceof StackitError && error.class === 'uncertain') record();
    return updateFailed(pass, change, print, error);
  } finally {
    observer.wrote(id);
    observer.refresh(key);
    for (const touched of kind.touches) engine.nudge(touched, scope);
  }
}

function appliedBy(pass: Pass, values: Readonly<Record<string, string>>) {
  const applied = appliedNow(pass, 'change');
  return Object.keys(values).length > 0 ? { ...applied, values: { ...applied.values, ...values } } : applied;
}

function updateFailed(pass: Pass, change: Change, print: string, error: unknown): Outcome {
  if (!(error instanceof StackitError)) throw error;
  const passing = ['conflict', 'throttled', 'transient', 'uncertain', 'notYetVisible', 'gone'].includes(error.class);
  const backoff = passing ? FAST_BACKOFF : SLOW_BACKOFF;
  const delay = Math.max(error.retryAfter ?? 0, backoffDelay(backoff, pass.memo.failures + 1, pass.engine.random));
  const at = new Date(pass.now + delay).toISOString().slice(0, 19);
  const message = `${change.fields.join(', ')}: ${error.message}; next attempt at ${at}Z`;
  const reason = error.class === 'throttled' ? 'Throttled' : passing ? 'Updating' : 'UpdateFailed';
  const synced = { status: 'False', reason, message } as const;
  return {
    synced,
    error,
    next: { is: 'backoff', backoff, delay, holds: print },
    pace: passing ? 'fast' : 'slow',
    ...(!passing && { happenings: [{ type: 'Warning', reason, message: error.message }] }),
  };
}

function updating({ fields, call }: Change): NonNullable<Outcome['synced']> {
  return {
    status: 'False',
    reason: 'Updating',
    message: `sent ${call} for ${fields.join(', ')}; waiting until STACKIT shows it`,
  };
}

function ineffective(change: Change, delay: number): Outcome {
  const reason = change.ineffective ?? 'UpdateIneffective';
  const message = `STACKIT accepted ${change.call} and does not show it: ${change.fields.join(', ')}; it is sent again slowly`;
  return {
    synced: { status: 'False', reason, message },
    happenings: [{ type: 'Warning', reason, message }],
    next: { is: 'after', delay },
    pace: 'slow',
  };
}
