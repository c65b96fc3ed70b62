import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpHeaders, Transport } from '../http';

/** A listening HTTP server of the sandbox. */
export interface Listener {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections at once, watches included, and stops listening. */
  close(): Promise<void>;
}

/** Thrown by a handler to break the connection without an answer, as a crashing server would. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset';
}

/** Options of {@link serve}. */
export interface ServeOptions {
  /** @default 127.0.0.1 */
  readonly host?: string;
  /** `0` takes a free port. @default 0 */
  readonly port?: number;
}

/**
 * Mounts a handler on a real HTTP server.
 *
 * @throws Error with `code: 'EADDRINUSE'` when the port is taken
 */
export async function serve(handler: Transport, options: ServeOptions = {}): Promise<Listener> {
  const { host = '127.0.0.1', port = 0 } = options;
  const server = createServer((request, response) => void answer(handler, request, response));
  server.keepAliveTimeout = 60_000;
  await listening(server, host, port);
  const actual = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(handler: Transport, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  try {
    const result = await handler({
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: flatten(request),
      body: request,
      signal: abort.signal,
    });
    response.writeHead(result.status, { ...result.headers });
    response.flushHeaders();
    for await (const chunk of result.body) {
      if (abort.signal.aborted) return;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  } catch (error) {
    if (error instanceof ConnectionReset || response.headersSent || abort.signal.aborted) {
      request.socket.destroy();
      return;
    }
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.end(`sandbox handler failed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}

function flatten(request: IncomingMessage): HttpHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
