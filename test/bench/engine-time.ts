import type { Clock, Timer } from '../../src/clock';

interface Pending {
  readonly at: number;
  readonly order: number;
  callback: (() => void) | undefined;
}

/** Time that moves from one timer to the next, for many thousands of timers: a heap, and canceled ones stay in it until due. */
export class VirtualClock implements Clock {
  readonly #heap: Pending[] = [];
  #now: number;
  #order = 0;

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delay: number, callback: () => void): Timer {
    const pending: Pending = { at: this.#now + Math.max(0, delay), order: ++this.#order, callback };
    this.#push(pending);
    return {
      cancel: () => {
        pending.callback = undefined;
      },
    };
  }

  /** Runs timers until `done` says so. Real I/O has no place in a virtual world: between two timers all promises end. */
  async run(done: () => boolean, limit: number): Promise<void> {
    const end = this.#now + limit;
    await drained();
    while (!done()) {
      const next = this.#pop();
      if (next === undefined || next.at > end) throw new Error(`not done after ${limit / 1000} s of virtual time`);
      if (next.callback === undefined) continue;
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await drained();
    }
  }

  #push(pending: Pending): void {
    const heap = this.#heap;
    let index = heap.push(pending) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (before(at(heap, parent), pending)) break;
      heap[index] = at(heap, parent);
      index = parent;
    }
    heap[index] = pending;
  }

  #pop(): Pending | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(at(heap, child + 1), at(heap, child))) child += 1;
      if (before(last, at(heap, child))) break;
      heap[index] = at(heap, child);
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

/** Lets everything go on that waits for nothing but earlier promises. */
export function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function before(a: Pending, b: Pending): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function at(heap: readonly Pending[], index: number): Pending {
  return heap[index] as Pending;
}
