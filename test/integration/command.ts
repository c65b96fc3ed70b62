import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The repository. */
export const root = resolve(__dirname, '../..');

/** A bundle of ours, by its name in `dist/`. @throws Error when it was not built */
export function bundlePath(name: 'cli.cjs' | 'provider.cjs'): string {
  const path = resolve(root, 'dist', name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build", as "npm test" does`);
  return path;
}

/** How a process ended, and all that it said. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process under test. */
export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** The next whole line on standard output. @throws Error with what it said on standard error, when it ends before */
  line(): Promise<string>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

const running = new Set<ChildProcess>();

/** Ends what a failed test left running; for `afterEach`. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Runs Node on a file. */
export function start(file: string, args: readonly string[], options: SpawnOptions = {}): Command {
  const child = spawn(process.execPath, [file, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let stdout = '';
  let stderr = '';
  let read = 0;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
    changed();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  let over = false;
  const ended = new Promise<Ending>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      over = true;
      running.delete(child);
      done({ code, signal, stdout, stderr });
      changed();
    });
  });
  const line = () =>
    new Promise<string>((done, fail) => {
      const look = () => {
        const end = stdout.indexOf('\n', read);
        if (end < 0 && !over) return;
        listeners.delete(look);
        if (end < 0) return fail(new Error(`it ended without another line: ${stderr}`));
        done(stdout.slice(read, end));
        read = end + 1;
      };
      listeners.add(look);
      look();
    });
  return {
    child,
    ended,
    line,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
