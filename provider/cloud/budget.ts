import type { Clock, Timer } from '../../src/clock';
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

/** A call that may be made at once, taken before it is known whether it will be. */
export interface Turn {
  /** Gives it back if no creation has used it. */
  end(): void;
}

/** No turn is needed where nothing keeps a pace. */
export const FREE_TURN: Turn = { end: () => {} };

/** Creations wait in a line of their own, and the lines take turns: thousands of them hold up no look, and no looks hold up them. */
type Line = 'creations' | 'others';

/**
 * Keeps the calls to each project within a pace that grows while STACKIT answers, and falls when it answers 429 or 503.
 * All kinds and APIs of a project share it. In each line calls wait in the order in which they came; none is dropped.
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
      const budget = this.#of(project);
      const line = request.method === 'POST' || request.method === 'PUT' ? 'creations' : 'others';
      if (line === 'others' || !budget.useTurn()) await budget.take(line, request.signal);
      const response = await transport(request);
      budget.heard(response);
      return response;
    };
  }

  /** Waits until a creation may be sent to the project, so that nothing has to wait between its intent and the call. */
  turn(project: string): Promise<Turn> {
    return this.#of(project).turn();
  }

  #of(project: string): Budget {
    const budget = this.#budgets.get(project) ?? new Budget(this.#clock, this.#pace);
    this.#budgets.set(project, budget);
    return budget;
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
  readonly #lines: Readonly<Record<Line, Set<() => void>>> = { creations: new Set(), others: new Set() };
  #next: Line = 'others';
  #timer: Timer | undefined;
  /** Taken and not used yet. */
  readonly #turns = new Set<Turn>();

  constructor(clock: Clock, pace: BudgetPace) {
    this.#clock = clock;
    this.#pace = pace;
    this.#rate = pace.start;
    this.#calls = pace.start * BURST;
    this.#filledAt = clock.now();
  }

  /** Resolves when the call may begin, or at once when its signal is aborted. */
  take(line: Line, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#lines[line].delete(begin);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#lines[line].add(begin);
      if (!this.#timer) this.#serve();
    });
  }

  async turn(): Promise<Turn> {
    await this.take('creations');
    const turn: Turn = {
      end: () => {
        if (!this.#turns.delete(turn)) return;
        this.#calls += 1;
        this.#serve();
      },
    };
    this.#turns.add(turn);
    return turn;
  }

  /** Uses a turn that somebody took, whoever that was: creations of one project are worth the same. */
  useTurn(): boolean {
    const [turn] = this.#turns;
    return turn !== undefined && this.#turns.delete(turn);
  }

  heard({ status }: HttpResponse): void {
    const now = this.#clock.now();
    if ((status !== 429 && status !== 503) || now - this.#declinedAt < SAME_REFUSAL) return;
    this.#fill();
    this.#declinedAt = now;
    this.#rate = Math.max(this.#pace.least, this.#rate * this.#pace.decline);
    this.#calls = Math.min(this.#calls, 0);
  }

  /** Lets as many go as the bucket holds, and comes again when it holds the next. */
  #serve(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#fill();
    while (this.#calls >= 1) {
      const begin = this.#takeNext();
      if (!begin) return;
      this.#calls -= 1;
      begin();
    }
    if (this.#lines.creations.size + this.#lines.others.size === 0) return;
    const delay = Math.ceil(((1 - this.#calls) / this.#rate) * 1000);
    this.#timer = this.#clock.after(delay, () => this.#serve());
  }

  #takeNext(): (() => void) | undefined {
    const turns: readonly Line[] = this.#next === 'others' ? ['others', 'creations'] : ['creations', 'others'];
    for (const line of turns) {
      const [begin] = this.#lines[line];
      if (!begin) continue;
      this.#lines[line].delete(begin);
      this.#next = line === 'others' ? 'creations' : 'others';
      return begin;
    }
    return undefined;
  }

  #fill(): void {
    const now = this.#clock.now();
    const seconds = (now - this.#filledAt) / 1000;
    this.#filledAt = now;
    this.#calls = Math.min(this.#rate * BURST, this.#calls + seconds * this.#rate);
    this.#rate = Math.min(this.#pace.most, this.#rate + seconds * this.#pace.growth);
  }
}
