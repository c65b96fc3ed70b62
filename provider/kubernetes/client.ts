import { type Clock, sleep, type Timer } from '../../src/clock';
import { type HttpHeaders, type HttpRequest, type HttpResponse, readBody, type Transport } from '../../src/http';
import { PACKAGE_NAME } from '../../src/product';
import { abortable, abortableStream, follow } from './abort';
import { KubeError } from './errors';
import { Gate } from './gate';
import { readLines } from './lines';
import {
  type JsonPatchOperation,
  type KubeList,
  type KubeObject,
  type KubeStatus,
  nameOf,
  type ResourcePath,
  urlOf,
  type WatchEvent,
} from './types';

/** Writer under which Kubernetes records our fields. */
export const FIELD_MANAGER = 'sostackit-provider';

/** Retries of reads that the server asked to repeat: 429 and 503 with Retry-After. Writes are never repeated. */
const READ_RETRY = { attempts: 3, longestWait: 5_000 } as const;

/**
 * Patches under way at once. More make no server faster; fewer than there are connections leave some to the lease, and
 * the time of a call begins only once it is sent.
 */
const PATCHES = 32;

/** Options of {@link KubeClient}. */
export interface KubeClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** @default sostackit */
  readonly userAgent?: string;
  /** Milliseconds until a call without an answer is given up; for a watch, until its first byte. @default 30000 */
  readonly timeout?: number;
  /** Hears of every answered or failed call (code 0), for metrics. */
  readonly onResponse?: (call: { readonly method: string; readonly code: number; readonly duration: number }) => void;
}

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link KubeClient.list}. */
export interface ListOptions extends CallOptions {
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly labelSelector?: string | undefined;
}

/** Options of {@link KubeClient.delete}. */
export interface DeleteOptions extends CallOptions {
  /** The delete fails with 409 when the object is another one. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
}

/** Options of {@link KubeClient.watch}. */
export interface WatchOptions extends CallOptions {
  readonly resourceVersion?: string | undefined;
  /** Seconds after which the server ends the watch. */
  readonly timeoutSeconds?: number | undefined;
  /** Asks for events that only carry the newest resourceVersion. @default true */
  readonly bookmarks?: boolean;
  readonly labelSelector?: string | undefined;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Call extends CallOptions {
  readonly method: string;
  /** The verb in words, for messages. */
  readonly verb: string;
  readonly query?: Query;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** Talks to the Kubernetes API in raw JSON, so that no field is lost on the way. Every failure is a {@link KubeError}. */
export class KubeClient {
  readonly #options: KubeClientOptions & Required<Pick<KubeClientOptions, 'userAgent' | 'timeout'>>;
  readonly #patches = new Gate(PATCHES);

  constructor(options: KubeClientOptions) {
    this.#options = { userAgent: PACKAGE_NAME, timeout: 30_000, ...options };
  }

  /** Reads one object. */
  get<T = KubeObject>(path: ResourcePath, options: CallOptions = {}): Promise<T> {
    return this.#json(path, { method: 'GET', verb: 'get', ...options });
  }

  /** Reads one page; the caller follows `metadata.continue`. */
  list<T = KubeObject>(path: ResourcePath, options: ListOptions = {}): Promise<KubeList<T>> {
    const { signal, ...query } = options;
    return this.#json(path, { method: 'GET', verb: 'list', signal, query: { ...query } });
  }

  /** Creates an object; `path` is its collection. */
  create<T = KubeObject>(path: ResourcePath, body: object, options: CallOptions = {}): Promise<T> {
    return this.#json(path, { method: 'POST', verb: 'create', body, query: managed, ...options });
  }

  /** Replaces an object; a `metadata.resourceVersion` in the body makes a stale writer fail with 409. */
  replace<T = KubeObject>(path: ResourcePath, body: object, options: CallOptions = {}): Promise<T> {
    return this.#json(path, { method: 'PUT', verb: 'replace', body, query: managed, ...options });
  }

  /** Patches an object: an array is sent as a JSON patch, an object as a merge patch. */
  patch<T = KubeObject>(
    path: ResourcePath,
    patch: readonly JsonPatchOperation[] | Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<T> {
    const contentType = Array.isArray(patch) ? 'application/json-patch+json' : 'application/merge-patch+json';
    const call: Call = { method: 'PATCH', verb: 'patch', body: patch, contentType, query: managed, ...options };
    return this.#patches.pass(() => this.#json(path, call));
  }

  /** Applies an object on the server's side; conflicts with other writers are won. */
  apply<T = KubeObject>(path: ResourcePath, body: object, options: CallOptions = {}): Promise<T> {
    const query = { ...managed, force: true };
    return this.#json(path, {
      method: 'PATCH',
      verb: 'apply',
      body,
      contentType: 'application/apply-patch+yaml',
      query,
      ...options,
    });
  }

  /** Deletes an object and answers what the server answered: the object, while it still has finalizers, or a Status. */
  delete(path: ResourcePath, options: DeleteOptions = {}): Promise<KubeObject | KubeStatus> {
    const { signal, ...body } = options;
    const document = { apiVersion: 'v1', kind: 'DeleteOptions', ...body };
    return this.#json(path, { method: 'DELETE', verb: 'delete', body: document, signal });
  }

  /**
   * Yields changes until the server ends the stream. Throws for a refused watch and for a broken stream; an `ERROR` event
   * is yielded, not thrown.
   */
  async *watch<T = KubeObject>(path: ResourcePath, options: WatchOptions = {}): AsyncGenerator<WatchEvent<T>> {
    const { signal, bookmarks = true, ...rest } = options;
    const query = { ...rest, watch: true, allowWatchBookmarks: bookmarks };
    const call: Call = { method: 'GET', verb: 'watch', query, signal };
    const limit = new AbortController();
    const unlink = follow(limit, signal);
    const timer = this.#giveUp(limit);
    try {
      const response = await this.#answer(path, call, limit.signal);
      timer.cancel();
      for await (const line of readLines(abortableStream(response.body, limit.signal))) yield parseEvent<T>(line);
    } catch (error) {
      throw this.#failure(path, call, error);
    } finally {
      timer.cancel();
      unlink();
      limit.abort();
    }
  }

  async #json<T>(path: ResourcePath, call: Call): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once<T>(path, call);
      } catch (error) {
        const wait = retryDelay(error, call, attempt);
        if (wait === undefined || call.signal?.aborted) throw error;
        await sleep(this.#options.clock, wait, call.signal);
      }
    }
  }

  async #once<T>(path: ResourcePath, call: Call): Promise<T> {
    const limit = new AbortController();
    const unlink = follow(limit, call.signal);
    const timer = this.#giveUp(limit);
    try {
      const response = await this.#answer(path, call, limit.signal);
      const body = await abortable(readBody(response.body), limit.signal);
      return JSON.parse(body.toString('utf8')) as T;
    } catch (error) {
      throw this.#failure(path, call, error);
    } finally {
      timer.cancel();
      unlink();
    }
  }

  #giveUp(limit: AbortController): Timer {
    const { clock, timeout } = this.#options;
    return clock.after(timeout, () => limit.abort(new Error(`no answer within ${timeout / 1000} s`)));
  }

  /** Sends the request and turns everything but a 2xx into an error. */
  async #answer(path: ResourcePath, call: Call, signal: AbortSignal): Promise<HttpResponse> {
    const { clock, transport, onResponse } = this.#options;
    const started = clock.now();
    let code = 0;
    try {
      const response = await abortable(transport(this.#request(path, call, signal)), signal);
      code = response.status;
      if (code >= 200 && code <= 299) return response;
      throw await refusal(path, call, response);
    } finally {
      onResponse?.({ method: call.method, code, duration: clock.now() - started });
    }
  }

  #request(path: ResourcePath, call: Call, signal: AbortSignal): HttpRequest {
    const headers: Record<string, string> = { accept: 'application/json', 'user-agent': this.#options.userAgent };
    const request = { method: call.method, path: `${urlOf(path)}${queryOf(call.query)}`, signal };
    if (call.body === undefined) return { ...request, headers };
    headers['content-type'] = call.contentType ?? 'application/json';
    return { ...request, headers, body: JSON.stringify(call.body) };
  }

  #failure(path: ResourcePath, call: Call, error: unknown): KubeError {
    if (error instanceof KubeError) return error;
    return new KubeError({
      status: 0,
      answer: reasonOf(error),
      method: call.method,
      path: `${urlOf(path)}${queryOf(call.query)}`,
      tried: `${call.verb} ${nameOf(path)}`,
      cause: error,
    });
  }
}

const managed: Query = { fieldManager: FIELD_MANAGER };

function queryOf(query: Query = {}): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function parseEvent<T>(line: string): WatchEvent<T> {
  try {
    return JSON.parse(line) as WatchEvent<T>;
  } catch (cause) {
    throw new Error('the server sent a line that is not JSON', { cause });
  }
}

async function refusal(path: ResourcePath, call: Call, response: HttpResponse): Promise<KubeError> {
  const text = (await readBody(response.body)).toString('utf8');
  const status = parseStatus(text);
  return new KubeError({
    status: response.status,
    reason: status?.reason,
    answer: status?.message ?? (text.trim().slice(0, 300) || 'no message'),
    details: status?.details,
    method: call.method,
    path: `${urlOf(path)}${queryOf(call.query)}`,
    tried: `${call.verb} ${nameOf(path)}`,
    retryAfter: retryAfterOf(response.headers),
  });
}

function parseStatus(text: string): KubeStatus | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as KubeStatus) : undefined;
  } catch {
    return undefined;
  }
}

/** Kubernetes sends whole seconds, never a date. */
function retryAfterOf(headers: HttpHeaders): number | undefined {
  const seconds = Number(headers['retry-after']);
  return headers['retry-after'] !== undefined && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

function retryDelay(error: unknown, call: Call, attempt: number): number | undefined {
  if (call.method !== 'GET' || attempt >= READ_RETRY.attempts || !(error instanceof KubeError)) return undefined;
  if ((error.status !== 429 && error.status !== 503) || error.retryAfter === undefined) return undefined;
  return Math.min(error.retryAfter, READ_RETRY.longestWait);
}

/** The deepest reason, because undici and TLS hide what matters in `cause`; several addresses fail as one error. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const deeper = error.cause instanceof Error ? `: ${reasonOf(error.cause)}` : '';
  return `${error.message || error.name}${deeper}`;
}
