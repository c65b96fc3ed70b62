import type { Answer, Call, Operation } from './call';
import { CLUSTER, type Cluster, findCluster, stateOf, withRotation } from './clusters';
import { change, read } from './rows';
import { skeRefusal } from './shapes';

/** Seconds; ske.md §4. */
const LIFETIME = { least: 600, most: 15_552_000, usual: 3600 };

/** States in which the API server of a cluster can be reached. */
const REACHABLE = ['STATE_HEALTHY', 'STATE_UNHEALTHY', 'STATE_RECONCILING'];

function reachable(call: Call): Cluster {
  const cluster = findCluster(call);
  if (REACHABLE.includes(stateOf(cluster))) return cluster;
  throw skeRefusal(400, `cluster "${cluster.id}" is in ${stateOf(cluster)}`, 'FailedPrecondition');
}

function lifetimeOf(call: Call): number {
  const { expirationSeconds } = call.body<{ readonly expirationSeconds?: unknown } | undefined>() ?? {};
  if (expirationSeconds === undefined) return LIFETIME.usual;
  // The specification says text; JSON of gRPC gateways takes a number as well.
  const isWhole = /^\d{1,15}$/.test(String(expirationSeconds));
  const seconds = isWhole ? Number(expirationSeconds) : Number.NaN;
  if (seconds >= LIFETIME.least && seconds <= LIFETIME.most) return seconds;
  throw skeRefusal(400, `invalid input: expirationSeconds must be in ${LIFETIME.least}..${LIFETIME.most}`);
}

function kubeconfigOf({ id, value }: Cluster, region: string, user: string): string {
  const { identity } = value.status;
  const authority = Buffer.from(`authority of ${identity}`).toString('base64');
  return [
    'apiVersion: v1',
    'kind: Config',
    `current-context: ${id}`,
    'clusters:',
    `- name: ${id}`,
    '  cluster:',
    `    server: https://api.${id}.${identity.slice(0, 8)}.ske.${region}.sandbox.stackit.invalid`,
    `    certificate-authority-data: ${authority}`,
    'contexts:',
    `- name: ${id}`,
    '  context:',
    `    cluster: ${id}`,
    `    user: ${id}`,
    'users:',
    `- name: ${id}`,
    '  user:',
    user,
    '',
  ].join('\n');
}

const certificate = ({ value, hidden }: Cluster, serial: number): string =>
  Buffer.from(`${value.status.identity}/${hidden.generation}/${serial}`).toString('base64');

function createKubeconfig(call: Call): Answer {
  const seconds = lifetimeOf(call);
  const cluster = reachable(call);
  const serial = cluster.hidden.serial + 1;
  const own = certificate(cluster, serial);
  const user = `    client-certificate-data: ${own}\n    client-key-data: ${Buffer.from(call.uuid()).toString('base64')}`;
  call.update(cluster, {}, { hidden: { serial } });
  const expirationTimestamp = new Date(call.now + seconds * 1000).toISOString();
  return { status: 200, body: { kubeconfig: kubeconfigOf(cluster, call.param('region'), user), expirationTimestamp } };
}

/** Whether the cluster would still take a kubeconfig of {@link createKubeconfig}: a completed rotation kills older ones. */
export function takesKubeconfig(cluster: Cluster, kubeconfig: string): boolean {
  const [, encoded = ''] = /client-certificate-data: (\S+)/.exec(kubeconfig) ?? [];
  const [identity, generation] = Buffer.from(encoded, 'base64').toString().split('/');
  const { status } = cluster.value;
  const age = cluster.hidden.generation - Number(generation);
  // Both authorities are good until the rotation is completed.
  return identity === status.identity && (age === 0 || (age === 1 && status.credentialsRotation.phase !== 'COMPLETED'));
}

/** A kubeconfig without credentials: STACKIT's own command gets them. */
function pluginKubeconfig(call: Call, mode: string): Answer {
  const user = [
    '    exec:',
    '      apiVersion: client.authentication.k8s.io/v1',
    '      command: stackit',
    `      args: [ske, kubeconfig, ${mode}]`,
    '      interactiveMode: IfAvailable',
  ].join('\n');
  return { status: 200, body: { kubeconfig: kubeconfigOf(reachable(call), call.param('region'), user) } };
}

/** Phases of a rotation: where a call is taken, through what it goes and where it ends (ske.md §4). */
const ROTATION = {
  start: { from: ['NEVER', 'COMPLETED'], through: 'PREPARING', to: 'PREPARED' },
  complete: { from: ['PREPARED'], through: 'COMPLETING', to: 'COMPLETED' },
} as const;

const PHASE = 'status.credentialsRotation.phase';

function rotate(call: Call, name: keyof typeof ROTATION): Answer {
  const cluster = findCluster(call);
  const { from, through, to } = ROTATION[name];
  const { phase } = cluster.value.status.credentialsRotation;
  const isSteady = stateOf(cluster) === 'STATE_HEALTHY' || stateOf(cluster) === 'STATE_UNHEALTHY';
  if (!isSteady || !(from as readonly string[]).includes(phase)) {
    throw skeRefusal(400, `credentials rotation is in phase ${phase}`, 'FailedPrecondition');
  }
  const after = call.settings.durations[name === 'start' ? 'rotationPrepare' : 'rotationComplete'];
  const time = (ms: number) => new Date(ms).toISOString();
  const done = name === 'start' ? {} : { 'status.credentialsRotation.lastCompletionTime': time(call.now + after) };
  const begun = name === 'start' ? { 'status.credentialsRotation.lastInitiationTime': call.timestamp() } : {};
  // The nodes are rolled meanwhile.
  const steps = withRotation(call, cluster, [
    { after, set: { [PHASE]: to, ...done, 'status.aggregated': 'STATE_HEALTHY' } },
  ]);
  const hidden = name === 'start' ? { generation: cluster.hidden.generation + 1 } : {};
  const set = { [PHASE]: through, ...begun, 'status.aggregated': 'STATE_RECONCILING' };
  call.update(cluster, set, { steps, hidden });
  return { status: 202, body: {} };
}

export const credentialOperations: readonly Operation[] = [
  change('POST')('CreateKubeconfig', `${CLUSTER}/kubeconfig`, createKubeconfig),
  read('GetLoginKubeconfig', `${CLUSTER}/kubeconfig/login`, (call) => pluginKubeconfig(call, 'login')),
  read('GetIDPKubeconfig', `${CLUSTER}/kubeconfig/idp`, (call) => pluginKubeconfig(call, 'idp')),
  change('POST')('StartCredentialsRotation', `${CLUSTER}/start-credentials-rotation`, (call) => rotate(call, 'start')),
  change('POST')('CompleteCredentialsRotation', `${CLUSTER}/complete-credentials-rotation`, (call) =>
    rotate(call, 'complete'),
  ),
].map((operation) => ({ ...operation, api: 'ske' as const }));
