import type { Clock } from '../clock';
import type { Verb } from './operation';

/** When and how often a call is repeated, as data. */
export interface RetryPolicy {
  /** Only what may be repeated without harm; a POST never is. */
  readonly verbs: readonly Verb[];
  readonly statuses: readonly number[];
  /** Tries in all, the first one included. */
  readonly attempts: number;
  /** Milliseconds within which the last try has to begin, counted from the first. */
  readonly budget: number;
  /** Longest first wait in milliseconds; each further one is `factor` times longer, at most `cap`. */
  readonly base: number;
  readonly factor: number;
  readonly cap: number;
}

/** The policy of every call, unless a client is made with another one. */
export const RETRY_POLICY: RetryPolicy = {
  verbs: ['GET', 'PUT', 'DELETE'],
  statuses: [429, 502, 503, 504],
  attempts: 4,
  budget: 20_000,
  base: 500,
  factor: 2,
  cap: 10_000,
};

/** Milliseconds that `Retry-After` asks for: seconds or an HTTP date. Absent when there is no such header or it is not readable. */
export function retryAfter(header: string | undefined, clock: Clock): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

/** Milliseconds before try number `attempt` + 1 (the first try is 1): between half and all of an exponential step. */
export function backoff(
  policy: Pick<RetryPolicy, 'base' | 'factor' | 'cap'>,
  attempt: number,
  random: () => number,
): number {
  const step = Math.min(policy.cap, policy.base * policy.factor ** (attempt - 1));
  return Math.round(step * (0.5 + random() / 2));
}
