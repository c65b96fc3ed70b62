import { bodyOf, type HttpRequest, type HttpResponse, readBody, type Transport } from '../../src/http';
import type { CallShape, FaultKind } from './fault';
import type { Process } from './process';
import type { World } from './world';

/** A call on its way. */
export interface Call extends CallShape {
  readonly process: Process;
  readonly request: HttpRequest;
  readonly body: string;
  /** Number of the call in its run; 0 when it is not counted. */
  readonly number: number;
}

/** Milliseconds after which the STACKIT client's own connections give up. */
const HEADERS_TIMEOUT = 60_000;
/** When a late call arrives: within the create grace, beyond any patience. */
const LATE = 20_000;

class WireError extends Error {
  override readonly name = 'WireError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The connection of one process to one server: takes its time, and fails as the world's plan says. */
export function wire(world: World, process: Process, side: Call['side'], target: Transport): Transport {
  return async (request) => {
    await process.clock.running();
    const body = (await readBody(request.body)).toString('utf8');
    const shape = {
      side,
      method: request.method,
      path: request.path,
      watch: side === 'kubernetes' && request.path.includes('watch=true'),
    };
    const { number, fault } = world.enter({ ...shape, process, body });
    const call: Call = { ...shape, process, request, body, number };
    world.promises.sent(call);
    if (fault === 'death-before') return world.die(process);
    if (fault === 'pause-before') world.pause(process);
    if (fault === 'pause-until-rival') world.pause(process, 'rival');
    if (process.clock.isDead) return never();
    const answer = carry(world, call, target, fault);
    answer.catch(() => {});
    const response = await withSignal(answer, request.signal);
    await process.clock.running();
    return response;
  };
}

async function carry(world: World, call: Call, target: Transport, fault: FaultKind | undefined): Promise<HttpResponse> {
  const { process, request } = call;
  // What stands still before it sends, sends when it goes on.
  if (fault === 'pause-before' || fault === 'pause-until-rival') await process.clock.running();
  await world.latency();
  switch (fault) {
    case 'reset-before':
      throw reset();
    case 'late':
      world.later(LATE, () => deliver(world, call, target));
      throw reset();
    case 'silence-before':
      return silence(world, call);
    case 'error-before':
      return canned(call, 500, 'injected failure');
    case 'throttled':
      return canned(call, 429, 'too many requests', { 'retry-after': '1' });
    case 'unavailable':
      return canned(call, 503, 'upstream connect error', call.side === 'kubernetes' ? { 'retry-after': '1' } : {});
    case 'forbidden':
      return canned(call, 403, 'injected: no role');
    case 'conflict':
      return canned(call, 409, 'injected conflict');
    case 'empty-list':
      return answer(200, { items: [] });
    case 'expired':
      if (call.watch) return canned(call, 410, 'too old resource version');
      break;
    default:
  }
  const response = call.watch ? await openWatch(call, target) : await deliver(world, call, target);
  if (fault === 'death-after') return world.die(process);
  if (fault === 'pause-after') world.pause(process);
  await world.latency();
  switch (fault) {
    case 'reset-after':
      throw reset();
    case 'error-after':
      return canned(call, 500, 'injected failure');
    case 'silence-after':
      return silence(world, call);
    case 'half-answer':
      return { ...response, body: half(response.body) };
    default:
      return call.watch ? { ...response, body: relay(world, call, response.body, request.signal) } : response;
  }
}

/** Brings the call to its server, which carries it out whatever becomes of the caller. */
async function deliver(world: World, call: Call, target: Transport): Promise<HttpResponse> {
  const { signal: _, ...request } = call.request;
  world.promises.arrives(call);
  const response = await target(call.body === '' ? request : { ...request, body: call.body });
  const body = await readBody(response.body);
  world.promises.answered(call, response.status, body.toString('utf8'));
  return { status: response.status, headers: response.headers, body: bodyOf(body) };
}

async function openWatch(call: Call, target: Transport): Promise<HttpResponse> {
  const end = new AbortController();
  call.process.connections.add(end);
  call.request.signal?.addEventListener('abort', () => end.abort(), { once: true });
  const response = await target({ ...call.request, signal: end.signal });
  if (response.status === 200) return response;
  call.process.connections.delete(end);
  return { ...response, body: bodyOf(await readBody(response.body)) };
}

/** Hands the lines of a watch on, each after its way, and in order. */
async function* relay(
  world: World,
  call: Call,
  body: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const { process } = call;
  const queue: Item[] = [];
  let wake: () => void = () => {};
  const push = (item: Item) => {
    queue.push(item);
    wake();
  };
  let last = 0;
  const arrive = (item: Item) => {
    last = Math.max(last, world.clock.now() + world.jitter(), process.staleUntil);
    world.clock.after(last - world.clock.now(), () => push(item));
  };
  const cut = () => push({ error: reset() });
  process.watches.add(cut);
  void (async () => {
    try {
      for await (const chunk of body) arrive({ chunk });
      arrive('end');
    } catch {
      arrive({ error: reset() });
    }
  })();
  try {
    while (!signal?.aborted) {
      const item = queue.shift();
      if (item === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      await process.clock.running();
      if (item === 'end') return;
      if ('error' in item) throw item.error;
      yield item.chunk;
    }
  } finally {
    process.watches.delete(cut);
  }
}

type Item = 'end' | { readonly chunk: Buffer } | { readonly error: Error };

function silence(world: World, { side }: Call): Promise<never> {
  if (side === 'kubernetes') return never();
  return new Promise((_, reject) => {
    world.clock.after(HEADERS_TIMEOUT, () => reject(new WireError('UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error')));
  });
}

async function* half(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const whole = await readBody(body);
  yield whole.subarray(0, whole.length / 2);
  throw reset();
}

function canned(
  { side }: Call,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const reasons: Readonly<Record<number, string>> = { 409: 'Conflict', 410: 'Expired', 429: 'TooManyRequests' };
  const body =
    side === 'kubernetes'
      ? { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status, reason: reasons[status], message }
      : { code: status, msg: message };
  return answer(status, body, headers);
}

function answer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: bodyOf(JSON.stringify(body)) };
}

function reset(): WireError {
  return new WireError('ECONNRESET', 'read ECONNRESET');
}

/** What a dead process waits for. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

function withSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
