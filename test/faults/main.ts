import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadProvider, ROOT } from './code';
import { faultsOf } from './fault';
import { realRounds } from './real/rounds';
import { run } from './run';
import { scenarios } from './stories';
import { type Report, Tally } from './tally';
import type { Assignment } from './worker';

/** Minutes after which no further pair of faults is begun. */
const MINUTES = 38;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    /** Replays one run with these faults, as printed with a violation. */
    faults: { type: 'string' },
    elected: { type: 'boolean', default: false },
    /** Rounds with the bundle as a process. */
    rounds: { type: 'string', default: '200' },
    'no-real': { type: 'boolean', default: false },
    minutes: { type: 'string', default: String(MINUTES) },
    workers: { type: 'string', default: '2' },
    /** Folder with another `provider/` than that of this tree. */
    root: { type: 'string', default: ROOT },
  },
});

async function main(): Promise<void> {
  const { scenario, seed, faults, elected } = values;
  if (scenario !== '' && !scenarios.some(({ name }) => name === scenario)) {
    throw new RangeError(`no scenario ${scenario}; there are ${scenarios.map(({ name }) => name).join(', ')}`);
  }
  if (faults !== undefined) return replayOne(scenario, { seed: Number(seed), faults, elected });
  const began = Date.now();
  const tally = new Tally();
  const progress = setInterval(() => console.log(`${tally.total} runs so far`), 60_000);
  const real = values['no-real'] || scenario !== '' ? undefined : playRounds(tally);
  await Promise.all([...workers(tally, began + Number(values.minutes) * 60_000), real]);
  clearInterval(progress);
  console.log(tally.text());
  console.log(shareOf(tally));
  console.log(`${Math.round((Date.now() - began) / 1000)} s`);
  for (const { command, broken } of tally.violations) console.log(`${command}\n    ${broken.join('\n    ')}`);
  console.log(`${tally.total} runs, ${tally.violations.length} violations`);
  if (tally.violations.length > 0) process.exitCode = 1;
}

function workers(tally: Tally, end: number): Promise<void>[] {
  const count = Number(values.workers);
  return Array.from({ length: count }, (_, index) => {
    const { scenario, root } = values;
    const assignment: Assignment = { index, count, end, root, scenario, seed: Number(values.seed) };
    // Runs make much garbage that is dead at the next one: a larger young generation holds it whole.
    const execArgv = [...process.execArgv, '--max-semi-space-size=64'];
    const child = fork(join(__dirname, 'worker.ts'), [JSON.stringify(assignment)], { execArgv });
    child.on('message', (report: Report) => {
      for (const { command } of report.violations) console.log(`violation: ${command}`);
      tally.merge(report, index);
    });
    return new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`worker ${index} ended with ${code}`));
      });
    });
  });
}

/** In this process, which has little else to do. */
async function playRounds(tally: Tally): Promise<void> {
  const options = { rounds: Number(values.rounds), seed: Number(values.seed) };
  for await (const { cluster, blows, violations } of realRounds(options)) {
    tally.count(`${cluster} ${blows.join('+')} process`, 1);
    if (violations.length === 0) continue;
    console.log(`violation on the ${cluster}: ${violations.join('; ')}`);
    tally.violations.push({
      command: `npm run faults -- --seed ${options.seed}: a round on the ${cluster}`,
      broken: violations,
    });
  }
}

function shareOf(tally: Tally): string {
  let tried = 0;
  let all = 0;
  for (const share of tally.shares.values()) {
    tried += share.tried;
    all += share.all;
  }
  const complete = [...tally.shares.values()].every((share) => share.complete);
  if (all === 0) return 'every single fault; no pairs';
  const pairs = `${tried} pairs, which stand for ${all} (see test/faults/equivalence.ts)`;
  return `every single fault; ${complete ? 'every pair: ' : 'the time was up before every pair was tried: '}${pairs}`;
}

async function replayOne(
  name: string,
  { seed, faults, elected }: { readonly seed: number; readonly faults: string; readonly elected: boolean },
): Promise<void> {
  const scenario = scenarios.find((candidate) => candidate.name === name);
  if (!scenario) throw new RangeError('--faults needs --scenario');
  const result = await run({ scenario, code: loadProvider(values.root), seed, faults: faultsOf(faults), elected });
  for (const { kind, at, about } of result.struck) console.log(`struck: ${kind} at call ${at} (${about})`);
  for (const broken of result.violations) console.log(`    ${broken}`);
  console.log(`1 runs, ${result.violations.length > 0 ? 1 : 0} violations`);
  if (result.violations.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(`faults: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
});
