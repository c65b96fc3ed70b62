import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createStackitSimulator } from '../../src/sandbox/stackit';
import { note } from '../support/stackit-ledger';
import { Protocol } from '../support/stackit-protocol';

const PACKAGES = ['stackit-core==0.4.0', 'stackit-iaas==1.7.0', 'stackit-ske==1.13.0'];
const SCRIPT = resolve(__dirname, '../support/python-sdk/lives.py');
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

('python' in found ? test : test.skip)(
  'STACKIT’s own Python SDK takes every resource through its life in the simulator',
  async () => {
    const protocol = new Protocol(note);
    const simulator = createStackitSimulator({ speed: 300, recorder: protocol.recorder });
    simulator.permissions.deny({ operationId: 'ListBackups' });
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
      const { stdout } = await run(python, [SCRIPT, JSON.stringify(settings)], { timeout: 2 * MINUTES });
      expect(stdout.trim().split('\n')).toEqual([
        'errors',
        'volume',
        'image',
        'keypair',
        'security group',
        'nic',
        'public ip',
        'server',
        'cluster',
        'network',
      ]);
      protocol.check();
    } finally {
      await listener.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  3 * MINUTES,
);
