import type { Log } from '../../provider/log';
import {
  createStackitSimulator,
  makeKeySync,
  type SimulatorOptions,
  type StackitSimulator,
} from '../../src/sandbox/stackit';
import { Protocol } from '../support/stackit-protocol';
import { Cluster } from './cluster';
import type { ProviderCode } from './code';
import { applies, type CallMade, type CallShape, type Fault, type FaultKind } from './fault';
import { Process, recordingLog } from './process';
import { Promises } from './promises';
import { randomOf, seedOf } from './random';
import { WorldClock } from './time';
import { never } from './wire';

/** When every run begins. */
const BEGIN = Date.UTC(2026, 0, 1);
/** Milliseconds after which a process that ended is started again. */
const RESTART = 1_000;
/** How long watch events are held back. */
const STALE = 20_000;
/** How long a process stands still: always past its lease, before or after its successor has done what it left. */
const PAUSES = [20_000, 50_000, 100_000] as const;
const LONGEST_PAUSE = 100_000;

const key = makeKeySync();
let token: string | undefined;

/** A fault that struck, and what the call was about. */
export interface Struck extends Fault {
  readonly about: string;
}

/** What a run is made of. */
export interface WorldOptions {
  readonly code: ProviderCode;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Two processes take part in a leader election. */
  readonly elected: boolean;
  /** The only kinds that the provider looks after. @default all */
  readonly kinds?: readonly string[] | undefined;
  /** Options of the simulator, beside those of every run. */
  readonly stackit?: SimulatorOptions | undefined;
}

/** Both stores, one time, and the processes between them. Everything that happens follows from the options. */
export class World {
  readonly clock = new WorldClock(BEGIN);
  readonly code: ProviderCode;
  readonly seed: number;
  readonly kinds: readonly string[] | undefined;
  readonly cluster: Cluster;
  readonly stackit: StackitSimulator;
  /** Holds every exchange against STACKIT's documents, where those are there. */
  readonly protocol = new Protocol();
  readonly promises: Promises;
  readonly lines: string[] = [];
  readonly log: Log = recordingLog(this.lines);
  readonly clusterId = 'fault-cluster';
  readonly token: string;
  readonly processes: Process[] = [];
  readonly struck: Struck[] = [];
  /** The calls in their order, for the plan of the next runs. */
  readonly calls: CallMade[] = [];
  /** When the last fault, or what follows from one, happened. */
  disturbedAt = BEGIN;
  /** Consequences of faults that are still to come. */
  pending = 0;
  /** Are calls counted, and faults due? */
  counting = false;
  readonly #faults: ReadonlyMap<number, FaultKind>;
  readonly #elected: boolean;
  readonly #wireRandom: () => number;
  #waitsForRival: Process | undefined;

  private constructor(cluster: Cluster, clock: WorldClock, options: WorldOptions) {
    this.clock = clock;
    this.cluster = cluster;
    this.code = options.code;
    this.seed = options.seed;
    this.kinds = options.kinds;
    this.#elected = options.elected;
    this.#faults = new Map(options.faults.map(({ at, kind }) => [at, kind]));
    this.#wireRandom = randomOf(seedOf(options.seed, 'wire'));
    this.stackit = createStackitSimulator({
      clock,
      key,
      speed: 12,
      tokenLifetime: 1e7,
      random: randomOf(seedOf(options.seed, 'stackit')),
      recorder: this.protocol.recorder,
      ...options.stackit,
    });
    token ??= this.stackit.tokens.issue(undefined, 1e8);
    this.token = token;
    this.promises = new Promises(this);
  }

  static async open(options: WorldOptions): Promise<World> {
    const clock = new WorldClock(BEGIN);
    return new World(await Cluster.open(clock, options.kinds), clock, options);
  }

  /** Starts a provider process. */
  start(): void {
    const process = new Process(this, this.processes.length + 1);
    this.processes.push(process);
    // It exits when its lease is lost; its pod then starts it again.
    void process.run(this.#elected).then(
      () => this.#exit(process),
      (error: unknown) => {
        this.promises.broken(`the provider ended with ${String(error)}`);
        this.#exit(process);
      },
    );
  }

  /** Ends everything at once, as when all pods are deleted. */
  stop(): void {
    for (const process of this.processes) process.kill();
  }

  /** Numbers a call and tells which fault strikes it. */
  enter(shape: CallShape & { readonly process: Process; readonly body: string }): {
    readonly number: number;
    readonly fault?: FaultKind;
  } {
    const { process } = shape;
    if (shape.side === 'kubernetes' && shape.path.includes('/leases')) {
      return { number: 0, ...(process.leaseBlocked && { fault: 'reset-before' as const }) };
    }
    if (!this.counting) return { number: 0 };
    const { side, method, path, watch } = shape;
    this.calls.push({ side, method, path, watch, text: textOf(shape) });
    const number = this.calls.length;
    const kind = this.#faults.get(number);
    if (kind === undefined || !applies(kind, shape)) return { number };
    this.struck.push({ kind, at: number, about: aboutOf(path) });
    this.disturbedAt = this.clock.now();
    switch (kind) {
      case 'stale-cache':
        process.staleUntil = this.clock.now() + STALE;
        break;
      case 'expired':
        this.cluster.compact();
        for (const cut of [...process.watches]) cut();
        break;
      case 'watch-cut':
        for (const cut of [...process.watches]) cut();
        break;
      case 'lease-lost':
        process.leaseBlocked = true;
        this.start();
        break;
      default:
    }
    return { number, fault: kind };
  }

  /** The process ends here; a new one starts soon. */
  die(process: Process): Promise<never> {
    if (!process.clock.isDead) this.#exit(process);
    return never();
  }

  /** The process stands still until long after its lease; another one takes part from now on. */
  pause(process: Process, until: 'time' | 'rival' = 'time'): void {
    process.clock.pause();
    this.start();
    if (until === 'rival') {
      this.#waitsForRival = process;
      this.later(LONGEST_PAUSE, () => process.clock.resume());
      return;
    }
    const random = randomOf(seedOf(this.seed, `pause ${this.calls.length}`));
    this.later(PAUSES[Math.floor(random() * PAUSES.length)] ?? LONGEST_PAUSE, () => process.clock.resume());
  }

  /** A process begins to create something in STACKIT. */
  creates(process: Process): void {
    const waiting = this.#waitsForRival;
    if (waiting === undefined || waiting === process) return;
    this.#waitsForRival = undefined;
    this.later(0, () => waiting.clock.resume());
  }

  /** A consequence of a fault that comes later. */
  later(delay: number, happens: () => unknown): void {
    this.pending += 1;
    this.clock.after(delay, () => {
      this.pending -= 1;
      this.disturbedAt = this.clock.now();
      void happens();
    });
  }

  /** One way of a call. */
  latency(): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(this.jitter(), resolve);
    });
  }

  jitter(): number {
    return 1 + Math.floor(this.#wireRandom() * 4);
  }

  async close(): Promise<void> {
    this.stop();
    await this.cluster.close();
  }

  #exit(process: Process): void {
    process.kill();
    this.later(RESTART, () => this.start());
  }
}

/** IDs, hashes, names of namespaces and attempts, times and numbers. */
const VARIABLE = /\.?[0-9a-f]{8,}(?:-[0-9a-f]+)*|run-\d+|p\d+-\d+|[\d:.T-]*\d[\d:.TZ-]*/g;

function textOf({ method, path, body }: CallShape & { readonly body: string }): string {
  const [bare = '', query = ''] = path.split('?');
  const selector = query.includes('label_selector') ? '?owner' : '';
  const words = body.replace(/"(?:message|note)":"(?:[^"\\]|\\.)*"/g, '');
  return `${method} ${bare}${selector} ${words}`.replace(VARIABLE, '#');
}

function aboutOf(path: string): string {
  return /\/(network|image|volume|server|cluster|secret|event)s(?=[/?]|$)/.exec(path)?.[1] ?? 'other';
}
