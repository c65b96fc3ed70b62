import { type Clock, sleep } from '../../src/clock';
import type { HttpResponse, Transport } from '../../src/http';

/** The pace of calls to one project, in calls a second. STACKIT publishes no limits, so it is found by trying. */
export interface BudgetPace {
  /** @default 20 */
  readonly start: number;
  /** @default 1 */
  readonly least: number;
  /** @default 100 */
  readonly most: number;
  /** Calls a second more, for each second without a refusal. @default 2 */
  readonly growth: number;
  /** What is left of the pace after a 429 or a 503. @default 0.5 */
  readonly decline: number;
}

/** The budget that every project starts with. */
export const BUDGET_PACE: BudgetPace = { start: 20, least: 1, most: 100, growth: 2, decline: 0.5 };

/** Seconds of calls that may come at once after a quiet time. */
const BURST = 2;

/** Milliseconds after a decline in which further refusals count as the same one: they were under way already. */
const SAME_REFUSAL = 1_000;

/**
 * Keeps the calls to each project within a pace that grows while STACKIT answers, and falls when it answers 429 or 503.
 * All kinds and APIs of a project share it. Calls wait in the order in which they came; none is dropped.
 */
export class Budgets {
  readonly #clock: Clock;
  readonly #pace: BudgetPace;
  readonly #budgets = new Map<string, Budget>();

  constructor(clock: Clock, pace: Partial<BudgetPace> = {}) {
    this.#clock = clock;
    this.#pace = { ...BUDGET_PACE, ...pace };
  }

  /** Puts the budgets around a transport; a call without a project in its path passes at once. */
  around(transport: Transport): Transport {
    return async (request) => {
      const project = /\/projects\/([^/?]+)/.exec(request.path)?.[1];
      if (project === undefined) return transport(request);
      const budget = this.#budgets.get(project) ?? new Budget(this.#clock, this.#pace);
      this.#budgets.set(project, budget);
      await budget.take(request.signal);
      const response = await transport(request);
      budget.heard(response);
      return response;
    };
  }
}

/** A bucket of calls that fills at an adaptive pace. */
class Budget {
  readonly #clock: Clock;
  readonly #pace: BudgetPace;
  #rate: number;
  #calls: number;
  #filledAt: number;
  #declinedAt = Number.NEGATIVE_INFINITY;
  #queue: Promise<void> = Promise.resolve();

  constructor(clock: Clock, pace: BudgetPace) {
    this.#clock = clock;
    this.#pace = pace;
    this.#rate = pace.start;
    this.#calls = pace.start * BURST;
    this.#filledAt = clock.now();
  }

  /** Resolves when the call may begin. */
  take(signal: AbortSignal | undefined): Promise<void> {
    const turn = this.#queue.then(async () => {
      this.#fill();
      if (this.#calls < 1) {
        await sleep(this.#clock, Math.ceil(((1 - this.#calls) / this.#rate) * 1000), signal);
        this.#fill();
      }
      this.#calls -= 1;
    });
    this.#queue = turn;
    return turn;
  }

  heard({ status }: HttpResponse): void {
    const now = this.#clock.now();
    if ((status !== 429 && status !== 503) || now - this.#declinedAt < SAME_REFUSAL) return;
    this.#fill();
    this.#declinedAt = now;
    this.#rate = Math.max(this.#pace.least, this.#rate * this.#pace.decline);
    this.#calls = Math.min(this.#calls, 0);
  }

  #fill(): void {
    const now = this.#clock.now();
    const seconds = (now - this.#filledAt) / 1000;
    this.#filledAt = now;
    this.#calls = Math.min(this.#rate * BURST, this.#calls + seconds * this.#rate);
    this.#rate = Math.min(this.#pace.most, this.#rate + seconds * this.#pace.growth);
  }
}
