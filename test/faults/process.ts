import { createClients } from '../../provider/cloud/clients';
import { whileLeading } from '../../provider/cloud/layers';
import type { Log } from '../../provider/log';
import type { Metrics } from '../../provider/metrics';
import type { Transport } from '../../src/http';
import type { TokenSource } from '../../src/stackit';
import { LEASE } from './cluster';
import { randomOf, seedOf } from './random';
import { ProcessClock } from './time';
import { wire } from './wire';
import type { World } from './world';

/** Times of every provider in a world, in milliseconds: the defaults of a real one, but for fewer renewals. */
export const TIMES = {
  createGrace: 30_000,
  notFoundGrace: 120_000,
  pollInterval: 60_000,
  fastPollInterval: 2_000,
  leaseDuration: 15_000,
  renewDeadline: 10_000,
  retryPeriod: 8_000,
} as const;

/** One provider process: put together as in `provider/main.ts`, but of parts that can be stopped, cut off and ended. */
export class Process {
  readonly name: string;
  readonly clock: ProcessClock;
  /** Ends the server's side of each open watch. */
  readonly connections = new Set<AbortController>();
  /** Break the open watches. */
  readonly watches = new Set<() => void>();
  /** Until when watch events are held back. */
  staleUntil = 0;
  leaseBlocked = false;
  /** STACKIT objects that this process made. */
  readonly made = new Set<string>();
  readonly #world: World;
  #leads: () => boolean = () => true;

  constructor(world: World, index: number) {
    this.#world = world;
    this.name = `p${index}`;
    this.clock = new ProcessClock(world.clock);
  }

  /** May this process make a mutating call now, by its own lease? */
  leads(): boolean {
    return this.#leads();
  }

  /** Runs as the main function does; resolves when the process would exit. */
  async run(elected: boolean): Promise<void> {
    const { code, seed, log, cluster, kinds } = this.#world;
    const { clock } = this;
    const random = randomOf(seedOf(seed, this.name));
    const kube = new code.KubeClient({ transport: wire(this.#world, this, 'kubernetes', cluster.handle), clock });
    const plain = wire(this.#world, this, 'stackit', this.#world.stackit.handle);
    // A change of a cluster reads first, and a process may come to stand still between its check of the lease and a call:
    // then only the layer of the main function checks in time. All other calls follow the engine's own check at once, which
    // must show when it is missing.
    const guarded = whileLeading(plain, () => this.leads());
    const transport: Transport = async (request) => {
      const stood = clock.isPaused;
      await clock.running();
      return (stood || /\/(?:clusters|services)\//.test(request.path) ? guarded : plain)(request);
    };
    const clients = createClients({
      transport,
      tokens: this.#tokens(),
      clock,
      random,
    });
    let attempts = 0;
    const work = (isLeader: () => boolean, signal: AbortSignal) =>
      new code.Provider({
        ...TIMES,
        kinds: code.kinds.filter(({ kind }) => kinds?.includes(kind) ?? true),
        kube,
        clients,
        clock,
        random,
        log,
        metrics: silentMetrics,
        events: new code.EventRecorder({ client: kube, clock, component: 'sostackit', instance: this.name, log }),
        clusterId: this.#world.clusterId,
        isLeader,
        workers: 4,
        namespaces: [cluster.namespace],
        token: () => `${this.name}-${++attempts}`,
      }).run(signal);
    const never = new AbortController().signal;
    if (!elected) return work(() => true, never);
    const election = new code.LeaderElection({
      ...TIMES,
      ...LEASE,
      client: kube,
      identity: this.name,
      clock,
      random,
      createNamespace: true,
      log,
    });
    this.#leads = () => election.isLeader();
    await election.run({
      signal: never,
      onStarted: (signal) => work(() => election.isLeader(), signal),
      onStopped: () => {},
    });
  }

  /** Cuts the process off: nothing it asked for comes back, and nothing it planned happens. */
  kill(): void {
    this.clock.kill();
    for (const connection of this.connections) connection.abort();
    this.connections.clear();
  }

  #tokens(): TokenSource {
    return { token: async () => this.#world.token, invalidate: () => {}, describe: () => 'a given token' };
  }
}

const silentMetrics = {
  reconciled: () => {},
  watchQueue: () => {},
  watchResources: () => {},
  queueAdded: () => {},
  queueRetried: () => {},
  queueWaited: () => {},
  leading: () => {},
  kubernetesCall: () => {},
  stackitCall: () => {},
} as unknown as Metrics;

/** A log that keeps what it is told, as text. */
export function recordingLog(lines: string[]): Log {
  const line = (level: string) => (fields: object, message: string) => {
    lines.push(
      `${level} ${message} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? String(value) : value))}`,
    );
  };
  const log: Log = {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    child: () => log,
  };
  return log;
}
