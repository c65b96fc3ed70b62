import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure';
import { firstLine, processorTime, residentMemory, root } from './process';

/** Objects of each of the four kinds, all in one project. Fewer are for trying out. */
const PER_KIND = Number(process.env.BENCH_OBJECTS ?? 10_000) / 4;
/** Milliseconds of measured rest. */
const REST = Number(process.env.BENCH_REST ?? 60_000);
const USER_DATA = 2048;

interface Crowd {
  readonly environment: Readonly<Record<string, string>>;
  readonly clusterId: string;
  readonly counts: string;
  /** A copy, so that a build in the meantime does not disturb. */
  readonly bundle: string;
}

interface Counts {
  readonly stackit: number;
  readonly kubernetesWrites: number;
  readonly firstCallAt: number;
  readonly lastWriteAt: number;
}

/** What one session beside a crowd of objects at rest came to. */
interface Session {
  /** Calls to STACKIT in an hour. */
  readonly calls: number;
  /** Share of one core, in percent. */
  readonly processor: number;
  /** MiB, after the rest. */
  readonly memory: number;
  /** Seconds from the start of the process to the first call that a pass made. */
  readonly first: number;
  /** Seconds for which the event loop was held up at most, from the start on. */
  readonly stall: number;
  /** Seconds of processor time until all objects had been looked at. */
  readonly startProcessor: number;
}

async function countsOf(crowd: Crowd, reset = false): Promise<Counts> {
  return (await fetch(crowd.counts, { method: reset ? 'DELETE' : 'GET' })).json() as Promise<Counts>;
}

interface Running {
  readonly pid: number;
  readonly startedAt: number;
  /** Rejects when the process ends by itself. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** The bundle as a cluster would run it, with the time between two looks at rest that is the default. */
function startProvider(crowd: Crowd, node: readonly string[], environment: Readonly<Record<string, string>>): Running {
  const flags = ['--metrics-bind-address=0', '--health-probe-bind-address=0', `--cluster-id=${crowd.clusterId}`];
  const startedAt = Date.now();
  const child = spawn(process.execPath, [...node, crowd.bundle, ...flags], {
    cwd: root,
    env: { ...process.env, ...crowd.environment, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-1000);
  });
  const ended = once(child, 'close');
  const failed = ended.then(([code]) => {
    throw new Error(`the provider ended with ${code}: ${complaint}`);
  });
  failed.catch(() => {});
  return {
    pid: child.pid ?? 0,
    startedAt,
    failed,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits until STACKIT was asked for something and Kubernetes was written to no more for a while. */
async function untilQuiet(crowd: Crowd, { failed }: Running): Promise<void> {
  for (let seconds = 0; seconds < 300; seconds += 1) {
    await Promise.race([wait(1_000), failed]);
    const { firstCallAt, lastWriteAt } = await countsOf(crowd);
    if (firstCallAt > 0 && Date.now() - Math.max(firstCallAt, lastWriteAt) > 8_000) return;
  }
  throw new Error('the provider does not come to rest');
}

async function hold(userData: number): Promise<Session> {
  const args = ['--import', 'tsx', 'test/bench/engine-sandbox.ts', `${PER_KIND}`, `${userData}`];
  const sandbox = await firstLine({ args });
  const dir = mkdtempSync(join(tmpdir(), 'sostackit-bench-'));
  try {
    const bundle = join(dir, 'provider.cjs');
    copyFileSync(join(root, 'dist/provider.cjs'), bundle);
    const crowd: Crowd = { ...(JSON.parse(sandbox.line) as Crowd), bundle };
    // Brings every status into the provider's own words, which later starts find.
    const first = startProvider(crowd, [], {});
    await untilQuiet(crowd, first);
    await first.stop();
    await countsOf(crowd, true);
    const file = join(dir, 'stall');
    const provider = startProvider(crowd, ['--require', './test/bench/engine-watch.cjs'], { BENCH_STALL: file });
    await untilQuiet(crowd, provider);
    const { firstCallAt, kubernetesWrites } = await countsOf(crowd, true);
    if (kubernetesWrites > 0) throw new Error(`${kubernetesWrites} writes for objects at rest`);
    const startProcessor = processorTime(provider.pid);
    // By then the watch on the event loop has ended, and the second LIST has told each key that came late for the first.
    await wait(Math.max(0, provider.startedAt + 80_000 - Date.now()));
    await countsOf(crowd, true);
    const before = processorTime(provider.pid);
    const began = Date.now();
    await Promise.race([wait(REST), provider.failed]);
    const elapsed = (Date.now() - began) / 1000;
    const processor = (100 * (processorTime(provider.pid) - before)) / elapsed;
    const { stackit } = await countsOf(crowd);
    const memory = residentMemory(provider.pid);
    await provider.stop();
    return {
      calls: (stackit * 3600) / elapsed,
      processor,
      memory,
      first: (firstCallAt - provider.startedAt) / 1000,
      stall: Number(readFileSync(file, 'utf8')) / 1000,
      startProcessor,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
    await sandbox.stop();
  }
}

const sessions = new Map<number, Promise<Session>>();

/** All figures are of one session. */
function session(userData = 0): Promise<Session> {
  const running = sessions.get(userData) ?? hold(userData);
  sessions.set(userData, running);
  return running;
}

const none = (name: string, value: number) => ({ name, measure: async () => value });

/** 10,000 objects that nobody touches. */
export const engineRest: readonly Figure[] = [
  {
    name: 'STACKIT calls at rest',
    unit: 'calls/h',
    goal: 700,
    runs: 1,
    baseline: none('a LIST a kind and minute', 240),
    measure: async () => (await session()).calls,
  },
  {
    name: 'processor at rest',
    unit: '%',
    goal: 2,
    runs: 1,
    baseline: none('nothing', 0),
    measure: async () => (await session()).processor,
  },
  {
    name: 'memory with 10,000 objects',
    unit: 'MiB',
    goal: 130,
    runs: 1,
    baseline: none('the bundle idle, at most', 90),
    measure: async () => (await session()).memory,
  },
];

/** The same with user data, as it comes with every LIST of servers. */
export const engineUserData: readonly Figure[] = [
  {
    name: 'memory with 2 KB of user data a server',
    unit: 'MiB',
    goal: 130,
    runs: 1,
    baseline: none('the bundle idle, at most', 90),
    measure: async () => (await session(USER_DATA)).memory,
  },
  {
    name: 'event loop held up with user data',
    unit: 's',
    goal: 0.15,
    runs: 1,
    baseline: none('nothing', 0),
    measure: async () => (await session(USER_DATA)).stall,
  },
];

/** A start beside 10,000 objects. */
export const engineStart: readonly Figure[] = [
  {
    name: 'first reconcile among 10,000 objects',
    unit: 's',
    goal: 4,
    runs: 1,
    baseline: none('bundled provider listening, at most', 0.6),
    measure: async () => (await session()).first,
  },
  {
    name: 'event loop held up by that start',
    unit: 's',
    goal: 0.15,
    runs: 1,
    baseline: none('nothing', 0),
    measure: async () => (await session()).stall,
  },
  {
    name: 'processor time of that start',
    unit: 's',
    goal: 8,
    runs: 1,
    baseline: none('bundled provider listening, at most', 0.6),
    measure: async () => (await session()).startProcessor,
  },
];
