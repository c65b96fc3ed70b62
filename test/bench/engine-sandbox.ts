import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { OWNER_LABEL, ownerOf, UID_LABEL } from '../../provider/engine/owner';
import { bodyOf, readBody, type Transport } from '../../src/http';
import { createKubernetesApi } from '../../src/sandbox/kubernetes';
import { serve } from '../../src/sandbox/serve';
import { createStackitSimulator } from '../../src/sandbox/stackit';

// Run as a process: a number of objects of each kind, and of bytes of user data of each server. Both sandboxes hold these
// objects, owned and at rest. Prints how to reach them on one line, and counts what is asked of them.

const PROJECT = '11111111-2222-4333-8444-555555555555';
const CLUSTER_ID = 'bench';
const NAMESPACES = 10;
const GROUP = '/apis/compute.sostackit.dev/v1alpha1';
const place = { projectId: PROJECT, region: 'eu01' } as const;
const PUBLIC_IMAGE = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';

const api = createKubernetesApi({ window: 50_000 });
const stackit = createStackitSimulator({ tokenLifetime: 86_400, journalLimit: 10 });

/** What was asked since the last reset. */
let counts = { stackit: 0, kubernetesWrites: 0, firstCallAt: 0, lastWriteAt: 0 };

const countedStackit: Transport = (request) => {
  if (request.path === '/bench/counts') {
    const answer = JSON.stringify(counts);
    if (request.method === 'DELETE') counts = { stackit: 0, kubernetesWrites: 0, firstCallAt: 0, lastWriteAt: 0 };
    return Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body: bodyOf(answer) });
  }
  if (request.path.startsWith('/v2')) {
    counts.stackit += 1;
    counts.firstCallAt ||= Date.now();
  }
  return stackit.handle(request);
};

const countedKubernetes: Transport = (request) => {
  if (request.method !== 'GET' && !/\/(leases|events)/.test(request.path)) {
    counts.kubernetesWrites += 1;
    counts.lastWriteAt = Date.now();
  }
  return api.handle(request);
};

interface Made {
  readonly kind: 'Network' | 'Image' | 'Volume' | 'Server';
  readonly spec: object;
  /** In STACKIT, beside name and labels. */
  readonly object: object;
  readonly status: object;
  readonly ready: string;
}

function sample(index: number, userData: string | undefined): readonly Made[] {
  const prefix = `10.${index >> 8}.${index & 255}.0/24`;
  return [
    {
      kind: 'Network',
      spec: { dhcp: true, routed: true },
      object: { ipv4: { prefixes: [prefix], gateway: prefix.replace('.0/24', '.1') } },
      status: { state: 'CREATED' },
      ready: 'Created',
    },
    {
      kind: 'Image',
      spec: { diskFormat: 'qcow2', minRam: 0 },
      object: {},
      status: { state: 'AVAILABLE' },
      ready: 'Available',
    },
    {
      kind: 'Volume',
      spec: { availabilityZone: 'eu01-1', size: 10 },
      object: {},
      status: { state: 'AVAILABLE', size: 10 },
      ready: 'Available',
    },
    {
      kind: 'Server',
      spec: {
        machineType: 'c1.2',
        networkId: '33333333-3333-3333-3333-333333333333',
        imageId: PUBLIC_IMAGE,
        ...(userData !== undefined && { userData }),
      },
      object: { imageId: PUBLIC_IMAGE },
      status: { state: 'ACTIVE' },
      ready: 'Active',
    },
  ];
}

async function call(
  method: string,
  path: string,
  body: object,
  type = 'application/json',
): Promise<{ metadata: { uid: string } }> {
  const headers = { accept: 'application/json', 'content-type': type };
  const response = await api.handle({ method, path, headers, body: JSON.stringify(body) });
  const text = (await readBody(response.body)).toString('utf8');
  if (response.status > 299) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text) as { metadata: { uid: string } };
}

async function put(index: number, { kind, spec, object, status, ready }: Made): Promise<void> {
  const name = `${kind.toLowerCase()}-${index}`;
  const namespace = `team-${index % NAMESPACES}`;
  const path = `${GROUP}/namespaces/${namespace}/${kind.toLowerCase()}s`;
  const labels = { environment: 'bench', team: namespace };
  const made = await call('POST', path, {
    apiVersion: 'compute.sostackit.dev/v1alpha1',
    kind,
    metadata: { name, finalizers: [`compute.sostackit.dev/${kind.toLowerCase()}-finalizer`] },
    spec: { ...place, ...spec, name, labels },
  });
  const owner = ownerOf({ clusterId: CLUSTER_ID, kind, namespace, name });
  const owned = { ...labels, [OWNER_LABEL]: owner, [UID_LABEL]: made.metadata.uid };
  const lower = kind.toLowerCase() as 'network';
  const { id } = stackit.add(lower, { name, labels: owned, ...object }, place);
  const condition = (type: string, reason: string) => ({
    type,
    status: 'True',
    reason,
    message: 'it was so before',
    observedGeneration: 1,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  });
  const body = {
    status: {
      observedGeneration: 1,
      conditions: [condition('Ready', ready), condition('Synced', 'UpToDate')],
      [`${lower}Id`]: id,
      applied: { clusterId: CLUSTER_ID, ...place, labelKeys: Object.keys(owned).sort() },
      ...status,
    },
  };
  await call('PATCH', `${path}/${name}/status`, body, 'application/merge-patch+json');
}

interface Crd {
  readonly spec: { readonly versions: readonly { readonly schema: object }[] };
}

/** Checking what is known to be right would only delay the start. */
function withoutSchema(crd: Crd): Crd {
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } };
  return { ...crd, spec: { ...crd.spec, versions: crd.spec.versions.map((version) => ({ ...version, schema })) } };
}

/** Gives HTTP its turn between objects. */
const breath = () => new Promise((resolve) => setImmediate(resolve));

async function main([perKind = '10', userDataBytes = '0']: readonly string[]): Promise<void> {
  for (const document of parseAllDocuments(readFileSync('crds/all.yaml', 'utf8'))) {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    await call('POST', path, withoutSchema(document.toJS() as Crd));
  }
  for (let index = 0; index < NAMESPACES; index += 1) {
    await call('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: `team-${index}` },
    });
  }
  const userData = Number(userDataBytes) > 0 ? `#cloud-config\n${'#'.repeat(Number(userDataBytes) - 14)}` : undefined;
  for (let index = 0; index < Number(perKind); index += 1) {
    for (const made of sample(index, userData)) await put(index, made);
    await breath();
  }
  if (userData !== undefined) {
    const dump = stackit.dump();
    const encoded = Buffer.from(userData).toString('base64');
    const objects = dump.objects.map((object) =>
      object.kind === 'server' ? { ...object, hidden: { ...object.hidden, userData: encoded } } : object,
    );
    stackit.load({ ...dump, objects });
  }
  await stackit.prepare();
  const [sky, cluster, listener] = await Promise.all([serve(countedStackit), serve(countedKubernetes), api.listen()]);
  const dir = mkdtempSync(join(tmpdir(), 'sostackit-bench-'));
  process.once('SIGTERM', () => {
    rmSync(dir, { recursive: true, force: true });
    process.exit(0);
  });
  const kubeconfig = join(dir, 'kubeconfig');
  writeFileSync(kubeconfig, listener.kubeconfig.replaceAll(listener.url, cluster.url));
  const key = join(dir, 'key.json');
  writeFileSync(key, JSON.stringify(stackit.key));
  const environment = {
    KUBECONFIG: kubeconfig,
    STACKIT_IAAS_ENDPOINT: sky.url,
    STACKIT_SKE_ENDPOINT: sky.url,
    STACKIT_SERVICE_ENABLEMENT_ENDPOINT: sky.url,
    STACKIT_TOKEN_BASEURL: `${sky.url}/token`,
    STACKIT_SERVICE_ACCOUNT_KEY_PATH: key,
  };
  console.log(JSON.stringify({ environment, clusterId: CLUSTER_ID, counts: `${sky.url}/bench/counts` }));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
