import type { Clock, Timer } from '../../src/clock';

/** `urgent`: a change of the object or of what it waits for. `routine`: a look at the clock. Urgent keys always go first. */
export type Priority = 'urgent' | 'routine';

/** Delays from here on, in milliseconds, come due on a grid. */
const FAR = 60_000;
const GRID = 1_000;

/** Runs begun in a row before all else gets its turn: those that wait for no I/O would hold up the event loop together. */
const ROW = 10;

/** Options of {@link WorkQueue}. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  /** How many keys run at once. A run may wait for I/O, never for time. */
  readonly workers: number;
  /** Works on one key. What it rejects with goes to `onError`; the queue itself never stops. */
  readonly run: (key: string) => Promise<void>;
  readonly onError: (key: string, error: unknown) => void;
}

/**
 * A queue of keys `namespace/name`: a key waits in it once, runs once at a time, and is run again when it was added
 * during its run. Namespaces take turns, so that one with thousands of keys does not hold up another.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #lanes: Readonly<Record<Priority, Lane>> = { urgent: new Lane(), routine: new Lane() };
  readonly #running = new Set<string>();
  readonly #dirty = new Map<string, Priority>();
  readonly #delayed = new Map<string, { readonly due: number; readonly priority: Priority }>();
  #timer: { readonly due: number; readonly timer: Timer } | undefined;
  #row = 0;
  #breathing = false;
  #started = false;
  #stopped = false;
  #idle: (() => void)[] = [];

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  /** Keys that wait for a worker. */
  get depth(): number {
    return this.#lanes.urgent.size + this.#lanes.routine.size;
  }

  /** Keys being worked on. */
  get active(): number {
    return this.#running.size;
  }

  /** Lets the workers begin. Keys may be added before. */
  start(): void {
    this.#started = true;
    this.#start();
  }

  /** Queues the key now. */
  add(key: string, priority: Priority = 'urgent'): void {
    if (this.#stopped) return;
    this.#delayed.delete(key);
    if (this.#running.has(key)) {
      if (this.#dirty.get(key) !== 'urgent') this.#dirty.set(key, priority);
      return;
    }
    if (this.#lanes.urgent.has(key)) return;
    if (priority === 'urgent') this.#lanes.routine.delete(key);
    this.#lanes[priority].add(key);
    this.#start();
  }

  /** Queues the key after `delay` milliseconds. A key has one such date at most: a newer one takes the place of the older. */
  addAfter(key: string, delay: number, priority: Priority = 'routine'): void {
    if (this.#stopped) return;
    if (delay <= 0) {
      this.add(key, priority);
      return;
    }
    const exact = this.#options.clock.now() + delay;
    // A ring looks at all dates: thousands of far ones, which need no precision, share a few rings.
    const due = delay < FAR ? exact : Math.ceil(exact / GRID) * GRID;
    this.#delayed.set(key, { due, priority });
    this.#arm(due);
  }

  /** Drops whatever waits for the key. A run under way goes on. */
  forget(key: string): void {
    this.#delayed.delete(key);
    this.#dirty.delete(key);
    this.#lanes.urgent.delete(key);
    this.#lanes.routine.delete(key);
  }

  /** Takes no more keys; resolves when the runs under way have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.timer.cancel();
    for (const lane of Object.values(this.#lanes)) lane.clear();
    this.#delayed.clear();
    this.#dirty.clear();
    if (this.#running.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #start(): void {
    while (this.#started && !this.#breathing && this.#running.size < this.#options.workers) {
      if (this.#row >= ROW) {
        this.#breathe();
        return;
      }
      const key = this.#lanes.urgent.take() ?? this.#lanes.routine.take();
      if (key === undefined) return;
      this.#row += 1;
      this.#running.add(key);
      void this.#run(key);
    }
  }

  #breathe(): void {
    this.#breathing = true;
    setImmediate(() => {
      this.#breathing = false;
      this.#row = 0;
      this.#start();
    });
  }

  async #run(key: string): Promise<void> {
    try {
      await this.#options.run(key);
    } catch (error) {
      this.#options.onError(key, error);
    }
    this.#running.delete(key);
    const again = this.#dirty.get(key);
    this.#dirty.delete(key);
    if (again !== undefined) this.add(key, again);
    if (this.#stopped && this.#running.size === 0) for (const done of this.#idle.splice(0)) done();
    this.#start();
  }

  #arm(due: number): void {
    if (this.#timer && this.#timer.due <= due) return;
    this.#timer?.timer.cancel();
    const { clock } = this.#options;
    this.#timer = { due, timer: clock.after(due - clock.now(), () => this.#ring()) };
  }

  #ring(): void {
    this.#timer = undefined;
    const now = this.#options.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [key, { due, priority }] of [...this.#delayed]) {
      if (due <= now) this.add(key, priority);
      else next = Math.min(next, due);
    }
    if (next < Number.POSITIVE_INFINITY) this.#arm(next);
  }
}

/** First in, first out within a namespace; namespaces in turn. */
class Lane {
  readonly #namespaces = new Map<string, Set<string>>();
  size = 0;

  has(key: string): boolean {
    return this.#namespaces.get(namespaceOf(key))?.has(key) ?? false;
  }

  add(key: string): void {
    const namespace = namespaceOf(key);
    const keys = this.#namespaces.get(namespace) ?? new Set();
    this.#namespaces.set(namespace, keys);
    if (!keys.has(key)) this.size += 1;
    keys.add(key);
  }

  delete(key: string): void {
    const namespace = namespaceOf(key);
    const keys = this.#namespaces.get(namespace);
    if (!keys?.delete(key)) return;
    this.size -= 1;
    if (keys.size === 0) this.#namespaces.delete(namespace);
  }

  take(): string | undefined {
    for (const [namespace, keys] of this.#namespaces) {
      for (const key of keys) {
        this.delete(key);
        // Put behind the others: a Map iterates in the order of insertion.
        if (keys.size > 0) {
          this.#namespaces.delete(namespace);
          this.#namespaces.set(namespace, keys);
        }
        return key;
      }
    }
    return undefined;
  }

  clear(): void {
    this.#namespaces.clear();
    this.size = 0;
  }
}

function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
