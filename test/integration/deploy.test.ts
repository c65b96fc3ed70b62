import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { App, Chart, Testing } from 'cdk8s';
import { FullStack } from 'sostackit';
import { Crds, Provider } from 'sostackit/plus';
import { findResources, type Sandbox, specOf, startSandbox } from 'sostackit/testing';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '../../provider/kubernetes';
import { KIND_NAMES } from '../../src/api';
import { PACKAGE_NAME } from '../../src/product';
import { clusters, ROOT, until } from '../support/clusters';
import { assetsReason, type RealApi, startRealApi } from '../support/envtest';
import { checkJournal } from '../support/sandbox-journal';
import { PROJECT, PUBLIC_IMAGE, World } from '../support/world';

const reason = assetsReason();
const kubectlPath = reason === undefined ? join(process.env.KUBEBUILDER_ASSETS ?? '', 'kubectl') : undefined;
if (reason !== undefined) {
  console.info(`installations are left out, since the local API takes no Deployment: ${reason}`);
}

const place = { projectId: PROJECT, region: 'eu01', availabilityZone: 'eu01-1' };

function shop(chart: Chart, name = 'shop'): FullStack {
  return new FullStack(chart, name, {
    ...place,
    metadata: { name },
    network: { ipv4: { prefixLength: 24 } },
    image: { existingId: PUBLIC_IMAGE },
    volume: { size: 10 },
    server: { machineType: 'c1.2' },
  });
}

interface MonitorSpec {
  readonly selector: { readonly matchLabels: object };
  readonly endpoints: readonly { readonly port: string }[];
}

const text = { type: 'string' };
const texts = { type: 'object', additionalProperties: text };

/** The Prometheus operator's kind, with those of its fields that a monitor of one Service needs, and no others. */
const SERVICE_MONITORS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'servicemonitors.monitoring.coreos.com' },
  spec: {
    group: 'monitoring.coreos.com',
    scope: 'Namespaced',
    names: {
      kind: 'ServiceMonitor',
      listKind: 'ServiceMonitorList',
      plural: 'servicemonitors',
      singular: 'servicemonitor',
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['endpoints', 'selector'],
                properties: {
                  selector: { type: 'object', properties: { matchLabels: texts } },
                  namespaceSelector: {
                    type: 'object',
                    properties: { any: { type: 'boolean' }, matchNames: { type: 'array', items: text } },
                  },
                  endpoints: {
                    type: 'array',
                    items: { type: 'object', properties: { port: text, path: text, scheme: text, interval: text } },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/** kubectl keeps a cache in its home, which is to go with the cluster. */
function environment(kubeconfig: string): NodeJS.ProcessEnv {
  return { PATH: '', HOME: dirname(kubeconfig), KUBECONFIG: kubeconfig };
}

/** Runs kubectl and returns what it prints. */
async function run(kubectl: string, kubeconfig: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(kubectl, args, { env: environment(kubeconfig) });
  return stdout;
}

(reason === undefined ? describe : describe.skip)('an installation in the real Kubernetes API', () => {
  let api: RealApi;
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-deploy-'));

  beforeAll(async () => {
    api = await startRealApi();
  }, 90_000);

  afterAll(async () => {
    await api?.stop();
    rmSync(folder, { recursive: true });
  });

  const kubectl = (...args: string[]) => run(api.kubectl, api.kubeconfigPath, args);

  async function installed(): Promise<Record<string, unknown>> {
    const text = await kubectl('get', 'deploy,sa,pdb', '-n', 'stackit-compute-operator-system', '-o', 'json');
    const { items } = JSON.parse(text) as { items: KubeObject[] };
    return Object.fromEntries(items.map(({ kind, metadata, ...rest }) => [`${kind} ${metadata.name}`, rest]));
  }

  const images = (objects: Record<string, unknown>) => /"image":"([^"]*)"/.exec(JSON.stringify(objects))?.[1];

  test('by the example app is accepted without a warning, and again without a change', async () => {
    process.env.CDK8S_OUTDIR = folder;
    jest.isolateModules(() => require(join(ROOT, 'examples/install.ts')));
    delete process.env.CDK8S_OUTDIR;
    const file = join(folder, 'install.k8s.yaml');
    const { stdout, stderr } = await promisify(execFile)(api.kubectl, ['apply', '--validate=strict', '-f', file], {
      env: environment(api.kubeconfigPath),
    });
    expect(stderr).toBe('');
    const documents = parseAllDocuments(readFileSync(file, 'utf8'));
    expect(stdout.match(/ created$/gm)).toHaveLength(documents.length);
    await kubectl('apply', '-f', file);
    const generation = ['-o', 'jsonpath={.items[*].metadata.generation}'];
    expect(await kubectl('get', 'deploy,pdb', '-n', 'stackit-compute-operator-system', ...generation)).toBe('1 1');
    const objects = await installed();
    expect(images(objects)).toBe('registry.example.com/sostackit/provider:0.1.0');
    await kubectl('delete', '-f', file, '--wait=false');
  }, 60_000);

  test('with everything on request is accepted, the monitor by a kind with the Prometheus operator’s fields', async () => {
    const app = new App();
    const chart = new Chart(app, 'full', { namespace: 'elsewhere' });
    new Crds(chart, 'crds');
    new Provider(chart, 'provider', {
      image: 'registry.example.com/x:1',
      namespace: 'infra',
      networkPolicy: true,
      serviceMonitor: true,
    });
    const [monitors, file] = [join(folder, 'monitors.json'), join(folder, 'full.yaml')];
    writeFileSync(monitors, JSON.stringify(SERVICE_MONITORS));
    writeFileSync(file, app.synthYaml());
    await kubectl('apply', '-f', monitors);
    await kubectl('wait', '--for=condition=Established', '--timeout=30s', '-f', monitors);
    await kubectl('apply', '--validate=strict', '-f', file);
    const names = await kubectl('get', 'netpol,svc,deploy,servicemonitor', '-n', 'infra', '-o', 'name');
    expect(names.trim().split('\n').sort()).toEqual([
      'deployment.apps/sostackit-provider',
      'networkpolicy.networking.k8s.io/sostackit-provider',
      'service/sostackit-provider-metrics',
      'servicemonitor.monitoring.coreos.com/sostackit-provider',
    ]);
    const found = JSON.parse(await kubectl('get', 'svc,servicemonitor', '-n', 'infra', '-o', 'json')) as {
      items: [{ metadata: { labels: object }; spec: { ports: { name: string }[] } }, { spec: MonitorSpec }];
    };
    const [service, monitor] = found.items;
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(service.spec.ports.map(({ name }) => name)).toEqual(monitor.spec.endpoints.map(({ port }) => port));
    await kubectl('delete', '-f', file, '-f', monitors, '--wait=false');
  }, 60_000);

  test('of the definitions alone is accepted from their folder, as files and as a base', async () => {
    const applied = async (flag: string) => {
      const lines = (await kubectl('apply', '--server-side', '--force-conflicts', flag, join(ROOT, 'crds')))
        .trim()
        .split('\n');
      return [...new Set(lines.map((line) => line.replace(/ .*/, '')))].sort();
    };
    const names = KIND_NAMES.map((kind) => `${kind.toLowerCase()}s.compute.sostackit.dev`).sort();
    const expected = names.map((name) => `customresourcedefinition.apiextensions.k8s.io/${name}`);
    expect(await applied('-f')).toEqual(expected);
    expect(await applied('-k')).toEqual(expected);
  }, 60_000);

  test('by kustomize is accepted, with the image set by one override', async () => {
    const built = await kubectl('kustomize', join(ROOT, 'examples/kustomize'));
    const documents = parseAllDocuments(built).map((document) => document.toJS() as KubeObject);
    const file = join(folder, 'kustomize.yaml');
    // What the tests before have deleted may still be on its way out.
    writeFileSync(file, built.replaceAll('stackit-compute-operator-system', 'by-kustomize'));
    const applied = await kubectl('apply', '--validate=strict', '--server-side', '--force-conflicts', '-f', file);
    expect(applied.trim().split('\n')).toHaveLength(documents.length);
    expect(documents.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'Namespace',
        'CustomResourceDefinition',
        'ClusterRole',
        'ClusterRoleBinding',
        'Deployment',
      ]),
    );
    expect(images({ documents })).toBe('registry.example.com/sostackit/provider:0.1.0');
    expect(built).not.toContain(`image: ${PACKAGE_NAME}/provider`);
  }, 60_000);
});

describe.each(clusters())('a composite in the %s', (_, start) => {
  test('is found and waited for by its label', async () => {
    const cluster = await start();
    const world = await World.make(cluster, 'composite');
    try {
      const chart = Testing.chart();
      const stacks = [shop(chart), shop(chart, 'other')];
      for (const object of Testing.synth(chart)) await world.apply(object as KubeObject);
      world.start();
      const [stack] = stacks as [FullStack];
      if (kubectlPath === undefined) {
        for (const kind of ['Network', 'Image', 'Volume', 'Server']) await world.reach(kind, 'shop');
        return;
      }
      const kubectl = (...args: string[]) =>
        run(kubectlPath, cluster.adminKubeconfig, [...args, 'stackit', '-n', world.namespace, '-l', stack.selector]);
      const waited = await kubectl('wait', '--for=condition=Ready', '--timeout=30s');
      expect(waited.trim().split('\n')).toHaveLength(4);
      const names = await kubectl('get', '-o', 'name');
      expect(names.trim().split('\n').sort()).toEqual(
        ['image', 'network', 'server', 'volume'].map((kind) => `${kind}.compute.sostackit.dev/shop`),
      );
    } finally {
      await world.end();
      await cluster.stop();
    }
  }, 120_000);
});

/** IDs of the processes that a process started, and of those that they started. */
function descendantsOf(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  const children = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[1] === `${pid}`
      );
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
}

describe('the sandbox for tests', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox();
  }, 60_000);

  afterAll(async () => {
    try {
      if (sandbox) expect(await checkJournal(sandbox)).toContain('CreateServer');
    } finally {
      await sandbox?.close();
    }
  });

  test('takes a chart, makes it Ready and removes it', async () => {
    const chart = Testing.chart();
    const stack = shop(chart);
    await sandbox.apply(chart, { namespace: 'team' });
    await sandbox.ready(chart, { namespace: 'team' });
    const server = await sandbox.get('Server', stack.server.name, { namespace: 'team' });
    expect(server?.status?.serverId).toMatch(/^[0-9a-f-]{36}$/);
    expect(server?.spec).toMatchObject(specOf(stack.server));
    await sandbox.remove(chart, { namespace: 'team' });
    expect(await sandbox.get('Server', stack.server.name, { namespace: 'team' })).toBeUndefined();
  }, 60_000);

  test('says what is not Ready, and why', async () => {
    const chart = Testing.chart();
    const stack = new FullStack(chart, 'upload', {
      ...place,
      metadata: { name: 'upload' },
      network: {},
      image: { diskFormat: 'qcow2' },
      volume: { size: 10 },
      server: { machineType: 'c1.2' },
    });
    await sandbox.apply(chart);
    await expect(sandbox.ready(stack, { timeout: 2_000 })).rejects.toThrow(/Image upload: AwaitingUpload: /);
  }, 30_000);

  test('refuses what synthesis refuses', async () => {
    const chart = Testing.chart();
    shop(chart).server.addLabel('a/b', 'c');
    await expect(sandbox.apply(chart)).rejects.toThrow(/test\/shop\/server: spec\.labels: given "a\/b"/);
  });

  test('ends with the process that started it, even when that is killed', async () => {
    const script = `
      const { startSandbox } = require('./dist/constructs/testing');
      startSandbox().then(({ kubeconfig, kubernetesUrl }) => console.log(JSON.stringify({ kubeconfig, kubernetesUrl })));
    `;
    const child = spawn(process.execPath, ['-e', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = once(child, 'exit');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { kubeconfig, kubernetesUrl } = JSON.parse(String(line)) as { kubeconfig: string; kubernetesUrl: string };
    const started = descendantsOf(child.pid as number);
    // The command, and the provider beside it.
    if (existsSync('/proc/self/stat')) expect(started).toHaveLength(2);
    else console.info('processes are not looked for: there is no /proc here');
    child.kill('SIGKILL');
    await gone;
    await until('all processes and files of the sandbox are gone', async () => {
      const answers = await fetch(kubernetesUrl)
        .then(() => true)
        .catch(() => false);
      return !answers && !existsSync(kubeconfig) && started.every((pid) => !existsSync(`/proc/${pid}`));
    });
  }, 60_000);

  test('has the objects of a kind found, each as it is synthesized', () => {
    const chart = Testing.chart();
    const stack = shop(chart);
    stack.addServer('two', { machineType: 'g1.2' });
    expect(findResources(chart, 'Server').map(({ metadata, spec }) => [metadata.name, spec.machineType])).toEqual([
      ['shop', 'c1.2'],
      ['shop-two', 'g1.2'],
    ]);
    expect(findResources(stack.image, 'Server')).toEqual([]);
  });
});
