import { type CallMade, ELECTED, type FaultKind } from './fault';

/** Faults with a consequence still to come, which no call after them shows in time. */
const PENDING: ReadonlySet<FaultKind> = new Set(['late', 'stale-cache', ...ELECTED]);
/** Does a fault strike the process alike, whichever call it is at? */
export function isLasting(kind: FaultKind): boolean {
  return kind === 'stale-cache' || kind === 'lease-lost';
}

/** A fault at a call, and all calls of the run with it. */
export interface Tried {
  readonly kind: FaultKind;
  readonly at: number;
  readonly calls: readonly CallMade[];
}

/**
 * Names what a fault leads to: equal for faults after which runs go on with the same calls. One whose consequence is
 * still to come is equal to itself alone, or, if it strikes the process, to itself at another call of the same run.
 */
export function outcomeOf({ kind, at, calls }: Tried): string {
  if (isLasting(kind)) return `${kind}\n${continuation(calls, 0)}`;
  return PENDING.has(kind) ? `${kind}@${at}` : continuation(calls, at);
}

/** What a run without a further fault says after the call number `at`. */
export function continuation(calls: readonly CallMade[], at: number): string {
  return calls
    .slice(at)
    .map(({ text }) => text)
    .join('\n');
}

/** Faults at one call that lead to the same. */
export interface Group {
  readonly outcome: string;
  readonly kinds: readonly FaultKind[];
}

/**
 * Groups the faults at one call. Faults after which a run goes on as if nothing had happened are in no group: with
 * another fault they are that one alone.
 */
export function groupsOf(tried: readonly Tried[], plain: string): Group[] {
  const groups = new Map<string, FaultKind[]>();
  for (const fault of tried) {
    const outcome = outcomeOf(fault);
    if (outcome === plain) continue;
    const kinds = groups.get(outcome);
    if (kinds) kinds.push(fault.kind);
    else groups.set(outcome, [fault.kind]);
  }
  return [...groups].map(([outcome, kinds]) => ({ outcome, kinds }));
}

/** A call, and the one before it. */
export interface Place {
  readonly call: CallMade;
  readonly previous: CallMade | undefined;
}

/** What single faults teach about second ones: which of them lead to the same, by what the call and the one before say. */
export class Lessons {
  readonly #names = new Map<string, Map<FaultKind, string>>();
  readonly #repeated = new Map<string, Map<FaultKind, boolean>>();

  /**
   * Takes in the groups found at a call. Where calls that say the same divide faults differently, the finer division
   * holds. `before` has the outcomes of the faults at the previous call.
   */
  add(
    { call, previous }: Place,
    { groups, kinds, before }: { groups: readonly Group[]; kinds: readonly FaultKind[]; before: ReadonlySet<string> },
  ): void {
    const names = entry(this.#names, call.text);
    const repeated = entry(this.#repeated, placeOf({ call, previous }));
    for (const kind of kinds) {
      const index = groups.findIndex((group) => group.kinds.includes(kind));
      names.set(kind, `${names.get(kind) ?? ''} ${index}`);
      repeated.set(kind, (repeated.get(kind) ?? true) && before.has(groups[index]?.outcome ?? ''));
    }
  }

  /** Divides `kinds` at a call; a call that was never seen without an earlier fault divides them all. */
  divide({ text }: CallMade, kinds: readonly FaultKind[]): FaultKind[][] {
    const names = this.#names.get(text);
    const groups = new Map<string, FaultKind[]>();
    for (const kind of kinds) {
      const name = names?.get(kind) ?? kind;
      if (/^(?: -1)+$/.test(name)) continue;
      const group = groups.get(name);
      if (group) group.push(kind);
      else groups.set(name, [kind]);
    }
    return [...groups.values()];
  }

  /** Does a fault of this kind lead where one at the previous call leads, as a death before a call and after the one before it? */
  isRepeated(place: Place, kind: FaultKind): boolean {
    return this.#repeated.get(placeOf(place))?.get(kind) ?? false;
  }
}

function placeOf({ call, previous }: Place): string {
  return `${previous?.text}\n${call.text}`;
}

function entry<V>(map: Map<string, Map<FaultKind, V>>, key: string): Map<FaultKind, V> {
  const found = map.get(key);
  if (found) return found;
  const made = new Map<FaultKind, V>();
  map.set(key, made);
  return made;
}
