import type { Clock, Timer } from '../../src/clock';

interface Pending {
  readonly at: number;
  readonly callback: () => void;
}

/** Lets everything go on that waits for nothing but earlier promises: nothing in a world waits for anything else. */
export function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The time of a world. It moves only from one timer to the next. */
export class WorldClock implements Clock {
  #now: number;
  #pending: Pending[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delay: number, callback: () => void): Timer {
    const pending = { at: this.#now + Math.max(0, delay), callback };
    // Kept in order; of two at the same time, the one set earlier comes first.
    let index = this.#pending.length;
    while (index > 0 && (this.#pending[index - 1] as Pending).at > pending.at) index -= 1;
    this.#pending.splice(index, 0, pending);
    return {
      cancel: () => {
        const found = this.#pending.indexOf(pending);
        if (found >= 0) this.#pending.splice(found, 1);
      },
    };
  }

  /** When the next timer is due; `undefined` when there is none. */
  get due(): number | undefined {
    return this.#pending[0]?.at;
  }

  /** Runs the next timer, at its time. */
  step(): void {
    const next = this.#pending.shift();
    if (next === undefined) return;
    this.#now = Math.max(this.#now, next.at);
    next.callback();
  }

  /** Moves on to `time` when no timer is due before it. */
  rest(time: number): void {
    if (this.due === undefined || this.due > time) this.#now = Math.max(this.#now, time);
  }
}

/** The time as one process sees it: its timers stand still with it, and end with it. */
export class ProcessClock implements Clock {
  readonly #world: Clock;
  readonly #timers = new Set<Timer>();
  readonly #missed: (() => void)[] = [];
  #waiting: (() => void)[] = [];
  #state: 'running' | 'paused' | 'dead' = 'running';

  constructor(world: Clock) {
    this.#world = world;
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  get isPaused(): boolean {
    return this.#state === 'paused';
  }

  now(): number {
    return this.#world.now();
  }

  after(delay: number, callback: () => void): Timer {
    if (this.isDead) return { cancel: () => {} };
    const ring = () => {
      this.#timers.delete(timer);
      if (!canceled) callback();
    };
    let canceled = false;
    const inner = this.#world.after(delay, () => {
      if (this.isPaused) this.#missed.push(ring);
      else ring();
    });
    const timer: Timer = {
      cancel: () => {
        canceled = true;
        inner.cancel();
        this.#timers.delete(timer);
      },
    };
    this.#timers.add(timer);
    return timer;
  }

  /** Resolves while the process runs: later when it is paused, never when it is dead. */
  async running(): Promise<void> {
    while (this.#state !== 'running') await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  pause(): void {
    if (this.#state === 'running') this.#state = 'paused';
  }

  /** Goes on; what came due meanwhile rings now, before anything that was held back arrives. */
  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    for (const ring of this.#missed.splice(0)) ring();
    for (const go of this.#waiting.splice(0)) go();
  }

  kill(): void {
    this.#state = 'dead';
    for (const timer of [...this.#timers]) timer.cancel();
    this.#waiting = [];
  }
}
