import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createKubeTransport, KubeClient, loadKubeConfig, Reflector } from '../../provider/kubernetes';
import { silentLog } from '../../provider/log';
import type { CommonStatus } from '../../src/api';
import { systemClock } from '../../src/clock';
import { API_GROUP, API_VERSION } from '../../src/product';
import { createStackitSimulator } from '../../src/sandbox/stackit';
import { installCrds } from '../support/clusters';
import { assetsReason, startRealApi } from '../support/envtest';
import type { Figure } from './figure';
import { childrenTime, firstLine, root } from './process';

const PROJECT = '11111111-2222-4333-8444-555555555555';
/** Fewer are for trying out. */
const VOLUMES = Number(process.env.BENCH_OBJECTS ?? 10_000);
const NAMESPACES = 10;
const VOLUME_PATH = { group: API_GROUP, version: API_VERSION, plural: 'volumes' } as const;
const NAMESPACE_PATH = { group: '', version: 'v1', plural: 'namespaces' } as const;

interface Settings {
  readonly iaasEndpoint: string;
  readonly tokenEndpoint: string;
  readonly adminEndpoint: string;
  readonly serviceAccountKeyPath: string;
}

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Volumes that nobody of ours has made. */
async function fillStackit({ adminEndpoint }: Settings): Promise<void> {
  const simulator = createStackitSimulator({ speed: 'instant' });
  for (let index = 0; index < VOLUMES; index += 1) {
    simulator.add('volume', { id: idOf(index), name: `volume-${index}` }, { projectId: PROJECT });
  }
  const loaded = await fetch(`${adminEndpoint}/dump`, { method: 'PUT', body: JSON.stringify(simulator.dump()) });
  if (loaded.status !== 204) throw new Error(`the simulator answered ${loaded.status} to a dump`);
}

async function fillKubernetes(kube: KubeClient): Promise<void> {
  await installCrds(kube);
  for (let index = 0; index < NAMESPACES; index += 1) {
    await kube.create(NAMESPACE_PATH, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `team-${index}` } });
  }
  let next = 0;
  const fill = async () => {
    for (let index = next++; index < VOLUMES; index = next++) {
      const namespace = `team-${index % NAMESPACES}`;
      await kube.create(
        { ...VOLUME_PATH, namespace },
        {
          apiVersion: `${API_GROUP}/${API_VERSION}`,
          kind: 'Volume',
          metadata: { name: `volume-${index}`, namespace },
          spec: { projectId: PROJECT, region: 'eu01', availabilityZone: 'eu01-1', existingId: idOf(index) },
        },
      );
    }
  };
  await Promise.all(Array.from({ length: 16 }, fill));
}

/** Resolves when the API server has told of every volume as ready. */
async function allReady(kube: KubeClient, signal: AbortSignal): Promise<void> {
  const ready = new Set<string>();
  await new Promise<void>((resolve) => {
    const reflector = new Reflector({
      client: kube,
      path: VOLUME_PATH,
      clock: systemClock,
      random: Math.random,
      log: silentLog,
      onChange: (key, current) => {
        const { conditions } = (current as { readonly status?: CommonStatus } | undefined)?.status ?? {};
        if (conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')) ready.add(key);
        if (ready.size === VOLUMES) resolve();
      },
    });
    void reflector.run(signal);
  });
}

/** Where two cores do all the work, the wall clock says less than what each process took of them. */
function tellTimes(before: ReadonlyMap<string, number>): void {
  const rows = [...childrenTime()].map(
    ([name, seconds]) => `${name} ${(seconds - (before.get(name) ?? 0)).toFixed(1)} s`,
  );
  console.log(`processor time: ${rows.join(', ')}`);
}

/** Seconds from the start of a process until all volumes were ready. */
async function untilReady(
  kube: KubeClient,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const end = new AbortController();
  const done = allReady(kube, end.signal);
  // The watch of the measurement is up before the process begins.
  await wait(3_000);
  const before = childrenTime();
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'close');
  const failed = ended.then(([code]) => {
    if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`);
    return done;
  });
  try {
    await Promise.race([done, failed]);
    const seconds = (performance.now() - started) / 1000;
    tellTimes(before);
    return seconds;
  } finally {
    end.abort();
    failed.catch(() => {});
    child.kill('SIGTERM');
    await ended;
  }
}

interface World {
  readonly kube: KubeClient;
  readonly kubeconfig: string;
  readonly settings: Settings;
}

/** The real Kubernetes API and a simulator, each with the volumes. */
async function beside(use: (world: World) => Promise<number>): Promise<number> {
  const api = await startRealApi();
  const transport = createKubeTransport(loadKubeConfig({ flag: api.kubeconfigPath, env: {} }));
  const kube = new KubeClient({ transport, clock: systemClock });
  const sandbox = await firstLine({ args: ['dist/cli.cjs', 'sandbox', '--kubernetes', 'none', '-o', 'json'] });
  try {
    const settings = JSON.parse(sandbox.line) as Settings;
    await Promise.all([fillStackit(settings), fillKubernetes(kube)]);
    return await use({ kube, settings, kubeconfig: api.kubeconfigPath });
  } finally {
    await sandbox.stop();
    await transport.close();
    await api.stop();
  }
}

const byProvider = ({ kube, settings, kubeconfig }: World) =>
  untilReady(kube, ['dist/provider.cjs', '--metrics-bind-address=0', '--health-probe-bind-address=0'], {
    KUBECONFIG: kubeconfig,
    STACKIT_IAAS_ENDPOINT: settings.iaasEndpoint,
    STACKIT_TOKEN_BASEURL: settings.tokenEndpoint,
    STACKIT_SERVICE_ACCOUNT_KEY_PATH: settings.serviceAccountKeyPath,
  });

/** No provider can be faster than the same writes and nothing else. */
const byNobody = ({ kube, kubeconfig }: World) =>
  untilReady(kube, ['--import', 'tsx', 'test/bench/raw-writer.ts', kubeconfig], {});

const remembered = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** Both figures are of one run of each. */
const floor = remembered(() => beside(byNobody));
const adoption = remembered(() => beside(byProvider));

/** Volumes that are there already: nothing but looks at STACKIT, and one write each to Kubernetes. */
export const engineAdopt: readonly Figure[] = [
  {
    name: '10,000 adopted volumes ready, on the real Kubernetes API',
    unit: 's',
    goal: 25,
    // Where the same writes alone take longer, no provider can reach it.
    aim: true,
    runs: 1,
    hindrance: () => assetsReason(),
    baseline: { name: 'the same writes alone', measure: floor },
    measure: adoption,
  },
  {
    name: 'that adoption, over the same writes alone',
    unit: 'x',
    goal: 1.25,
    runs: 1,
    hindrance: () => assetsReason(),
    baseline: { name: 'the same writes alone', measure: async () => 1 },
    measure: async () => (await adoption()) / (await floor()),
  },
];
