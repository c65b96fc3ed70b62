import type { ProviderCode } from './code';
import { type CallMade, type Fault, faultsToText } from './fault';
import type { Scenario } from './scenario';
import { drained } from './time';
import { type Struck, World } from './world';

/** Milliseconds without a write after which a settled world is at rest: longer than two slow looks at STACKIT lie apart. */
const QUIET = 75_000;
/** Milliseconds after the last disturbance within which a world has to be at rest. */
const PATIENCE = 3_600_000;
/**
 * Milliseconds that one fault may cost: the create grace, the time until a new leader, and a slow retry or two. What takes
 * longer waits for something that nobody tells, and goes on by chance.
 */
const COST = 300_000;
/** A run that takes more steps than this after a step of its story goes round in a circle without time going on. */
const STEPS = 40_000;

/** One run. */
export interface RunOptions {
  readonly scenario: Scenario;
  readonly code: ProviderCode;
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly elected: boolean;
  /** Virtual milliseconds that the same run takes without faults. Absent: it may take as long as it likes. */
  readonly plain?: number;
}

/** What came of a run. */
export interface RunResult {
  readonly violations: readonly string[];
  /** Faults that struck; one whose call never came does not. */
  readonly struck: readonly Struck[];
  /** Calls from the first counted one until all was settled. */
  readonly calls: readonly CallMade[];
  /** Virtual milliseconds until all was settled. */
  readonly took: number;
  /** All calls and answers in one number: equal for equal runs. */
  readonly trace: string;
}

/** Runs a scenario until it is at rest, and judges it. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { scenario } = options;
  const world = await World.open({ ...options, kinds: scenario.kinds, stackit: scenario.stackit });
  try {
    await scenario.setUp?.(world);
    const began = world.clock.now();
    world.start();
    const { settledAt, calls } = await play(world, scenario);
    if (world.promises.violations.length === 0) {
      for (const problem of scenario.check?.(world) ?? []) world.promises.broken(problem);
      await world.promises.judge();
    }
    for (const violation of new Set(world.protocol.violations)) world.promises.broken(violation);
    const took = (settledAt ?? world.clock.now()) - began;
    const slow = slowness(options, took);
    if (slow) world.promises.broken(slow);
    return {
      violations: [...world.promises.violations],
      struck: [...world.struck],
      calls: calls ?? [...world.calls],
      took,
      trace: traceOf(world),
    };
  } finally {
    await world.close();
    await finish(world);
  }
}

function slowness({ plain, faults }: RunOptions, took: number): string | undefined {
  if (plain === undefined || took <= plain + COST * faults.length) return undefined;
  const seconds = (time: number) => `${Math.round(time / 1_000)} s`;
  return `at rest after ${seconds(took)}, without a fault after ${seconds(plain)}; a fault may cost ${seconds(COST)}`;
}

async function play(world: World, scenario: Scenario) {
  const { clock, promises } = world;
  let step = 0;
  let settledAt: number | undefined;
  let calls: readonly CallMade[] | undefined;
  for (let steps = 0; ; steps += 1) {
    await drained();
    while (step < scenario.steps.length && scenario.steps[step]?.when(world)) {
      if (step >= (scenario.from ?? 0)) world.counting = true;
      await scenario.steps[step]?.act(world);
      await drained();
      world.disturbedAt = clock.now();
      steps = 0;
      step += 1;
    }
    // The first broken promise says it all, and what follows from it may never end.
    if (promises.violations.length > 0) return { settledAt, calls };
    const now = clock.now();
    if (step === scenario.steps.length && world.pending === 0 && scenario.settled(world)) {
      settledAt ??= now;
      calls ??= [...world.calls];
      if (now - Math.max(settledAt, promises.wroteAt, world.disturbedAt) >= QUIET) return { settledAt, calls };
    } else settledAt = undefined;
    if (now - world.disturbedAt > PATIENCE || steps > STEPS || clock.due === undefined) {
      promises.broken(stuck(world, scenario, step));
      return { settledAt, calls };
    }
    clock.step();
  }
}

function stuck(world: World, { steps }: Scenario, step: number): string {
  const { cluster } = world;
  if (step < steps.length) return `step ${step + 1} was never reached: ${summary(world)}`;
  const calm = [...cluster.objects.values()].length;
  return `no rest within ${PATIENCE / 60_000} min (${calm} objects): ${summary(world)}`;
}

function summary({ cluster }: World): string {
  return [...cluster.objects.values()]
    .map(({ kind, metadata, status }) => {
      const conditions = (status?.conditions ?? []).map(({ type, reason, message }) => `${type}=${reason} ${message}`);
      return `${kind} ${metadata.name} [${conditions.join(' | ').slice(0, 400)}]`;
    })
    .join('; ');
}

/** Lets Kubernetes clean up behind the run. */
async function finish({ clock }: World): Promise<void> {
  const end = clock.now() + 50;
  for (let steps = 0; steps < 1_000; steps += 1) {
    await drained();
    if (clock.due === undefined || clock.due > end) return;
    clock.step();
  }
}

function traceOf({ stackit, clock }: World): string {
  let hash = 0;
  for (const { time, method, status, operationId } of stackit.journal) {
    for (const character of `${time}${method}${status}${operationId}`) {
      hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
    }
  }
  return `${(hash >>> 0).toString(16)}-${stackit.journal.length}-${clock.now()}`;
}

/** The command that repeats a run. */
export function replay({ scenario, seed, faults, elected }: Omit<RunOptions, 'code'>): string {
  const parts = [`--scenario ${scenario.name}`, `--seed ${seed}`];
  if (faults.length > 0) parts.push(`--faults ${faultsToText(faults)}`);
  if (elected) parts.push('--elected');
  return `npm run faults -- ${parts.join(' ')}`;
}
