import { continuation, groupsOf, isLasting, Lessons, outcomeOf, type Tried } from './equivalence';
import { applies, type CallMade, ELECTED, FAULT_KINDS, type Fault, type FaultKind } from './fault';
import type { Done, PlanOptions } from './plan';
import { randomOf, seedOf } from './random';
import { type RunResult, run } from './run';
import type { Scenario } from './scenario';

/** How much of all pairs was tried. */
export interface Share {
  tried: number;
  /** Pairs that the tried ones stand for, themselves among them. */
  all: number;
  /** False as soon as `enough` came before the last pair of a scenario. */
  complete: boolean;
}

/** The run without a fault, and those with one at each of its calls. */
export interface Singles {
  readonly elected: boolean;
  readonly base: RunResult;
  readonly tried: readonly Tried[];
}

/** A first fault, and the calls with it. */
interface First {
  readonly elected: boolean;
  readonly fault: Fault;
  readonly calls: readonly CallMade[];
  /** At which calls the faults strike for which it stands. */
  readonly standsFor: number[];
}

/** What the pairs of one scenario need. */
export interface PairOptions extends Pick<PlanOptions, 'code' | 'seed'> {
  readonly scenario: Scenario;
  /** Without and with an election. */
  readonly singles: readonly Singles[];
  readonly enough: () => boolean;
  readonly share: Share;
}

/**
 * Makes runs with two faults, the second one also within the recovery from the first, until `enough` says so: every pair,
 * but of faults after which runs go on with the same calls, only one that the seed picks; it stands for the others. With
 * an election, at least one of the two has to do with it, as other pairs are tried without.
 */
export async function* pairs({ scenario, code, seed, singles, enough, share }: PairOptions): AsyncGenerator<Done> {
  const random = randomOf(seedOf(seed, `pairs ${scenario.name}`));
  const lessons = new Lessons();
  const firsts = singles.flatMap((ofOneWay) => firstsOf(ofOneWay, { lessons, random }));
  const unelected = firsts.filter(({ elected }) => !elected);
  const alsoElected: First[] = [];
  for (const { fault, standsFor } of unelected) {
    const { calls } = await run({ scenario, seed, elected: true, faults: [fault], code });
    alsoElected.push({ elected: true, fault, calls, standsFor });
  }
  for (const { elected, fault, calls, standsFor } of [...firsts, ...alsoElected]) {
    const plain = singles.find((ofOneWay) => ofOneWay.elected === elected)?.base.took;
    const job = { scenario, seed, elected, ...(plain !== undefined && { plain }) };
    for (let at = fault.at + 1; at <= calls.length; at += 1) {
      const call = calls[at - 1] as CallMade;
      const place = { call, previous: at > fault.at + 1 ? calls[at - 2] : undefined };
      const kinds = kindsAt(call, elected).filter((kind) => !elected || ELECTED.has(kind) || ELECTED.has(fault.kind));
      share.all += kinds.length * standsFor.filter((first) => first < at).length;
      for (const group of lessons.divide(call, kinds)) {
        if (group.every((kind) => lessons.isRepeated(place, kind))) continue;
        if (enough()) {
          share.complete = false;
          return;
        }
        share.tried += 1;
        const pair = { ...job, faults: [fault, { kind: pick(group, random), at }] };
        yield { job: pair, result: await run({ ...pair, code }) };
      }
    }
  }
}

/** Picks the single faults that stand for all, and learns from all. */
function firstsOf(
  { elected, base, tried }: Singles,
  { lessons, random }: { readonly lessons: Lessons; readonly random: () => number },
): First[] {
  const firsts = new Map<string, First>();
  let before = new Set<string>();
  for (const [index, call] of base.calls.entries()) {
    const at = index + 1;
    const here = tried.filter((fault) => fault.at === at);
    const groups = groupsOf(here, continuation(base.calls, at));
    lessons.add({ call, previous: base.calls[index - 1] }, { groups, kinds: here.map(({ kind }) => kind), before });
    before = new Set(here.map(outcomeOf));
    for (const { outcome, kinds } of groups) {
      const known = firsts.get(outcome);
      // Those that lead to the same from different calls have the same calls after them, unless they only began earlier.
      const from = kinds.some(isLasting) ? at : (known?.fault.at ?? at);
      const standsFor = kinds.map(() => from);
      if (known) known.standsFor.push(...standsFor);
      else {
        const kind = pick(kinds, random);
        const { calls } = here.find((fault) => fault.kind === kind) as Tried;
        firsts.set(outcome, { elected, fault: { kind, at }, calls, standsFor });
      }
    }
  }
  return [...firsts.values()];
}

function kindsAt(call: CallMade, elected: boolean): FaultKind[] {
  return FAULT_KINDS.filter((kind) => (elected || !ELECTED.has(kind)) && applies(kind, call));
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}
