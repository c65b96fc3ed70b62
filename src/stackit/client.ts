import { type Clock, systemClock } from '../clock';
import type { Transport } from '../http';
import { PACKAGE_NAME } from '../product';
import type { TokenSource } from './auth';
import { createHttpTransport, type HttpTransport, type ProxyOptions } from './http';
import {
  type Answer,
  type AnyOperation,
  type Call,
  type CallOptions,
  pathOf,
  type QueryOptions,
  queryString,
  type Scope,
} from './operation';
import { createRequester, type Requester } from './request';
import { RETRY_POLICY, type RetryPolicy } from './retry';

/** Settings of a client of one API of STACKIT. */
export interface ClientOptions {
  /** Base URL without the path of the calls. @default STACKIT's own */
  readonly endpoint?: string;
  readonly tokens: TokenSource;
  /** Carries the requests. @default a pool of connections to the endpoint, closed with the client */
  readonly transport?: Transport;
  /** Put around the transport, for a pace or a count of calls. It sees each try on its own. @default none */
  readonly layer?: (transport: Transport) => Transport;
  /** Proxies for the connections of the client's own. */
  readonly proxy?: ProxyOptions;
  readonly clock?: Clock;
  /** Numbers in `[0, 1)` for jitter. */
  readonly random?: () => number;
  /** @default sostackit */
  readonly userAgent?: string;
  /** Changes to the policy of retries. */
  readonly retry?: Partial<RetryPolicy>;
}

/** The methods that a table of operations becomes. */
export type Calls<Operations> = { readonly [Name in keyof Operations]: Call<Operations[Name]> };

/** What every client has beside its calls. */
export interface Closable {
  /** Closes the connections that the client opened itself. */
  close(): Promise<void>;
}

/**
 * Makes the methods of a table of operations. Nothing is sent before the first call.
 *
 * @throws TypeError when the endpoint is not a URL
 */
export function createClient<Operations extends Readonly<Record<string, AnyOperation>>>(
  operations: Operations,
  options: ClientOptions & { readonly endpoint: string },
): Calls<Operations> & Closable {
  const { tokens, clock = systemClock, random = Math.random, userAgent = PACKAGE_NAME } = options;
  const { origin, prefix } = baseOf(options.endpoint);
  const pool: HttpTransport | undefined =
    options.transport === undefined
      ? createHttpTransport({ origin, ...(options.proxy === undefined ? {} : { proxy: options.proxy }) })
      : undefined;
  const { layer = (transport: Transport) => transport } = options;
  const transport = layer(options.transport ?? (pool as HttpTransport));
  const policy = { ...RETRY_POLICY, ...options.retry };
  const request = createRequester({ transport, tokens, clock, random, userAgent, policy });
  const calls = Object.entries(operations).map(([name, operation]) => [name, toCall(operation, prefix, request)]);
  return { ...(Object.fromEntries(calls) as Calls<Operations>), close: async () => pool?.close() };
}

function toCall(operation: AnyOperation, prefix: string, request: Requester) {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].filter(
    ([, name]) => name !== 'projectId' && name !== 'region',
  );
  return async (scope: Scope, ...rest: unknown[]): Promise<Answer<unknown>> => {
    const ids = rest.slice(0, names.length) as string[];
    const [payload, options] = operation.payload
      ? [rest[names.length], rest[names.length + 1]]
      : [undefined, rest[names.length]];
    const { signal, ...query } = (options ?? {}) as CallOptions & QueryOptions;
    return request({
      operation: operation.operationId,
      method: operation.method,
      path: prefix + pathOf(operation.path, scope, ids) + queryString(operation, query),
      expects: operation.expects,
      payload,
      signal,
    });
  };
}

function baseOf(endpoint: string): { origin: string; prefix: string } {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('an endpoint must be a URL such as https://iaas.api.stackit.cloud');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
