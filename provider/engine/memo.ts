import type { Synced } from './conditions';
import type { Resource, Scope } from './kind';

/** What was made in STACKIT by a create call that was answered, and is not recorded in the status yet. */
export interface Made {
  readonly uid: string;
  readonly token: string;
  readonly id: string;
  readonly scope: Scope;
  readonly status: Readonly<Record<string, unknown>>;
}

/** An object that we made and that nobody wants any more. */
export interface Surplus {
  readonly id: string;
  /** UID of the Kubernetes object that it was made for. */
  readonly uid: string;
  readonly scope: Scope;
}

/** Surplus by its ID. There are as many of these as objects, and hardly one ever holds anything. */
export class Surpluses {
  #byId: Map<string, Surplus> | undefined;

  get size(): number {
    return this.#byId?.size ?? 0;
  }

  set(id: string, surplus: Surplus): void {
    this.#byId ??= new Map();
    this.#byId.set(id, surplus);
  }

  delete(id: string): void {
    this.#byId?.delete(id);
  }

  values(): Iterable<Surplus> {
    return this.#byId?.values() ?? [];
  }
}

/** What a process remembers of a key between two passes. Losing all of it costs calls, never correctness. */
export interface Memo {
  /** The object as our own last write left it, until the watch has brought it or something newer. */
  written?: Resource;
  /** A write of ours is under way, and `heard`: the watch has brought a change meanwhile. */
  writing?: 'quiet' | 'heard';
  /** What the last pass knew of people's wishes: see {@link wishesOf}. */
  looked?: string;
  made?: Made;
  readonly surplus: Surpluses;
  /** When it was last said what is waited for. */
  toldAt?: number;
  /** Since when a step of a creation under way has not been written. */
  stepAt?: number;
  /** Faults in a row. */
  failures: number;
  /** What is not tried again before `until`, unless it changed meanwhile. */
  hold?: { readonly what: string; readonly until: number };
  /** The last change that was sent: how often, until when it may take to show, and when it may be sent again. */
  sent?: { readonly print: string; readonly count: number; readonly settles: number; readonly retryAt: number };
  /** IDs that were seen in STACKIT at least once, or whose deletion STACKIT has accepted: their absence needs no grace. */
  seen?: string;
  /** Faults in a row of what is kept beside the object, what was said of the last, and when that generation is tried again. */
  aside?: {
    readonly failures: number;
    readonly until: number;
    readonly generation: number | undefined;
    readonly synced: Synced;
  };
  /** The last warning, without its request ID. */
  told?: string;
  /** ID of an adopted object that was proven absent; a LIST brings it back. */
  missing?: string;
}

/** Nothing remembered. */
export function newMemo(): Memo {
  return { surplus: new Surpluses(), failures: 0 };
}

/**
 * The newer of what the cache holds and what we wrote last. Resource versions are compared as numbers where both are
 * (Kubernetes promises that order for custom resources); else the cache counts.
 */
export function newest(cached: Resource | undefined, memo: Memo | undefined): Resource | undefined {
  const written = memo?.written;
  if (!cached || !written) return cached;
  if (written.metadata.uid !== cached.metadata.uid) return cached;
  return isNewer(written.metadata.resourceVersion, cached.metadata.resourceVersion) ? written : cached;
}

/** Is resource version `a` later than `b`? */
export function isNewer(a: string | undefined, b: string | undefined): boolean {
  if (!a || !b || !/^\d+$/.test(a) || !/^\d+$/.test(b)) return false;
  return a.length === b.length ? a > b : a.length > b.length;
}

/** All of an object that somebody else than us may change and that a pass depends on. */
export function wishesOf({ metadata }: Pick<Resource, 'metadata'>): string {
  const { uid, generation, deletionTimestamp, annotations } = metadata;
  return JSON.stringify([uid, generation, deletionTimestamp, annotations]);
}
