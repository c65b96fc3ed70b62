import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { BUDGET_PACE, Budgets } from '../../provider/cloud/budget';
import { createClients } from '../../provider/cloud/clients';
import { parseConfig } from '../../provider/config';
import { ownerOf } from '../../provider/engine/owner';
import { kinds } from '../../provider/kinds';
import { EventRecorder, KubeClient, type KubeObject } from '../../provider/kubernetes';
import { silentLog } from '../../provider/log';
import { createMetrics } from '../../provider/metrics';
import { Provider } from '../../provider/provider';
import type { CommonStatus } from '../../src/api';
import { bodyOf, readBody, type Transport } from '../../src/http';
import { createKubernetesApi } from '../../src/sandbox/kubernetes';
import { createStackitSimulator } from '../../src/sandbox/stackit';
import { VirtualClock } from './engine-time';
import type { Figure } from './figure';
import { root } from './process';

/** Scale of the run; smaller ones are for trying out. */
const PROJECTS = Number(process.env.BENCH_PROJECTS ?? 20);
const STACKS = Number(process.env.BENCH_STACKS ?? 50);
const CLUSTER_ID = 'bench';
/** Milliseconds of one way of a call, as between a cluster and a cloud nearby. */
const WAY = { kubernetes: 2, stackit: 25 } as const;
/** Seconds on the longest path: a volume with its image, then a server. */
const CRITICAL = 5 + 15 + 60;
const GROUP = '/apis/compute.sostackit.dev/v1alpha1';

/** Kinds whose objects an object of the stack waits for. */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  Volume: ['Image'],
  Server: ['Network', 'Volume'],
};

/** What one run of all stacks came to. */
interface Run {
  /** Virtual seconds until all objects were ready. */
  readonly seconds: number;
  /** Virtual seconds that no provider could go below. */
  readonly least: number;
  /** Calls to STACKIT for each object. */
  readonly calls: number;
  /** Writes for each object until it was ready, without events. */
  readonly writes: number;
  /** Events of the object with the most. */
  readonly events: number;
  /** The same of adopted objects. */
  readonly adoptedEvents: number;
  /** Virtual seconds from the moment a server's last dependency was accepted as ready to its first request, 99th percentile. */
  readonly wait: number;
  /** The same of volumes, whose images are all ready at once. */
  readonly volumeWait: number;
  /** To the intent of their creation, which is written once the budget lets them; of both the longer. */
  readonly intentWait: number;
  /** Seconds of processor time of all: provider, simulator and Kubernetes API. */
  readonly processor: number;
}

type Seen = KubeObject & { readonly kind: string; readonly status?: CommonStatus };

class Stacks {
  readonly clock = new VirtualClock();
  readonly #api = createKubernetesApi({ clock: this.clock, window: 1_000_000 });
  readonly #stackit = createStackitSimulator({ clock: this.clock, tokenLifetime: 1e7, journalLimit: 1 });
  readonly #objects: string[] = [];
  readonly #readyAt = new Map<string, number>();
  readonly #firstAt = new Map<string, number>();
  readonly #keyByOwner = new Map<string, string>();
  readonly #writes = new Map<string, number>();
  readonly #events = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  /** When LISTs of everything began, by project and collection. */
  readonly #listedAt = new Map<string, number[]>();
  readonly #createdAt = new Map<string, number>();

  async set(): Promise<void> {
    for (const document of documents('crds/all.yaml')) {
      await this.#create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', document);
    }
    const stack = documents('examples/yaml/full-stack.yaml') as readonly Seen[];
    for (let project = 0; project < PROJECTS; project += 1) {
      const namespace = `project-${project}`;
      await this.#create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      const projectId = `11111111-2222-4333-8444-${String(project).padStart(12, '0')}`;
      for (let index = 0; index < STACKS; index += 1) {
        const text = JSON.stringify(stack).replaceAll('"stack"', `"stack-${index}"`);
        for (const object of JSON.parse(text) as readonly Seen[]) {
          const { kind } = object;
          const placed = { ...object, spec: { ...(object as { spec?: object }).spec, projectId } };
          await this.#create(`${GROUP}/namespaces/${namespace}/${kind.toLowerCase()}s`, placed);
          const name = `stack-${index}`;
          this.#objects.push(`${kind} ${namespace}/${name}`);
          this.#keyByOwner.set(
            ownerOf({ clusterId: CLUSTER_ID, kind, namespace, name }),
            `${kind} ${namespace}/${name}`,
          );
        }
      }
    }
  }

  async run(): Promise<Run> {
    const { clock } = this;
    const before = process.cpuUsage();
    const began = clock.now();
    const stop = new AbortController();
    const running = this.#provider().run(stop.signal);
    await clock.run(() => this.#readyAt.size === this.#objects.length, 3_600_000);
    const seconds = (clock.now() - began) / 1000;
    const { user, system } = process.cpuUsage(before);
    const calls = [...this.#calls.values()];
    const result: Run = {
      seconds,
      least: Math.max(CRITICAL, ...calls.map(leastTime)),
      calls: sum(calls) / this.#objects.length,
      writes: sum([...this.#writes.values()]) / this.#objects.length,
      events: Math.max(...this.#events.values()),
      adoptedEvents: Math.max(0, ...[...this.#events].filter(([key]) => key.startsWith('Image ')).map(([, n]) => n)),
      wait: this.#wait('Server', this.#firstAt),
      volumeWait: this.#wait('Volume', this.#firstAt),
      intentWait: Math.max(this.#wait('Server', this.#createdAt), this.#wait('Volume', this.#createdAt)),
      processor: (user + system) / 1e6,
    };
    stop.abort();
    await clock.run(() => false, 1).catch(() => {});
    void running;
    return result;
  }

  /** The most writes that an object of each kind took. */
  most(): string {
    const most = new Map<string, number>();
    for (const [key, writes] of this.#writes) {
      const kind = key.split(' ')[0] ?? '';
      most.set(kind, Math.max(most.get(kind) ?? 0, writes));
    }
    return [...most].map(([kind, writes]) => `${kind} ${writes}`).join(', ');
  }

  #provider(): Provider {
    const { clock } = this;
    const kube = new KubeClient({ transport: this.#kubernetes(), clock });
    const token = this.#stackit.tokens.issue(undefined, 1e8);
    const budgets = new Budgets(clock);
    const clients = createClients({
      transport: this.#wire(this.#stackit.handle),
      layer: (transport) => budgets.around(transport),
      tokens: { token: async () => token, invalidate: () => {}, describe: () => 'a given token' },
      clock,
    });
    return new Provider({
      kinds,
      kube,
      clients,
      clock,
      random: Math.random,
      log: silentLog,
      metrics: createMetrics(),
      events: new EventRecorder({ client: kube, clock, component: 'bench', instance: 'bench', log: silentLog }),
      clusterId: CLUSTER_ID,
      isLeader: () => true,
      turn: (projectId) => budgets.turn(projectId),
      createGrace: 30_000,
      notFoundGrace: 120_000,
      pollInterval: 60_000,
      fastPollInterval: 2_000,
      workers: parseConfig([], {}).workers,
      namespaces: [],
    });
  }

  /** Counts writes, and sees when an object is accepted as ready, and when one that shared a LIST goes on to its creation. */
  #kubernetes(): Transport {
    return async (request) => {
      await this.#way(WAY.kubernetes);
      const response = await this.#api.handle(request);
      if (request.method === 'GET') {
        await this.#way(WAY.kubernetes);
        return response;
      }
      const accepted = this.clock.now();
      const body = (await readBody(response.body)).toString('utf8');
      const object = JSON.parse(body) as Seen & {
        readonly involvedObject?: { kind: string; namespace: string; name: string };
      };
      if (response.status < 300) {
        const { involvedObject, kind, metadata, status } = object;
        if (involvedObject)
          count(this.#events, `${involvedObject.kind} ${involvedObject.namespace}/${involvedObject.name}`);
        else {
          const key = `${kind} ${metadata.namespace}/${metadata.name}`;
          if (!this.#readyAt.has(key)) count(this.#writes, key);
          if (status?.attempt && !this.#createdAt.has(key)) this.#intended(key, object);
          const ready = status?.conditions?.find(({ type }) => type === 'Ready');
          if (ready?.status === 'True' && !this.#readyAt.has(key)) this.#readyAt.set(key, accepted);
        }
      }
      await this.#way(WAY.kubernetes);
      return { ...response, body: bodyOf(body) };
    };
  }

  /** What was not looked for by its owner label was looked for by a LIST of everything: the first since it could be. */
  #intended(key: string, { kind, ...object }: Seen): void {
    this.#createdAt.set(key, this.clock.now());
    if (this.#firstAt.has(key)) return;
    const { projectId } = (object as unknown as { readonly spec: { readonly projectId: string } }).spec;
    const name = key.slice(kind.length + 1);
    const ready = Math.max(...(DEPENDENCIES[kind] ?? []).map((of) => this.#readyAt.get(`${of} ${name}`) ?? Number.NaN));
    const lists = this.#listedAt.get(`${projectId} ${kind.toLowerCase()}s`) ?? [];
    this.#firstAt.set(key, lists.find((began) => began >= ready + WAY.kubernetes) ?? Number.NaN);
  }

  /** Counts calls, and sees the first one for each owned object that is looked for by its owner label. */
  #wire(target: Transport): Transport {
    return async (request) => {
      const project = /\/projects\/([^/]+)/.exec(request.path)?.[1] ?? '';
      count(this.#calls, project);
      const all = /\/regions\/[^/]+\/(\w+)(?:\?(?!.*label_selector).*)?$/.exec(request.path)?.[1];
      if (request.method === 'GET' && all !== undefined) {
        const name = `${project} ${all}`;
        this.#listedAt.set(name, [...(this.#listedAt.get(name) ?? []), this.clock.now()]);
      }
      const owner = /sostackit-owner(?:=|%3D)([0-9a-f]{32})/.exec(request.path)?.[1];
      const key = owner === undefined ? undefined : this.#keyByOwner.get(owner);
      if (key !== undefined && !this.#firstAt.has(key)) this.#firstAt.set(key, this.clock.now());
      await this.#way(WAY.stackit);
      const response = await target(request);
      await this.#way(WAY.stackit);
      return response;
    };
  }

  #way(delay: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(delay, resolve);
    });
  }

  /** Seconds from the moment an object could be worked on to the given one, 99th percentile. */
  #wait(kind: string, moments: ReadonlyMap<string, number>): number {
    const waits = this.#objects.flatMap((object) => {
      const [own, key] = object.split(' ');
      if (own !== kind) return [];
      const ready = Math.max(
        ...(DEPENDENCIES[kind] ?? []).map((dependency) => this.#readyAt.get(`${dependency} ${key}`) ?? Number.NaN),
      );
      return [((moments.get(object) ?? Number.NaN) - ready) / 1000];
    });
    return waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Number.NaN;
  }

  async #create(path: string, object: object): Promise<void> {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const response = await this.#api.handle({ method: 'POST', path, headers, body: JSON.stringify(object) });
    if (response.status > 299) throw new Error((await readBody(response.body)).toString('utf8'));
  }
}

/** Seconds in which the budget of a project lets so many calls through: a burst first, then a pace that grows up to its most. */
function leastTime(calls: number): number {
  const { start, growth, most } = BUDGET_PACE;
  const ramp = (most - start) / growth;
  const left = calls - 2 * start;
  if (left <= 0) return 0;
  const withinRamp = (Math.sqrt(start ** 2 + 2 * growth * left) - start) / growth;
  return withinRamp <= ramp ? withinRamp : ramp + (left - ((start + most) / 2) * ramp) / most;
}

function documents(file: string): readonly object[] {
  return parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => document.toJS() as object);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

let run: Promise<Run> | undefined;

/** All figures are of one run: it is in virtual time, so that a second one would give the same. */
function stacks(): Promise<Run> {
  run ??= (async () => {
    const world = new Stacks();
    await world.set();
    const result = await world.run();
    console.log(`most writes of one object: ${world.most()}`);
    console.log(`their turn to be created after their dependencies (p99): ${result.intentWait.toFixed(2)} s`);
    console.log(
      `${PROJECTS * STACKS} FullStacks in ${PROJECTS} projects: ${result.seconds.toFixed(1)} s of virtual time, ${result.processor.toFixed(0)} s of processor time for both sandboxes and the provider`,
    );
    return result;
  })();
  return run;
}

function figure(
  name: string,
  unit: Figure['unit'],
  goal: number,
  of: (run: Run) => number,
  least: Figure['baseline'],
): Figure {
  return { name, unit, goal, runs: 1, measure: async () => of(await stacks()), baseline: least };
}

const none = (name: string, value: number) => ({ name, measure: async () => value });

/** A thousand stacks from nothing, in virtual time: what counts is waiting, not the machine. */
export const engineStacks: readonly Figure[] = [
  figure(
    'stacks ready, over the least possible time',
    'x',
    1.2,
    ({ seconds, least }) => seconds / least,
    none('critical path or budget', 1),
  ),
  figure(
    'STACKIT calls per object',
    'calls',
    5,
    ({ calls }) => calls,
    none('a LIST and a POST, nothing for adoption', 1.5),
  ),
  figure(
    'Kubernetes writes per object',
    'calls',
    5,
    ({ writes }) => writes,
    none('finalizer, intent, ID, ready; ready for adoption', 3.25),
  ),
  figure('events of an object', 'calls', 2, ({ events }) => events, none('created', 1)),
  figure('events of an adopted object', 'calls', 0, ({ adoptedEvents }) => adoptedEvents, none('none', 0)),
  figure(
    'server asks STACKIT after its dependencies (p99)',
    's',
    1,
    ({ wait }) => wait,
    none('one way of a watch', WAY.kubernetes / 1000),
  ),
  figure(
    'volume asks STACKIT after its image (p99)',
    's',
    1,
    ({ volumeWait }) => volumeWait,
    none('one way of a watch', WAY.kubernetes / 1000),
  ),
];
