import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeError, type KubeObject } from '../../../provider/kubernetes';
import { API_GROUP, API_VERSION } from '../../../src/product';
import {
  createStackitSimulator,
  makeKeySync,
  type StackitListener,
  type StackitSimulator,
} from '../../../src/sandbox/stackit';
import { type Cluster, clusters } from '../../support/clusters';
import { Protocol } from '../../support/stackit-protocol';
import type { Seen } from '../cluster';
import { randomOf, seedOf } from '../random';
import { readyOf } from '../scenario';
import { MINIMAL, type Wanted } from '../stories/wanted';
import { LEASE, Pods } from './pods';

/** What happens to the processes of a round, twice: while things are made, and while they go. */
type Blow = 'kill' | 'pause' | 'restart';

/** One round with the real thing. */
export interface Round {
  readonly cluster: string;
  readonly blows: readonly Blow[];
  readonly violations: readonly string[];
}

/** What {@link realRounds} plays. */
export interface RealOptions {
  readonly rounds: number;
  readonly seed: number;
}

/** Milliseconds within which a round has to come to rest after a blow. */
const PATIENCE = 60_000;
/** Milliseconds after the first write within which a blow falls. */
const SOON = 1_500;

/**
 * Plays rounds with the bundle as a process over real HTTP: on the real Kubernetes API where its binaries are, else on the
 * local one. Objects are made and deleted while processes are killed or stand still past their lease, and while the
 * API server restarts.
 */
export async function* realRounds({ rounds, seed }: RealOptions): AsyncGenerator<Round> {
  const open = clusters().at(-1)?.[1];
  if (!open) throw new Error('there is no Kubernetes API to play with');
  const cluster = await open();
  const protocol = new Protocol();
  const stackit = createStackitSimulator({ speed: 60, key: makeKeySync(), recorder: protocol.recorder });
  const listener = await stackit.listen();
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-faults-'));
  const pods = new Pods(environmentOf(cluster, listener, stackit, folder));
  pods.start();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      yield await play({ cluster, stackit, protocol, pods, round, random: randomOf(seedOf(seed, `round ${round}`)) });
    }
  } finally {
    await pods.end();
    await listener.close();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  }
}

function environmentOf(cluster: Cluster, listener: StackitListener, stackit: StackitSimulator, folder: string) {
  const key = join(folder, 'key.json');
  writeFileSync(key, JSON.stringify(stackit.key));
  return {
    KUBECONFIG: cluster.providerKubeconfig,
    STACKIT_IAAS_ENDPOINT: listener.iaasEndpoint,
    STACKIT_TOKEN_BASEURL: listener.tokenEndpoint,
    STACKIT_SERVICE_ACCOUNT_KEY_PATH: key,
  };
}

interface Stage {
  readonly cluster: Cluster;
  readonly stackit: StackitSimulator;
  readonly protocol: Protocol;
  readonly pods: Pods;
  readonly round: number;
  readonly random: () => number;
}

async function play(stage: Stage): Promise<Round> {
  const { cluster, stackit, pods, round, random } = stage;
  const kinds: readonly Blow[] = cluster.restart ? ['kill', 'pause', 'restart'] : ['kill', 'pause'];
  const blows = [0, 1].map(() => kinds[Math.floor(random() * kinds.length)] ?? 'kill');
  const wanted = MINIMAL.map(([kind, name, spec]): Wanted => [kind, `${name}-${round}`, spec]);
  const violations: string[] = [];
  const [first = 'kill', second = 'kill'] = blows;
  const before = pods.complaints.length;
  const all = (act: (kind: string, name: string, spec: object) => Promise<unknown>) =>
    Promise.all(wanted.map(([kind, name, spec]) => act(kind, name, spec)));
  await all((kind, name, spec) => steadily(() => cluster.admin.apply(path(kind, name), object(kind, name, spec))));
  await strike(stage, first);
  const up = async () => {
    const seen = await all((kind, name) => cluster.admin.get<Seen>(path(kind, name)));
    return (seen as Seen[]).every((candidate) => isUp(candidate) && ownedBy(stackit, candidate).length === 1);
  };
  if (!(await within(PATIENCE, up))) {
    const seen = (await all((kind, name) => cluster.admin.get<Seen>(path(kind, name)))) as Seen[];
    for (const candidate of seen) {
      const count = ownedBy(stackit, candidate).length;
      const { reason, message } = readyOf(candidate) ?? {};
      if (count !== 1 || !isUp(candidate)) {
        violations.push(`${candidate.kind} has ${count} objects in STACKIT and is ${reason}: ${message}`);
      }
    }
  }
  await all((kind, name) => steadily(() => cluster.admin.delete(path(kind, name))));
  await strike(stage, second);
  const gone = async () => (await all((kind) => cluster.admin.list(path(kind)))).every((list) => isEmpty(list));
  if (!(await within(PATIENCE, gone))) violations.push('not everything is gone from Kubernetes');
  else {
    const left = () => KINDS.flatMap((kind) => stackit.objects(kind).filter(({ labels }) => labels?.[OWNER]));
    if (!(await within(10_000, () => left().length === 0))) {
      violations.push(`left behind in STACKIT: ${left().map(({ id, name }) => `${name} ${id}`)}`);
    }
  }
  violations.push(...pods.complaints.slice(before), ...stage.protocol.violations.splice(0));
  return { cluster: cluster.name.replace(' ', '-'), blows, violations };
}

async function strike({ cluster, pods, random }: Stage, blow: Blow): Promise<void> {
  await sleep(random() * SOON);
  const [leader = pods.start()] = pods.all;
  switch (blow) {
    case 'kill':
      leader.child.kill('SIGKILL');
      break;
    case 'restart':
      await cluster.restart?.();
      break;
    case 'pause': {
      if (pods.all.length < 2) pods.start();
      leader.child.kill('SIGSTOP');
      await sleep(LEASE + 500 + random() * 3_000);
      leader.child.kill('SIGCONT');
      break;
    }
  }
}

const KINDS = ['network', 'image', 'volume', 'server'] as const;
const OWNER = 'sostackit-owner';
const UID = 'sostackit-uid';

function path(kind: string, name?: string) {
  const plural = `${kind.toLowerCase()}s`;
  return { group: API_GROUP, version: API_VERSION, plural, namespace: 'default', ...(name !== undefined && { name }) };
}

function object(kind: string, name: string, spec: object): KubeObject {
  const metadata = { name, namespace: 'default' };
  return { apiVersion: `${API_GROUP}/${API_VERSION}`, kind, metadata, spec } as KubeObject;
}

function isUp(seen: Seen): boolean {
  const ready = readyOf(seen);
  return ready?.status === 'True' || ready?.reason === 'AwaitingUpload';
}

function ownedBy(stackit: StackitSimulator, { kind, metadata }: Seen) {
  return stackit
    .objects(kind.toLowerCase() as (typeof KINDS)[number])
    .filter(({ labels }) => labels?.[UID] === metadata.uid);
}

function isEmpty(list: unknown): boolean {
  return (list as { readonly items: readonly unknown[] }).items.length === 0;
}

/** Tries again while the API server is away. */
async function steadily(act: () => Promise<unknown>): Promise<void> {
  const done = async () => {
    await act();
    return true;
  };
  if (!(await within(PATIENCE, done))) throw new Error('the Kubernetes API does not come back');
}

async function within(patience: number, look: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    try {
      if (await look()) return true;
    } catch (error) {
      if (!(error instanceof KubeError)) throw error;
    }
    await sleep(50);
  }
  return false;
}

function sleep(delay: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delay);
  });
}
