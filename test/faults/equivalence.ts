import { type CallMade, ELECTED, type FaultKind } from './fault';

/** Faults with a consequence still to come, which no call after them shows in time. */
const PENDING: ReadonlySet<FaultKind> = new Set(['late', 'stale-cache', ...ELECTED]);

/** Names what a run does after the call number `at`: equal for runs that go on with the same calls. */
export function continuation(calls: readonly CallMade[], at: number): string {
  return calls
    .slice(at)
    .map(({ text }) => text)
    .join('\n');
}

/** A single fault, and how its run went on. */
export interface Tried {
  readonly kind: FaultKind;
  readonly continuation: string;
}

/**
 * Divides the faults at one call into groups after which runs go on with the same calls. Faults after which a run goes
 * on as if nothing had happened are in no group: with another fault they are that one alone.
 */
export function groupsOf(tried: readonly Tried[], plain: string): FaultKind[][] {
  const groups = new Map<string, FaultKind[]>();
  for (const { kind, continuation: text } of tried) {
    const key = PENDING.has(kind) ? kind : text;
    if (key === plain) continue;
    const group = groups.get(key);
    if (group) group.push(kind);
    else groups.set(key, [kind]);
  }
  return [...groups.values()];
}

/** Groups of faults by what a call says; where calls that say the same divide faults differently, the finer one holds. */
export class Groups {
  readonly #names = new Map<string, Map<FaultKind, string>>();

  add({ text }: CallMade, groups: readonly (readonly FaultKind[])[], kinds: readonly FaultKind[]): void {
    const names = this.#names.get(text) ?? new Map<FaultKind, string>();
    for (const kind of kinds) {
      const place = groups.findIndex((group) => group.includes(kind));
      names.set(kind, `${names.get(kind) ?? ''} ${place}`);
    }
    this.#names.set(text, names);
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
}
