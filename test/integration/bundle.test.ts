import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkJournal } from '../support/sandbox-journal';
import { bundlePath, type Command, endAll, start } from './command';

interface Settings {
  readonly kubeconfig: string;
  readonly iaasEndpoint: string;
  readonly tokenEndpoint: string;
  readonly serviceAccountKeyPath: string;
  readonly adminEndpoint: string;
  readonly projectId: string;
}

/** The user of the container image. */
const UNPRIVILEGED = 65_532;

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.log('skipped: the bundle as user 65532 from a read-only folder, since only root can change the user');

let folder: string;
let sandbox: Command;
let settings: Settings;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sostackit-bundle-'));
  chmodSync(folder, 0o755);
  sandbox = start(bundlePath('cli.cjs'), ['sandbox', '-o', 'json', '--speed', 'instant']);
  settings = JSON.parse(await sandbox.line()) as Settings;
});

afterAll(async () => {
  try {
    await checkJournal(settings);
  } finally {
    await sandbox.stop();
    endAll();
  }
  chmodSync(join(folder, 'empty'), 0o755);
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** A folder that holds nothing but the bundle and that nobody may write to. */
function readOnlyCopy(): string {
  const empty = join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  const copy = join(empty, 'provider.cjs');
  copyFileSync(bundlePath('provider.cjs'), copy);
  chmodSync(copy, 0o444);
  chmodSync(empty, 0o555);
  return copy;
}

/** Copies what only its owner may read to where the provider's user can, as a mounted Secret would be. */
function readable(path: string, name: string): string {
  const copy = join(folder, name);
  writeFileSync(copy, readFileSync(path), { mode: 0o444 });
  return copy;
}

(isRoot ? test : test.skip)(
  'one file serves as an unprivileged user from a read-only folder without node_modules',
  async () => {
    const [probes, metrics] = [await freePort(), await freePort()];
    const args = [`--health-probe-bind-address=127.0.0.1:${probes}`, `--metrics-bind-address=127.0.0.1:${metrics}`];
    const copy = readOnlyCopy();
    const provider = start(copy, args, {
      cwd: join(folder, 'empty'),
      uid: UNPRIVILEGED,
      gid: UNPRIVILEGED,
      env: {
        KUBECONFIG: readable(settings.kubeconfig, 'kubeconfig'),
        STACKIT_IAAS_ENDPOINT: settings.iaasEndpoint,
        STACKIT_TOKEN_BASEURL: settings.tokenEndpoint,
        STACKIT_SERVICE_ACCOUNT_KEY_PATH: readable(settings.serviceAccountKeyPath, 'key.json'),
      },
    });
    let over = false;
    void provider.ended.then(() => {
      over = true;
    });
    while (!over && !(await answers(`http://127.0.0.1:${probes}/readyz`)));
    expect(over).toBe(false);
    expect(await answers(`http://127.0.0.1:${probes}/healthz`)).toBe(true);
    expect(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).toMatch(/^# TYPE \w+ /m);
    const { code, stdout, stderr } = await provider.stop();
    expect(code).toBe(0);
    for (const line of `${stdout}${stderr}`.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  },
);

describe('the bundled provider refuses to start with one clear message', () => {
  const environment = () => ({
    PATH: process.env.PATH,
    KUBECONFIG: settings.kubeconfig,
    STACKIT_IAAS_ENDPOINT: settings.iaasEndpoint,
    STACKIT_TOKEN_BASEURL: settings.tokenEndpoint,
    STACKIT_SERVICE_ACCOUNT_KEY_PATH: settings.serviceAccountKeyPath,
  });
  const off = ['--health-probe-bind-address=0', '--metrics-bind-address=0'];

  async function refusal(args: readonly string[], change: Readonly<Record<string, string>> = {}): Promise<string> {
    const env = { ...environment(), ...change };
    const { code, stdout, stderr } = await start(bundlePath('provider.cjs'), args, { env }).ended;
    const said = `${stdout}${stderr}`;
    expect(code).toBeGreaterThan(0);
    expect(said).not.toMatch(/\n\s+at /);
    return said;
  }

  test('an unreadable kubeconfig', async () => {
    expect(await refusal(off, { KUBECONFIG: '/nowhere/config' })).toContain('/nowhere/config');
  });

  test('an unknown flag', async () => {
    expect(await refusal(['--metrics-address=0'])).toContain('--metrics-address');
  });

  test('a port in use', async () => {
    const { port } = new URL(settings.adminEndpoint);
    expect(await refusal([`--health-probe-bind-address=127.0.0.1:${port}`])).toContain(`127.0.0.1:${port}`);
  });
});
