import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure';
import { bareListener } from './local-api';
import { freePort, untilAnswered } from './port';
import { firstLine, residentMemory, root, type Talking } from './process';

interface Settings {
  readonly kubeconfig: string;
  readonly iaasEndpoint: string;
  readonly tokenEndpoint: string;
  readonly serviceAccountKeyPath: string;
}

/** Runs `use` beside a sandbox of its own. */
async function besideSandbox<T>(use: (settings: Settings) => Promise<T>): Promise<T> {
  const sandbox: Talking = await firstLine({ args: ['dist/cli.cjs', 'sandbox', '-o', 'json'] });
  try {
    return await use(JSON.parse(sandbox.line) as Settings);
  } finally {
    await sandbox.stop();
  }
}

interface Running {
  /** Seconds from the start to the first answer of `/healthz`. */
  readonly seconds: number;
  readonly pid: number;
  readonly url: string;
}

/** Starts the bundle as a cluster would and calls `use` as soon as its health listener answers. */
async function withProvider<T>(settings: Settings, use: (running: Running) => Promise<T>): Promise<T> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const args = [`--health-probe-bind-address=127.0.0.1:${port}`, '--metrics-bind-address=0'];
  const child = spawn(process.execPath, ['dist/provider.cjs', ...args], {
    cwd: root,
    env: {
      ...process.env,
      KUBECONFIG: settings.kubeconfig,
      STACKIT_IAAS_ENDPOINT: settings.iaasEndpoint,
      STACKIT_TOKEN_BASEURL: settings.tokenEndpoint,
      STACKIT_SERVICE_ACCOUNT_KEY_PATH: settings.serviceAccountKeyPath,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  try {
    await untilAnswered(`${url}/healthz`, () => child.exitCode !== null);
    return await use({ seconds: (performance.now() - started) / 1000, pid: child.pid ?? 0, url });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** From the start of the process to the first answer of its health listener. */
export const providerStart: Figure = {
  name: 'bundled provider listening',
  unit: 's',
  goal: 0.6,
  baseline: { name: 'a bare listener', measure: bareListener },
  measure: () => besideSandbox((settings) => withProvider(settings, async ({ seconds }) => seconds)),
};

/** Resident memory once it leads, has listed everything and has had two seconds to settle. */
export const providerMemory: Figure = {
  name: 'bundled provider idle',
  unit: 'MiB',
  goal: 90,
  baseline: { name: 'a bare listener', measure: bareMemory },
  measure: () =>
    besideSandbox((settings) =>
      withProvider(settings, async ({ pid, url }) => {
        await untilAnswered(`${url}/readyz`, () => false);
        await wait(2000);
        return residentMemory(pid);
      }),
    ),
};

async function bareMemory(): Promise<number> {
  const listener = "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('listening'))";
  const bare = await firstLine({ args: ['-e', listener] });
  await wait(500);
  const memory = residentMemory(bare.pid);
  await bare.stop();
  return memory;
}
