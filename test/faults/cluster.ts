import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubeObject, WatchEvent } from '../../provider/kubernetes';
import type { CommonStatus } from '../../src/api';
import type { Clock } from '../../src/clock';
import { readBody, type Transport } from '../../src/http';
import { API_GROUP, API_VERSION } from '../../src/product';
import { createKubernetesApi, type KubernetesApi } from '../../src/sandbox/kubernetes';
import { ROOT } from './code';

/** An object of ours as the harness sees it. */
export type Seen = KubeObject & {
  readonly kind: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: CommonStatus & Readonly<Record<string, unknown>>;
};

/** A Secret as the harness sees it. */
export type Secret = KubeObject & { readonly data?: Readonly<Record<string, string>> };

export const PLURALS: Readonly<Record<string, string>> = {
  Network: 'networks',
  Image: 'images',
  Volume: 'volumes',
  Server: 'servers',
  Cluster: 'clusters',
};

/** Where the providers' lease lies. It is there from the start, so that the first run of a process is like all others. */
export const LEASE = { namespace: 'fault-leases', name: 'provider' } as const;

interface Shared {
  readonly api: KubernetesApi;
  clock: Clock;
  runs: number;
}

let shared: Promise<Shared> | undefined;

/**
 * Kubernetes for one run: a namespace of its own in one API server for all runs of this process, as setting up the
 * definitions costs more than a run. The server's time is that of the run under way.
 */
export class Cluster {
  readonly namespace: string;
  readonly handle: Transport;
  /** Objects of ours as they are now, by `Kind/name`. */
  readonly objects = new Map<string, Seen>();
  /** Secrets of the namespace by name, once {@link mirrorSecrets} was called. */
  readonly secrets = new Map<string, Secret>();
  readonly #shared: Shared;
  readonly #end = new AbortController();

  private constructor(base: Shared, clock: Clock) {
    this.#shared = base;
    base.runs += 1;
    base.clock = clock;
    base.api.compact();
    this.namespace = `run-${base.runs}`;
    this.handle = base.api.handle;
  }

  /** @param kinds the kinds that there will be @default all */
  static async open(clock: Clock, kinds: readonly string[] = Object.keys(PLURALS)): Promise<Cluster> {
    shared ??= setUp(clock);
    const cluster = new Cluster(await shared, clock);
    await post(cluster.handle, '/api/v1/namespaces', namespaceOf(cluster.namespace));
    for (const kind of kinds) {
      void cluster.#mirror<Seen>(cluster.path(kind), cluster.objects, ({ metadata }) => `${kind}/${metadata.name}`);
    }
    return cluster;
  }

  /** An object of ours as it is now. */
  get(kind: string, name: string): Seen | undefined {
    return this.objects.get(`${kind}/${name}`);
  }

  path(kind: string, name?: string): string {
    const collection = `/apis/${API_GROUP}/${API_VERSION}/namespaces/${this.namespace}/${PLURALS[kind]}`;
    return name === undefined ? collection : `${collection}/${name}`;
  }

  create(kind: string, name: string, spec: object, metadata: object = {}): Promise<KubeObject> {
    return this.call('POST', this.path(kind), {
      apiVersion: `${API_GROUP}/${API_VERSION}`,
      kind,
      metadata: { name, ...metadata },
      spec,
    });
  }

  patch(kind: string, name: string, patch: object, subresource = ''): Promise<KubeObject> {
    return this.call('PATCH', `${this.path(kind, name)}${subresource}`, patch);
  }

  delete(kind: string, name: string): Promise<KubeObject> {
    return this.call('DELETE', this.path(kind, name));
  }

  /** Everything that was written as an event in this namespace. */
  async events(): Promise<readonly KubeObject[]> {
    const { items } = (await this.call('GET', `/api/v1/namespaces/${this.namespace}/events`)) as unknown as {
      readonly items: readonly KubeObject[];
    };
    return items;
  }

  compact(): void {
    this.#shared.api.compact();
  }

  /** A call of the person at the keyboard: never disturbed. @throws Error for an answer that is no 2xx */
  async call(method: string, path: string, body?: object): Promise<KubeObject> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const response = await this.handle({
      method,
      path,
      headers: { accept: 'application/json', 'content-type': type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = (await readBody(response.body)).toString('utf8');
    if (response.status > 299) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as KubeObject;
  }

  /** Leaves nothing behind for the next run. */
  async close(): Promise<void> {
    for (const { kind, metadata } of [...this.objects.values()]) {
      const { name = '' } = metadata;
      if (metadata.finalizers) await this.patch(kind, name, { metadata: { finalizers: null } }).catch(() => {});
    }
    this.#end.abort();
    await this.call('DELETE', `/api/v1/namespaces/${this.namespace}`);
    await this.call('DELETE', `/apis/coordination.k8s.io/v1/namespaces/${LEASE.namespace}/leases/${LEASE.name}`).catch(
      () => {},
    );
  }

  /** Keeps {@link secrets} up to date from now on. */
  mirrorSecrets(): void {
    const path = `/api/v1/namespaces/${this.namespace}/secrets`;
    void this.#mirror<Secret>(path, this.secrets, ({ metadata }) => metadata.name ?? '');
  }

  async #mirror<Mirrored extends KubeObject>(
    path: string,
    into: Map<string, Mirrored>,
    keyOf: (object: Mirrored) => string,
  ): Promise<void> {
    const response = await this.handle({
      method: 'GET',
      // Longer than any story, since nobody opens it again.
      path: `${path}?watch=true&timeoutSeconds=1000000`,
      headers: { accept: 'application/json' },
      signal: this.#end.signal,
    });
    for await (const line of response.body) {
      const { type, object } = JSON.parse(line.toString('utf8')) as WatchEvent<Mirrored>;
      if (type === 'DELETED') into.delete(keyOf(object));
      else if (type !== 'BOOKMARK') into.set(keyOf(object), object);
    }
  }
}

async function setUp(clock: Clock): Promise<Shared> {
  const base: { -readonly [Key in keyof Shared]: Shared[Key] } = {
    api: undefined as unknown as KubernetesApi,
    clock,
    runs: 0,
  };
  base.api = createKubernetesApi({
    clock: { now: () => base.clock.now(), after: (delay, callback) => base.clock.after(delay, callback) },
  });
  for (const document of parseAllDocuments(readFileSync(join(ROOT, 'crds/all.yaml'), 'utf8'))) {
    const definition = withoutSchema(document.toJS() as Crd);
    await post(base.api.handle, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  }
  await post(base.api.handle, '/api/v1/namespaces', namespaceOf(LEASE.namespace));
  return base;
}

function namespaceOf(name: string): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

async function post(handle: Transport, path: string, object: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await handle({ method: 'POST', path, headers, body: JSON.stringify(object) });
  if (response.status !== 201) throw new Error((await readBody(response.body)).toString('utf8'));
}

interface Crd {
  readonly spec: { readonly versions: readonly { readonly schema: object }[] };
}

/** Checking each write by its schema would cost more than all else in a run; that provider and schemas agree, other tests show. */
function withoutSchema(crd: Crd): Crd {
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } };
  return { ...crd, spec: { ...crd.spec, versions: crd.spec.versions.map((version) => ({ ...version, schema })) } };
}
