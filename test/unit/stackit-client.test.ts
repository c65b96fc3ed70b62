import { execFile } from 'node:child_process';
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect as dial } from 'node:net';
import { join, resolve } from 'node:path';
import { inspect, promisify } from 'node:util';
import fc from 'fast-check';
import type { Clock, Timer } from '../../src/clock';
import { bodyOf, type HttpRequest, type HttpResponse, readBody, type Transport } from '../../src/http';
import {
  createHttpTransport,
  createIaasClient,
  createServiceEnablementClient,
  createSkeClient,
  createTokenSource,
  type Environment,
  type ErrorClass,
  errorClass,
  iaasOperations,
  labelSelector,
  resolveCredentials,
  StackitError,
  serviceEnablementOperations,
  skeOperations,
  type TokenSource,
  uploadImage,
} from '../../src/stackit';
import { parseErrorBody } from '../../src/stackit/error-body';
import { endOf } from '../../src/stackit/exchange';
import { parseJson } from '../../src/stackit/parse';
import { redact } from '../../src/stackit/redact';
import { backoff, RETRY_POLICY, retryAfter } from '../../src/stackit/retry';
import { Secret } from '../../src/stackit/secret';

const SCOPE = { projectId: '11111111-1111-4111-8111-111111111111', region: 'eu01' };
const OPENAPI_FOLDER = resolve(__dirname, '../../../shared/stackit/openapi');
const BASE = `/v2/projects/${SCOPE.projectId}/regions/eu01`;
const START = Date.UTC(2026, 0, 1);

/** A clock that jumps to the next timer whenever everything else has come to rest, and notes how far it jumped. */
class JumpingClock implements Clock {
  time = START;
  readonly waits: number[] = [];
  readonly #timers = new Map<object, { at: number; callback: () => void }>();

  now(): number {
    return this.time;
  }

  after(delay: number, callback: () => void): Timer {
    const key = {};
    this.#timers.set(key, { at: this.time + delay, callback });
    return { cancel: () => this.#timers.delete(key) };
  }

  /** Runs `work` to its end, turning the clock while it waits. */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const end = () => {
      settled = true;
    };
    work.then(end, end);
    for (;;) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      if (settled) return work;
      const next = [...this.#timers].sort(([, a], [, b]) => a.at - b.at)[0];
      if (next === undefined) continue;
      this.#timers.delete(next[0]);
      this.waits.push(next[1].at - this.time);
      this.time = next[1].at;
      next[1].callback();
    }
  }
}

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

interface Wire {
  readonly transport: Transport;
  readonly requests: { method: string; path: string; headers: Record<string, string>; body: string }[];
}

/** Answers from a list, the last entry again and again. */
function wire(...replies: readonly (Reply | ((request: HttpRequest) => Reply))[]): Wire {
  const requests: Wire['requests'] = [];
  const transport: Transport = async (request) => {
    const body = (await readBody(request.body)).toString();
    requests.push({ method: request.method, path: request.path, headers: { ...request.headers }, body });
    const entry = replies[Math.min(requests.length, replies.length) - 1];
    const reply = typeof entry === 'function' ? entry(request) : entry;
    if (reply === undefined || reply instanceof Error) throw reply ?? new Error('no reply');
    return respond(reply);
  };
  return { transport, requests };
}

function respond({ status = 200, body, headers = {} }: Exclude<Reply, Error>): HttpResponse {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'x-request-id': 'req-1', ...headers }, body: bodyOf(text) };
}

function failing(code: string): Error {
  return Object.assign(new Error(`socket ${code}`), { code });
}

const FIXED: TokenSource = { token: async () => 'fixed-token', invalidate: () => undefined, describe: () => 'fixed' };

function client(transport: Transport, tokens: TokenSource = FIXED, clock: Clock = new JumpingClock()) {
  return createIaasClient({ endpoint: 'http://iaas.test', tokens, transport, clock, random: () => 0.5 });
}

async function caught(work: Promise<unknown>): Promise<StackitError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof StackitError) return outcome;
  throw new Error(`expected a StackitError, got ${inspect(outcome)}`);
}

describe('types of the STACKIT API', () => {
  test('are what the generator makes of the official document', async () => {
    if (!existsSync(OPENAPI_FOLDER)) return console.log(`not compared: ${OPENAPI_FOLDER} does not exist`);
    // In a process of its own: the generator's library does not load under jest.
    const script = resolve(__dirname, '../../scripts/generate-stackit.ts');
    await promisify(execFile)(process.execPath, ['--import', 'tsx', script, '--check']);
    for (const file of ['iaas.ts', 'ske.ts']) {
      const types = readFileSync(resolve(__dirname, '../../src/stackit/types/generated', file), 'utf8');
      expect(types).not.toMatch(/\/\*/);
    }
  });

  test.each([
    ['iaas-v2.json', iaasOperations],
    ['ske-v2.json', skeOperations],
  ])('the operations are those of %s: path, verb, success and body', (file, operations) => {
    const path = join(OPENAPI_FOLDER, file);
    if (!existsSync(path)) return console.log(`not compared: ${path} does not exist`);
    const document = JSON.parse(readFileSync(path, 'utf8'));
    const official = new Map<string, object>();
    for (const [route, item] of Object.entries<Record<string, Record<string, unknown>>>(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (method === 'parameters') continue;
        const success = Object.keys(operation.responses as object).filter((status) => status.startsWith('2'));
        const body = operation.requestBody !== undefined;
        official.set(String(operation.operationId), { route, method: method.toUpperCase(), success, body });
      }
    }
    for (const { operationId, path: template, method, success, payload } of Object.values(operations)) {
      const route = template.replace('~', '/v2/projects/{projectId}/regions/{region}');
      expect({ operationId, route, method, success: [String(success)], body: payload }).toEqual({
        operationId,
        ...official.get(operationId),
      });
    }
  });

  test('every call of every client is sent to the path of its row', async () => {
    const { transport, requests } = wire(({ method }) => ({
      status: 200,
      body: { id: method, name: method, items: [] },
    }));
    const options = { tokens: FIXED, transport };
    const clients = [
      [createIaasClient(options), iaasOperations],
      [createSkeClient(options), skeOperations],
      [createServiceEnablementClient(options), serviceEnablementOperations],
    ] as const;
    for (const [api, operations] of clients) {
      for (const [name, { path, method, payload }] of Object.entries(operations)) {
        const ids = [...path.matchAll(/\{(?!projectId|region\b)\w+\}/g)].map((_, index) => `id-${index}`);
        const call = (api as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>)[name];
        await call?.(SCOPE, ...ids, ...(payload ? [{ sent: true }] : []));
        let index = 0;
        const expected = path
          .replace('~', '/v2/projects/{projectId}/regions/{region}')
          .replace('{projectId}', SCOPE.projectId)
          .replace('{region}', SCOPE.region)
          .replace(/\{\w+\}/g, () => `id-${index++}`);
        expect(requests.at(-1)).toMatchObject({ method, path: expected, body: payload ? '{"sent":true}' : '' });
      }
    }
    expect(requests).toHaveLength(clients.reduce((sum, [, operations]) => sum + Object.keys(operations).length, 0));
  });
});

describe('errors', () => {
  // Every status that some operation documents, for every verb, and the odd ones met in production.
  test.each([
    ['GET', 400, '', 'invalid'],
    ['GET', 401, 'Jwt is missing', 'unauthenticated'],
    ['GET', 403, 'Forbidden', 'forbidden'],
    ['GET', 404, 'network not found', 'gone'],
    ['GET', 408, '', 'transient'],
    ['GET', 410, '', 'gone'],
    ['GET', 429, '', 'throttled'],
    ['GET', 500, 'internal server error', 'transient'],
    ['GET', 501, 'unknown region', 'invalid'],
    ['GET', 502, '', 'transient'],
    ['GET', 503, 'upstream connect error', 'transient'],
    ['GET', 504, '', 'transient'],
    ['GET', 302, '', 'invalid'],
    ['DELETE', 404, 'resource not found', 'gone'],
    ['DELETE', 409, 'Conflict', 'conflict'],
    ['DELETE', 403, 'Forbidden', 'forbidden'],
    ['DELETE', 500, '', 'transient'],
    ['DELETE', 412, '', 'conflict'],
    ['POST', 400, 'machine type is not valid', 'invalid'],
    ['POST', 400, 'name exceeds the length limit of 63', 'invalid'],
    ['POST', 400, 'quota exceeded for vcpu', 'quota'],
    ['POST', 401, 'Unauthorized', 'unauthenticated'],
    ['POST', 403, 'Quota exceeded for instances', 'quota'],
    ['POST', 404, 'External network x is not reachable from subnet y', 'invalid'],
    ['POST', 404, 'resource not found: keypair', 'invalid'],
    ['POST', 408, '', 'uncertain'],
    ['POST', 409, 'Conflict', 'conflict'],
    ['POST', 409, 'No valid host was found', 'capacity'],
    ['POST', 410, '', 'invalid'],
    ['POST', 413, 'Request Entity Too Large', 'quota'],
    ['POST', 422, '', 'invalid'],
    ['POST', 429, 'Too Many Requests', 'throttled'],
    ['POST', 429, 'quota limit reached', 'throttled'],
    ['POST', 500, 'internal server error', 'uncertain'],
    ['POST', 501, 'unknown region', 'invalid'],
    ['POST', 502, '', 'uncertain'],
    ['POST', 503, '', 'uncertain'],
    ['POST', 504, '', 'uncertain'],
    ['PUT', 400, 'Duplicate items in the list', 'conflict'],
    ['PUT', 403, 'maximum allowed number of disk devices', 'quota'],
    ['PUT', 404, 'could not be found as device id on any ports', 'conflict'],
    ['PUT', 500, '', 'transient'],
    ['PATCH', 404, 'server not found', 'conflict'],
    ['PATCH', 409, '', 'conflict'],
    ['PATCH', 504, '', 'transient'],
  ] as const)('%s answered %i "%s" is %s', (verb, status, message, expected) => {
    expect(errorClass(verb, status, message)).toBe(expected);
  });

  test('no answer to a POST is ever "gone", and no 5xx or 429 to anything', () => {
    const verbs = fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE');
    fc.assert(
      fc.property(verbs, fc.integer({ min: 300, max: 599 }), fc.string(), (verb, status, message) => {
        const found = errorClass(verb as 'GET', status, message);
        if (verb === 'POST' || status >= 500 || status === 429 || status === 403) expect(found).not.toBe('gone');
        expect(found).not.toBe('notYetVisible');
      }),
    );
  });

  test.each([
    ['{"code":404,"msg":"network not found"}', { message: 'network not found' }],
    ['{"status":409,"message":"busy","timestamp":"x"}', { message: 'busy' }],
    ['{"code":"Unimplemented","message":"unknown region"}', { message: 'unknown region', code: 'Unimplemented' }],
    ['{"error":{"code":403,"status":"FORBIDDEN","message":"no key"}}', { message: 'no key', code: 'FORBIDDEN' }],
    [
      '{"timeStamp":"x","path":"/token","status":400,"error":"Bad Request","message":"bad jwt"}',
      { message: 'bad jwt' },
    ],
    ['{"error":"invalid_grant","error_description":"expired"}', { message: 'expired', code: 'invalid_grant' }],
    ['Jwt is missing', { message: 'Jwt is missing' }],
    ['upstream connect error\r\nor disconnect', { message: 'upstream connect error or disconnect' }],
    [
      '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>x</body></html>',
      { message: '502 Bad Gateway' },
    ],
    ['{"msg":', { message: '{"msg":' }],
    ['{"msg":null}', { message: '' }],
    ['null', { message: 'null' }],
    ['', { message: '' }],
  ])('the body %j is read as what it says', (body, expected) => {
    expect(parseErrorBody(body)).toEqual(expected);
  });

  test('a long text is cut at 500 characters', () => {
    expect(parseErrorBody('x'.repeat(5000)).message).toHaveLength(500);
  });

  test('say what was tried, on what and what came back, with the request', async () => {
    const { transport } = wire({ status: 400, body: { code: 400, msg: 'machine type is not valid.' } });
    const error = await caught(
      client(transport).createServer(SCOPE, { name: 'a', machineType: 'x', networking: { networkId: 'n' } }),
    );
    expect(error.message).toBe(
      `create server: POST ${BASE}/servers answered 400: machine type is not valid (request req-1)`,
    );
    expect(error).toMatchObject({ class: 'invalid', status: 400, requestId: 'req-1', operation: 'CreateServer' });
    expect(error.path).toBe(`${BASE}/servers`);
  });

  test('the query is no part of the path that an error names', async () => {
    const { transport } = wire({ status: 403, body: 'no' });
    const error = await caught(client(transport).listServers(SCOPE, { labelSelector: { owner: 'canary' } }));
    expect(inspect(error)).not.toContain('canary');
    expect(error.path).toBe(`${BASE}/servers`);
  });
});

describe('calls', () => {
  test('API-10: send each its own region and project', async () => {
    const { transport, requests } = wire({ body: { id: 'v' } });
    const api = client(transport);
    await Promise.all([api.getVolume(SCOPE, 'v1'), api.getVolume({ ...SCOPE, region: 'eu02' }, 'v2')]);
    expect(requests.map(({ path }) => path).sort()).toEqual([
      `${BASE}/volumes/v1`,
      `/v2/projects/${SCOPE.projectId}/regions/eu02/volumes/v2`,
    ]);
  });

  test('API-07: send false, zero, null and empty lists literally, and leave undefined out', async () => {
    const { transport, requests } = wire({ status: 202, body: { id: 'n' } });
    const payload = {
      name: 'a',
      dhcp: false,
      routed: false,
      ipv4: { prefix: '10.0.0.0/24', gateway: null, nameservers: [] },
      labels: undefined,
    };
    await client(transport).createNetwork(SCOPE, payload);
    expect(requests[0]?.body).toBe(
      '{"name":"a","dhcp":false,"routed":false,"ipv4":{"prefix":"10.0.0.0/24","gateway":null,"nameservers":[]}}',
    );
    await client(transport).createImage(SCOPE, { name: 'i', diskFormat: 'raw', minRam: 0, config: { uefi: false } });
    expect(requests[1]?.body).toBe('{"name":"i","diskFormat":"raw","minRam":0,"config":{"uefi":false}}');
  });

  test('carry the token, their own user agent, and a body only when there is one', async () => {
    const { transport, requests } = wire({ status: 202 });
    await client(transport).startServer(SCOPE, 's');
    expect(requests[0]).toEqual({
      method: 'POST',
      path: `${BASE}/servers/s/start`,
      headers: { accept: 'application/json', 'user-agent': 'sostackit', authorization: 'Bearer fixed-token' },
      body: '',
    });
  });

  test('API-05: ask for details, labels and cascade in the query', async () => {
    const { transport, requests } = wire({ body: { items: [] } });
    const api = client(transport);
    await api.listServers(SCOPE, { details: true, labelSelector: { b: '2', a: '1' } });
    await api.listImages(SCOPE, { all: true, labelSelector: {} });
    await api.deleteVolume(SCOPE, 'v', { cascade: true });
    expect(requests.map(({ path }) => path.slice(BASE.length))).toEqual([
      '/servers?details=true&label_selector=a%3D1%2Cb%3D2',
      '/images?all=true',
      '/volumes/v?cascade=true',
    ]);
    expect(labelSelector({ b: '2', a: '1' })).toBe('a=1,b=2');
  });

  test('quote what stands in a path, and refuse an empty id, which would address the whole collection', async () => {
    const { transport, requests } = wire({ body: { items: [] } });
    await client(transport).addServiceAccount(SCOPE, 's', 'a/b@sa.stackit.cloud');
    expect(requests[0]?.path).toBe(`${BASE}/servers/s/service-accounts/a%2Fb%40sa.stackit.cloud`);
    await expect(client(transport).deleteServer(SCOPE, '')).rejects.toThrow('needs a value for serverId');
    await expect(client(transport).getServer(SCOPE, '..')).rejects.toThrow('needs a value for serverId');
    expect(requests).toHaveLength(1);
  });

  test('API-04: keep values and fields that nobody knows', async () => {
    const server = { id: 's', name: 'a', status: 'HYPERSLEEP', vtpm: { on: true } };
    const { transport } = wire({ body: server, headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect(await client(transport).getServer(SCOPE, 's')).toEqual({ body: server, status: 200, requestId: 'req-1' });
  });

  test('API-08: a list without items is empty', async () => {
    for (const body of [{ items: null }, {}, { items: [] }]) {
      expect((await client(wire({ body }).transport).listNetworks(SCOPE)).body).toEqual([]);
    }
  });

  test.each([
    ['an empty body', '', 'with an empty body'],
    ['a page', '<html>', 'with a body that is not JSON'],
    ['null', 'null', 'with JSON that is not an object'],
    ['a list', '[]', 'with JSON that is not an object'],
  ])('API-08: %s is no object', async (_, body, said) => {
    const clock = new JumpingClock();
    const error = await clock.run(caught(client(wire({ body }).transport, FIXED, clock).getNetwork(SCOPE, 'n')));
    expect(error.message).toContain(said);
    expect(error.class).toBe('transient');
  });

  test.each<[string, (api: ReturnType<typeof client>) => Promise<unknown>, unknown, string]>([
    ['a GET of a network', (api) => api.getNetwork(SCOPE, 'n'), {}, 'without the id of the object'],
    ['a GET of a volume', (api) => api.getVolume(SCOPE, 'v'), { items: null }, 'without the id of the object'],
    ['a GET of a server', (api) => api.getServer(SCOPE, 's'), { id: 7 }, 'without the id of the object'],
    ['a GET of an image', (api) => api.getImage(SCOPE, 'i'), { id: '' }, 'without the id of the object'],
    ['a GET of a key pair', (api) => api.getKeyPair(SCOPE, 'k'), { id: 'k' }, 'without the name of the object'],
    ['a LIST', (api) => api.listVolumes(SCOPE), { items: [null] }, 'with null among the items'],
    ['a LIST', (api) => api.listVolumes(SCOPE), { items: {} }, 'with items that are not a list'],
  ])(
    'API-08: %s answered with something else is an error, not an object without fields',
    async (_, call, body, said) => {
      const clock = new JumpingClock();
      const error = await clock.run(caught(call(client(wire({ body }).transport, FIXED, clock))));
      expect(error).toMatchObject({ class: 'transient', status: 200 });
      expect(error.message).toContain(said);
    },
  );

  test('a creation whose answer has no id may have happened', async () => {
    for (const body of ['', '{}', '{"id":""}', '{"id']) {
      const { transport, requests } = wire({ status: 201, body });
      const error = await caught(client(transport).createVolume(SCOPE, { availabilityZone: 'eu01-1', size: 1 }));
      expect(error.class).toBe('uncertain');
      expect(requests).toHaveLength(1);
    }
  });

  test('an endpoint that is no URL is refused at once', () => {
    expect(() => createIaasClient({ endpoint: 'iaas.test', tokens: FIXED })).toThrow('must be a URL');
  });
});

describe('repeating', () => {
  test.each([429, 502, 503, 504])('GET, PUT and DELETE are repeated after %i', async (status) => {
    for (const call of ['getServer', 'attachNic', 'deleteServer'] as const) {
      const clock = new JumpingClock();
      const { transport, requests } = wire({ status }, { status: 200, body: { id: 's' } });
      const api = client(transport, FIXED, clock);
      const work: Promise<unknown> = call === 'attachNic' ? api.attachNic(SCOPE, 's', 'n') : api[call](SCOPE, 's');
      await clock.run(work);
      expect(requests).toHaveLength(2);
    }
  });

  test('a reset connection and a body that is cut off are repeated too', async () => {
    const clock = new JumpingClock();
    const cut: HttpResponse = {
      status: 200,
      headers: {},
      body: (async function* () {
        yield Buffer.from('{"id"');
        throw failing('UND_ERR_SOCKET');
      })(),
    };
    const answers = [
      () => Promise.reject(failing('ECONNRESET')),
      async () => cut,
      async () => respond({ body: { id: 's' } }),
    ];
    let calls = 0;
    const api = client(() => answers[calls++]?.() ?? Promise.reject(new Error('too many')), FIXED, clock);
    expect((await clock.run(api.getServer(SCOPE, 's'))).body.id).toBe('s');
  });

  test.each([
    ['a 503', { status: 503 }, 'uncertain'],
    ['a 500', { status: 500 }, 'uncertain'],
    ['a 429', { status: 429, headers: { 'retry-after': '3' } }, 'throttled'],
    ['a reset', failing('ECONNRESET'), 'uncertain'],
    ['silence', failing('UND_ERR_HEADERS_TIMEOUT'), 'uncertain'],
    ['a refused connection', failing('ECONNREFUSED'), 'transient'],
    ['a route that is lost, perhaps half way', failing('EHOSTUNREACH'), 'uncertain'],
  ] as const)('a POST is never repeated: %s', async (_, reply, expected) => {
    const { transport, requests } = wire(reply);
    const error = await caught(client(transport).createImage(SCOPE, { name: 'i', diskFormat: 'raw' }));
    expect(error.class).toBe(expected);
    expect(requests).toHaveLength(1);
    if (!(reply instanceof Error) && reply.status === 429) expect(error.retryAfter).toBe(3000);
  });

  test('400, 404, 409 and 500 are not repeated', async () => {
    for (const status of [400, 404, 409, 500]) {
      const { transport, requests } = wire({ status });
      await caught(client(transport).getServer(SCOPE, 's'));
      expect(requests).toHaveLength(1);
    }
  });

  test('waits grow, end after the policy’s tries, and the last error is told', async () => {
    const clock = new JumpingClock();
    const { transport, requests } = wire({ status: 502, body: 'bad gateway' });
    const error = await clock.run(caught(client(transport, FIXED, clock).getServer(SCOPE, 's')));
    expect(requests).toHaveLength(RETRY_POLICY.attempts);
    expect(clock.waits).toEqual([375, 750, 1500]);
    expect(error).toMatchObject({ status: 502, class: 'transient' });
  });

  test('Retry-After is waited for, in seconds and as a date', async () => {
    for (const value of ['7', new Date(START + 7000).toUTCString()]) {
      const clock = new JumpingClock();
      const { transport } = wire({ status: 429, headers: { 'retry-after': value } }, { body: { id: 's' } });
      await clock.run(client(transport, FIXED, clock).getServer(SCOPE, 's'));
      expect(clock.waits).toEqual([7000]);
    }
  });

  test('a wait that would exceed the budget is left to the caller', async () => {
    const clock = new JumpingClock();
    const { transport, requests } = wire({ status: 429, headers: { 'retry-after': '3600' } });
    const error = await clock.run(caught(client(transport, FIXED, clock).getServer(SCOPE, 's')));
    expect(error).toMatchObject({ class: 'throttled', retryAfter: 3_600_000 });
    expect(requests).toHaveLength(1);
    expect(clock.waits).toEqual([]);
  });

  test('an abort ends the wait', async () => {
    const abort = new AbortController();
    const { transport, requests } = wire(() => {
      setImmediate(() => abort.abort());
      return { status: 503 };
    });
    // This clock never turns: only the abort can end the wait.
    const error = await caught(client(transport).getServer(SCOPE, 's', { signal: abort.signal }));
    expect(error.status).toBe(503);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['5', 5000],
    ['0', 0],
    ['0.5', 500],
    [' 2 ', 2000],
    [new Date(START + 60_000).toUTCString(), 60_000],
    [new Date(START - 60_000).toUTCString(), 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('Retry-After %j means %j ms', (header, expected) => {
    expect(retryAfter(header, new JumpingClock())).toBe(expected);
  });

  test('jitter stays between half and all of a step, and a step below the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const step = Math.min(RETRY_POLICY.cap, RETRY_POLICY.base * RETRY_POLICY.factor ** (attempt - 1));
          const wait = backoff(RETRY_POLICY, attempt, () => random);
          expect(wait).toBeGreaterThanOrEqual(Math.floor(step / 2));
          expect(wait).toBeLessThanOrEqual(step);
        },
      ),
    );
  });
});

describe('long answers', () => {
  test('are parsed to what JSON.parse gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json({ maxDepth: 4 })), fc.json(), fc.boolean(), async (items, other, spaced) => {
        const value = { before: JSON.parse(other), items: items.map((item) => JSON.parse(item)), after: [1, '"],[\\'] };
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        expect(await parseJson(Buffer.from(text), 0)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['{"items":[1,2', '{"items":[1,]}', '{"items":[,1]}', '{"items":[{]}]}', '{"items":"', 'nonsense', ''])(
    '%j is refused',
    async (text) => {
      await expect(parseJson(Buffer.from(text), 0)).rejects.toThrow(SyntaxError);
    },
  );

  test('leave other work its turn', async () => {
    const items = Array.from({ length: 2000 }, (_, id) => ({ id: String(id), userData: 'QUJD'.repeat(2500) }));
    let turns = 0;
    let running = true;
    const count = () => {
      turns += 1;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    const parsed = (await parseJson(Buffer.from(JSON.stringify({ items })))) as { items: unknown[] };
    running = false;
    expect(parsed.items).toHaveLength(2000);
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});

const PAIR = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PKCS8 = PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PKCS1 = PAIR.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const KEY_CREDENTIALS = {
  kid: 'kid-1',
  iss: 'sa@sa.stackit.cloud',
  sub: '22222222-2222-4222-8222-222222222222',
  aud: 'https://aud.test',
  privateKey: PKCS8,
};
const KEY_FILE = JSON.stringify({ id: 'k', active: true, brandNew: {}, credentials: KEY_CREDENTIALS });
const WITHOUT_PRIVATE = JSON.stringify({ credentials: { ...KEY_CREDENTIALS, privateKey: undefined } });
const KEY_ENV = { STACKIT_SERVICE_ACCOUNT_KEY: KEY_FILE, STACKIT_TOKEN_BASEURL: 'http://token.test/token' };

function files(content: Readonly<Record<string, string>>) {
  return async (path: string) => {
    const text = content[path];
    if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
    return text;
  };
}

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.c2ln`;
}

/** A token endpoint whose tokens live `life` seconds; the `n`-th has `n` in it. */
function tokenEndpoint(clock: Clock, life = 600, ...first: readonly Reply[]) {
  let count = 0;
  const issue = (): Reply => {
    const iat = Math.floor(clock.now() / 1000);
    count += 1;
    return { body: { access_token: jwt({ n: count, iat, exp: iat + life }), expires_in: 1, token_type: 'Bearer' } };
  };
  return wire(...first, issue);
}

function source(
  clock: Clock,
  transport: Transport,
  env: Environment = KEY_ENV,
  content: Readonly<Record<string, string>> = {},
) {
  return createTokenSource({ env, readFile: files(content), clock, random: () => 0, connect: () => transport });
}

function numberOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).n;
}

describe('the key flow', () => {
  test('sends a signed assertion of ten minutes as a form', async () => {
    const clock = new JumpingClock();
    const { transport, requests } = tokenEndpoint(clock);
    const origins: string[] = [];
    const tokens = createTokenSource({
      env: KEY_ENV,
      readFile: files({}),
      clock,
      connect: (origin) => {
        origins.push(origin);
        return transport;
      },
    });
    expect(numberOf(await tokens.token())).toBe(1);
    expect(origins).toEqual(['http://token.test']);
    const request = requests[0];
    expect(request).toMatchObject({ method: 'POST', path: '/token' });
    expect(request?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(request?.headers.authorization).toBeUndefined();
    const form = new URLSearchParams(request?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'RS512', typ: 'JWT', kid: 'kid-1' });
    const { iss, sub, aud } = KEY_CREDENTIALS;
    const iat = START / 1000;
    expect(read(claims)).toEqual({ iss, sub, aud, iat, exp: iat + 600, jti: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const verify = createVerify('RSA-SHA512').update(`${header}.${claims}`);
    expect(verify.verify(PAIR.publicKey, signature, 'base64url')).toBe(true);
    expect(tokens.describe()).toBe(
      'key kid-1 of sa@sa.stackit.cloud from STACKIT_SERVICE_ACCOUNT_KEY, token endpoint http://token.test/token',
    );
  });

  test('API-01: gets one token for twenty callers and keeps it to 80 % of its life', async () => {
    const clock = new JumpingClock();
    const { transport, requests } = tokenEndpoint(clock, 600);
    const tokens = source(clock, transport);
    const all = await Promise.all(Array.from({ length: 20 }, () => tokens.token()));
    expect(new Set(all).size).toBe(1);
    clock.time = START + 479_000;
    expect(numberOf(await tokens.token())).toBe(1);
    expect(requests).toHaveLength(1);
    clock.time = START + 480_000;
    expect(numberOf(await tokens.token())).toBe(1);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(requests).toHaveLength(2);
    expect(numberOf(await tokens.token())).toBe(2);
  });

  test('API-02: renews before the call when the token is about to end', async () => {
    const clock = new JumpingClock();
    const tokens = source(clock, tokenEndpoint(clock, 600).transport);
    await tokens.token();
    clock.time = START + 597_000;
    expect(numberOf(await tokens.token())).toBe(2);
  });

  test('keeps a good token when its renewal fails, and never holds an empty one', async () => {
    for (const bad of [
      { status: 504 },
      { status: 200, body: { access_token: '' } },
      failing('ECONNRESET'),
      { status: 400 },
    ]) {
      const clock = new JumpingClock();
      const { transport } = wire(
        { body: { access_token: jwt({ n: 1, iat: START / 1000, exp: START / 1000 + 600 }) } },
        bad,
      );
      const tokens = source(clock, transport);
      await tokens.token();
      clock.time = START + 590_000;
      expect(numberOf(await tokens.token())).toBe(1);
      clock.time = START + 601_000;
      await caught(tokens.token());
    }
  });

  test.each<[string, Reply, ErrorClass]>([
    ['504', { status: 504 }, 'transient'],
    ['500', { status: 500, body: { message: 'no' } }, 'transient'],
    ['503 in plain text', { status: 503, body: 'upstream connect error' }, 'transient'],
    ['429', { status: 429 }, 'throttled'],
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '5' } }, 'throttled'],
    ['a broken connection', failing('ECONNRESET'), 'transient'],
    ['no name for the host', failing('ENOTFOUND'), 'transient'],
    ['a page with 200', { status: 200, body: '<html>' }, 'transient'],
    ['200 without a token', { status: 200, body: { token_type: 'Bearer' } }, 'transient'],
  ])(
    'API-01: asks less than ten times a minute while the endpoint answers %s, whoever asks',
    async (_, reply, kind) => {
      const clock = new JumpingClock();
      const { transport, requests } = tokenEndpoint(clock, 600, ...Array.from({ length: 50 }, () => reply));
      const tokens = source(clock, transport);
      for (let second = 0; second < 60; second += 1) {
        clock.time = START + second * 1000;
        const errors = await Promise.all(Array.from({ length: 20 }, () => caught(tokens.token())));
        for (const error of errors) {
          expect(error.class).toBe(kind);
          expect(error.retryAfter).toBeGreaterThan(0);
        }
      }
      expect(requests.length).toBeGreaterThan(2);
      expect(requests.length).toBeLessThan(10);
    },
  );

  test.each([400, 401, 403])('API-01: %i is final until the credentials change', async (status) => {
    const clock = new JumpingClock();
    const content = { '/key.json': KEY_FILE };
    const body = { error: { code: status, status: 'X', message: 'Key with kid kid-1 was not found' } };
    const { transport, requests } = tokenEndpoint(clock, 600, { status, body });
    const env = { STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key.json', STACKIT_TOKEN_BASEURL: 'http://token.test/token' };
    const tokens = source(clock, transport, env, content);
    for (let minute = 0; minute < 10; minute += 1) {
      const error = await caught(tokens.token());
      expect(error).toMatchObject({ class: 'unauthenticated', code: 'CredentialsInvalid', status });
      expect(error.message).toContain('another environment');
      clock.time += 60_000;
    }
    expect(requests).toHaveLength(1);
    content['/key.json'] = KEY_FILE.replaceAll('kid-1', 'kid-2');
    expect(numberOf(await tokens.token())).toBe(1);
    expect(tokens.describe()).toContain('kid-2');
  });

  test.each([
    ['both clocks agree', 0, { iat: 0, exp: 600 }, undefined, 600],
    ['ours is behind', 0, { iat: 90, exp: 690 }, undefined, 600],
    ['ours is ahead', 90, { iat: 0, exp: 600 }, undefined, 600],
    ['ours is hours ahead', 9000, { iat: 0, exp: 600 }, undefined, 9600],
    ['no iat', 0, { exp: 600 }, 60, 60],
    ['no exp', 0, {}, 60, 60],
    ['neither', 0, {}, undefined, Number.POSITIVE_INFINITY],
  ])('reads the end of a token from itself: %s', (_, now, claims, expiresIn, expected) => {
    expect(endOf(jwt(claims), expiresIn, now * 1000)).toBe(expected * 1000);
  });
});

describe('a refused token', () => {
  test.each<[string, (api: ReturnType<typeof client>) => Promise<unknown>, Reply]>([
    [
      'a POST of a server',
      (api) => api.createServer(SCOPE, { name: 'a', machineType: 'm', networking: { networkId: 'n' } }),
      { status: 201, body: { id: 's' } },
    ],
    ['a POST without a body', (api) => api.startServer(SCOPE, 's'), { status: 202 }],
    ['a PATCH', (api) => api.updateServer(SCOPE, 's', { labels: { a: null } }), { body: { id: 's' } }],
    ['a PUT', (api) => api.attachNic(SCOPE, 's', 'n'), { status: 202 }],
    ['a DELETE', (api) => api.deleteServer(SCOPE, 's'), { status: 204 }],
    ['a LIST', (api) => api.listServers(SCOPE), { body: { items: [] } }],
  ])('API-02: %s is sent twice, the second time with a new token, and a third time never', async (_, call, good) => {
    for (const body of [
      'Jwt is expired',
      { status: 401, message: 'Unauthenticated token' },
      { code: 401, msg: 'Unauthorized' },
    ]) {
      const clock = new JumpingClock();
      const served = wire({ status: 401, body }, good);
      await clock.run(call(client(served.transport, source(clock, tokenEndpoint(clock).transport), clock)));
      expect(served.requests.map(({ headers }) => numberOf(headers.authorization ?? ''))).toEqual([1, 2]);
      expect(served.requests[1]?.body).toBe(served.requests[0]?.body);
      const refused = wire({ status: 401, body });
      const api = client(refused.transport, source(clock, tokenEndpoint(clock).transport), clock);
      expect(await clock.run(caught(call(api)))).toMatchObject({ class: 'unauthenticated', status: 401 });
      expect(refused.requests).toHaveLength(2);
    }
  });

  test('API-02: a token with three seconds left is replaced before the call, not after a 401', async () => {
    const clock = new JumpingClock();
    const endpoint = tokenEndpoint(clock, 600);
    const { transport, requests } = wire({ body: { id: 's' } });
    const api = client(transport, source(clock, endpoint.transport), clock);
    await api.getServer(SCOPE, 's');
    clock.time = START + 597_000;
    await api.getServer(SCOPE, 's');
    expect(requests.map(({ headers }) => numberOf(headers.authorization ?? ''))).toEqual([1, 2]);
  });

  test('API-03: is told as such again after a 429, and no more after the first good answer', async () => {
    const clock = new JumpingClock();
    const unauthorized = { status: 401, body: 'Jwt is missing' };
    const { transport } = wire(unauthorized, unauthorized, { status: 429 }, unauthorized, unauthorized, {
      status: 201,
      body: { id: 'v' },
    });
    const api = client(transport, source(clock, tokenEndpoint(clock).transport), clock);
    const classes: string[] = [];
    for (let call = 0; call < 4; call += 1) {
      clock.time += 60_000;
      const made = api.createVolume(SCOPE, { availabilityZone: 'eu01-1', size: 1 });
      classes.push(
        await made.then(
          () => 'good',
          (error: StackitError) => error.class,
        ),
      );
    }
    expect(classes).toEqual(['unauthenticated', 'throttled', 'unauthenticated', 'good']);
  });

  test('API-02: is replaced once, and even a POST is sent again', async () => {
    const clock = new JumpingClock();
    const endpoint = tokenEndpoint(clock);
    const { transport, requests } = wire({ status: 401, body: 'Jwt is expired' }, { status: 201, body: { id: 'i' } });
    await client(transport, source(clock, endpoint.transport), clock).createImage(SCOPE, {
      name: 'i',
      diskFormat: 'raw',
    });
    expect(requests.map(({ headers }) => numberOf(headers.authorization ?? ''))).toEqual([1, 2]);
    expect(endpoint.requests).toHaveLength(2);
  });

  test('API-02: refused again, it is an error, and the token endpoint is left in peace', async () => {
    const clock = new JumpingClock();
    const endpoint = tokenEndpoint(clock);
    const { transport, requests } = wire({ status: 401, body: 'Jwks doesn’t have key to match kid or alg from Jwt' });
    const api = client(transport, source(clock, endpoint.transport), clock);
    const error = await caught(api.getServer(SCOPE, 's'));
    expect(error).toMatchObject({ class: 'unauthenticated', status: 401 });
    expect(requests).toHaveLength(2);
    for (let second = 0; second < 60; second += 1) {
      clock.time += 1000;
      await caught(api.getServer(SCOPE, 's'));
    }
    expect(endpoint.requests.length).toBeLessThan(10);
  });

  test('API-02: is replaced once for all calls that held it', async () => {
    const clock = new JumpingClock();
    const endpoint = tokenEndpoint(clock);
    const { transport } = wire(({ headers }) =>
      numberOf(headers.authorization ?? '') === 1 ? { status: 401 } : { body: { id: 's' } },
    );
    const api = client(transport, source(clock, endpoint.transport), clock);
    await Promise.all(Array.from({ length: 20 }, () => api.getServer(SCOPE, 's')));
    expect(endpoint.requests).toHaveLength(2);
  });
});

describe('credentials', () => {
  const found = async (env: Environment, content: Readonly<Record<string, string>> = {}) => {
    const { flow, source: where } = await resolveCredentials(env, files(content));
    return [flow, where];
  };

  test('are found in the official order', async () => {
    const federated = jwt({ iss: 'cluster' });
    const everything = {
      STACKIT_SERVICE_ACCOUNT_EMAIL: 'sa@x',
      STACKIT_FEDERATED_TOKEN_FILE: '/wif',
      STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key',
      STACKIT_SERVICE_ACCOUNT_KEY: KEY_FILE,
      STACKIT_SERVICE_ACCOUNT_TOKEN: 'static',
      HOME: '/home/me',
    };
    const content = { '/wif': federated, '/key': KEY_FILE };
    expect(await found({ ...everything, STACKIT_NO_AUTH: 'true' }, content)).toEqual(['none', 'STACKIT_NO_AUTH']);
    expect(await found(everything, content)).toEqual(['federation', '/wif']);
    const { STACKIT_SERVICE_ACCOUNT_EMAIL: _email, ...withoutEmail } = everything;
    expect(await found(withoutEmail, content)).toEqual(['key', 'STACKIT_SERVICE_ACCOUNT_KEY_PATH=/key']);
    const { STACKIT_SERVICE_ACCOUNT_KEY_PATH: _path, ...inline } = withoutEmail;
    expect(await found(inline)).toEqual(['key', 'STACKIT_SERVICE_ACCOUNT_KEY']);
    const { STACKIT_SERVICE_ACCOUNT_KEY: _key, ...tokenOnly } = inline;
    expect(await found(tokenOnly)).toEqual(['token', 'STACKIT_SERVICE_ACCOUNT_TOKEN']);
  });

  test('are found in the credentials file, wherever it lies, and the environment wins over it', async () => {
    const content = {
      '/home/me/.stackit/credentials.json': JSON.stringify({ STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key' }),
      '/elsewhere.json': JSON.stringify({ STACKIT_SERVICE_ACCOUNT_TOKEN: 'static' }),
      '/key': KEY_FILE,
    };
    expect(await found({ HOME: '/home/me' }, content)).toEqual([
      'key',
      'STACKIT_SERVICE_ACCOUNT_KEY_PATH=/key of the credentials file',
    ]);
    expect(await found({ HOME: '/home/me', STACKIT_CREDENTIALS_PATH: '/elsewhere.json' }, content)).toEqual([
      'token',
      'STACKIT_SERVICE_ACCOUNT_TOKEN of the credentials file',
    ]);
    expect(await found({ HOME: '/home/me', STACKIT_SERVICE_ACCOUNT_KEY: KEY_FILE }, content)).toEqual([
      'key',
      'STACKIT_SERVICE_ACCOUNT_KEY',
    ]);
  });

  test('token endpoint: environment, then key file, then STACKIT’s own', async () => {
    const inKey = JSON.stringify({ credentials: { ...KEY_CREDENTIALS, tokenEndpoint: 'https://key.test/token' } });
    const endpoint = async (env: Environment) => {
      const credentials = await resolveCredentials(env, files({}));
      return credentials.flow === 'key' ? credentials.endpoint : undefined;
    };
    expect(await endpoint({ STACKIT_SERVICE_ACCOUNT_KEY: inKey, STACKIT_TOKEN_BASEURL: 'https://env.test' })).toBe(
      'https://env.test',
    );
    expect(await endpoint({ STACKIT_SERVICE_ACCOUNT_KEY: inKey })).toBe('https://key.test/token');
    expect(await endpoint({ STACKIT_SERVICE_ACCOUNT_KEY: KEY_FILE })).toBe(
      'https://service-account.api.stackit.cloud/token',
    );
  });

  test.each([
    [
      'with a byte order mark and CRLF',
      `\uFEFF${JSON.stringify(JSON.parse(KEY_FILE), null, 2).replaceAll('\n', '\r\n')}`,
      undefined,
    ],
    ['with a private key of its own file', WITHOUT_PRIVATE, PKCS8],
    ['with a PKCS#1 key', WITHOUT_PRIVATE, PKCS1],
    ['with a CRLF private key and a byte order mark', WITHOUT_PRIVATE, `\uFEFF${PKCS8.replaceAll('\n', '\r\n')}`],
    ['whose own private key is broken, with a good one beside it', KEY_FILE.replace('MII', '!!!'), PKCS8],
  ])('API-11: a key file %s works', async (_, key, pem) => {
    const env = {
      STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key',
      ...(pem === undefined ? {} : { STACKIT_PRIVATE_KEY_PATH: '/pem' }),
    };
    expect((await found(env, { '/key': key, ...(pem === undefined ? {} : { '/pem': pem }) }))[0]).toBe('key');
  });

  test.each([
    ['a PEM key', PKCS8, 'holds a PEM key, but the JSON file'],
    ['base64 of the JSON', Buffer.from(KEY_FILE).toString('base64'), 'is base64 of JSON'],
    ['nothing', ' \n', 'is empty'],
    ['text', 'secret-canary-text', 'is not JSON'],
    ['JSON of something else', '{"canary":"secret-canary"}', 'without "credentials"'],
    [
      'a key without fields',
      '{"credentials":{"kid":"secret-canary"}}',
      'lacks credentials.iss, credentials.sub, credentials.aud',
    ],
    ['no private key', WITHOUT_PRIVATE, 'has no private key in it'],
    ['a broken private key', KEY_FILE.replace('MII', '!!!'), 'cannot be read as an unencrypted private key'],
  ])('API-11: a key file that holds %s is named with a hint and without its content', async (_, content, hint) => {
    const error = await caught(found({ STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key' }, { '/key': content }));
    expect(error).toMatchObject({ class: 'unauthenticated', code: 'CredentialsMissing' });
    expect(error.message).toContain(hint);
    expect(error.message).toContain('/key');
    for (const canary of ['secret-canary', content.trim().slice(30, 60) || 'canary', PKCS8.slice(60, 90)]) {
      expect(inspect(error)).not.toContain(canary);
    }
  });

  test.each([
    ['a public key', PAIR.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'holds a public key'],
    ['base64 of PEM', Buffer.from(PKCS8).toString('base64'), 'is base64 of PEM'],
    ['JSON', '{}', 'holds JSON'],
    [
      'an elliptic key',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'is not an RSA key',
    ],
  ])('API-11: a private key file that holds %s is named with a hint', async (_, pem, hint) => {
    const env = { STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key', STACKIT_PRIVATE_KEY_PATH: '/pem' };
    expect((await caught(found(env, { '/key': WITHOUT_PRIVATE, '/pem': pem }))).message).toContain(hint);
  });

  test('none at all is one error that names everything tried', async () => {
    const error = await caught(found({ HOME: '/home/me' }));
    for (const name of [
      'STACKIT_SERVICE_ACCOUNT_EMAIL',
      'STACKIT_SERVICE_ACCOUNT_KEY_PATH',
      'STACKIT_SERVICE_ACCOUNT_KEY',
      'STACKIT_SERVICE_ACCOUNT_TOKEN',
      '/home/me/.stackit/credentials.json does not exist',
    ]) {
      expect(error.message).toContain(name);
    }
    expect(error.message).toMatch(/^find credentials: no usable credentials: \S/);
  });

  test('that appear later are found without a restart', async () => {
    const clock = new JumpingClock();
    const content: Record<string, string> = {};
    const env = { STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key', STACKIT_TOKEN_BASEURL: 'http://token.test/token' };
    const tokens = source(clock, tokenEndpoint(clock).transport, env, content);
    expect((await caught(tokens.token())).code).toBe('CredentialsMissing');
    content['/key'] = KEY_FILE;
    clock.time += 1000;
    expect(numberOf(await tokens.token())).toBe(1);
  });

  test('that are replaced serve from the next renewal, and broken ones do not cost the good token', async () => {
    const clock = new JumpingClock();
    const content = { '/key': KEY_FILE };
    const env = { STACKIT_SERVICE_ACCOUNT_KEY_PATH: '/key', STACKIT_TOKEN_BASEURL: 'http://token.test/token' };
    const tokens = source(clock, tokenEndpoint(clock).transport, env, content);
    await tokens.token();
    content['/key'] = '{"half":';
    clock.time = START + 580_000;
    expect(numberOf(await tokens.token())).toBe(1);
    content['/key'] = KEY_FILE.replaceAll('kid-1', 'kid-2');
    clock.time = START + 582_000;
    expect(numberOf(await tokens.token())).toBe(2);
    expect(tokens.describe()).toContain('kid-2');
  });

  test('a given token is sent as it is, and an expired one fails at once', async () => {
    const clock = new JumpingClock();
    const never: Transport = async () => Promise.reject(new Error('nothing should be sent'));
    expect(await source(clock, never, { STACKIT_SERVICE_ACCOUNT_TOKEN: 'opaque' }).token()).toBe('opaque');
    const expired = jwt({ exp: START / 1000 - 1 });
    const error = await caught(source(clock, never, { STACKIT_SERVICE_ACCOUNT_TOKEN: expired }).token());
    expect(error.message).toContain('expired at 2025-12-31T23:59:59.000Z');
    expect(inspect(error)).not.toContain(expired);
  });

  test('a federated token is read anew for each exchange', async () => {
    const clock = new JumpingClock();
    const content = { '/wif': jwt({ n: 'a' }) };
    const env = {
      STACKIT_SERVICE_ACCOUNT_EMAIL: 'sa@x',
      STACKIT_FEDERATED_TOKEN_FILE: '/wif',
      STACKIT_IDP_TOKEN_ENDPOINT: 'http://idp.test/t',
    };
    const { transport, requests } = tokenEndpoint(clock);
    const tokens = source(clock, transport, env, content);
    await tokens.token();
    content['/wif'] = jwt({ n: 'b' });
    clock.time = START + 599_000;
    await tokens.token();
    const forms = requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(forms[0]).toEqual({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:schwarz:params:oauth:client-assertion-type:workload-jwt',
      client_assertion: jwt({ n: 'a' }),
      client_id: 'sa@x',
    });
    expect(forms[1]?.client_assertion).toBe(jwt({ n: 'b' }));
  });

  test.each([400, 401, 403])(
    'Q98: a refused workload token is told with issuer, subject and audience, at %i',
    async (status) => {
      const clock = new JumpingClock();
      const claims = {
        iss: 'https://issuer.test',
        sub: 'system:serviceaccount:a:b',
        aud: ['sts.test'],
        exp: START / 1000 + 60,
      };
      const token = jwt(claims);
      const env = {
        STACKIT_SERVICE_ACCOUNT_EMAIL: 'sa@x.test',
        STACKIT_FEDERATED_TOKEN_FILE: '/wif',
        STACKIT_IDP_TOKEN_ENDPOINT: 'http://idp.test/t',
      };
      const body = { error: 'invalid_client', error_description: `no trust for ${token}` };
      const { transport, requests } = wire({ status, body });
      const error = await caught(source(clock, transport, env, { '/wif': token }).token());
      expect(error).toMatchObject({ class: 'unauthenticated', status });
      expect(error.message).toContain(
        'the workload token in /wif for sa@x.test has issuer "https://issuer.test", subject "system:serviceaccount:a:b" and audience ["sts.test"]',
      );
      expect(inspect(error, { depth: 9 })).not.toContain(token.split('.')[1]);
      expect(requests).toHaveLength(1);
    },
  );

  test('STACKIT_NO_AUTH sends no header at all', async () => {
    const clock = new JumpingClock();
    const { transport, requests } = wire({ body: { id: 's' } });
    await client(transport, source(clock, transport, { STACKIT_NO_AUTH: 'true' }), clock).getServer(SCOPE, 's');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('secrets', () => {
  const CANARY = 'canary-4711-secret';

  test('SEC-02: user data that an answer quotes does not reach the error', async () => {
    const plain = `#cloud-config\npassword: ${CANARY}`;
    const userData = Buffer.from(plain).toString('base64');
    for (const quoted of [userData, plain]) {
      const { transport } = wire({ status: 400, body: { code: 400, msg: `Error at "/userData": ${quoted}` } });
      const payload = { name: 'a', machineType: 'm', networking: { networkId: 'n' }, userData };
      const error = await caught(client(transport).createServer(SCOPE, payload));
      expect(inspect(error, { depth: 9 })).not.toContain(userData);
      expect(inspect(error, { depth: 9 })).not.toContain(CANARY);
    }
  });

  test.each([
    ['at once', { status: 400, body: { code: 400, msg: `Error at "/encryptionParameters/keyPayload": ${CANARY}` } }],
    ['by the gateway', { status: 503, body: `cannot read {"keyPayload":"${CANARY}"}` }],
    ['in a broken connection', new Error(`could not write ${CANARY}`)],
    ['in an answer that is cut off', { status: 201, body: `{"keyPayload":"${CANARY}` }],
  ] as const)('SEC-03: key material that is quoted %s does not reach the error', async (_, reply) => {
    const encryptionParameters = {
      kekKeyId: 'k',
      kekKeyVersion: 1,
      kekKeyringId: 'r',
      serviceAccount: 'sa@x.test',
      keyPayload: CANARY,
    };
    const payload = { availabilityZone: 'eu01-1', size: 1, encryptionParameters };
    const error = await caught(client(wire(reply as Reply).transport).createVolume(SCOPE, payload));
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(CANARY);
  });

  test('SEC-02: tokens and keys do not show in errors of the wire, nor in the source', async () => {
    const clock = new JumpingClock();
    const token = jwt({ iat: START / 1000, exp: START / 1000 + 600, canary: CANARY });
    const endpoint = wire({ body: { access_token: token } });
    const tokens = source(clock, endpoint.transport);
    const leaky = Object.assign(new Error(`failed with Bearer ${token}`), {
      request: { headers: { authorization: token } },
    });
    const error = await caught(
      client(wire(leaky).transport, tokens, clock).createImage(SCOPE, { name: 'i', diskFormat: 'raw' }),
    );
    const credentials = await resolveCredentials(KEY_ENV, files({}));
    for (const shown of [
      error,
      error.cause,
      tokens,
      credentials,
      JSON.stringify(credentials),
      client(endpoint.transport, tokens),
    ]) {
      const text = inspect(shown, { depth: 9, showHidden: true });
      expect(text).not.toContain(token);
      expect(text).not.toContain(PKCS8.slice(60, 100));
    }
  });

  test('SEC-02: an assertion does not show when the token endpoint echoes it', async () => {
    const clock = new JumpingClock();
    let assertion = '';
    const transport: Transport = async ({ body }) => {
      assertion = new URLSearchParams(String(body)).get('assertion') ?? '';
      return respond({ status: 400, body: { message: `cannot parse ${assertion}` } });
    };
    const error = await caught(source(clock, transport).token());
    expect(assertion).not.toBe('');
    expect(inspect(error)).not.toContain(assertion.slice(20, 60));
  });

  test('SEC-01: an upload URL does not show, whatever goes wrong', async () => {
    const url = `https://storage.test/bucket/${CANARY}?X-Signature=${CANARY}`;
    const failures: Transport[] = [
      wire({ status: 403, body: `<Error>no ${url} and /bucket/${CANARY}</Error>` }).transport,
      wire({ status: 503, body: `cannot PUT /bucket/${CANARY}?X-Signature=${CANARY}` }).transport,
      wire(new Error(`connect to ${url} failed`)).transport,
    ];
    for (const transport of failures) {
      const error = await caught(uploadImage({ url, body: Buffer.from('x'), size: 1, connect: () => transport }));
      expect(inspect(error, { depth: 9 })).not.toContain(CANARY);
      expect(error.message).toMatch(/^upload image: PUT upload URL /);
    }
    const error = await caught(uploadImage({ url: `not a url ${CANARY}`, body: Buffer.from('x'), size: 1 }));
    expect(inspect(error)).not.toContain(CANARY);
  });

  test('a secret shows itself only when asked', () => {
    const secret = new Secret(CANARY);
    expect(
      [String(secret), JSON.stringify({ secret }), inspect({ secret }, { showHidden: true })].join(),
    ).not.toContain(CANARY);
    expect(secret.reveal()).toBe(CANARY);
  });

  test('what looks like a secret is cut out of any text', () => {
    const text = `Bearer abcdefgh12345 ${PKCS8} ${jwt({ a: CANARY })} https://me:${CANARY}@h.test/p?sig=${CANARY} fine`;
    expect(redact(text)).toBe('Bearer [redacted] [redacted]\n [redacted] https://[redacted]@h.test/p?[redacted] fine');
  });
});

describe('the wire', () => {
  async function listening(handler: Parameters<typeof createServer>[1]) {
    const server = createServer(handler);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const close = () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    };
    closing.push(close);
    return { server, port, origin: `http://127.0.0.1:${port}`, close };
  }

  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  test('keeps connections for the next call and carries headers, bodies and statuses', async () => {
    const sockets = new Set<unknown>();
    const { origin, close } = await listening((request, response) => {
      sockets.add(request.socket);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        response.writeHead(202, { 'X-Request-Id': 'req-7', 'Set-Cookie': ['a=1', 'b=2'] });
        response.end(
          JSON.stringify({ method, url, agent: headers['user-agent'], body: Buffer.concat(chunks).toString() }),
        );
      });
    });
    const transport = createHttpTransport({ origin });
    for (const body of ['text', Buffer.from('bytes'), undefined, 'a', 'b', 'c']) {
      const headers = { 'user-agent': 'me' };
      const response = await transport({
        method: 'POST',
        path: '/a?b=c',
        headers,
        ...(body === undefined ? {} : { body }),
      });
      expect(response.status).toBe(202);
      expect(response.headers).toMatchObject({ 'x-request-id': 'req-7', 'set-cookie': 'a=1, b=2' });
      const seen = JSON.parse((await readBody(response.body)).toString());
      expect(seen).toEqual({ method: 'POST', url: '/a?b=c', agent: 'me', body: body?.toString() ?? '' });
    }
    expect(sockets.size).toBeLessThanOrEqual(2);
    await transport.close();
    await close();
  });

  test('tells a silent server, a refused connection and an abort apart', async () => {
    const { origin, close } = await listening(() => undefined);
    const impatient = createHttpTransport({ origin, headersTimeout: 100 });
    await expect(impatient({ method: 'GET', path: '/', headers: {} })).rejects.toMatchObject({
      code: 'UND_ERR_HEADERS_TIMEOUT',
    });
    const abort = AbortSignal.timeout(50);
    await expect(impatient({ method: 'GET', path: '/', headers: {}, signal: abort })).rejects.toThrow();
    await impatient.close();
    await close();
    const api = createIaasClient({ endpoint: origin, tokens: FIXED, retry: { attempts: 1 } });
    const error = await caught(api.createImage(SCOPE, { name: 'i', diskFormat: 'raw' }));
    expect(error).toMatchObject({ class: 'transient', code: 'ECONNREFUSED' });
    await api.close();
  });

  test('UPL-01 and UPL-02: uploads a stream in one request of known length, without a token', async () => {
    const seen: Record<string, unknown>[] = [];
    const { origin, close } = await listening((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, bytes, ...request.headers });
        response.end();
      });
    });
    async function* content() {
      for (let part = 0; part < 10; part += 1) yield Buffer.alloc(100_000, part);
    }
    await uploadImage({ url: `${origin}/up?sig=1`, body: content(), size: 1_000_000 });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'PUT', url: '/up?sig=1', bytes: 1_000_000, 'content-length': '1000000' });
    expect(seen[0]).not.toHaveProperty('transfer-encoding');
    expect(seen[0]).not.toHaveProperty('authorization');
    await close();
  });

  test('goes through a proxy unless the host is excepted', async () => {
    const target = await listening((_, response) => response.end('direct'));
    const tunnels: string[] = [];
    const proxy = await listening(() => undefined);
    proxy.server.on('connect', (request, socket, head) => {
      tunnels.push(String(request.url));
      const upstream = dial(target.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.write(head);
        upstream.pipe(socket);
        socket.pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
      socket.on('close', () => upstream.destroy());
    });
    for (const noProxy of ['', '127.0.0.1']) {
      const transport = createHttpTransport({ origin: target.origin, proxy: { httpProxy: proxy.origin, noProxy } });
      const response = await transport({ method: 'GET', path: '/', headers: {} });
      expect((await readBody(response.body)).toString()).toBe('direct');
      await transport.close();
    }
    expect(tunnels).toEqual([`127.0.0.1:${target.port}`]);
    await target.close();
    await proxy.close();
  });
});
