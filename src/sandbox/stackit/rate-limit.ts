import { Refusal } from './errors';

/** Counts the calls of each caller within the last second. */
export class RateLimit {
  /** Times of the latest calls by caller, oldest first. */
  readonly #calls = new Map<string, number[]>();

  constructor(private readonly limit: number) {}

  /** @throws Refusal 429 without Retry-After, as the gateway may answer (quirks.md Q4) */
  count(caller: string, now: number): void {
    if (this.limit === Number.POSITIVE_INFINITY) return;
    const recent = (this.#calls.get(caller) ?? []).filter((time) => time > now - 1000);
    this.#calls.set(caller, recent);
    if (recent.length >= this.limit) throw new Refusal(429, { code: 429, msg: 'Too Many Requests' });
    recent.push(now);
  }
}
