import { loadProvider } from './code';
import { everySingle, type PlanOptions, pairs, type Share } from './plan';
import { scenarios } from './stories';
import { Tally } from './tally';

/** What a worker is told on its start, as JSON in its first argument. */
export interface Assignment {
  readonly index: number;
  readonly count: number;
  readonly seed: number;
  /** Folder whose `provider/` is run. */
  readonly root: string;
  /** Empty: all. */
  readonly scenario: string;
  /** Milliseconds since the epoch at which no further pair is begun. */
  readonly end: number;
}

/** Milliseconds between two reports. */
const PERIOD = 2_000;

async function main(): Promise<void> {
  const { index, count, seed, scenario, end, root } = JSON.parse(process.argv[2] ?? '{}') as Assignment;
  const plan: PlanOptions = {
    code: loadProvider(root),
    scenarios: scenarios.filter(({ name }) => scenario === '' || name === scenario),
    seed,
  };
  const tally = new Tally();
  const share: Share = { tried: 0, all: 0, complete: false };
  let told = Date.now();
  const tell = () => process.send?.(tally.take(share));
  const part = { index, count };
  const enough = () => Date.now() >= end;
  for (const runs of [everySingle(plan, part), pairs(plan, { part, enough, share })]) {
    for await (const done of runs) {
      tally.add(done);
      if (Date.now() - told < PERIOD) continue;
      told = Date.now();
      tell();
    }
  }
  tell();
}

main().then(
  () => process.disconnect?.(),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
