import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { version } from '../package.json';
import { systemClock } from '../src/clock';
import type { Transport } from '../src/http';
import { API_GROUP, API_VERSION, PACKAGE_NAME } from '../src/product';
import { CREDENTIALS_MISSING, createTokenSource } from '../src/stackit';
import { Budgets } from './cloud/budget';
import { createClients } from './cloud/clients';
import { counted, whileLeading } from './cloud/layers';
import { type Config, ConfigError, DEFAULT_NAMESPACE, LEASE_NAME, parseConfig, TextRequested } from './config';
import { kinds } from './kinds';
import {
  createKubeTransport,
  EventRecorder,
  KubeClient,
  type KubeConfig,
  KubeConfigError,
  KubeError,
  LeaderElection,
  loadKubeConfig,
} from './kubernetes';
import { startListeners } from './listeners';
import { createLog, type Log } from './log';
import { createMetrics, type Metrics } from './metrics';
import { Provider } from './provider';

const clock = systemClock;
const random = Math.random;
const userAgent = `${PACKAGE_NAME}-provider/${version}`;

/** A reason to end that a person can act on; shown without a stack. */
class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Each LIST leaves megabytes behind that nobody needs. By itself V8 lets the heap double before it takes them away, and
 * sixteen megabytes be new: with 10,000 objects a third of all memory. Kept small it costs half a percent of a core at rest.
 */
const SMALL_HEAP = ['--heap-growing-percent=40', '--semi-space-growth-factor=1'] as const;

async function main(): Promise<void> {
  for (const flag of SMALL_HEAP) setFlagsFromString(flag);
  const config = parseConfig(process.argv.slice(2), process.env);
  const log = createLog({ level: config.logLevel, format: config.logFormat });
  for (const warning of config.warnings) log.warn({}, warning);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  // Whoever starts it with a channel, such as the sandbox, wants it no longer than itself, even when that is killed.
  process.once('disconnect', () => stop.abort());
  process.channel?.unref();

  const kubeConfig = loadKubeConfig({ flag: config.kubeconfig, env: process.env });
  const metrics = createMetrics();
  const transport = createKubeTransport(kubeConfig);
  const { host } = new URL(kubeConfig.server);
  const kube = new KubeClient({
    transport,
    clock,
    userAgent,
    onResponse: ({ method, code }) => metrics.kubernetesCall(method, host, code),
  });
  const listeners = await startListeners({
    metricsAddress: config.metricsAddress,
    healthAddress: config.healthAddress,
    registry: metrics.registry,
    ready: () => true,
    healthy: () => true,
  });
  // No other timer keeps a process alive: with both listeners off, one that stands by for the lease would just end.
  const alive = setInterval(() => {}, 0x7fffffff);
  try {
    await serve({ config, log, metrics, kube, kubeConfig, stop: stop.signal });
  } finally {
    clearInterval(alive);
    await listeners.close();
    await transport.close();
  }
}

interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly kube: KubeClient;
  readonly kubeConfig: KubeConfig;
  readonly stop: AbortSignal;
}

async function serve({ config, log, metrics, kube, kubeConfig, stop }: Parts): Promise<void> {
  const proxy = proxyOf(process.env);
  const tokens = createTokenSource({ env: process.env, userAgent, ...(proxy && { proxy }) });
  const budgets = new Budgets(clock);
  let mayWrite = () => true;
  const layer = (transport: Transport) =>
    budgets.around(whileLeading(counted(transport, metrics, clock), () => mayWrite()));
  const clients = createClients({ tokens, userAgent, layer, ...(proxy && { proxy }) }, config.endpoints);
  try {
    const clusterId = await checkCluster(kube, kubeConfig, config);
    await checkCredentials(tokens, log);
    const instance = hostname();
    const provider = (isLeader: () => boolean) => {
      mayWrite = isLeader;
      return new Provider({
        ...config,
        kinds,
        kube,
        clients,
        clock,
        random,
        log,
        metrics,
        events: new EventRecorder({ client: kube, clock, component: `${PACKAGE_NAME}-provider`, instance, log }),
        clusterId,
        isLeader,
        turn: (projectId) => budgets.turn(projectId),
      });
    };
    log.info({ version, cluster: kubeConfig.server, clusterId, credentials: tokens.describe() }, 'started');
    if (!config.leaderElect) return await provider(() => true).run(stop);
    await lead({ config, log, metrics, kube, kubeConfig, stop }, provider);
  } finally {
    await clients.close();
    await tokens.close();
  }
}

async function lead(
  { config, log, metrics, kube, kubeConfig, stop }: Parts,
  provider: (isLeader: () => boolean) => Provider,
): Promise<void> {
  const podNamespace = kubeConfig.source === 'in-cluster' ? kubeConfig.namespace : undefined;
  const election = new LeaderElection({
    ...config,
    client: kube,
    clock,
    random,
    log,
    name: LEASE_NAME,
    namespace: config.leaderElectionNamespace ?? podNamespace ?? DEFAULT_NAMESPACE,
    identity: `${hostname()}_${randomUUID()}`,
    createNamespace: true,
  });
  let lost = false;
  await election.run({
    signal: stop,
    onStarted: (signal) => {
      metrics.leading(LEASE_NAME, true);
      return provider(() => election.isLeader()).run(signal);
    },
    onStopped: () => {
      metrics.leading(LEASE_NAME, false);
      lost = !stop.aborted;
    },
  });
  if (lost)
    throw new StartError('the lease was lost, so another process may be at work; start again to stand by for it');
}

/** Proves that the cluster answers and holds our kinds, and names it. */
async function checkCluster(kube: KubeClient, { server, source }: KubeConfig, config: Config): Promise<string> {
  const [namespace] = config.namespaces;
  const path = {
    group: API_GROUP,
    version: API_VERSION,
    plural: 'networks',
    ...(namespace !== undefined && { namespace }),
  };
  try {
    await kube.list(path, { limit: 1 });
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) {
      throw new StartError(
        `${server} (${source}) does not know ${API_GROUP}: install the CRDs with kubectl apply -f crds/ first`,
      );
    }
    throw new StartError(clusterProblem(server, source, error));
  }
  if (config.clusterId !== undefined) return config.clusterId;
  return readClusterId(kube);
}

/** The cluster is known by the UID of a namespace that every cluster has and nobody makes anew. */
async function readClusterId(kube: KubeClient): Promise<string> {
  const path = { group: '', version: 'v1', plural: 'namespaces', name: 'kube-system' };
  let problem = 'it has no UID';
  try {
    const { metadata } = await kube.get<{ readonly metadata: { readonly uid?: string } }>(path);
    if (metadata.uid) return metadata.uid;
  } catch (error) {
    problem = textOf(error);
  }
  throw new StartError(
    `the namespace kube-system, whose UID names the cluster, can't be used: ${problem}; grant get on it, or give --cluster-id`,
  );
}

function clusterProblem(server: string, source: string, error: unknown): string {
  const { status = 0 } = error instanceof KubeError ? error : {};
  const advice =
    status === 401 || status === 403
      ? 'check the user of the kubeconfig and its rights (deploy/cluster-role.yaml)'
      : 'check that it runs and that the kubeconfig names the right server';
  return `the cluster ${server} (${source}) can't be used: ${textOf(error)}; ${advice}`;
}

/** Credentials that are not there at all end the start; a STACKIT that does not answer yet is waited for. */
async function checkCredentials(tokens: { token(): Promise<string> }, log: Log): Promise<void> {
  try {
    await tokens.token();
  } catch (error) {
    if ((error as { readonly class?: string }).class === 'unauthenticated') {
      const { code } = error as { readonly code?: string };
      const advice =
        code === CREDENTIALS_MISSING
          ? 'set STACKIT_SERVICE_ACCOUNT_KEY_PATH to a service account key file'
          : 'check that the key belongs to this environment and is still active';
      throw new StartError(`${textOf(error)}; ${advice}`);
    }
    log.warn({ error: textOf(error) }, 'no token from STACKIT yet');
  }
}

function proxyOf(env: Readonly<Record<string, string | undefined>>) {
  const https = env.HTTPS_PROXY ?? env.https_proxy;
  const no = env.NO_PROXY ?? env.no_proxy;
  return https ? { httpsProxy: https, ...(no && { noProxy: no }) } : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof TextRequested) {
      process.stdout.write(error.text);
      process.exit(0);
    }
    const expected = error instanceof StartError || error instanceof ConfigError || error instanceof KubeConfigError;
    const text = error instanceof Error && !expected ? (error.stack ?? error.message) : textOf(error);
    process.stderr.write(`${PACKAGE_NAME} provider: ${text}\n`);
    process.exit(1);
  },
);
