import { type ChildProcess, spawn } from 'node:child_process';

/** A started process that has said its first line. */
export interface Running {
  readonly line: string;
  /** Asks it to end, and resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts a program of Node's and waits for its first line. @throws Error with what it says when it ends before */
export async function run(args: readonly string[]): Promise<Running> {
  // When this process is killed, the channel closes and the started one ends by itself.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const kill = () => void child.kill();
  process.once('exit', kill);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(`it ended with ${code ?? signal}`));
  });
  void ended.then(() => process.off('exit', kill));
  const complaint = lastWords(child);
  const line = await Promise.race([firstLine(child), ended.then((how) => Promise.reject(failed(how, complaint())))]);
  return {
    line,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
  });
}

function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4000);
  });
  return () => text.trim();
}

function failed(how: string, words: string): Error {
  return new Error(`the sandbox did not start: ${how}${words && `\n${words}`}`);
}
