import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf } from './failure';

/** Beside a simulator nothing is slow enough for the standard times, and no other program looks at the listeners. */
export const providerFlags: readonly string[] = [
  '--metrics-bind-address=0',
  '--health-probe-bind-address=0',
  '--create-grace=2s',
  '--not-found-grace=2s',
  '--fast-poll-interval=500ms',
];

/** Options of {@link startProvider}. */
export interface ProviderOptions {
  /** Added to the environment, which loses whatever names another STACKIT or cluster. */
  readonly environment: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Where its log (JSON, one line each) goes. @default the command's standard error */
  readonly log?: (chunk: Buffer) => void;
}

/** The bundled provider as a process of its own. */
export interface RunningProvider {
  readonly pid: number;
  /** Resolves with a sentence about how it ended, be it asked to or not. */
  readonly ended: Promise<string>;
  /** Asks it to end, insists after five seconds, and resolves when it is gone. */
  stop(): Promise<void>;
}

/** The provider's bundle, which lies beside the command's own. */
export function providerBundle(): string {
  const file = join(__dirname, 'provider.cjs');
  try {
    accessSync(file);
  } catch (error) {
    throw new Failure(
      `could not start the provider from ${file}: ${reasonOf(error)}`,
      'Run "npm run build" first, and keep provider.cjs beside cli.cjs.',
      { cause: error },
    );
  }
  return file;
}

/** Starts the bundled provider. @throws Failure when it cannot be started */
export async function startProvider({ environment, args = [], log }: ProviderOptions): Promise<RunningProvider> {
  const child = spawn(process.execPath, [providerBundle(), ...args], {
    env: { ...inherited(), ...environment },
    // Its end of the channel tells the provider when this process is gone, however it went.
    stdio: ['ignore', log ? 'pipe' : 2, log ? 'pipe' : 2, 'ipc'],
    // A Ctrl-C in the terminal is for the command alone, which needs the provider until everything is deleted.
    detached: true,
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  if (log) {
    child.stdout?.on('data', log);
    child.stderr?.on('data', log);
  }
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', kill);
      resolve(signal ? `ended by ${signal}` : `ended with exit code ${code}`);
    });
  });
  const pid = await started(child);
  return {
    pid,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(insist);
    },
  };
}

function started(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid as number));
    child.once('error', (error) => reject(new Failure(`could not start the provider: ${reasonOf(error)}`)));
  });
}

function inherited(): NodeJS.ProcessEnv {
  const foreign = /^(STACKIT_|KUBE)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
