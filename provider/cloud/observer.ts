import { isDeepStrictEqual } from 'node:util';
import type { Clock, Timer } from '../../src/clock';
import { backoffDelay, FAST_BACKOFF } from '../engine/backoff';
import type { CloudObject } from '../engine/kind';
import { OWNER_LABEL } from '../engine/owner';
import { SharedStrings } from '../strings';
import { Pairs } from './pairs';
import type { Interest, Sight } from './sight';

export type { Interest, Pace, Sight } from './sight';

/** Milliseconds for which look-ups are gathered before the LIST that they share begins. */
const GATHER = 10;

/** Waits for a LIST. */
interface Lookup {
  readonly found: () => void;
  readonly failed: (error: unknown) => void;
}

/** Options of {@link Observer}. Times in milliseconds. */
export interface ObserverOptions {
  readonly list: (wide: boolean, signal: AbortSignal) => Promise<readonly CloudObject[]>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly fast: number;
  readonly slow: number;
  /** Called with the keys whose STACKIT object changed, appeared or vanished, or that wait for a LIST. */
  readonly onChange: (keys: Iterable<string>) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Lists one kind of one project and region for all Kubernetes objects in it, so that the calls grow with projects and not
 * with objects. Order is kept by a counter rather than by a clock: an observation counts for an object only if its request
 * began after our last write to that object had ended.
 */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #interests = new Map<string, Interest>();
  readonly #fastKeys = new Set<string>();
  readonly #keysById = new Pairs();
  readonly #keyByOwner = new Map<string, string>();
  readonly #waiting = new Set<string>();
  /** Look-ups that share the next LIST. */
  #lookups: Lookup[] = [];
  /** Look-ups under way that ask for their own owner label only. */
  #alone = 0;
  /** Keys that are told of the next LIST in any case: a change may have come between their look and their {@link watch}. */
  readonly #newcomers = new Set<string>();
  /** When, in ticks, we last wrote to an object. Entries end with the first LIST that began later. */
  readonly #writes = new Map<string, number>();
  /** Seen by a GET or in the answer of a create call, by ID, with the tick of the request. */
  readonly #single = new Map<string, { readonly object: CloudObject; readonly tick: number; readonly at: number }>();
  readonly #abort = new AbortController();
  #objects = new Map<string, CloudObject>();
  #owners = new Pairs();
  readonly #strings = new SharedStrings();
  #tick = 0;
  #listTick = 0;
  /** When the last LIST began. */
  #listedAt = Number.NEGATIVE_INFINITY;
  /** When the last LIST that was answered began. */
  #seenAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #error: unknown;
  #wide = false;
  #running = false;
  #again = false;
  #timer: { readonly due: number; readonly timer: Timer } | undefined;

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /** How many keys it serves. */
  get size(): number {
    return this.#interests.size;
  }

  /** Serves a key from now on, or changes what is served. */
  watch(key: string, interest: Interest): void {
    if (this.#interests.get(key)?.id !== interest.id) this.#newcomers.add(key);
    this.#detach(key);
    this.#interests.set(key, interest);
    if (interest.pace === 'fast') this.#fastKeys.add(key);
    if (interest.id !== undefined) this.#keysById.add(interest.id, key);
    if (interest.owner !== undefined) this.#keyByOwner.set(interest.owner, key);
    this.#arm();
  }

  /** Serves a key no longer. */
  unwatch(key: string): void {
    this.#detach(key);
    this.#interests.delete(key);
    this.#waiting.delete(key);
    this.#newcomers.delete(key);
    if (!this.#isIdle) return;
    this.#timer?.timer.cancel();
    this.#timer = undefined;
  }

  /** Asks for a LIST that begins from now on, at whose end the key is told. */
  refresh(key: string): void {
    this.#waiting.add(key);
    this.#arm();
  }

  /** Asks for a fresh LIST soon, since something of another kind changed that shows here too. */
  nudge(): void {
    if (this.#interests.size > 0) this.#schedule(this.#options.clock.now() + this.#gap());
  }

  /** Tries a LIST again now that has failed before. */
  retry(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#schedule(this.#options.clock.now());
  }

  /** Lists also what is not the project's own from now on, for an adopted object that the project's own list lacks. */
  widen(): void {
    this.#wide = true;
  }

  /** The moment a request begins, for {@link put}. */
  begin(): number {
    return ++this.#tick;
  }

  /** Records that a write to the object has ended, whatever came of it: what was seen before counts no more. */
  wrote(id: string): void {
    this.#writes.set(id, ++this.#tick);
    this.#single.delete(id);
  }

  /** Takes in an object that a GET or a create call brought, whose request began at `tick`. */
  put(object: CloudObject, tick: number): void {
    if (tick <= (this.#writes.get(object.id) ?? 0)) return;
    this.#single.set(object.id, { object, tick, at: this.#options.clock.now() });
  }

  /** What is known of an object. */
  look(id: string): Sight {
    const written = this.#writes.get(id) ?? 0;
    const single = this.#single.get(id);
    if (single && single.tick > this.#listTick) return { is: 'present', object: single.object, at: single.at };
    if (this.#listTick === 0 || this.#listTick <= written) {
      return this.#error === undefined ? { is: 'stale' } : { is: 'stale', error: this.#error };
    }
    const object = this.#objects.get(id);
    if (object) return { is: 'present', object, at: this.#seenAt };
    return single ? { is: 'present', object: single.object, at: single.at } : { is: 'missing' };
  }

  /** All objects with an owner label, as of the last LIST. */
  owned(owner: string): readonly CloudObject[] {
    return this.#owners.of(owner).flatMap((id) => this.#objects.get(id) ?? []);
  }

  /**
   * All objects with an owner label, as of a LIST that begins from now on. A look-up by itself asks `alone`; while it does,
   * all others share one LIST of everything, so that many creations at once do not wait for a call each.
   */
  async sought(owner: string, alone: () => Promise<readonly CloudObject[]>): Promise<readonly CloudObject[]> {
    if (this.#alone > 0 && this.#failures === 0 && !this.#abort.signal.aborted) {
      await new Promise<void>((found, failed) => {
        this.#lookups.push({ found, failed });
        this.#arm();
      });
      return this.owned(owner);
    }
    this.#alone += 1;
    try {
      return await alone();
    } finally {
      this.#alone -= 1;
    }
  }

  /** Ends LISTs and timers. */
  stop(): void {
    this.#abort.abort();
    this.#timer?.timer.cancel();
    this.#interests.clear();
    for (const { failed } of this.#lookups.splice(0)) failed(this.#abort.signal.reason);
  }

  #detach(key: string): void {
    const former = this.#interests.get(key);
    if (!former) return;
    this.#fastKeys.delete(key);
    if (former.id !== undefined) this.#keysById.delete(former.id, key);
    if (former.owner !== undefined && this.#keyByOwner.get(former.owner) === key) this.#keyByOwner.delete(former.owner);
  }

  get #isIdle(): boolean {
    return this.#interests.size === 0 && this.#lookups.length === 0;
  }

  /** The least time between two LISTs, however many ask. */
  #gap(): number {
    return this.#options.fast / 4;
  }

  #arm(): void {
    const { clock, fast, slow, random } = this.#options;
    if (this.#isIdle || this.#running || this.#abort.signal.aborted) return;
    const now = clock.now();
    if (this.#failures > 0) {
      if (!this.#timer) this.#schedule(now + backoffDelay(FAST_BACKOFF, this.#failures, random));
      return;
    }
    if (this.#lookups.length > 0) this.#schedule(Math.max(now + GATHER, this.#listedAt + this.#gap() / 2));
    else if (this.#waiting.size > 0) this.#schedule(Math.max(now, this.#listedAt + this.#gap()));
    else if (this.#fastKeys.size > 0) this.#schedule(Math.max(now, this.#listedAt + fast));
    else if (!this.#timer) this.#schedule(Math.max(now, this.#listedAt) + slow * (0.9 + 0.2 * random()));
  }

  #schedule(due: number): void {
    if (this.#abort.signal.aborted || (this.#timer && this.#timer.due <= due)) return;
    this.#timer?.timer.cancel();
    const { clock } = this.#options;
    this.#timer = { due, timer: clock.after(due - clock.now(), () => void this.#list()) };
  }

  async #list(): Promise<void> {
    this.#timer = undefined;
    if (this.#isIdle) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    const tick = this.begin();
    const told = new Set([...this.#waiting, ...this.#newcomers]);
    const lookups = this.#lookups.splice(0);
    this.#waiting.clear();
    this.#newcomers.clear();
    const began = this.#options.clock.now();
    this.#listedAt = began;
    try {
      const objects = await this.#options.list(this.#wide, this.#abort.signal);
      this.#failures = 0;
      this.#error = undefined;
      for (const key of this.#take(objects, tick)) told.add(key);
      this.#seenAt = began;
      for (const { found } of lookups) found();
    } catch (error) {
      for (const { failed } of lookups) failed(error);
      if (this.#abort.signal.aborted) return;
      this.#failures += 1;
      this.#error = error;
      this.#options.onError(error);
    } finally {
      this.#running = false;
    }
    if (this.#abort.signal.aborted) return;
    if (this.#again) this.#schedule(this.#options.clock.now() + this.#gap());
    this.#again = false;
    this.#arm();
    this.#options.onChange(told);
  }

  /** Takes in a LIST and returns the keys that it changes something for. */
  #take(objects: readonly CloudObject[], tick: number): Set<string> {
    const former = this.#objects;
    const next = new Map<string, CloudObject>();
    const owners = new Pairs();
    const changed = new Set<string>();
    const tell = (id: string) => {
      for (const key of this.#keysById.of(id)) changed.add(key);
    };
    for (const object of objects) {
      const known = former.get(object.id) ?? this.#single.get(object.id)?.object;
      const isSame = isDeepStrictEqual(known, object);
      // What did not change is kept as it was, so that a LIST at rest leaves nothing behind but short-lived garbage.
      next.set(object.id, isSame && known ? known : this.#strings.share(object));
      if (!isSame) tell(object.id);
      const owner = object.labels[OWNER_LABEL];
      if (owner !== undefined) owners.add(owner, object.id);
    }
    for (const id of former.keys()) if (!next.has(id)) tell(id);
    for (const [id, { tick: seen }] of this.#single) {
      if (seen >= tick) continue;
      if (!next.has(id)) tell(id);
      this.#single.delete(id);
    }
    for (const [id, written] of this.#writes) {
      if (written >= tick) continue;
      // Whoever wrote to it waits for what became of it, also where an earlier LIST lacked it already.
      if (!next.has(id)) tell(id);
      this.#writes.delete(id);
    }
    for (const owner of owners.crowded()) {
      const key = this.#keyByOwner.get(owner);
      if (key !== undefined) changed.add(key);
    }
    this.#objects = next;
    this.#owners = owners;
    this.#listTick = tick;
    return changed;
  }
}
