import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createStackitSimulator } from '../../src/sandbox/stackit';
import { note } from '../support/stackit-ledger';
import { Protocol } from '../support/stackit-protocol';

const PACKAGES = [
  'stackit-core==0.4.0',
  'stackit-iaas==1.7.0',
  'stackit-ske==1.13.0',
  'stackit-serviceenablement==1.3.0',
];
const FOLDER = resolve(__dirname, '../support/python-sdk');
const MINUTES = 60_000;

const run = promisify(execFile);

/** The Python of an environment with the SDK, made once per machine, or why there is none. */
function environment(): { readonly python: string } | { readonly missing: string } {
  const name = createHash('sha256').update(PACKAGES.join()).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `sostackit-python-${name}`);
  const python = join(folder, 'bin/python');
  if (existsSync(python)) return { python };
  mkdirSync(tmpdir(), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  try {
    const options = { stdio: 'pipe', timeout: 4 * MINUTES } as const;
    // Only its Python is called by its path, so the environment may be made elsewhere and put in place when it is whole.
    execFileSync('python3', ['-m', 'venv', fresh], options);
    execFileSync(join(fresh, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...PACKAGES], options);
    renameSync(fresh, folder);
    return { python };
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(python)) return { python };
    const { stderr, message } = error as { readonly stderr?: Buffer; readonly message: string };
    return { missing: `${message}\n${stderr?.toString().slice(-500) ?? ''}` };
  }
}

const found = environment();
const python = 'python' in found ? found.python : '';
if ('missing' in found) console.info(`skipped: STACKIT’s Python SDK could not be had: ${found.missing}`);

/** Operations that the SDK has no call for: the token is its own matter, and the bytes are a plain PUT. */
const NOT_CALLED = ['ExchangeWorkloadToken'];

const covered = new Set<string>();

interface Way {
  readonly script: string;
  readonly groups: readonly string[];
  /** What the caller may not do. */
  readonly forbidden: readonly string[];
}

async function walk({ script, groups, forbidden }: Way): Promise<readonly string[]> {
  const protocol = new Protocol(note);
  const simulator = createStackitSimulator({ speed: 300, recorder: protocol.recorder });
  for (const operationId of forbidden) simulator.permissions.deny({ operationId });
  const listener = await simulator.listen();
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-python-key-'));
  try {
    const key = join(folder, 'key.json');
    writeFileSync(key, JSON.stringify(simulator.key));
    const settings = {
      key,
      token: listener.tokenEndpoint,
      iaas: listener.iaasEndpoint,
      ske: listener.skeEndpoint,
      enablement: listener.serviceEnablementEndpoint,
    };
    const { stdout } = await run(python, [join(FOLDER, script), JSON.stringify(settings)], { timeout: 2 * MINUTES });
    expect(stdout.trim().split('\n')).toEqual(groups);
    protocol.check();
    for (const operationId of protocol.covered) covered.add(operationId);
    return simulator.operationIds;
  } finally {
    await listener.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

(python === '' ? describe.skip : describe)('STACKIT’s own Python SDK', () => {
  test(
    'takes every resource through its life in the simulator',
    async () => {
      const lives = [
        'volume',
        'image',
        'keypair',
        'security group',
        'nic',
        'public ip',
        'server',
        'cluster',
        'network',
      ];
      await walk({ script: 'lives.py', groups: ['errors', ...lives], forbidden: ['ListBackups'] });
    },
    3 * MINUTES,
  );

  test(
    'has all its other calls carried out, so that there is none that the simulator answers in another way',
    async () => {
      const iaas = ['catalogue', 'key pairs', 'affinity groups', 'addresses', 'volumes', 'shares', 'servers'];
      const groups = [...iaas, 'services', 'clusters'];
      const operationIds = await walk({ script: 'rest.py', groups, forbidden: [] });
      expect(operationIds.filter((id) => !covered.has(id) && !NOT_CALLED.includes(id))).toEqual([]);
    },
    3 * MINUTES,
  );
});
