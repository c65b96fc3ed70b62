import { type Clock, sleep } from '../clock';
import { type HttpRequest, type HttpResponse, readBody, type Transport } from '../http';
import type { TokenSource } from './auth';
import { parseErrorBody } from './error-body';
import { errorClass, mayHaveBeenSent, unansweredClass } from './error-class';
import { errorCode, errorText, StackitError } from './errors';
import type { Answer, Expectation, Verb } from './operation';
import { parseJson } from './parse';
import { secretsOf } from './redact';
import { backoff, type RetryPolicy, retryAfter } from './retry';

/** What a requester needs from outside. */
export interface RequesterOptions {
  readonly transport: Transport;
  readonly tokens: TokenSource;
  readonly clock: Clock;
  readonly random: () => number;
  readonly userAgent: string;
  readonly policy: RetryPolicy;
}

/** One call, ready for the wire. */
export interface OutgoingCall {
  readonly operation: string;
  readonly method: Verb;
  /** Path with the query. */
  readonly path: string;
  readonly expects: Expectation;
  readonly payload?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Carries a call to its answer. @throws StackitError */
export type Requester = (call: OutgoingCall) => Promise<Answer<unknown>>;

/** Puts token, retries and error classes around a transport. */
export function createRequester(options: RequesterOptions): Requester {
  const { tokens, clock, random, policy } = options;
  return async (call) => {
    const started = clock.now();
    let renewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.token(call.signal);
      try {
        return await send(options, call, token);
      } catch (error) {
        if (!(error instanceof StackitError)) throw error;
        if (error.status === 401 && !renewed) {
          renewed = true;
          tokens.invalidate(token);
          // Only a refused token guarantees that even a POST was not executed.
          if ((await tokens.token(call.signal)) !== token) continue;
        }
        if (!repeatable(policy, call, error) || attempt >= policy.attempts) throw error;
        const delay = Math.max(error.retryAfter ?? 0, backoff(policy, attempt, random));
        if (clock.now() + delay - started > policy.budget) throw error;
        await sleep(clock, delay, call.signal);
        if (call.signal?.aborted) throw error;
      }
    }
  };
}

function repeatable(policy: RetryPolicy, call: OutgoingCall, error: StackitError): boolean {
  if (call.signal?.aborted || !policy.verbs.includes(call.method)) return false;
  return error.status === undefined || error.status < 300 || policy.statuses.includes(error.status);
}

async function send(options: RequesterOptions, call: OutgoingCall, token: string): Promise<Answer<unknown>> {
  let response: HttpResponse | undefined;
  try {
    response = await options.transport(toRequest(options, call, token));
    if (response.status >= 200 && response.status < 300) return await read(call, response);
  } catch (error) {
    throw unanswered(call, error, response, secretsIn(call, token));
  }
  const secrets = secretsIn(call, token);
  const { message, code } = parseErrorBody(await beginning(response), secrets);
  throw new StackitError({
    ...call,
    class: errorClass(call.method, response.status, message, code),
    status: response.status,
    answer: message,
    code,
    requestId: requestId(response),
    retryAfter: retryAfter(response.headers['retry-after'], options.clock),
    secrets,
  });
}

function secretsIn(call: OutgoingCall, token: string): string[] {
  return [token, ...secretsOf(call.payload)];
}

function toRequest(options: RequesterOptions, call: OutgoingCall, token: string): HttpRequest {
  const body = call.payload === undefined ? undefined : JSON.stringify(call.payload);
  return {
    method: call.method,
    path: call.path,
    headers: {
      accept: 'application/json',
      'user-agent': options.userAgent,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    },
    ...(body === undefined ? {} : { body }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
}

async function read(call: OutgoingCall, response: HttpResponse): Promise<Answer<unknown>> {
  const bytes = await readBody(response.body);
  const body = call.expects === 'nothing' ? undefined : expected(call.expects, await parse(bytes));
  const id = requestId(response);
  return { body, status: response.status, ...(id === undefined ? {} : { requestId: id }) };
}

class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

async function parse(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) throw new UnreadableAnswer('with an empty body');
  try {
    return await parseJson(bytes);
  } catch {
    // The parser quotes what it stumbled over, which may be a secret.
    throw new UnreadableAnswer('with a body that is not JSON');
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function expected(expects: Expectation, body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new UnreadableAnswer('with JSON that is not an object');
  }
  const fields = body as Record<string, unknown>;
  if (expects === 'resource' && !isText(fields.id)) throw new UnreadableAnswer('without the id of the object');
  if (expects === 'named' && !isText(fields.name)) throw new UnreadableAnswer('without the name of the object');
  if (expects !== 'items') return body;
  const items = fields.items ?? [];
  if (!Array.isArray(items)) throw new UnreadableAnswer('with items that are not a list');
  if (items.includes(null)) throw new UnreadableAnswer('with null among the items');
  return items;
}

function unanswered(
  call: OutgoingCall,
  error: unknown,
  response: HttpResponse | undefined,
  secrets: readonly string[],
) {
  const code = errorCode(error);
  const unread = error instanceof UnreadableAnswer ? error.message : `but was cut off: ${errorText(error)}`;
  return new StackitError({
    ...call,
    class: unansweredClass(call.method, response !== undefined || mayHaveBeenSent(code)),
    status: response?.status,
    answer: response === undefined ? `got no answer: ${errorText(error)}` : unread,
    code,
    requestId: response === undefined ? undefined : requestId(response),
    cause: error,
    secrets,
  });
}

function requestId(response: HttpResponse): string | undefined {
  return response.headers['x-request-id'] || response.headers['x-trace-id'] || undefined;
}

/** Reads at most 64 KiB: a gateway's page may be long, and nobody reads it. */
async function beginning(response: HttpResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= 64 * 1024) break;
    }
  } catch {
    // The status has already said what matters.
  }
  return Buffer.concat(chunks).toString('utf8');
}
