import { createClients } from '../../provider/cloud/clients';
import { kinds } from '../../provider/kinds';
import { EventRecorder, type KubeClient, type KubeObject, type ResourcePath } from '../../provider/kubernetes';
import { createLog } from '../../provider/log';
import { createMetrics } from '../../provider/metrics';
import { Provider } from '../../provider/provider';
import type { CommonStatus, Condition } from '../../src/api';
import { systemClock } from '../../src/clock';
import { API_GROUP, API_VERSION } from '../../src/product';
import {
  createStackitSimulator,
  type JournalEntry,
  makeKeySync,
  type SimulatorOptions,
  type StackitListener,
  type StackitSimulator,
} from '../../src/sandbox/stackit';
import { createTokenSource } from '../../src/stackit';
import { type Cluster, until } from './clusters';
import { protocol } from './stackit-protocol';

/** An object of ours as tests read it. */
export type Seen = KubeObject & {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: CommonStatus & Readonly<Record<string, unknown>>;
};

/** Project of the samples. */
export const PROJECT = '11111111-2222-4333-8444-555555555555';
/** Image that every project sees. */
export const PUBLIC_IMAGE = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
/** What `metadata`-less specs in tests begin with. */
export const PLACE = { projectId: PROJECT, region: 'eu01' } as const;

const key = makeKeySync();

/** Silent, unless `LOG_LEVEL` asks for what the provider says. */
const log = createLog({ level: (process.env.LOG_LEVEL as 'debug' | undefined) ?? 'silent' });

/** A STACKIT, a namespace in a Kubernetes API, and a provider between them. */
export class World {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly stackit: StackitSimulator;
  readonly #listener: StackitListener;
  #run: { stop(): Promise<void> } | undefined;

  private constructor(cluster: Cluster, namespace: string, stackit: StackitSimulator, listener: StackitListener) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.stackit = stackit;
    this.#listener = listener;
  }

  /** Makes a world of its own in a cluster. The provider is not started. */
  static async make(cluster: Cluster, namespace: string, options: SimulatorOptions = {}): Promise<World> {
    const stackit = createStackitSimulator({
      speed: 200,
      key,
      deviations: 'all',
      recorder: protocol.recorder,
      ...options,
    });
    const listener = await stackit.listen();
    await cluster.admin.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    return new World(cluster, namespace, stackit, listener);
  }

  /** Environment of a provider process. */
  get endpoints(): StackitListener {
    return this.#listener;
  }

  /** Starts a provider for this namespace, in this process and over HTTP on both sides. */
  start(
    options: { readonly isLeader?: () => boolean; readonly clusterId?: string; readonly pollInterval?: number } = {},
  ): void {
    if (this.#run) throw new Error('the provider is running already');
    const { cluster, namespace } = this;
    const tokens = createTokenSource({
      env: {
        STACKIT_SERVICE_ACCOUNT_KEY: JSON.stringify(this.stackit.key),
        STACKIT_TOKEN_BASEURL: this.#listener.tokenEndpoint,
      },
    });
    const { iaasEndpoint, skeEndpoint, serviceEnablementEndpoint } = this.#listener;
    const clients = createClients(
      { tokens },
      { iaas: iaasEndpoint, ske: skeEndpoint, serviceEnablement: serviceEnablementEndpoint },
    );
    const kube = cluster.provider;
    const provider = new Provider({
      kinds,
      kube,
      clients,
      clock: systemClock,
      random: Math.random,
      log,
      metrics: createMetrics(),
      events: new EventRecorder({
        client: kube,
        clock: systemClock,
        component: 'sostackit',
        instance: 'test',
        log,
      }),
      clusterId: options.clusterId ?? 'test-cluster',
      isLeader: options.isLeader ?? (() => true),
      createGrace: 500,
      notFoundGrace: 500,
      pollInterval: options.pollInterval ?? 1_000,
      fastPollInterval: 100,
      workers: 8,
      namespaces: [namespace],
    });
    const abort = new AbortController();
    const done = provider.run(abort.signal);
    this.#run = {
      stop: async () => {
        abort.abort();
        await done;
        await clients.close();
        await tokens.close();
      },
    };
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Stops the provider. */
  async stop(): Promise<void> {
    await this.#run?.stop();
    this.#run = undefined;
  }

  /** Ends everything but the cluster. */
  async end(): Promise<void> {
    await this.stop();
    await this.#listener.close();
    protocol.check();
  }

  path(kind: string, name?: string, subresource?: string): ResourcePath {
    return {
      group: API_GROUP,
      version: API_VERSION,
      plural: `${kind.toLowerCase()}s`,
      namespace: this.namespace,
      ...(name !== undefined && { name }),
      ...(subresource !== undefined && { subresource }),
    };
  }

  get kube(): KubeClient {
    return this.cluster.admin;
  }

  /** Applies an object of ours, given whole or by kind, name and spec. */
  async apply(object: KubeObject): Promise<Seen> {
    const { kind = '', metadata } = object;
    return this.kube.apply<Seen>(this.path(kind, metadata.name), {
      ...object,
      metadata: { ...metadata, namespace: this.namespace },
    });
  }

  async create(kind: string, name: string, spec: object): Promise<Seen> {
    return this.apply({ apiVersion: `${API_GROUP}/${API_VERSION}`, kind, metadata: { name }, spec } as KubeObject);
  }

  get(kind: string, name: string): Promise<Seen> {
    return this.kube.get<Seen>(this.path(kind, name));
  }

  async delete(kind: string, name: string): Promise<void> {
    await this.kube.delete(this.path(kind, name));
  }

  /** Waits for a state of an object, by default Ready=True. */
  async reach(kind: string, name: string, test: (object: Seen) => unknown = isReady, timeout?: number): Promise<Seen> {
    let seen: Seen | undefined;
    return until(
      `${kind} ${name} satisfies ${test === isReady ? 'Ready=True' : test}`,
      async () => {
        seen = await this.get(kind, name);
        return test(seen) ? seen : undefined;
      },
      timeout,
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${JSON.stringify(seen?.status, null, 1)}`);
    });
  }

  /** Waits until an object is gone from Kubernetes. */
  async vanish(kind: string, name: string, timeout?: number): Promise<void> {
    await until(
      `${kind} ${name} is gone`,
      async () => {
        const { items } = await this.kube.list(this.path(kind));
        return !items.some(({ metadata }) => metadata.name === name);
      },
      timeout,
    );
  }

  /** Calls to STACKIT that changed something, or tried to. */
  writes(): JournalEntry[] {
    return this.stackit.journal.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/token'));
  }

  /** What in STACKIT carries our owner label, as `kind name`. */
  ours(): string[] {
    return (['network', 'volume', 'image', 'server', 'cluster'] as const).flatMap((kind) =>
      this.stackit
        .objects(kind)
        .filter(({ labels }) => labels?.['sostackit-owner'])
        .map(({ name }) => `${kind} ${name}`),
    );
  }

  /** Merges a patch into an object. */
  async patch(kind: string, name: string, patch: Readonly<Record<string, unknown>>): Promise<Seen> {
    return this.kube.patch<Seen>(this.path(kind, name), patch);
  }

  /** Messages of the events with a reason. */
  async events(wanted: string): Promise<string[]> {
    const path = { group: '', version: 'v1', plural: 'events', namespace: this.namespace };
    const { items } = await this.kube.list<KubeObject & { reason: string; message: string }>(path);
    return items.filter(({ reason }) => reason === wanted).map(({ message }) => message);
  }

  /** Calls of one operation. */
  calls(operationId: string): JournalEntry[] {
    return this.stackit.journal.filter((entry) => entry.operationId === operationId);
  }
}

const NAMESPACES: ResourcePath = { group: '', version: 'v1', plural: 'namespaces' };

/** The condition of a type. */
export function condition(object: Seen, type: 'Ready' | 'Synced' = 'Ready'): Condition | undefined {
  return object.status?.conditions?.find((candidate) => candidate.type === type);
}

/** Ready=True for the present generation. */
export function isReady(object: Seen): boolean {
  const ready = condition(object);
  return ready?.status === 'True' && ready.observedGeneration === object.metadata.generation;
}

/** The reason of Ready. */
export function reason(object: Seen): string | undefined {
  return condition(object)?.reason;
}
