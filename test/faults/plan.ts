import type { ProviderCode } from './code';
import type { Tried } from './equivalence';
import { applies, ELECTED, FAULT_KINDS, type Fault, type FaultKind } from './fault';
import { type PairOptions, pairs, type Singles } from './pairs';
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
export async function* everySingle({ scenarios, ...options }: PlanOptions): AsyncGenerator<Done> {
  for (const scenario of scenarios) {
    for (const elected of WAYS) yield* singlesOf({ scenario, elected, ...options });
  }
}

/** Makes every run of a scenario with one fault, and those with two if they are wanted of it. */
export async function* everyRun(
  options: Omit<PlanOptions, 'scenarios'> & Pick<PairOptions, 'scenario' | 'enough' | 'share'>,
): AsyncGenerator<Done> {
  const singles: Singles[] = [];
  for (const elected of WAYS) {
    let base: RunResult | undefined;
    const tried: Tried[] = [];
    for await (const done of singlesOf({ ...options, elected })) {
      yield done;
      base ??= done.result;
      if (!options.scenario.pairs) continue;
      for (const fault of done.job.faults) tried.push({ ...fault, calls: done.result.calls });
    }
    if (base) singles.push({ elected, base, tried });
  }
  if (options.scenario.pairs) yield* pairs({ ...options, singles });
}

async function* singlesOf({
  scenario,
  elected,
  code,
  seed,
  kinds,
}: Omit<PlanOptions, 'scenarios'> & { readonly scenario: Scenario; readonly elected: boolean }): AsyncGenerator<Done> {
  const plain = { scenario, seed, elected, faults: [] };
  const base = await run({ ...plain, code });
  yield { job: plain, result: base };
  for (const fault of singles(base, kindsFor(elected, kinds))) {
    const job = { ...plain, faults: [fault], plain: base.took };
    yield { job, result: await run({ ...job, code }) };
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
        const job = { ...plain, faults: [fault], plain: base.took };
        yield { job, result: await run({ ...job, code }) };
      }
    }
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
