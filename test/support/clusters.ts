import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import {
  createKubeTransport,
  KubeClient,
  KubeError,
  type KubeObject,
  loadKubeConfig,
  type ResourcePath,
} from '../../provider/kubernetes';
import { systemClock } from '../../src/clock';
import { bodyOf, readBody, type Transport } from '../../src/http';
import { createKubernetesApi } from '../../src/sandbox/kubernetes';
import { assetsReason, startRealApi } from './envtest';

/** The repository's root. */
export const ROOT = join(__dirname, '../..');

/** A running Kubernetes API with our CRDs, over HTTP. */
export interface Cluster {
  readonly name: string;
  /** With all rights. */
  readonly admin: KubeClient;
  /** With the generated ClusterRole and no other right, where the server enforces rights. */
  readonly provider: KubeClient;
  /** Calls of the provider that were forbidden. */
  readonly forbidden: readonly string[];
  readonly adminKubeconfig: string;
  readonly providerKubeconfig: string;
  /** Path of kubectl, on the real one. */
  readonly kubectl?: string;
  /** Stops the API server and starts it again on the same port and data, on the real one. */
  readonly restart?: () => Promise<void>;
  stop(): Promise<void>;
}

/** The Kubernetes APIs to test against: our own always, the real one when its binaries are there. */
export function clusters(): [name: string, start: () => Promise<Cluster>][] {
  const reason = assetsReason();
  if (reason === undefined)
    return [
      ['local API', startLocal],
      ['real API', startReal],
    ];
  console.info(`the real Kubernetes API is left out: ${reason}`);
  return [['local API', startLocal]];
}

async function startLocal(): Promise<Cluster> {
  const listener = await createKubernetesApi().listen();
  const dir = mkdtempSync(join(tmpdir(), 'sostackit-test-'));
  const path = join(dir, 'kubeconfig');
  writeFileSync(path, listener.kubeconfig);
  const { client, close } = connect(path);
  await installCrds(client);
  return {
    name: 'local API',
    admin: client,
    provider: client,
    forbidden: [],
    adminKubeconfig: path,
    providerKubeconfig: path,
    stop: async () => {
      await close();
      await listener.close();
      rmSync(dir, { recursive: true });
    },
  };
}

async function startReal(): Promise<Cluster> {
  const api = await startRealApi();
  const admin = connect(api.kubeconfigPath);
  await installCrds(admin.client);
  await grant(admin.client);
  const user = api.userKubeconfig('provider');
  const forbidden: string[] = [];
  const provider = connect(user.path, forbidden);
  return {
    name: 'real API',
    admin: admin.client,
    provider: provider.client,
    forbidden,
    adminKubeconfig: api.kubeconfigPath,
    providerKubeconfig: user.path,
    kubectl: api.kubectl,
    restart: () => api.restartApiServer(),
    stop: async () => {
      await admin.close();
      await provider.close();
      await api.stop();
    },
  };
}

/** @param forbidden takes in each refusal for want of rights; that a namespace takes no new events while it ends is none */
function connect(kubeconfig: string, forbidden: string[] = []) {
  const transport = createKubeTransport(loadKubeConfig({ flag: kubeconfig, env: {} }));
  const watched: Transport = async (request) => {
    const response = await transport(request);
    if (response.status !== 403) return response;
    const body = await readBody(response.body);
    if (!body.includes('is being terminated')) forbidden.push(`${request.method} ${request.path}: ${body}`);
    return { ...response, body: bodyOf(body) };
  };
  return { client: new KubeClient({ transport: watched, clock: systemClock }), close: () => transport.close() };
}

/** The documents of a YAML file. */
export function documents(file: string): KubeObject[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as KubeObject);
}

/** Installs our CRDs and waits until they are served. */
export async function installCrds(client: KubeClient): Promise<void> {
  const path: ResourcePath = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' };
  const crds = documents(join(ROOT, 'crds/all.yaml'));
  for (const crd of crds) await client.apply({ ...path, name: crd.metadata.name ?? '' }, crd);
  for (const crd of crds) {
    await until(`CRD ${crd.metadata.name} is established`, async () => {
      const stored = await client.get<KubeObject & { status?: { conditions?: { type: string; status: string }[] } }>({
        ...path,
        name: crd.metadata.name ?? '',
      });
      return stored.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True');
    });
  }
}

async function grant(client: KubeClient): Promise<void> {
  const group = { group: 'rbac.authorization.k8s.io', version: 'v1' };
  const [role] = documents(join(ROOT, 'deploy/cluster-role.yaml'));
  if (!role) throw new Error('deploy/cluster-role.yaml is empty');
  await client.create({ ...group, plural: 'clusterroles' }, role);
  await client.create(
    { ...group, plural: 'clusterrolebindings' },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'provider' },
      roleRef: { apiGroup: group.group, kind: 'ClusterRole', name: role.metadata.name },
      subjects: [{ apiGroup: group.group, kind: 'User', name: 'provider' }],
    },
  );
}

/** Waits for a condition, looking often. @throws Error that says what was waited for, and what was seen last */
export async function until<T>(what: string, look: () => Promise<T> | T, timeout = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + timeout;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const seen = await look();
      if (seen) return seen as NonNullable<T>;
      last = seen;
    } catch (error) {
      if (!(error instanceof KubeError)) throw error;
      last = error.message;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`waited ${timeout} ms in vain until ${what}; last seen: ${JSON.stringify(last)}`);
}
