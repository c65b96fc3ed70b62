import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A port of 127.0.0.1 that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks until the answer is a success. `over` ends it: the process that should answer is gone. */
export async function untilAnswered(url: string, over: () => boolean): Promise<void> {
  while (!(await answers(url))) {
    if (over()) throw new Error(`the process ended before ${url} answered`);
    await wait(5);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
