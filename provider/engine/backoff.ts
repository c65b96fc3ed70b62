/** An exponential back-off as data: times in milliseconds, `jitter` as a share of the delay. */
export interface Backoff {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
  readonly jitter: number;
}

/** After a passing fault: a conflict, a throttled or broken call. */
export const FAST_BACKOFF: Backoff = { first: 1_000, factor: 2, longest: 60_000, jitter: 0.2 };

/** After a definite refusal, which only a change of spec, of rights or of quota cures. */
export const SLOW_BACKOFF: Backoff = { first: 60_000, factor: 2, longest: 900_000, jitter: 0.1 };

/** After a write that lost against another writer: the fresher object is already on its way. */
export const STALE_BACKOFF: Backoff = { first: 50, factor: 2, longest: 5_000, jitter: 0.5 };

/** The delay in milliseconds before try number `failures + 1`; `failures` counts from 1. */
export function backoffDelay(backoff: Backoff, failures: number, random: () => number): number {
  const plain = Math.min(backoff.longest, backoff.first * backoff.factor ** Math.max(0, failures - 1));
  return plain * (1 + backoff.jitter * (2 * random() - 1));
}
