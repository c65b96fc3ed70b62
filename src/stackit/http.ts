import { Readable } from 'node:stream';
import { EnvHttpProxyAgent, Pool } from 'undici';
import type { HttpHeaders, HttpResponse, Transport } from '../http';

/** Settings of {@link createHttpTransport}; times in milliseconds. */
export interface HttpTransportOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** @default 10000 */
  readonly connectTimeout?: number;
  /** From the end of the request to the head of the response. @default 60000 */
  readonly headersTimeout?: number;
  /** Between two pieces of the body. @default 60000 */
  readonly bodyTimeout?: number;
  /** Greatest number of connections. @default 16 */
  readonly connections?: number;
  readonly proxy?: ProxyOptions;
}

/** Proxies as the usual environment variables give them; the environment itself is not read. */
export interface ProxyOptions {
  /** `HTTPS_PROXY` */
  readonly httpsProxy?: string | undefined;
  /** `HTTP_PROXY` */
  readonly httpProxy?: string | undefined;
  /** `NO_PROXY`: hosts, domains and `*`, separated by commas. */
  readonly noProxy?: string | undefined;
}

/** A transport with connections of its own. */
export interface HttpTransport extends Transport {
  /** Ends all connections at once; requests under way are rejected. */
  close(): Promise<void>;
}

/** Makes a transport to one host over a pool of kept connections. Nothing is connected before the first request. */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { origin, connectTimeout = 10_000, headersTimeout = 60_000, bodyTimeout = 60_000, connections = 16 } = options;
  const settings = { connect: { timeout: connectTimeout }, headersTimeout, bodyTimeout, connections };
  const { httpsProxy = '', httpProxy = '', noProxy = '' } = options.proxy ?? {};
  const proxied = origin.startsWith('https:') ? httpsProxy !== '' : httpProxy !== '';
  // Empty strings, not absent ones: undici would look into the environment.
  const dispatcher = proxied
    ? new EnvHttpProxyAgent({ ...settings, httpProxy, httpsProxy, noProxy })
    : new Pool(origin, settings);
  const transport: Transport = async ({ method, path, headers, body, signal }) => {
    const response = await dispatcher.request({
      origin,
      method: method as 'GET',
      path,
      headers: { ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : toReadable(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.statusCode, headers: flat(response.headers), body: response.body } satisfies HttpResponse;
  };
  return Object.assign(transport, { close: () => dispatcher.destroy() });
}

function toReadable(body: AsyncIterable<Buffer>): Readable {
  return Readable.from(body, { objectMode: false });
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): HttpHeaders {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
