import { randomUUID } from 'node:crypto';
import type { Clock } from '../src/clock';
import { FREE_TURN, type Turn } from './cloud/budget';
import type { Clients } from './cloud/clients';
import { Observers } from './cloud/observers';
import { findCondition } from './engine/conditions';
import { Controller } from './engine/controller';
import type { Engine } from './engine/engine';
import type { AnyKind, Resource } from './engine/kind';
import { type Address, ReferenceIndex } from './engine/references';
import type { EventRecorder, KubeClient } from './kubernetes';
import type { Log } from './log';
import type { Metrics, ResourceCount } from './metrics';

/** What {@link Provider} works with. Times in milliseconds. */
export interface ProviderOptions {
  readonly kinds: readonly AnyKind[];
  readonly kube: KubeClient;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly clusterId: string;
  readonly isLeader: () => boolean;
  readonly createGrace: number;
  readonly notFoundGrace: number;
  readonly pollInterval: number;
  readonly fastPollInterval: number;
  /** Keys of one kind that are worked on at once. */
  readonly workers: number;
  /** Empty: all. */
  readonly namespaces: readonly string[];
  /** Waits until a creation may be sent to a project. @default at once */
  readonly turn?: (projectId: string) => Promise<Turn>;
  /** @default random UUIDs */
  readonly token?: () => string;
}

/** All controllers over one Kubernetes API and one identity at STACKIT. */
export class Provider {
  readonly #controllers: ReadonlyMap<string, Controller>;
  readonly #observers: Observers;
  readonly #references = new ReferenceIndex();

  constructor(options: ProviderOptions) {
    const { kinds, clients, clock, random, log, pollInterval, fastPollInterval } = options;
    this.#observers = new Observers({
      clock,
      random,
      fast: fastPollInterval,
      slow: pollInterval,
      list: (kind, scope, wide, signal) => kind.cloud.list(clients, scope, { wide, signal }),
      onChange: (kind, keys) => {
        for (const key of keys) this.#controllers.get(kind)?.wake(key);
      },
      onError: (kind, scope, error) => log.warn({ kind, ...scope, error: String(error) }, 'could not list STACKIT'),
    });
    const engine = this.#engine(options);
    this.#controllers = new Map(kinds.map((kind) => [kind.kind, new Controller(engine, kind, options)]));
    for (const [kind, { queue }] of this.#controllers) {
      options.metrics.watchQueue(kind, options.workers, () => ({ depth: queue.depth, active: queue.active }));
    }
    options.metrics.watchResources(() => this.#count());
  }

  /** Runs until `signal` is aborted; then waits for the passes under way. */
  async run(signal: AbortSignal): Promise<void> {
    const controllers = [...this.#controllers.values()];
    const reflectors = controllers.flatMap((controller) => [...controller.reflectors.values()]);
    const watches = reflectors.map((reflector) => reflector.run(signal));
    // A reference is judged only once the caches of all kinds hold what it could point to.
    void Promise.all(reflectors.map(({ synced }) => synced)).then(() => {
      for (const { queue } of controllers) queue.start();
    });
    await Promise.all(watches);
    this.#observers.stop();
    await Promise.all(controllers.map((controller) => controller.stop()));
  }

  *#count(): Iterable<ResourceCount> {
    for (const { kind, reflectors } of this.#controllers.values()) {
      const counts = { True: 0, False: 0, Unknown: 0 };
      for (const reflector of reflectors.values()) {
        for (const object of reflector.values()) {
          counts[findCondition((object as Resource).status?.conditions, 'Ready')?.status ?? 'Unknown'] += 1;
        }
      }
      for (const [ready, count] of Object.entries(counts)) {
        yield { kind: kind.kind, ready: ready as keyof typeof counts, count };
      }
    }
  }

  #engine(options: ProviderOptions): Engine {
    const { kube, clients, clock, random, log, metrics, events, clusterId, isLeader, createGrace, notFoundGrace } =
      options;
    return {
      kube,
      clients,
      clock,
      random,
      log,
      metrics,
      events,
      clusterId,
      isLeader,
      createGrace,
      notFoundGrace,
      settle: 5 * options.fastPollInterval,
      token: options.token ?? randomUUID,
      turn: options.turn ?? (async () => FREE_TURN),
      references: this.#references,
      observer: (kind, scope) => this.#observers.get(kind, scope),
      nudge: (kind, scope) => this.#observers.nudge(kind, scope),
      unwatch: ({ kind, key }) => this.#observers.unwatch(kind, key),
      lookup: ({ kind, key }: Address) => {
        const controller = this.#controllers.get(kind);
        const object = controller?.get(key);
        return controller && object && { object, kind: controller.kind };
      },
      wake: ({ kind, key }: Address) => this.#controllers.get(kind)?.wake(key),
    };
  }
}
