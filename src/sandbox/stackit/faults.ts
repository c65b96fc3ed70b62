import { checkFault, type FaultyOperation } from './fault-rules';

/** Which calls a fault strikes. All that is given must hold. */
export interface FaultMatch {
  /** As in the operations table, e.g. `CreateServer`; `CreateToken` and `UploadImage` exist too. */
  readonly operationId?: string;
  /** ID in the path (any of its parameters). */
  readonly resourceId?: string;
  readonly projectId?: string;
  /** `name` in the request body. */
  readonly name?: string;
  /** The first matching call to strike, counted from 1. @default 1 */
  readonly nth?: number;
  /** How many matching calls to strike. @default 1 with `nth`, else without limit */
  readonly count?: number;
}

/** What a fault does. All times are milliseconds. */
export type FaultEffect =
  /** Answers an error, without doing anything or after the call was carried out. `body` defaults to `{code, msg}`. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly message?: string;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly when?: 'before' | 'after';
    }
  /** Breaks the connection. */
  | { readonly kind: 'reset'; readonly when?: 'before' | 'after' }
  /** Waits before the call is carried out, or before it is answered; a caller that leaves meanwhile changes nothing. */
  | { readonly kind: 'delay'; readonly ms: number; readonly when?: 'before' | 'after' }
  /** 429; `retryAfter` is the header's value (seconds or an HTTP date), absent for none. */
  | { readonly kind: 'throttle'; readonly retryAfter?: number | string }
  /** The gateway's 503 in plain text. */
  | { readonly kind: 'unavailable' }
  /** GET and LIST show the state of `ms` ago, though nothing from before the fault was added. */
  | { readonly kind: 'stale'; readonly ms: number }
  /** 404 until `ms` after the object's creation. */
  | { readonly kind: 'notYetVisible'; readonly ms: number }
  /** A resize is accepted and silently undone. */
  | { readonly kind: 'rollback' }
  /** A volume is delivered in another class than asked for. */
  | { readonly kind: 'performanceClass'; readonly performanceClass: string }
  /** The transition that the call starts ends in ERROR, FAILED, UNHEALTHY or `status`; `code` is that of a cluster's error. */
  | { readonly kind: 'fail'; readonly message: string; readonly status?: string; readonly code?: string }
  /** The transition that the call starts takes this long. */
  | { readonly kind: 'duration'; readonly ms: number }
  /** The call's token counts as expired; `revoke` makes that last for every token issued so far. */
  | { readonly kind: 'token'; readonly reason: 'expired' | 'revoked' }
  /** The upload is read no faster than this. */
  | { readonly kind: 'slowUpload'; readonly bytesPerSecond: number }
  /** A cluster shows errors and stays CREATING or RECONCILING, for `ms` or without end. */
  | {
      readonly kind: 'errors';
      readonly errors: readonly { readonly code: string; readonly message: string }[];
      readonly ms?: number;
    }
  /** A new cluster is UNHEALTHY for `ms` before it is HEALTHY. */
  | { readonly kind: 'unhealthy'; readonly ms: number }
  /** What remains in a cluster holds up its deletion for `ms`. */
  | { readonly kind: 'remainingResources'; readonly ms: number };

export interface Fault {
  readonly match?: FaultMatch;
  readonly effect: FaultEffect;
}

/** The effects that strike one call, at most one of each kind (the fault added first wins). */
export type Effects = {
  readonly [K in FaultEffect['kind']]?: Extract<FaultEffect, { readonly kind: K }>;
};

/** What the matching looks at. */
export interface FaultTarget {
  readonly operationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Armed extends Fault {
  readonly id: string;
  seen: number;
}

/** The faults of a simulator. */
export class Faults {
  #armed: Armed[] = [];
  #next = 1;
  readonly #operations: readonly FaultyOperation[];
  readonly #changed: (faults: readonly Fault[]) => void;

  constructor(operations: readonly FaultyOperation[], changed: (faults: readonly Fault[]) => void = () => {}) {
    this.#operations = operations;
    this.#changed = changed;
  }

  /**
   * Arms a fault until it is used up or removed.
   *
   * @returns its ID
   * @throws TypeError for what could never strike, or not as it says
   */
  add(fault: Fault): string {
    checkFault(fault, this.#operations);
    const id = `fault-${this.#next++}`;
    this.#armed.push({ ...fault, id, seen: 0 });
    this.#changed(this.#armed);
    return id;
  }

  remove(id: string): void {
    this.#armed = this.#armed.filter((fault) => fault.id !== id);
    this.#changed(this.#armed);
  }

  clear(): void {
    this.#armed = [];
    this.#changed(this.#armed);
  }

  list(): readonly (Fault & { readonly id: string; readonly seen: number })[] {
    return this.#armed.map((fault) => ({ ...fault }));
  }

  /** Counts a call and tells what strikes it. */
  strike(target: FaultTarget): Effects {
    const effects: Record<string, FaultEffect> = {};
    for (const fault of this.#armed) {
      if (!matches(fault.match ?? {}, target)) continue;
      fault.seen++;
      const { nth = 1, count = fault.match?.nth === undefined ? Number.POSITIVE_INFINITY : 1 } = fault.match ?? {};
      if (fault.seen >= nth && fault.seen < nth + count) effects[fault.effect.kind] ??= fault.effect;
    }
    return effects as Effects;
  }
}

function matches(match: FaultMatch, { operationId, params, body }: FaultTarget): boolean {
  if (match.operationId !== undefined && match.operationId !== operationId) return false;
  if (match.projectId !== undefined && match.projectId !== params.projectId) return false;
  if (match.resourceId !== undefined && !Object.values(params).includes(match.resourceId)) return false;
  if (match.name !== undefined && (body as { name?: unknown } | undefined)?.name !== match.name) return false;
  return true;
}
