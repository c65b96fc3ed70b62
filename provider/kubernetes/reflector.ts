import { type Clock, sleep, type Timer } from '../../src/clock';
import type { Log } from '../log';
import { SharedStrings } from '../strings';
import { follow } from './abort';
import type { KubeClient } from './client';
import { KubeError } from './errors';
import { type KubeObject, type KubeStatus, keyOf, nameOf, type ResourcePath, type WatchEvent } from './types';

/** Times of the reflector in milliseconds. */
const PACE = {
  /** First wait after a failure; doubled each time up to `slowest`, plus up to a half at random. */
  fastest: 500,
  slowest: 12_000,
  /** A watch that lived this long, or brought an event, ends a series of failures. */
  healthy: 5_000,
  /** Silence after which the connection counts as dead. A real server sends a bookmark each minute. */
  idle: 90_000,
  /** The server is asked to end a watch after this long, and up to twice of it at random. */
  watch: 300_000,
} as const;

/** Changes of a LIST that are told in a row. */
const SLICE = 250;

/** Options of {@link Reflector}. */
export interface ReflectorOptions<T extends KubeObject> {
  readonly client: KubeClient;
  /** The collection to mirror, in one namespace or in all. */
  readonly path: ResourcePath;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Objects a LIST page. @default 500 */
  readonly pageSize?: number;
  /** Hears of each object that came, changed (`current`) or vanished (no `current`). The cache already holds the change. */
  readonly onChange: (key: string, current: T | undefined, previous: T | undefined) => void;
  /** Hears of each failed LIST or WATCH. The reflector goes on by itself. */
  readonly onError?: (error: Error) => void;
  readonly log: Log;
}

/** Mirrors a collection of Kubernetes into memory: a paged LIST, then a WATCH for as long as it runs. */
export class Reflector<T extends KubeObject> {
  /** Resolves once the first LIST is in the cache. */
  readonly synced: Promise<void>;
  readonly #options: ReflectorOptions<T>;
  readonly #cache = new Map<string, T>();
  readonly #strings = new SharedStrings();
  readonly #name: string;
  #resolveSynced: () => void = () => {};
  #hasSynced = false;
  /** Where the next WATCH goes on; undefined asks for a LIST first. */
  #resourceVersion: string | undefined;
  #failures = 0;
  /** The last failure was an expired version: the first one is answered by a LIST at once, a series of them waits. */
  #expired = false;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#name = nameOf(options.path);
    this.synced = new Promise((resolve) => {
      this.#resolveSynced = resolve;
    });
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get size(): number {
    return this.#cache.size;
  }

  /** The object of `namespace/name`, without its managedFields and last-applied annotation. */
  get(key: string): T | undefined {
    return this.#cache.get(key);
  }

  values(): IterableIterator<T> {
    return this.#cache.values();
  }

  /** Runs until `signal` is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.#resourceVersion === undefined) await this.#relist(signal);
        await this.#follow(signal);
      } catch (error) {
        if (!signal.aborted) await this.#recover(asError(error), signal);
      }
    }
  }

  async #recover(error: Error, signal: AbortSignal): Promise<void> {
    const { clock, random, log, onError } = this.#options;
    const gone = error instanceof KubeError && error.isGone;
    if (gone) this.#resourceVersion = undefined;
    if (gone && !this.#expired) {
      this.#expired = true;
      log.debug({ resource: this.#name }, 'watch expired, listing anew');
      return;
    }
    const delay = Math.min(PACE.fastest * 2 ** this.#failures, PACE.slowest) * (1 + random() / 2);
    this.#failures += 1;
    log.warn({ resource: this.#name, error, retryIn: Math.round(delay) }, 'lost sight of Kubernetes, trying again');
    try {
      onError?.(error);
    } catch (failure) {
      log.error({ resource: this.#name, error: asError(failure) }, 'error handler failed');
    }
    await sleep(clock, delay, signal);
  }

  async #relist(signal: AbortSignal): Promise<void> {
    const { items, resourceVersion } = await this.#listAll(signal);
    const changes: [key: string, current: T | undefined, previous: T | undefined][] = [];
    const vanished = new Set(this.#cache.keys());
    for (const item of items) {
      const current = this.#strings.share(slim(item));
      const key = keyOf(current);
      vanished.delete(key);
      const previous = this.#cache.get(key);
      if (sameVersion(previous, current)) continue;
      this.#cache.set(key, current);
      changes.push([key, current, previous]);
    }
    for (const key of vanished) {
      changes.push([key, undefined, this.#cache.get(key)]);
      this.#cache.delete(key);
    }
    this.#resourceVersion = resourceVersion;
    for (const [index, change] of changes.entries()) {
      // Thousands of objects at once would hold up the event loop, and with it the lease.
      if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
      this.#tell(...change);
    }
    this.#hasSynced = true;
    this.#resolveSynced();
  }

  /** Reads all pages; when the pages expire while they are read, everything at once, as that cannot expire. */
  async #listAll(signal: AbortSignal): Promise<{ readonly items: readonly T[]; readonly resourceVersion: string }> {
    const { client, path, pageSize = 500 } = this.#options;
    const items: T[] = [];
    let next: string | undefined;
    for (;;) {
      try {
        const page = await client.list<T>(path, { limit: pageSize, continue: next, signal });
        for (const item of page.items) items.push(item);
        next = page.metadata.continue;
        if (!next) return { items, resourceVersion: page.metadata.resourceVersion ?? '' };
      } catch (error) {
        if (next === undefined || !(error instanceof KubeError) || !error.isGone) throw error;
        const all = await client.list<T>(path, { signal });
        return { items: all.items, resourceVersion: all.metadata.resourceVersion ?? '' };
      }
    }
  }

  /** One WATCH, from its start to its end; a normal end returns, anything else throws. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { client, path, clock, random } = this.#options;
    const started = clock.now();
    const watchdog = new Watchdog(clock, signal);
    const timeoutSeconds = Math.round((PACE.watch / 1000) * (1 + random()));
    let events = 0;
    try {
      const watch = client.watch<T>(path, {
        resourceVersion: this.#resourceVersion,
        timeoutSeconds,
        signal: watchdog.signal,
      });
      for await (const event of watch) {
        watchdog.feed();
        this.#apply(event);
        events += 1;
        this.#succeeded();
      }
    } catch (error) {
      if (!watchdog.bitten) throw error;
    } finally {
      watchdog.stop();
    }
    if (clock.now() - started >= PACE.healthy) this.#succeeded();
    else if (events === 0 && !signal.aborted) throw new Error('the watch ended at once without an event');
  }

  #succeeded(): void {
    this.#failures = 0;
    this.#expired = false;
  }

  #apply(event: WatchEvent<T>): void {
    if (event.type === 'ERROR') throw this.#inStream(event.object as unknown as KubeStatus);
    const version = event.object.metadata.resourceVersion;
    if (version !== undefined) this.#resourceVersion = version;
    if (event.type === 'BOOKMARK') return;
    const current = this.#strings.share(slim(event.object));
    const key = keyOf(current);
    const previous = this.#cache.get(key);
    if (event.type === 'DELETED') {
      this.#cache.delete(key);
      this.#tell(key, undefined, previous ?? current);
    } else if (!sameVersion(previous, current)) {
      this.#cache.set(key, current);
      this.#tell(key, current, previous);
    }
  }

  #inStream(status: KubeStatus): KubeError {
    return new KubeError({
      status: status.code ?? 500,
      reason: status.reason,
      answer: status.message ?? 'the watch was ended by the server',
      details: status.details,
      method: 'GET',
      path: this.#name,
      tried: `watch ${this.#name}`,
    });
  }

  #tell(key: string, current: T | undefined, previous: T | undefined): void {
    try {
      this.#options.onChange(key, current, previous);
    } catch (error) {
      this.#options.log.error({ resource: this.#name, key, error: asError(error) }, 'change handler failed');
    }
  }
}

/** Ends a watch that has been silent for too long, as a broken connection is: nobody else notices. */
class Watchdog {
  bitten = false;
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #unlink: () => void;
  #timer: Timer;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#unlink = follow(this.#controller, signal);
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  feed(): void {
    this.#timer.cancel();
    this.#timer = this.#start();
  }

  stop(): void {
    this.#timer.cancel();
    this.#unlink();
  }

  #start(): Timer {
    return this.#clock.after(PACE.idle, () => {
      this.bitten = true;
      this.#controller.abort(new Error('the watch was silent for too long'));
    });
  }
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Drops what is large and never read. What the cache holds can therefore not be written back as a whole. */
export function slim<T extends KubeObject>(object: T): T {
  const { managedFields: _, annotations, ...metadata } = object.metadata as T['metadata'] & { managedFields?: unknown };
  if (annotations === undefined) return { ...object, metadata };
  const { [LAST_APPLIED]: __, ...rest } = annotations;
  return { ...object, metadata: { ...metadata, annotations: rest } };
}

function sameVersion(a: KubeObject | undefined, b: KubeObject): boolean {
  const version = b.metadata.resourceVersion;
  return version !== undefined && a?.metadata.resourceVersion === version && a.metadata.uid === b.metadata.uid;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
