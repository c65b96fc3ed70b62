import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Clock, systemClock } from '../../src/clock';
import type { HttpHeaders, HttpRequest, HttpResponse, Transport } from '../../src/http';
import { createCredentials, type KubeCredential } from './credentials';
import type { KubeConfig } from './kubeconfig';

/** Most connections to the API server. Each open watch holds one. */
const CONNECTIONS = 64;

/** Carries requests to a cluster. */
export type KubeTransport = Transport & {
  /** Ends all connections, watches included. */
  close(): Promise<void>;
};

/**
 * Connects to the cluster of a kubeconfig. Each request carries the credential of the moment; after a 401 it is renewed
 * and the request repeated once, which is safe because a request that was not let in had no effect.
 */
export function createKubeTransport(config: KubeConfig, options: { readonly clock?: Clock } = {}): KubeTransport {
  const { clock = systemClock } = options;
  const server = new URL(config.server);
  const prefix = server.pathname.replace(/\/+$/, '');
  const credentials = createCredentials(config, clock);
  let connection: { readonly dispatcher: Dispatcher; readonly cert: string | undefined } | undefined;

  const dispatcherFor = (credential: KubeCredential): Dispatcher => {
    const cert = credential.certificate?.cert;
    if (connection?.cert === cert && connection) return connection.dispatcher;
    // Requests under way keep the connections of the certificate they began with.
    connection?.dispatcher.close().catch(() => {});
    connection = { dispatcher: connect(config, server.origin, credential), cert };
    return connection.dispatcher;
  };

  const send = async (request: HttpRequest, credential: KubeCredential): Promise<HttpResponse> => {
    const answer = await dispatcherFor(credential).request({
      origin: server.origin,
      path: prefix + request.path,
      method: request.method as Dispatcher.HttpMethod,
      headers: headersOf(request, credential, config),
      body: (request.body ?? null) as NonNullable<Dispatcher.DispatchOptions['body']> | null,
      signal: request.signal ?? null,
    });
    return { status: answer.statusCode, headers: flatten(answer.headers), body: answer.body };
  };

  const transport: Transport = async (request) => {
    const credential = await credentials.current();
    const response = await send(request, credential);
    const repeatable = request.body === undefined || typeof request.body === 'string' || Buffer.isBuffer(request.body);
    if (response.status !== 401 || !repeatable || !credentials.refresh(credential)) return response;
    for await (const _ of response.body); // frees the connection
    return send(request, await credentials.current());
  };
  return Object.assign(transport, { close: async () => connection?.dispatcher.destroy() });
}

function connect(config: KubeConfig, origin: string, credential: KubeCredential): Dispatcher {
  const { ca, insecure, serverName } = config.tls;
  const { cert, key } = credential.certificate ?? config.tls;
  const tls = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    rejectUnauthorized: !insecure,
    timeout: 10_000,
  };
  // A watch is silent for minutes: its reader has a watchdog of its own.
  const times = { headersTimeout: 60_000, bodyTimeout: 0, connections: CONNECTIONS };
  if (config.proxyUrl === undefined) return new Pool(origin, { ...times, connect: tls });
  if (!/^https?:/.test(config.proxyUrl)) {
    throw new Error(
      `cannot use the proxy-url ${config.proxyUrl} (from ${config.source}): only http and https are supported`,
    );
  }
  return new ProxyAgent({ ...times, uri: config.proxyUrl, requestTls: tls });
}

function headersOf(request: HttpRequest, credential: KubeCredential, config: KubeConfig): HttpHeaders {
  return {
    ...request.headers,
    ...(credential.authorization === undefined ? {} : { authorization: credential.authorization }),
    ...(config.impersonate === undefined ? {} : { 'impersonate-user': config.impersonate }),
  };
}

function flatten(headers: Record<string, string | string[] | undefined>): HttpHeaders {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
