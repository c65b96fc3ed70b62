import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { createStackitSimulator, type Dump } from '../../src/sandbox/stackit';
import { createIaasClient, createTokenSource, type IaasClient, type Scope } from '../../src/stackit';
import type { Figure } from './figure';
import { firstLine } from './process';

const PROJECT = '11111111-2222-4333-8444-555555555555';
const SCOPE: Scope = { projectId: PROJECT, region: 'eu01' };
/** In the seed of every project. */
const NETWORK = '33333333-3333-3333-3333-333333333333';
const CALLS = 1000;
/** Calls after which both processes run at their speed. */
const WARM = 300;
const SERVERS = 10_000;

interface Settings {
  readonly iaasEndpoint: string;
  readonly tokenEndpoint: string;
  readonly adminEndpoint: string;
  readonly serviceAccountKeyPath: string;
}

interface Wires {
  readonly client: IaasClient;
  /** GET of a path by undici alone, with the body as JSON. */
  readonly bare: (path: string) => Promise<unknown>;
  readonly settings: Settings;
}

/** A simulator in a process of its own, and the two ways to call it, both warm. */
async function besideSimulator<T>(use: (wires: Wires) => Promise<T>): Promise<T> {
  const sandbox = await firstLine({ args: ['dist/cli.cjs', 'sandbox', '--kubernetes', 'none', '-o', 'json'] });
  const settings = JSON.parse(sandbox.line) as Settings;
  const env = {
    STACKIT_SERVICE_ACCOUNT_KEY: readFileSync(settings.serviceAccountKeyPath, 'utf8'),
    STACKIT_TOKEN_BASEURL: settings.tokenEndpoint,
  };
  const tokens = createTokenSource({ env });
  const client = createIaasClient({ endpoint: settings.iaasEndpoint, tokens });
  const pool = new Pool(settings.iaasEndpoint);
  const headers = { authorization: `Bearer ${await tokens.token()}`, accept: 'application/json' };
  const bare = async (path: string) => (await pool.request({ method: 'GET', path, headers })).body.json();
  try {
    return await use({ client, bare, settings });
  } finally {
    await Promise.all([client.close(), pool.destroy(), tokens.close()]);
    await sandbox.stop();
  }
}

const path = `/v2/projects/${PROJECT}/regions/eu01/networks/${NETWORK}`;

/** Seconds for so many calls, one after the other. */
async function sequence(count: number, call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let done = 0; done < count; done += 1) await call();
  return (performance.now() - started) / 1000;
}

const byClient =
  ({ client }: Wires) =>
  () =>
    client.getNetwork(SCOPE, NETWORK);
const byUndici =
  ({ bare }: Wires) =>
  () =>
    bare(path);

/** 1000 GETs, so its inverse in thousands are requests per second. */
export const stackitCalls: Figure = {
  name: '1000 calls to the STACKIT simulator',
  unit: 's',
  goal: 2,
  baseline: {
    name: 'bare undici',
    measure: () =>
      besideSimulator(async (wires) => {
        await sequence(WARM, byUndici(wires));
        return sequence(CALLS, byUndici(wires));
      }),
  },
  measure: () =>
    besideSimulator(async (wires) => {
      await sequence(WARM, byClient(wires));
      return sequence(CALLS, byClient(wires));
    }),
};

/** How much longer a call of ours takes than one of undici, measured in turns so that a busy moment hits both. */
export const stackitLatency: Figure = {
  name: 'latency of the STACKIT client',
  unit: 'x',
  goal: 1.2,
  baseline: { name: 'bare undici', measure: async () => 1 },
  measure: () =>
    besideSimulator(async (wires) => {
      await sequence(WARM, byClient(wires));
      await sequence(WARM, byUndici(wires));
      const ratios: number[] = [];
      for (let turn = 0; turn < 11; turn += 1) {
        const bare = await sequence(CALLS / 10, byUndici(wires));
        ratios.push((await sequence(CALLS / 10, byClient(wires))) / bare);
      }
      return ratios.sort((left, right) => left - right)[5] ?? Number.NaN;
    }),
};

/** 10,000 servers with a volume each, and user data if asked for. */
function crowd(userData: string | undefined): Dump {
  const simulator = createStackitSimulator({ speed: 'instant' });
  for (let index = 0; index < SERVERS; index += 1) {
    const { id } = simulator.add('server', { labels: { index: `${index}` } }, { projectId: PROJECT });
    simulator.add('volume', { serverId: id, status: 'ATTACHED' }, { projectId: PROJECT });
  }
  const { scopes, objects } = simulator.dump();
  const filled = objects.map((object) =>
    object.kind === 'server' ? { ...object, hidden: { ...object.hidden, userData } } : object,
  );
  return { scopes, objects: filled };
}

/** 2 KiB of user data, as a list with details brings it: some 25 MB in all. */
const USER_DATA = Buffer.alloc(1536, '#').toString('base64');
const crowds = new Map<string | undefined, string>();

async function besideCrowd<T>(userData: string | undefined, use: (wires: Wires) => Promise<T>): Promise<T> {
  const body = crowds.get(userData) ?? JSON.stringify(crowd(userData));
  crowds.set(userData, body);
  return besideSimulator(async (wires) => {
    const loaded = await fetch(`${wires.settings.adminEndpoint}/dump`, { method: 'PUT', body });
    if (loaded.status !== 204) throw new Error(`the simulator answered ${loaded.status} to a dump`);
    return use(wires);
  });
}

const list = `/v2/projects/${PROJECT}/regions/eu01/servers?details=true`;

async function listByUndici({ bare }: Wires): Promise<number> {
  const started = performance.now();
  const { items } = (await bare(list)) as { readonly items: readonly unknown[] };
  if (items.length !== SERVERS) throw new Error(`${items.length} servers were listed`);
  return (performance.now() - started) / 1000;
}

async function listByClient({ client }: Wires): Promise<void> {
  const { body } = await client.listServers(SCOPE, { details: true });
  if (body.length !== SERVERS) throw new Error(`${body.length} servers were listed`);
}

/** By a simulator that holds 20,000 objects, from the request to the answer as objects. */
export const stackitList: Figure = {
  name: '10,000 servers listed with details',
  unit: 's',
  goal: 1,
  baseline: {
    name: 'an empty list',
    measure: () =>
      besideCrowd(undefined, async ({ bare }) => sequence(1, () => bare(list.replace(/servers.*/, 'snapshots')))),
  },
  measure: () => besideCrowd(undefined, listByUndici),
};

/** Longest time for which nothing else gets its turn while `work` runs, in seconds. */
async function stall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return longest / 1000;
}

/** The same list with user data, seen by everything else in the process of the client. */
export const stackitStall: Figure = {
  name: 'event loop held up by that list',
  unit: 's',
  goal: 0.15,
  baseline: { name: 'bare undici', measure: () => besideCrowd(USER_DATA, (wires) => stall(() => listByUndici(wires))) },
  measure: () => besideCrowd(USER_DATA, (wires) => stall(() => listByClient(wires))),
};
