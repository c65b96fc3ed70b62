import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadProvider, ROOT } from './code';
import { faultsOf } from './fault';
import { realRounds } from './real/rounds';
import { run } from './run';
import type { Scenario } from './scenario';
import { scenarios } from './stories';
import { Tally } from './tally';
import type { Assignment, FromWorker } from './worker';

/** Minutes after which no further pair of faults is begun. */
const MINUTES = 38;

const HELP = `Usage: npm run faults -- [options]

Plays every scenario with a fault at each of its calls, some with every pair of faults, and the bundled provider as a
process that is killed and stopped. Ends with "N runs, N violations"; 1 is the exit code after a violation.

  --scenario NAME  only this one, and no process
  --seed N         what is picked at random follows from it (default 1)
  --faults LIST    replays one run of --scenario with these faults, as printed with a violation: reset-after@12,late@30
  --elected        replays it with two processes and a leader election
  --rounds N       rounds with the bundled provider as a process (default 200)
  --no-real        no rounds with the bundled provider
  --minutes N      begin no further pair after so long; single faults are all tried (default ${MINUTES})
  --workers N      processes that play scenarios (default 2)
  --root DIR       a folder with another provider/ than that of this tree
  --help           this text`;

function optionsOf(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      scenario: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'string' },
      elected: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '200' },
      'no-real': { type: 'boolean', default: false },
      minutes: { type: 'string', default: String(MINUTES) },
      workers: { type: 'string', default: '2' },
      root: { type: 'string', default: ROOT },
      help: { type: 'boolean', default: false },
    },
  });
  for (const name of ['seed', 'rounds', 'minutes', 'workers'] as const) {
    if (!/^\d+$/.test(values[name])) throw new RangeError(`--${name} must be a whole number, not "${values[name]}"`);
  }
  const { scenario, seed, rounds, minutes, workers } = values;
  if (scenario !== '' && !scenarios.some(({ name }) => name === scenario)) {
    throw new RangeError(`no scenario ${scenario}; there are ${scenarios.map(({ name }) => name).join(', ')}`);
  }
  if (values.faults !== undefined && scenario === '') throw new RangeError('--faults needs --scenario');
  if (Number(workers) === 0) throw new RangeError('--workers must be 1 or more');
  return { ...values, seed: Number(seed), rounds: Number(rounds), minutes: Number(minutes), workers: Number(workers) };
}

type Options = ReturnType<typeof optionsOf>;

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) {
    console.log(HELP);
    return;
  }
  if (options.faults !== undefined) return replayOne(options, options.faults);
  const began = Date.now();
  const tally = new Tally();
  const progress = setInterval(() => console.log(`${tally.total} runs so far`), 60_000);
  const real = options['no-real'] || options.scenario !== '' ? undefined : playRounds(tally, options);
  await Promise.all([...workers(tally, began + options.minutes * 60_000, options), real]);
  clearInterval(progress);
  console.log(tally.text());
  console.log(shareOf(tally));
  console.log(`${Math.round((Date.now() - began) / 1000)} s`);
  for (const { command, broken } of tally.violations) console.log(`${command}\n    ${broken.join('\n    ')}`);
  console.log(`${tally.total} runs, ${tally.violations.length} violations`);
  if (tally.violations.length > 0) process.exitCode = 1;
}

/** Hands the scenarios to workers, those without pairs first, as all single faults are to be tried whatever time there is. */
function workers(tally: Tally, end: number, { scenario, seed, root, workers: most }: Options): Promise<void>[] {
  const wanted = scenarios.filter(({ name }) => scenario === '' || name === scenario);
  const names = [...wanted].sort((a, b) => Number(a.pairs ?? false) - Number(b.pairs ?? false)).map(({ name }) => name);
  const count = Math.min(most, names.length);
  return Array.from({ length: count }, (_, index) => {
    const assignment: Assignment = { end, root, seed };
    // Runs make much garbage that is dead at the next one: a larger young generation holds it whole.
    const execArgv = [...process.execArgv, '--max-semi-space-size=64'];
    const child = fork(join(__dirname, 'worker.ts'), [JSON.stringify(assignment)], { execArgv });
    child.on('message', (message: FromWorker) => {
      if (message === 'next') {
        const name = names.shift();
        if (name === undefined) child.disconnect();
        else child.send(name);
        return;
      }
      for (const { command } of message.violations) console.log(`violation: ${command}`);
      tally.merge(message);
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
async function playRounds(tally: Tally, { rounds, seed }: Options): Promise<void> {
  for await (const { cluster, blows, violations } of realRounds({ rounds, seed })) {
    tally.count(`${cluster} ${blows.join('+')} process`, 1);
    if (violations.length === 0) continue;
    console.log(`violation on the ${cluster}: ${violations.join('; ')}`);
    tally.violations.push({
      command: `npm run faults -- --seed ${seed}: a round on the ${cluster}`,
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

async function replayOne({ scenario: name, seed, elected, root }: Options, faults: string): Promise<void> {
  const scenario = scenarios.find((candidate) => candidate.name === name) as Scenario;
  const plain = { scenario, code: loadProvider(root), seed, elected, faults: [] };
  const { took } = await run(plain);
  const result = await run({ ...plain, faults: faultsOf(faults), plain: took });
  for (const { kind, at, about } of result.struck) console.log(`struck: ${kind} at call ${at} (${about})`);
  for (const broken of result.violations) console.log(`    ${broken}`);
  console.log(`1 runs, ${result.violations.length > 0 ? 1 : 0} violations`);
  if (result.violations.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(`faults: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
});
