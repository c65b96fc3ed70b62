import { SLOW_BACKOFF } from './backoff';
import { outcomeOfFault } from './fault';
import type { Outcome } from './outcome';
import type { Pass } from './pass';

/** What stands in the way of a creation that STACKIT has to be asked for; `undefined` lets it go ahead. */
export async function prepare(pass: Pass, payload: unknown): Promise<Outcome | undefined> {
  const { engine, kind, scope } = pass;
  if (!kind.cloud.prepare) return undefined;
  if (!engine.isLeader()) return { next: { is: 'after', delay: engine.createGrace } };
  const holds = JSON.stringify(payload);
  try {
    const hindrance = await kind.cloud.prepare(engine.clients, scope, payload);
    if (!hindrance) return undefined;
    const { reason, message, again } = hindrance;
    return {
      ready: { status: 'False', reason, message },
      pace: 'slow',
      ...(again !== 'soon' && { happenings: [{ type: 'Warning', reason, message }] }),
      ...(again === 'soon' && { next: { is: 'after', delay: engine.settle } }),
      ...(again === 'slow' && { next: { is: 'backoff', backoff: SLOW_BACKOFF, holds } }),
    };
  } catch (error) {
    return outcomeOfFault(pass, error, { verb: 'create', holds });
  }
}
