import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { version } from '../../package.json';
import { checkJournal } from '../support/sandbox-journal';
import { bundlePath, type Ending, endAll, root, start } from './command';

const cli = bundlePath('cli.cjs');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sostackit-test-'));
});

afterEach(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

/** TMPDIR is ours, so that nothing can be left behind unseen. */
const environment = () => ({ ...process.env, TMPDIR: folder });

const sandbox = (...args: string[]) => start(cli, ['sandbox', ...args], { env: environment() });
const run = (...args: string[]): Promise<Ending> => start(cli, args, { env: environment() }).ended;

interface Settings {
  readonly kubeconfig: string | null;
  readonly iaasEndpoint: string;
  readonly skeEndpoint: string;
  readonly serviceEnablementEndpoint: string;
  readonly tokenEndpoint: string;
  readonly serviceAccountKeyPath: string;
  readonly projectId: string;
  readonly region: string;
  readonly adminEndpoint: string;
}

const settingsOf = (line: string): Settings => JSON.parse(line) as Settings;

function serverOf(kubeconfig: string | null): string {
  const { clusters } = parse(readFileSync(kubeconfig ?? '', 'utf8')) as { clusters: { cluster: { server: string } }[] };
  return clusters[0]?.cluster.server ?? '';
}

async function takenPort(): Promise<{ port: number; free(): void }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, free: () => void server.close() };
}

describe('sandbox -o json', () => {
  test('prints one line with every setting, when both sides listen', async () => {
    const command = sandbox('-o', 'json');
    const settings = settingsOf(await command.line());
    expect(Object.keys(settings)).toEqual([
      'kubeconfig',
      'iaasEndpoint',
      'skeEndpoint',
      'serviceEnablementEndpoint',
      'tokenEndpoint',
      'serviceAccountKeyPath',
      'projectId',
      'region',
      'adminEndpoint',
    ]);
    expect(settings.projectId).toMatch(/^[0-9a-f-]{36}$/);
    const kinds = await fetch(`${serverOf(settings.kubeconfig)}/apis/compute.sostackit.dev/v1alpha1`);
    const { resources } = (await kinds.json()) as { resources: { name: string }[] };
    expect(resources.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['images', 'networks', 'servers', 'volumes']),
    );
    expect(await (await fetch(`${settings.adminEndpoint}/journal`)).json()).toEqual([]);
    expect((await fetch(`${settings.adminEndpoint}/state`)).status).toBe(200);
    expect((await fetch(settings.tokenEndpoint, { method: 'POST', body: '' })).status).toBe(400);
    expect(
      (await fetch(`${settings.iaasEndpoint}/v2/projects/${settings.projectId}/regions/eu01/networks`)).status,
    ).toBe(401);
    expect(await checkJournal(settings)).toEqual([]);
    const { stdout, stderr } = await command.stop();
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toBe('');
  });

  test('does what was chosen where STACKIT documents nothing, shows it, and leaves its journal', async () => {
    const chosen = ['checksum=md5', 'nameservers='];
    const journals = join(folder, 'journals');
    const flags = ['--kubernetes', 'none', '--journal', journals, ...chosen.flatMap((text) => ['--behaviour', text])];
    const command = sandbox('-o', 'json', ...flags);
    const settings = settingsOf(await command.line());
    const shown = await (await fetch(`${settings.adminEndpoint}/behaviour`)).json();
    expect(shown).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'checksum', value: 'md5' })]));
    const issued = await fetch(`${settings.adminEndpoint}/tokens`, { method: 'POST' });
    const token = (await issued.json()) as { access_token: string };
    const networks = `${settings.iaasEndpoint}/v2/projects/${settings.projectId}/regions/eu01/networks`;
    const made = await fetch(networks, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
      body: '{"name":"a"}',
    });
    expect(await made.json()).toMatchObject({ ipv4: { nameservers: [] } });
    expect(await checkJournal(settings)).toEqual(['CreateNetwork']);
    await command.stop();
    const [file = ''] = readdirSync(journals);
    const journal = readFileSync(join(journals, file), 'utf8');
    expect(JSON.parse(journal)).toMatchObject([{ operationId: 'CreateNetwork', status: 202 }]);
    expect(journal).not.toContain(token.access_token);
    rmSync(journals, { recursive: true });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves nothing behind after %s', async (signal) => {
    const command = sandbox('-o', 'json');
    const { adminEndpoint, kubeconfig } = settingsOf(await command.line());
    const server = serverOf(kubeconfig);
    expect(readdirSync(folder)).toHaveLength(1);
    // An open watch must not hold it back.
    const watch = await fetch(`${server}/api/v1/namespaces?watch=true`);
    expect(watch.status).toBe(200);
    const { code } = await command.stop(signal);
    await watch.text().catch(() => '');
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    await expect(fetch(`${adminEndpoint}/journal`)).rejects.toThrow();
    await expect(fetch(server)).rejects.toThrow();
  });

  test("writes its files for the user alone, with a key of STACKIT's shape", async () => {
    const command = sandbox('-o', 'json', '--dir', join(folder, 'a/b'));
    const { kubeconfig, serviceAccountKeyPath, tokenEndpoint } = settingsOf(await command.line());
    expect(kubeconfig).toBe(join(folder, 'a/b/kubeconfig'));
    for (const file of [kubeconfig ?? '', serviceAccountKeyPath]) expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = JSON.parse(readFileSync(serviceAccountKeyPath, 'utf8'));
    expect(key).toMatchObject({
      id: expect.any(String),
      publicKey: expect.stringContaining('PUBLIC KEY'),
      active: true,
      keyType: 'USER_MANAGED',
      credentials: { kid: expect.any(String), privateKey: expect.stringContaining('PRIVATE KEY'), tokenEndpoint },
    });
    await command.stop();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves the Kubernetes side away on demand', async () => {
    const command = sandbox('-o', 'json', '--kubernetes', 'none');
    const { kubeconfig, adminEndpoint } = settingsOf(await command.line());
    expect(kubeconfig).toBeNull();
    expect((await fetch(`${adminEndpoint}/state`)).status).toBe(200);
    expect((await command.stop()).code).toBe(0);
  });

  test('names the project that the key is limited to', async () => {
    const id = '0a0a0a0a-1111-4222-8333-444444444444';
    const command = sandbox('-o', 'json', '--project', id);
    expect(settingsOf(await command.line()).projectId).toBe(id);
    await command.stop();
  });

  test('takes the ports that it is given', async () => {
    const [kubernetes, stackit] = [await takenPort(), await takenPort()];
    kubernetes.free();
    stackit.free();
    const ports = ['--kubernetes-port', `${kubernetes.port}`, '--stackit-port', `${stackit.port}`];
    const command = sandbox('-o', 'json', ...ports);
    const settings = settingsOf(await command.line());
    expect(new URL(serverOf(settings.kubeconfig)).port).toBe(`${kubernetes.port}`);
    expect(new URL(settings.iaasEndpoint).port).toBe(`${stackit.port}`);
    await command.stop();
  });
});

describe('sandbox --dir', () => {
  test('keeps what was there before', async () => {
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    const command = sandbox('-o', 'json', '--dir', folder);
    await command.line();
    await command.stop();
    expect(readdirSync(folder)).toEqual(['mine.txt']);
  });

  test('never overwrites a file that is not its own', async () => {
    writeFileSync(join(folder, 'kubeconfig'), 'mine');
    const { code, stderr } = await run('sandbox', '--dir', folder);
    expect(code).toBe(1);
    expect(stderr).toContain(join(folder, 'kubeconfig'));
    expect(readdirSync(folder)).toEqual(['kubeconfig']);
    expect(readFileSync(join(folder, 'kubeconfig'), 'utf8')).toBe('mine');
  });

  test('is not shared by two, and taken over from one that was killed', async () => {
    const first = sandbox('-o', 'json', '--dir', folder);
    await first.line();
    const refused = await run('sandbox', '--dir', folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`in use by the sandbox with process ID ${first.child.pid}`);
    await first.stop('SIGKILL');
    const second = sandbox('-o', 'json', '--dir', folder);
    await second.line();
    await second.stop();
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('sandbox tells people what to type', async () => {
  const command = sandbox('--kubernetes', 'none');
  await command.line();
  const { stdout } = await command.stop();
  expect(stdout).toMatch(/export STACKIT_IAAS_ENDPOINT=http:\/\/127\.0\.0\.1:\d+\n/);
  expect(stdout).toMatch(/curl -s http:\/\/\S+\/journal/);
});

test('sandbox --provider makes an applied object Ready', async () => {
  const command = sandbox('-o', 'json', '--provider', '--speed', 'instant');
  const settings = settingsOf(await command.line());
  const { kubeconfig, projectId } = settings;
  const url = `${serverOf(kubeconfig)}/apis/compute.sostackit.dev/v1alpha1/namespaces/default/networks`;
  const body = {
    apiVersion: 'compute.sostackit.dev/v1alpha1',
    kind: 'Network',
    metadata: { name: 'one' },
    spec: { projectId, region: 'eu01', ipv4: { prefixLength: 24 } },
  };
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(201);
  let ready = false;
  while (!ready) {
    const object = (await (await fetch(`${url}/one`)).json()) as {
      status?: { conditions?: { type: string; status: string }[] };
    };
    ready = object.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
  }
  expect(await checkJournal(settings)).toEqual(expect.arrayContaining(['CreateToken', 'CreateNetwork']));
  const { code, stdout } = await command.stop();
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
}, 20_000);

test('demo on a given cluster, ended early, removes what it applied', async () => {
  const cluster = sandbox('-o', 'json');
  const { kubeconfig } = settingsOf(await cluster.line());
  const server = serverOf(kubeconfig);
  const namespaces = async () => {
    const { items } = (await (await fetch(`${server}/api/v1/namespaces`)).json()) as {
      items: { metadata: { name: string } }[];
    };
    return items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('sostackit-demo-'));
  };
  const command = start(cli, ['demo', '--kubeconfig', kubeconfig ?? ''], { env: environment() });
  let line = '';
  let iaasEndpoint = '';
  // By then the provider has set its finalizer and called STACKIT.
  while (!/^\s+Network .*Creating/.test(line)) {
    line = await command.line();
    iaasEndpoint ||= /STACKIT +(http:\S+)/.exec(line)?.[1] ?? '';
  }
  expect(await checkJournal({ adminEndpoint: `${iaasEndpoint}/admin` })).toContain('CreateToken');
  expect(await namespaces()).toHaveLength(1);
  const { code, stderr } = await command.stop('SIGINT');
  expect(code).toBe(1);
  expect(stderr).toBe('sostackit: stopped before everything is Ready\n');
  expect(await namespaces()).toEqual([]);
  await cluster.stop();
}, 60_000);

describe('one clear message and a failure', () => {
  test.each<[name: string, args: string[], message: RegExp]>([
    ['an unknown flag', ['sandbox', '--sped', '3'], /unknown option '--sped'.*Did you mean --speed\?/s],
    ['an unknown command', ['sandbxo'], /unknown command 'sandbxo'.*Did you mean sandbox\?/s],
    ['a bad speed', ['sandbox', '--speed', '0'], /--speed <factor>.*'0' is invalid.*number above 0/],
    ['a word as speed', ['sandbox', '--speed', 'fast'], /'fast' is invalid/],
    ['a bad port', ['sandbox', '--stackit-port', '65536'], /--stackit-port <port>.*'65536' is invalid.*1 to 65535/],
    ['a bad project', ['sandbox', '--project', 'mine'], /'mine' is invalid.*UUID/],
    ['a bad format', ['sandbox', '-o', 'yaml'], /'yaml' is invalid.*text, json/],
    [
      'a provider without Kubernetes',
      ['sandbox', '--provider', '--kubernetes', 'none'],
      /--provider needs a Kubernetes side/,
    ],
    [
      'a folder that cannot be made',
      ['sandbox', '--dir', '/dev/null/x'],
      /could not make the folder \/dev\/null\/x.*--dir/s,
    ],
    [
      'a folder where the system takes none',
      ['sandbox', '--dir', '/proc/sostackit/sandbox'],
      /could not make the folder \/proc\/sostackit\/sandbox: .*--dir/s,
    ],
    [
      'a journal that cannot be written',
      ['sandbox', '--journal', '/proc/sostackit/journals'],
      /could not make the folder \/proc\/sostackit\/journals: .*--journal/s,
    ],
    [
      'a behaviour that is not there',
      ['sandbox', '--behaviour', 'colour=red'],
      /--behaviour <name=value>.*'colour=red' is invalid\. there is no behaviour "colour", only checksum, /,
    ],
    [
      'a behaviour that takes something else',
      ['sandbox', '--behaviour', 'hostBits=keep'],
      /'hostBits=keep' is invalid\. hostBits takes refuse or clear\./,
    ],
    ['a kubeconfig that is not there', ['demo', '--kubeconfig', '/nowhere'], /\/nowhere/],
  ])('%s', async (_name, args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^sostackit: /);
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
    expect(stderr).not.toMatch(/^\s+at /m);
    if (args[0] === 'sandbox') expect(stdout).toBe('');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a cluster that does not answer, before anything else is printed', async () => {
    const { port, free } = await takenPort();
    free();
    const file = join(folder, 'kubeconfig');
    const server = `http://127.0.0.1:${port}`;
    const clusters = `clusters: [{name: c, cluster: {server: "${server}"}}]`;
    writeFileSync(file, `current-context: c\ncontexts: [{name: c, context: {cluster: c}}]\n${clusters}\n`);
    const { code, stdout, stderr } = await run('demo', '--kubeconfig', file);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `sostackit: the cluster at ${server} of ${file} does not answer: connection refused (ECONNREFUSED)\n` +
        '  Start it, or choose another with --kubeconfig; without the flag "sostackit demo" needs none.\n',
    );
  });

  test.each(['kubernetes', 'stackit'])('a %s port that is in use, with nothing half started', async (side) => {
    const { port, free } = await takenPort();
    const { code, stderr, stdout } = await run('sandbox', `--${side}-port`, `${port}`);
    free();
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`127.0.0.1:${port}: the port is in use`);
    expect(stderr).toContain(`--${side}-port 0`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a provider bundle that is missing', async () => {
    const lonely = join(folder, 'lonely');
    mkdirSync(lonely);
    const copy = join(lonely, 'cli.cjs');
    writeFileSync(copy, readFileSync(cli));
    for (const args of [['sandbox', '--provider'], ['demo']]) {
      const { code, stderr } = await start(copy, args, { env: environment() }).ended;
      expect(code).toBe(1);
      expect(stderr).toContain(join(lonely, 'provider.cjs'));
      expect(stderr).toContain('npm run build');
    }
    expect(readdirSync(folder)).toEqual(['lonely']);
  });
});

test('crds prints the checked-in definitions', async () => {
  const { code, stdout } = await run('crds');
  const objects = (yaml: string) => parseAllDocuments(yaml).map((document) => document.toJS());
  expect(code).toBe(0);
  expect(objects(stdout)).toEqual(objects(readFileSync(join(root, 'crds/all.yaml'), 'utf8')));
});

test("--version is the package's", async () => {
  expect((await run('--version')).stdout).toBe(`${version}\n`);
});

test.each([[['--help']], [['sandbox', '--help']], [['demo', '--help']], [['crds', '--help']]])(
  '%j explains itself',
  async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('Usage: sostackit');
  },
);

test('every admin route and the fault that the help names work', async () => {
  const help = (await run('sandbox', '--help')).stdout;
  const command = sandbox('-o', 'json', '--kubernetes', 'none');
  const { adminEndpoint } = settingsOf(await command.line());
  const told = (await (await fetch(`${adminEndpoint}/nowhere`)).json()) as { error: string };
  const routes = told.error.match(/(?<=\/admin)\/[a-z-]+/g) ?? [];
  expect(help.match(/(?<=^ {2})\/[a-z-]+(?= {2,})/gm)).toEqual(expect.arrayContaining(routes));
  expect(routes).toHaveLength(9);
  const body = /-d '(.*)'/.exec(help)?.[1] ?? '';
  expect((await fetch(`${adminEndpoint}/faults`, { method: 'POST', body })).status).toBe(201);
  const faults = await (await fetch(`${adminEndpoint}/faults`)).json();
  expect(faults).toMatchObject([JSON.parse(body)]);
  await command.stop();
});

test('every path that the help names exists', async () => {
  const { stdout } = await run('sandbox', '--help');
  const paths = stdout.match(/examples\/\S+/g) ?? [];
  expect(paths).not.toHaveLength(0);
  for (const path of paths) expect(existsSync(join(root, path))).toBe(true);
});
