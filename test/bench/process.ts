import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The repository. */
export const root = resolve(__dirname, '../..');

/** How to run Node on something. */
export interface Run {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Seconds from the start of a process to its end. @throws Error when it fails */
export async function lifetime({ args, env = {} }: Run): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaint = collect(child.stderr);
  const code = await ended(child);
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${complaint()}`);
  return (performance.now() - started) / 1000;
}

/** A started process that has said something. */
export interface Talking {
  /** Its first line on standard output. */
  readonly line: string;
  /** Seconds from the start to that line. */
  readonly seconds: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a process and waits for its first line. @throws Error when it ends before */
export async function firstLine({ args, env = {} }: Run): Promise<Talking> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaint = collect(child.stderr);
  const end = ended(child);
  const line = await new Promise<string>((done, fail) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('\n')) done(text.split('\n')[0] ?? '');
    });
    void end.then((code) => fail(new Error(`node ${args.join(' ')} ended with ${code}: ${complaint()}`)));
  });
  const seconds = (performance.now() - started) / 1000;
  return {
    line,
    seconds,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await end;
    },
  };
}

/** Resident memory of a process in MiB. */
export function residentMemory(pid: number): number {
  const pages = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(pages?.[1]) / 1024;
}

/** Seconds of processor time that a process has taken so far. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // In ticks of a hundredth of a second, on every Linux that Node runs on.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Seconds of processor time that each child of this process has taken so far, by its program and its number. */
export function childrenTime(): ReadonlyMap<string, number> {
  const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return new Map(
    pids
      .filter((pid) => pid !== '')
      .map((pid) => [`${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} ${pid}`, processorTime(Number(pid))]),
  );
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-2000);
  });
  return () => text.trim();
}

function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((done) => child.once('close', (code, signal) => done(code ?? signal ?? 'nothing')));
}
