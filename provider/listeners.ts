import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Address, parseAddress } from './address';
import { ConfigError } from './flags';

/** Options of {@link startListeners}. */
export interface ListenersOptions {
  /** `host:port`, `:port` for all interfaces, `[ipv6]:port`; `0` or empty: switched off. */
  readonly metricsAddress: string;
  readonly healthAddress: string;
  /** Gives the text of `/metrics`. */
  readonly registry: { readonly contentType: string; metrics(): Promise<string> };
  /** Answer of `/readyz`. */
  readonly ready: () => boolean;
  /** Answer of `/healthz`. */
  readonly healthy: () => boolean;
}

/** The listeners under way. */
export interface Listeners {
  /** Absent when switched off. */
  readonly metricsPort?: number;
  readonly healthPort?: number;
  close(): Promise<void>;
}

/**
 * Serves `/metrics`, and `/healthz` and `/readyz` at their own address.
 *
 * @throws ConfigError that names the flag when an address is taken or not ours
 */
export async function startListeners(options: ListenersOptions): Promise<Listeners> {
  const { metricsAddress, healthAddress, registry, ready, healthy } = options;
  const probe = (check: () => boolean): RequestListener => {
    return (_, response) => {
      const good = check();
      response.writeHead(good ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(good ? 'ok' : 'not ok');
    };
  };
  const servers: Server[] = [];
  const start = async (flag: string, text: string, routes: Readonly<Record<string, RequestListener>>) => {
    const address = parseAddress(text);
    if (address === 'off') return undefined;
    if (address === undefined) throw new ConfigError(`--${flag}: "${text}" is not an address`);
    const server = createServer(route(routes));
    await listen(server, address, flag, text);
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    await Promise.all(servers.map(end));
  };
  try {
    const metricsPort = await start('metrics-bind-address', metricsAddress, { '/metrics': exposition(registry) });
    const healthPort = await start('health-probe-bind-address', healthAddress, {
      '/healthz': probe(healthy),
      '/readyz': probe(ready),
    });
    return {
      ...(metricsPort === undefined ? {} : { metricsPort }),
      ...(healthPort === undefined ? {} : { healthPort }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function exposition(registry: ListenersOptions['registry']): RequestListener {
  return (_, response) => {
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

function route(routes: Readonly<Record<string, RequestListener>>): RequestListener {
  return (request, response) => {
    const handler = routes[(request.url ?? '').split('?')[0]?.replace(/(?<=.)\/$/, '') ?? ''];
    if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  };
}

function listen(server: Server, address: Address, flag: string, text: string): Promise<void> {
  const problems: Readonly<Record<string, string>> = {
    EADDRINUSE: 'the address is in use',
    EADDRNOTAVAIL: 'this machine has no such address',
    EACCES: 'permission denied',
    ENOTFOUND: 'no such host',
  };
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const problem = problems[cause.code ?? ''] ?? cause.message;
      reject(
        new ConfigError(
          `cannot listen on ${text} (--${flag}): ${problem}; choose another address, or 0 to switch it off`,
          {
            cause,
          },
        ),
      );
    });
    server.listen(address, resolve);
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
