import type { ProviderCode } from './code';
import { continuation, Groups, groupsOf, type Tried } from './equivalence';
import { applies, type CallMade, ELECTED, FAULT_KINDS, type Fault, type FaultKind } from './fault';
import { randomOf, seedOf } from './random';
import { type RunOptions, type RunResult, run } from './run';
import type { Scenario } from './scenario';

/** A run to make, without the code. */
export type Job = Omit<RunOptions, 'code'>;

/** A run that was made. */
export interface Done {
  readonly job: Job;
  readonly result: RunResult;
}

/** What a plan is made for. */
export interface PlanOptions {
  readonly code: ProviderCode;
  readonly scenarios: readonly Scenario[];
  readonly seed: number;
  /** Only these kinds of fault. @default all */
  readonly kinds?: readonly FaultKind[];
}

/** The part of all work that one of several workers does. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

const WHOLE: Part = { index: 0, count: 1 };

/** The two ways to run a scenario: a process alone, and with a leader election. */
const WAYS = [false, true] as const;

/** Which kinds of fault a way of running is for. */
function kindsFor(elected: boolean, kinds = FAULT_KINDS as readonly FaultKind[]): readonly FaultKind[] {
  return kinds.filter((kind) => ELECTED.has(kind) === elected);
}

/** Every fault that makes sense at a call of a run. */
function singles({ calls }: RunResult, kinds: readonly FaultKind[]): Fault[] {
  return calls.flatMap((shape, index) =>
    kinds.flatMap((kind) => (applies(kind, shape) ? [{ kind, at: index + 1 }] : [])),
  );
}

/** Makes every run with one fault: every scenario, every call, every kind of fault. */
export async function* everySingle({ code, scenarios, seed, kinds }: PlanOptions, part = WHOLE): AsyncGenerator<Done> {
  let unit = 0;
  for (const scenario of scenarios) {
    for (const elected of WAYS) {
      const plain = { scenario, seed, elected, faults: [] };
      const base = await run({ ...plain, code });
      if (unit++ % part.count === part.index) yield { job: plain, result: base };
      for (const fault of singles(base, kindsFor(elected, kinds))) {
        if (unit++ % part.count !== part.index) continue;
        const job = { ...plain, faults: [fault] };
        yield { job, result: await run({ ...job, code }) };
      }
    }
  }
}

/** Makes for each scenario one run for each kind of fault, at a call that the seed picks. */
export async function* oneOfEach({ code, scenarios, seed, kinds }: PlanOptions): AsyncGenerator<Done> {
  for (const scenario of scenarios) {
    for (const elected of WAYS) {
      if (kindsFor(elected, kinds).length === 0) continue;
      const plain = { scenario, seed, elected, faults: [] };
      const base = await run({ ...plain, code });
      yield { job: plain, result: base };
      const all = singles(base, kindsFor(elected, kinds));
      for (const kind of kindsFor(elected, kinds)) {
        const random = randomOf(seedOf(seed, `${scenario.name} ${kind}`));
        const [fault] = shuffled(
          all.filter((candidate) => candidate.kind === kind),
          random,
        );
        if (fault === undefined) continue;
        const job = { ...plain, faults: [fault] };
        yield { job, result: await run({ ...job, code }) };
      }
    }
  }
}

/** How much of all pairs was tried. */
export interface Share {
  tried: number;
  /** Pairs that the tried ones stand for, themselves among them. */
  all: number;
  /** False when `enough` came before the last pair. */
  complete: boolean;
}

/** A first fault, and for how many it stands. */
interface First {
  readonly scenario: Scenario;
  readonly elected: boolean;
  readonly fault: Fault;
  readonly standsFor: number;
  readonly groups: Groups;
}

/**
 * Makes runs with two faults, the second one also within the recovery from the first, until `enough` says so: every pair,
 * but of faults at a call after which runs go on with the same calls, only one that the seed picks; it stands for the
 * others. With an election, at least one of the two has to do with it, as other pairs are tried without.
 */
export async function* pairs(
  { code, scenarios, seed }: PlanOptions,
  { part = WHOLE, enough, share }: { readonly part?: Part; readonly enough: () => boolean; readonly share: Share },
): AsyncGenerator<Done> {
  const random = randomOf(seedOf(seed, 'pairs'));
  let unit = 0;
  share.complete = false;
  for (const scenario of scenarios.filter((candidate) => candidate.pairs)) {
    for (const first of await firstsOf({ scenario, code, seed, random })) {
      if (unit++ % part.count !== part.index) continue;
      const { elected, fault, groups, standsFor } = first;
      const job = { scenario, seed, elected, faults: [fault] };
      const { calls } = await run({ ...job, code });
      for (let at = fault.at + 1; at <= calls.length; at += 1) {
        const call = calls[at - 1] as CallMade;
        const kinds = kindsAt(call, elected).filter((kind) => !elected || ELECTED.has(kind) || ELECTED.has(fault.kind));
        share.all += standsFor * kinds.length;
        for (const group of groups.divide(call, kinds)) {
          if (enough()) return;
          share.tried += 1;
          const pair = { ...job, faults: [fault, { kind: pick(group, random), at }] };
          yield { job: pair, result: await run({ ...pair, code }) };
        }
      }
    }
  }
  share.complete = true;
}

function kindsAt(call: CallMade, elected: boolean): FaultKind[] {
  return FAULT_KINDS.filter((kind) => (elected || !ELECTED.has(kind)) && applies(kind, call));
}

/** Tries each single fault of a scenario, and picks those that stand for all. */
async function firstsOf(options: {
  readonly scenario: Scenario;
  readonly code: ProviderCode;
  readonly seed: number;
  readonly random: () => number;
}): Promise<First[]> {
  const { scenario, code, seed, random } = options;
  const groups = new Groups();
  const firsts: First[] = [];
  for (const elected of WAYS) {
    const plain = { scenario, seed, elected, faults: [] };
    const base = await run({ ...plain, code });
    for (const [index, call] of base.calls.entries()) {
      const at = index + 1;
      // Without an election all kinds but four were tried already: with one, they are to meet those four.
      const kinds = kindsAt(call, elected).filter((kind) => ELECTED.has(kind) === elected);
      const tried: Tried[] = [];
      for (const kind of kinds) {
        const { calls } = await run({ ...plain, faults: [{ kind, at }], code });
        tried.push({ kind, continuation: continuation(calls, at) });
      }
      const found = groupsOf(tried, continuation(base.calls, at));
      groups.add(call, found, kinds);
      for (const group of found) {
        const first = { scenario, fault: { kind: pick(group, random), at }, standsFor: group.length, groups };
        firsts.push({ ...first, elected });
        if (!elected) firsts.push({ ...first, elected: true });
      }
    }
  }
  return firsts;
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
