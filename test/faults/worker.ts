import { loadProvider } from './code';
import type { Share } from './pairs';
import { everyRun } from './plan';
import { scenarios } from './stories';
import { type Report, Tally } from './tally';

/** What a worker is told on its start, as JSON in its first argument. */
export interface Assignment {
  readonly seed: number;
  /** Folder whose `provider/` is run. */
  readonly root: string;
  /** Milliseconds since the epoch at which no further pair is begun. */
  readonly end: number;
}

/** What a worker says: what it has done, or that it can take the next scenario. */
export type FromWorker = Report | 'next';

/** Milliseconds between two reports. */
const PERIOD = 2_000;

const { seed, end, root } = JSON.parse(process.argv[2] ?? '{}') as Assignment;
const code = loadProvider(root);

/** Plays a scenario with all its faults. */
async function play(name: string): Promise<void> {
  const scenario = scenarios.find((candidate) => candidate.name === name);
  if (!scenario) throw new RangeError(`no scenario ${name}`);
  const tally = new Tally();
  const share: Share = { tried: 0, all: 0, complete: true };
  let told = Date.now();
  for await (const done of everyRun({ scenario, code, seed, share, enough: () => Date.now() >= end })) {
    tally.add(done);
    if (Date.now() - told < PERIOD) continue;
    told = Date.now();
    say(tally.take(scenario.name, share));
  }
  say(tally.take(scenario.name, share));
  say('next');
}

function say(message: FromWorker): void {
  process.send?.(message);
}

process.on('message', (name: string) => {
  play(name).catch((error: unknown) => {
    console.error(error);
    process.exit(2);
  });
});
say('next');
