import type { ProviderCode } from './code';
import { applies, ELECTED, FAULT_KINDS, type Fault, type FaultKind } from './fault';
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

/** Every fault that makes sense at a call of a run, at the calls after number `after`. */
function singles({ calls }: RunResult, kinds: readonly FaultKind[], after = 0): Fault[] {
  return calls.flatMap((shape, index) =>
    index < after ? [] : kinds.flatMap((kind) => (applies(kind, shape) ? [{ kind, at: index + 1 }] : [])),
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

/** How many second faults are tried after one first fault before the next first fault has its turn. */
const SECONDS = 12;

/** How much of all pairs was tried. */
export interface Share {
  tried: number;
  /** All pairs, counted for the first faults that were tried and guessed for the others. */
  all: number;
}

/**
 * Makes runs with two faults, the second one also within the recovery from the first, in an order that the seed shuffles,
 * until `enough` says so. With an election, both faults may be of any kind.
 */
export async function* pairs(
  { code, scenarios, seed }: PlanOptions,
  { part = WHOLE, enough, share }: { readonly part?: Part; readonly enough: () => boolean; readonly share: Share },
): AsyncGenerator<Done> {
  const firsts: Job[] = [];
  for (const scenario of scenarios.filter((candidate) => candidate.pairs)) {
    for (const elected of WAYS) {
      const plain = { scenario, seed, elected, faults: [] };
      const base = await run({ ...plain, code });
      const kinds = elected ? FAULT_KINDS : kindsFor(false);
      for (const fault of singles(base, kinds)) firsts.push({ ...plain, faults: [fault] });
    }
  }
  const random = randomOf(seedOf(seed, 'pairs'));
  const mine = shuffled(firsts, random).filter((_, index) => index % part.count === part.index);
  const left = new Map<Job, Fault[]>();
  let counted = 0;
  for (let round = 0; ; round += 1) {
    let tried = false;
    for (const first of mine) {
      const seconds = left.get(first) ?? (await secondsOf(first, code, random));
      if (round === 0) {
        counted += seconds.length;
        share.all = (counted / (left.size + 1)) * mine.length;
      }
      for (const second of seconds.splice(0, SECONDS)) {
        if (enough()) return;
        tried = true;
        const job = { ...first, faults: [...first.faults, second] };
        share.tried += 1;
        yield { job, result: await run({ ...job, code }) };
      }
      left.set(first, seconds);
    }
    if (!tried) return;
  }
}

async function secondsOf(first: Job, code: ProviderCode, random: () => number): Promise<Fault[]> {
  const result = await run({ ...first, code });
  const kinds = first.elected ? FAULT_KINDS : kindsFor(false);
  return shuffled(singles(result, kinds, first.faults[0]?.at), random);
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
