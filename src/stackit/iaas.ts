import { type Clock, systemClock } from '../clock';
import type { Transport } from '../http';
import { PACKAGE_NAME } from '../product';
import type { TokenSource } from './auth';
import { createHttpTransport, type HttpTransport } from './http';
import {
  type Answer,
  type Call,
  type CallOptions,
  pathOf,
  type QueryOptions,
  queryString,
  type Scope,
} from './operation';
import { iaasOperations } from './operations';
import { createRequester, type Requester } from './request';
import { RETRY_POLICY, type RetryPolicy } from './retry';

/** Base URL of the IaaS API: one host for all regions. */
export const IAAS_ENDPOINT = 'https://iaas.api.stackit.cloud';

/** Settings of {@link createIaasClient}. */
export interface IaasClientOptions {
  /** Base URL without `/v2`. @default https://iaas.api.stackit.cloud */
  readonly endpoint?: string;
  readonly tokens: TokenSource;
  /** Carries the requests. @default a pool of connections to the endpoint, closed with the client */
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** Numbers in `[0, 1)` for jitter. */
  readonly random?: () => number;
  /** @default sostackit */
  readonly userAgent?: string;
  /** Changes to the policy of retries. */
  readonly retry?: Partial<RetryPolicy>;
}

type IaasCalls = { readonly [Name in keyof typeof iaasOperations]: Call<(typeof iaasOperations)[Name]> };

/**
 * The IaaS API v2. Every method takes the scope, the IDs of its path in order, the payload if it has one, and options; it
 * resolves to an {@link Answer} or rejects with a `StackitError`. A list resolves to the array of its items.
 */
export interface IaasClient extends IaasCalls {
  /** Closes the connections that the client opened itself. */
  close(): Promise<void>;
}

/** Makes a client of the IaaS API. Nothing is sent before the first call. */
export function createIaasClient(options: IaasClientOptions): IaasClient {
  const { clock = systemClock, random = Math.random, userAgent = PACKAGE_NAME } = options;
  const { origin, prefix } = baseOf(options.endpoint ?? IAAS_ENDPOINT);
  const pool = options.transport === undefined ? createHttpTransport({ origin }) : undefined;
  const request = createRequester({
    transport: options.transport ?? (pool as HttpTransport),
    tokens: options.tokens,
    clock,
    random,
    userAgent,
    policy: { ...RETRY_POLICY, ...options.retry },
  });
  const calls = Object.fromEntries(
    Object.entries(iaasOperations).map(([name, operation]) => [name, toCall(operation, prefix, request)]),
  );
  return { ...(calls as unknown as IaasCalls), close: async () => pool?.close() };
}

type AnyOperation = (typeof iaasOperations)[keyof typeof iaasOperations];

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
    throw new TypeError('the IaaS endpoint must be a URL such as https://iaas.api.stackit.cloud');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
