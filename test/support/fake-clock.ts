import type { Clock, Timer } from '../../src/clock';

interface Pending {
  readonly at: number;
  readonly callback: () => void;
}

/** Lets everything that waits for nothing but earlier promises go on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that moves only by hand. */
export class FakeClock implements Clock {
  #now: number;
  readonly #pending = new Set<Pending>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delay: number, callback: () => void): Timer {
    const pending = { at: this.#now + Math.max(delay, 0), callback };
    this.#pending.add(pending);
    return { cancel: () => this.#pending.delete(pending) };
  }

  /** Timers that wait. */
  get size(): number {
    return this.#pending.size;
  }

  /** Moves on by `delay` milliseconds; each timer runs at its own time, after all that went before it. */
  async advance(delay: number): Promise<void> {
    const end = this.#now + delay;
    await settled();
    for (;;) {
      const next = [...this.#pending].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#pending.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}
