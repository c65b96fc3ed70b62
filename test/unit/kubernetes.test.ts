import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKubeTransport,
  EventRecorder,
  KubeClient,
  type KubeConfig,
  KubeError,
  type KubeObject,
  LeaderElection,
  loadKubeConfig,
  Reflector,
  type ResourcePath,
  type WatchEvent,
} from '../../provider/kubernetes';
import { createCredentials } from '../../provider/kubernetes/credentials';
import { Gate } from '../../provider/kubernetes/gate';
import { silentLog } from '../../provider/log';
import { SharedStrings } from '../../provider/strings';
import { bodyOf, type HttpRequest, type HttpResponse, readBody, type Transport } from '../../src/http';
import { FakeClock, settled } from '../support/fake-clock';

const servers: ResourcePath = { group: 'compute.sostackit.dev', version: 'v1alpha1', plural: 'servers' };
const web: ResourcePath = { ...servers, namespace: 'team', name: 'web' };

function json(status: number, body: object, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: bodyOf(JSON.stringify(body)) };
}

function refusal(code: number, reason: string, message = reason, headers: Record<string, string> = {}): HttpResponse {
  return json(code, { kind: 'Status', status: 'Failure', code, reason, message }, headers);
}

const refused: Transport = () =>
  Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

function clientOf(transport: Transport, clock = new FakeClock()) {
  return new KubeClient({ transport, clock });
}

describe('client', () => {
  const recording = () => {
    const seen: { method: string; path: string; type: string | undefined; body: unknown }[] = [];
    const transport: Transport = async (request) => {
      const text = (await readBody(request.body)).toString();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      seen.push({ method: request.method, path: request.path, type: request.headers['content-type'], body });
      return json(200, (body as object) ?? {});
    };
    return { seen, client: clientOf(transport) };
  };

  test('a patch has the content type of its body and goes to the subresource it names', async () => {
    const { seen, client } = recording();
    await client.patch({ ...web, subresource: 'status' }, { status: { state: 'ACTIVE' } });
    await client.patch(web, [{ op: 'test', path: '/metadata/finalizers', value: ['a'] }]);
    const url = '/apis/compute.sostackit.dev/v1alpha1/namespaces/team/servers/web';
    expect(seen.map(({ method, path, type }) => [method, path, type])).toEqual([
      ['PATCH', `${url}/status?fieldManager=sostackit-provider`, 'application/merge-patch+json'],
      ['PATCH', `${url}?fieldManager=sostackit-provider`, 'application/json-patch+json'],
    ]);
  });

  test.each([
    [
      'a Volume at version v1',
      { apiVersion: 'compute.sostackit.dev/v1', kind: 'Volume', metadata: {}, spec: { size: 64 } },
    ],
    [
      'x-kubernetes-* keys',
      { kind: 'CustomResourceDefinition', schema: { 'x-kubernetes-validations': [{ rule: 'true' }] } },
    ],
  ])('%s keeps every field on its way', async (_, object) => {
    const { seen, client } = recording();
    const { name: __, ...collection } = web;
    expect(await client.create(collection, object)).toEqual(object);
    expect(seen[0]?.body).toEqual(object);
  });

  test('a failure says what was tried, on what, and what came back', async () => {
    const client = clientOf(async () => refusal(409, 'Conflict', 'the object has been modified'));
    const error = await client.patch({ ...web, subresource: 'status' }, {}).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(KubeError);
    expect(error).toMatchObject({
      message: 'cannot patch servers.compute.sostackit.dev/status team/web: 409 Conflict: the object has been modified',
      status: 409,
      reason: 'Conflict',
    });
  });

  test('an answer that is not from Kubernetes is shown, shortened', async () => {
    const client = clientOf(async () => ({
      status: 502,
      headers: {},
      body: bodyOf(`bad gateway ${'x'.repeat(5000)}`),
    }));
    await expect(client.get(web)).rejects.toThrow(/^cannot get servers\S+ team\/web: 502: bad gateway x{200,300}$/);
  });

  test('a connection that fails gives status 0 and its cause', async () => {
    await expect(clientOf(refused).list(servers)).rejects.toMatchObject({
      status: 0,
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('a read asked to wait is repeated three times at most, a write never', async () => {
    const clock = new FakeClock();
    const calls: string[] = [];
    const client = clientOf(async ({ method }) => {
      calls.push(method);
      return refusal(429, 'TooManyRequests', 'slow down', { 'retry-after': '1' });
    }, clock);
    const outcomes = Promise.allSettled([
      client.get(web),
      client.patch(web, {}),
      client.delete(web),
      client.create(servers, {}),
    ]);
    await clock.advance(10_000);
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(calls.sort()).toEqual(['DELETE', 'GET', 'GET', 'GET', 'PATCH', 'POST']);
  });

  test('a call without an answer ends after its time, even if the transport hears no signal', async () => {
    const clock = new FakeClock();
    const outcome = clientOf(() => new Promise(() => {}), clock)
      .get(web)
      .catch((error: Error) => error.message);
    await clock.advance(30_000);
    expect(await outcome).toBe('cannot get servers.compute.sostackit.dev team/web: no answer within 30 s');
    expect(clock.size).toBe(0);
  });

  test('a watch reads its lines wherever the chunks end', async () => {
    const events = ['grün', 'blå', '赤'].map((name) => ({ type: 'ADDED', object: { metadata: { name } } }));
    const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('\n'));
    const body = (async function* () {
      for (const byte of bytes) yield Buffer.from([byte]);
    })();
    const seen: WatchEvent[] = [];
    for await (const event of clientOf(async () => ({ status: 200, headers: {}, body })).watch(servers))
      seen.push(event);
    expect(seen).toEqual(events);
  });
});

/** A collection served by hand: lists what it holds and keeps its watches open until told otherwise. */
function collection() {
  const objects = new Map<string, KubeObject>();
  const watches: { request: HttpRequest; send: (event: object) => void; end: () => void }[] = [];
  const lists: URLSearchParams[] = [];
  const state = { version: 100, faults: [] as (() => HttpResponse)[], down: false, tries: 0 };
  const handle: Transport = async (request) => {
    state.tries += 1;
    if (state.down) return refused(request);
    const query = new URL(request.path, 'http://kubernetes').searchParams;
    if (query.get('watch') === 'true') return state.faults.shift()?.() ?? open(request);
    lists.push(query);
    const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
    const from = Number(query.get('continue') ?? 0);
    const items = [...objects.values()].slice(from, from + limit);
    const rest = from + limit < objects.size ? { continue: `${from + limit}` } : {};
    return json(200, { metadata: { resourceVersion: `${state.version}`, ...rest }, items });
  };
  const open = (request: HttpRequest): HttpResponse => {
    const queue: (Buffer | undefined)[] = [];
    let wake = () => {};
    const push = (chunk: Buffer | undefined) => {
      queue.push(chunk);
      wake();
    };
    const watch = {
      request,
      send: (event: object) => push(Buffer.from(`${JSON.stringify(event)}\n`)),
      end: () => push(undefined),
    };
    watches.push(watch);
    request.signal?.addEventListener('abort', () => watches.splice(watches.indexOf(watch), 1));
    const body = (async function* () {
      for (;;) {
        while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const chunk = queue.shift();
        if (chunk === undefined) return;
        yield chunk;
      }
    })();
    return { status: 200, headers: {}, body };
  };
  const put = (name: string, extra: object = {}): KubeObject => {
    state.version += 1;
    const metadata = { name, namespace: 'team', uid: `uid-${name}`, resourceVersion: `${state.version}`, ...extra };
    const object = { metadata };
    objects.set(name, object);
    return object;
  };
  return { handle, objects, watches, lists, state, put };
}

type Collection = ReturnType<typeof collection>;

function reflect(server: Collection, pageSize = 500) {
  const clock = new FakeClock();
  const changes: string[] = [];
  const stop = new AbortController();
  const reflector = new Reflector({
    client: clientOf(server.handle, clock),
    path: servers,
    clock,
    random: () => 0,
    pageSize,
    log: silentLog,
    onChange: (key, current, previous) => {
      changes.push(`${current ? (previous ? '~' : '+') : '-'}${key}`);
    },
  });
  const done = reflector.run(stop.signal);
  const end = async () => {
    stop.abort();
    await clock.advance(0);
    await done;
  };
  return { clock, changes, reflector, end };
}

describe('reflector', () => {
  test('lists page by page, then watches from the version of the list', async () => {
    const server = collection();
    for (const name of ['a', 'b', 'c']) server.put(name);
    const { reflector, changes, end } = reflect(server, 2);
    await reflector.synced;
    await settled();
    expect(changes).toEqual(['+team/a', '+team/b', '+team/c']);
    expect(
      server.lists.map((query) => [query.get('limit'), query.get('continue'), query.get('resourceVersion')]),
    ).toEqual([
      ['2', null, null],
      ['2', '2', null],
    ]);
    const query = new URL(server.watches[0]?.request.path ?? '', 'http://k').searchParams;
    expect(query.get('resourceVersion')).toBe('103');
    expect(query.get('allowWatchBookmarks')).toBe('true');
    expect(Number(query.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
    await end();
    expect(server.watches).toHaveLength(0);
  });

  test('pages that expire while they are read are read anew, all at once', async () => {
    const server = collection();
    for (const name of ['a', 'b', 'c']) server.put(name);
    const inner = server.handle;
    const handle: Transport = (request) =>
      request.path.includes('continue=') ? Promise.resolve(refusal(410, 'Expired')) : inner(request);
    const { reflector, end } = reflect({ ...server, handle }, 2);
    await reflector.synced;
    expect([...reflector.values()].map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
    await end();
  });

  test('tells what the watch brings, and what it already knows not again', async () => {
    const server = collection();
    const a = server.put('a');
    const { changes, clock, reflector, end } = reflect(server);
    await clock.advance(0);
    const [watch] = server.watches;
    watch?.send({ type: 'ADDED', object: a });
    watch?.send({ type: 'ADDED', object: server.put('b') });
    watch?.send({ type: 'MODIFIED', object: server.put('a') });
    watch?.send({ type: 'DELETED', object: server.put('b') });
    await clock.advance(0);
    expect(changes).toEqual(['+team/a', '+team/b', '~team/a', '-team/b']);
    expect(reflector.size).toBe(1);
    await end();
  });

  test('a server that is down for 60 s sees at most ten tries, and exactly one watch afterwards', async () => {
    const server = collection();
    server.put('a');
    const { clock, changes, end } = reflect(server);
    await clock.advance(10_000);
    server.state.down = true;
    server.state.tries = 0;
    server.watches[0]?.end();
    await clock.advance(60_000);
    expect(server.state.tries).toBeGreaterThan(4);
    expect(server.state.tries).toBeLessThanOrEqual(10);
    server.state.down = false;
    await clock.advance(60_000);
    expect(server.watches).toHaveLength(1);
    expect(server.lists).toHaveLength(1);
    expect(changes).toEqual(['+team/a']);
    await end();
  });

  test.each([
    [
      'as an answer',
      (server: Collection) => {
        server.state.faults.push(() => refusal(410, 'Expired'));
        server.watches[0]?.end();
      },
    ],
    [
      'in the stream',
      (server: Collection) => {
        server.watches[0]?.send({
          type: 'ERROR',
          object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' },
        });
      },
    ],
  ])('an expired version %s is answered by a list at once, which shows what vanished meanwhile', async (_, expire) => {
    const server = collection();
    server.put('kept');
    server.put('lost');
    const { clock, changes, reflector, end } = reflect(server);
    await clock.advance(10_000);
    server.objects.delete('lost');
    server.put('new');
    expire(server);
    await clock.advance(0);
    expect(changes).toEqual(['+team/kept', '+team/lost', '+team/new', '-team/lost']);
    expect(reflector.get('team/lost')).toBeUndefined();
    expect(server.lists).toHaveLength(2);
    expect(server.lists[1]?.has('resourceVersion')).toBe(false);
    expect(server.watches).toHaveLength(1);
    expect(server.watches[0]?.request.path).toContain(`resourceVersion=${server.state.version}`);
    await end();
  });

  test('versions that expire again and again do not keep it busy', async () => {
    const server = collection();
    const inner = server.handle;
    const handle: Transport = (request) =>
      request.path.includes('watch=true') ? Promise.resolve(refusal(410, 'Expired')) : inner(request);
    const { clock, end } = reflect({ ...server, handle });
    await clock.advance(60_000);
    expect(server.lists.length).toBeLessThanOrEqual(11);
    await end();
  });

  test('watches that end at once do not keep it busy', async () => {
    const server = collection();
    const { clock, end } = reflect(server);
    server.state.faults = Array.from({ length: 100 }, () => () => ({ status: 200, headers: {}, body: bodyOf() }));
    await clock.advance(60_000);
    expect(server.state.faults.length).toBeGreaterThan(88);
    await end();
  });

  test('a silent watch is replaced from the newest version, unnoticed by anybody', async () => {
    const server = collection();
    server.put('a');
    const { clock, changes, end } = reflect(server);
    await clock.advance(10_000);
    server.watches[0]?.send({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '500' } } });
    await clock.advance(95_000);
    expect(server.watches).toHaveLength(1);
    expect(server.watches[0]?.request.path).toContain('resourceVersion=500');
    expect(server.lists).toHaveLength(1);
    expect(changes).toEqual(['+team/a']);
    await end();
  });

  test('handlers that throw do not stop it', async () => {
    const server = collection();
    server.put('a');
    server.put('b');
    const clock = new FakeClock();
    const stop = new AbortController();
    const thrower = () => {
      throw new Error('broken handler');
    };
    const reflector = new Reflector({
      client: clientOf(server.handle, clock),
      path: servers,
      clock,
      random: () => 0,
      log: silentLog,
      onChange: thrower,
      onError: thrower,
    });
    const done = reflector.run(stop.signal);
    await clock.advance(0);
    server.watches[0]?.send({ type: 'ERROR', object: { code: 500, message: 'etcd is away' } });
    await clock.advance(1_000);
    server.watches[0]?.send({ type: 'ADDED', object: server.put('c') });
    await clock.advance(0);
    expect(reflector.size).toBe(3);
    stop.abort();
    await done;
  });

  test('the cache holds neither managedFields nor the last-applied annotation', async () => {
    const server = collection();
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', kept: 'yes' };
    server.put('a', { managedFields: [{ manager: 'kubectl' }], annotations });
    const { reflector, end } = reflect(server);
    await reflector.synced;
    expect(reflector.get('team/a')?.metadata).not.toHaveProperty('managedFields');
    expect(reflector.get('team/a')?.metadata.annotations).toEqual({ kept: 'yes' });
    await end();
  });
});

/** Leases and namespaces with optimistic concurrency, as the API server has it. */
function leases(namespaces = ['operators']) {
  const known = new Set(namespaces);
  const held = new Map<string, { metadata: { resourceVersion: string }; spec: Record<string, unknown> }>();
  const writes: Record<string, unknown>[] = [];
  let version = 0;
  const handle: Transport = async ({ method, path, body }) => {
    const content = (await readBody(body)).toString();
    const object = content === '' ? {} : JSON.parse(content);
    if (path.startsWith('/api/v1/namespaces?')) {
      known.add(object.metadata.name);
      return json(201, object);
    }
    const [, namespace = '', name = object.metadata?.name] =
      /namespaces\/([^/]+)\/leases(?:\/([^?]+))?/.exec(path) ?? [];
    const stored = held.get(`${namespace}/${name}`);
    if (method === 'GET') return stored ? json(200, stored) : refusal(404, 'NotFound');
    if (!known.has(namespace)) return refusal(404, 'NotFound', `namespaces "${namespace}" not found`);
    if (method === 'POST' && stored) return refusal(409, 'AlreadyExists');
    if (method === 'PUT' && stored?.metadata.resourceVersion !== object.metadata.resourceVersion)
      return refusal(409, 'Conflict');
    version += 1;
    const next = { ...object, metadata: { ...object.metadata, resourceVersion: `${version}` } };
    held.set(`${namespace}/${name}`, next);
    writes.push(next.spec);
    return json(200, next);
  };
  return { handle, writes, known, spec: () => [...held.values()][0]?.spec };
}

function candidate(
  identity: string,
  transport: Transport,
  clock: FakeClock,
  options: { createNamespace?: boolean; work?: () => Promise<void> } = {},
) {
  const log: string[] = [];
  const stop = new AbortController();
  const election = new LeaderElection({
    client: clientOf(transport, clock),
    namespace: 'operators',
    name: 'lease',
    identity,
    clock,
    random: () => 0,
    leaseDuration: 15_000,
    renewDeadline: 10_000,
    retryPeriod: 2_000,
    createNamespace: options.createNamespace ?? false,
    log: silentLog,
  });
  let term: AbortSignal | undefined;
  const done = election
    .run({
      signal: stop.signal,
      onStarted: (signal) => {
        term = signal;
        log.push('started');
        return options.work?.();
      },
      onStopped: () => {
        log.push('stopped');
      },
    })
    .then(() => log.push('ended'));
  return { election, log, stop, done, term: () => term };
}

/** Cuts a candidate off, as a broken network does: its calls hang. */
function cable(transport: Transport) {
  const state = { cut: false };
  const handle: Transport = (request) => (state.cut ? new Promise(() => {}) : transport(request));
  return { handle, state };
}

describe('leader election', () => {
  test('of two candidates that start at once exactly one leads', async () => {
    const server = leases();
    const clock = new FakeClock();
    const both = ['a', 'b'].map((identity) => candidate(identity, server.handle, clock));
    for (let i = 0; i < 60; i += 1) {
      await clock.advance(1_000);
      expect(both.filter(({ election }) => election.isLeader())).toHaveLength(1);
    }
    for (const { stop } of both) stop.abort();
    await clock.advance(15_000);
    expect(both.map(({ log }) => log.join()).sort()).toEqual(['ended', 'started,stopped,ended']);
  });

  test('a free lease that two candidates read at the same time goes to one of them', async () => {
    const server = leases();
    const clock = new FakeClock();
    const first = candidate('first', server.handle, clock);
    await clock.advance(0);
    first.stop.abort();
    await clock.advance(0);
    await first.done;
    const both = ['a', 'b'].map((identity) => candidate(identity, server.handle, clock));
    await clock.advance(0);
    expect(both.filter(({ election }) => election.isLeader())).toHaveLength(1);
    expect(server.spec()).toMatchObject({ leaseTransitions: 1 });
    for (const { stop } of both) stop.abort();
    await clock.advance(15_000);
  });

  test('a leader cut off stops before another one starts, and ends', async () => {
    const server = leases();
    const clock = new FakeClock();
    const wire = cable(server.handle);
    const old = candidate('old', wire.handle, clock);
    await clock.advance(0);
    const next = candidate('next', server.handle, clock);
    await clock.advance(4_500);
    wire.state.cut = true;
    let startedAt = Number.POSITIVE_INFINITY;
    let stoppedAt = Number.POSITIVE_INFINITY;
    for (let at = 0; at < 20_000; at += 100) {
      await clock.advance(100);
      if (old.log.includes('stopped')) stoppedAt = Math.min(stoppedAt, at);
      if (next.log.includes('started')) startedAt = Math.min(startedAt, at);
      expect([old, next].filter(({ election }) => election.isLeader()).length).toBeLessThanOrEqual(1);
    }
    expect(stoppedAt).toBeLessThan(10_000);
    expect(startedAt - stoppedAt).toBeGreaterThanOrEqual(4_000);
    expect(old.term()?.aborted).toBe(true);
    expect(old.log).toEqual(['started', 'stopped', 'ended']);
    expect(server.spec()).toMatchObject({ holderIdentity: 'next', leaseTransitions: 1 });
    next.stop.abort();
    await clock.advance(0);
  });

  test.each([-3_600_000, 3_600_000])(
    'a holder whose clock is %i ms off neither loses its lease early nor keeps it',
    async (skew) => {
      const server = leases();
      const ahead = new FakeClock(Date.UTC(2026, 0, 1) + skew);
      const clock = new FakeClock();
      const holder = candidate('holder', server.handle, ahead);
      await ahead.advance(0);
      const standby = candidate('standby', server.handle, clock);
      for (let i = 0; i < 40; i += 1) {
        await ahead.advance(1_000);
        await clock.advance(1_000);
        expect(standby.election.isLeader()).toBe(false);
      }
      // From here on the holder's time stands still: it is gone.
      await clock.advance(13_000);
      expect(standby.election.isLeader()).toBe(false);
      await clock.advance(6_000);
      expect(standby.election.isLeader()).toBe(true);
      for (const { stop } of [holder, standby]) stop.abort();
      await clock.advance(0);
      await ahead.advance(15_000);
    },
  );

  test('an aborted leader gives the lease back, and the next one takes it with its next try', async () => {
    const server = leases();
    const clock = new FakeClock();
    const old = candidate('old', server.handle, clock);
    await clock.advance(0);
    const next = candidate('next', server.handle, clock);
    await clock.advance(5_000);
    old.stop.abort();
    await clock.advance(0);
    expect(old.log).toEqual(['started', 'stopped', 'ended']);
    expect(server.spec()).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
    await clock.advance(2_000);
    expect(next.election.isLeader()).toBe(true);
    next.stop.abort();
    await clock.advance(0);
  });

  test('an aborted leader keeps the lease until its work has ended', async () => {
    const server = leases();
    const clock = new FakeClock();
    let finish = () => {};
    const stop = new AbortController();
    const election = new LeaderElection({
      client: clientOf(server.handle, clock),
      namespace: 'operators',
      name: 'lease',
      identity: 'a',
      clock,
      random: () => 0,
      leaseDuration: 15_000,
      renewDeadline: 10_000,
      retryPeriod: 2_000,
      createNamespace: false,
      log: silentLog,
    });
    const onStarted = () => new Promise<void>((resolve) => (finish = resolve));
    const done = election.run({ signal: stop.signal, onStarted, onStopped: () => {} });
    await clock.advance(1_000);
    stop.abort();
    await clock.advance(3_000);
    expect(election.isLeader()).toBe(false);
    expect(server.spec()).toMatchObject({ holderIdentity: 'a' });
    finish();
    await done;
    expect(server.spec()).toMatchObject({ holderIdentity: '' });
  });

  test('a leader whose work fails gives the lease back and ends', async () => {
    const server = leases();
    const clock = new FakeClock();
    const work = () => Promise.reject(new Error('broken'));
    const leader = candidate('a', server.handle, clock, { work });
    await clock.advance(1_000);
    expect(leader.log).toEqual(['started', 'stopped', 'ended']);
    expect(server.spec()).toMatchObject({ holderIdentity: '' });
  });

  test('a renewal that was executed but not answered does not cost the lease', async () => {
    const server = leases();
    const clock = new FakeClock();
    let swallow = 0;
    const handle: Transport = async (request) => {
      const response = await server.handle(request);
      if (request.method === 'PUT' && swallow-- > 0) throw new Error('socket hang up');
      return response;
    };
    const leader = candidate('a', handle, clock);
    await clock.advance(0);
    swallow = 2;
    for (let i = 0; i < 60; i += 1) {
      await clock.advance(500);
      expect(leader.election.isLeader()).toBe(true);
    }
    leader.stop.abort();
    await clock.advance(0);
  });

  test('times have six digits, and a renewal changes nothing but its time', async () => {
    const server = leases();
    const clock = new FakeClock(Date.UTC(2026, 4, 6, 7, 8, 9, 10));
    const leader = candidate('a', server.handle, clock);
    await clock.advance(2_000);
    expect(server.writes).toEqual([
      {
        holderIdentity: 'a',
        leaseDurationSeconds: 15,
        acquireTime: '2026-05-06T07:08:09.010000Z',
        renewTime: '2026-05-06T07:08:09.010000Z',
        leaseTransitions: 0,
      },
      { ...server.writes[0], renewTime: '2026-05-06T07:08:11.010000Z' },
    ]);
    leader.stop.abort();
    await clock.advance(0);
  });

  test.each([true, false])('a missing namespace is created if that is allowed (%p)', async (createNamespace) => {
    const server = leases([]);
    const clock = new FakeClock();
    const leader = candidate('a', server.handle, clock, { createNamespace });
    await clock.advance(5_000);
    expect(leader.election.isLeader()).toBe(createNamespace);
    expect(server.known.has('operators')).toBe(createNamespace);
    leader.stop.abort();
    await clock.advance(0);
  });
});

describe('events', () => {
  const object: KubeObject = {
    apiVersion: 'compute.sostackit.dev/v1alpha1',
    kind: 'Server',
    metadata: { name: 'web', namespace: 'team', uid: 'u1', resourceVersion: '7' },
  };
  const recorder = (answer: (request: HttpRequest) => HttpResponse = () => json(201, {})) => {
    const clock = new FakeClock();
    const calls: { method: string; path: string; body: Record<string, unknown> }[] = [];
    const transport: Transport = async (request) => {
      const body = JSON.parse((await readBody(request.body)).toString());
      calls.push({ method: request.method, path: request.path, body });
      return answer(request);
    };
    const events = new EventRecorder({
      client: clientOf(transport, clock),
      clock,
      component: 'sostackit-provider',
      instance: 'pod-1',
      log: silentLog,
    });
    return { clock, calls, events };
  };

  test('carry what kubectl describe shows', async () => {
    const { calls, clock, events } = recorder();
    events.record(object, { type: 'Warning', reason: 'CreateFailed', message: 'x'.repeat(2000) });
    await clock.advance(0);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/v1/namespaces/team/events?fieldManager=sostackit-provider',
      body: {
        involvedObject: { kind: 'Server', name: 'web', namespace: 'team', uid: 'u1' },
        reason: 'CreateFailed',
        type: 'Warning',
        count: 1,
        source: { component: 'sostackit-provider' },
        firstTimestamp: '2026-01-01T00:00:00Z',
      },
    });
    expect(calls[0]?.body.message).toHaveLength(1024);
  });

  test('that repeat are counted by one patch a minute', async () => {
    const { calls, clock, events } = recorder();
    for (let i = 0; i < 300; i += 1) {
      events.record(object, { type: 'Normal', reason: 'Waiting', message: 'for network a' });
      await clock.advance(1_000);
    }
    await clock.advance(60_000);
    expect(calls.map(({ method }) => method)).toEqual(['POST', ...Array(5).fill('PATCH')]);
    expect(calls.at(-1)?.body).toMatchObject({ count: 300 });
    events.record(object, { type: 'Normal', reason: 'Waiting', message: 'for network b' });
    await clock.advance(0);
    expect(calls.at(-1)?.method).toBe('POST');
    expect(clock.size).toBe(0);
  });

  test('of one object are limited', async () => {
    const { calls, clock, events } = recorder();
    for (let i = 0; i < 100; i += 1) {
      events.record(object, { type: 'Normal', reason: 'Storm', message: `${i}` });
      await clock.advance(10);
    }
    expect(calls).toHaveLength(25);
  });

  test('that a namespace refuses are neither tried again nor followed by others', async () => {
    const { calls, clock, events } = recorder(() => refusal(403, 'Forbidden', 'the namespace is being terminated'));
    events.record(object, { type: 'Normal', reason: 'A', message: '1' });
    await clock.advance(0);
    events.record(object, { type: 'Normal', reason: 'B', message: '2' });
    await clock.advance(120_000);
    expect(calls).toHaveLength(1);
    events.record(
      { ...object, metadata: { ...object.metadata, namespace: 'other' } },
      { type: 'Normal', reason: 'B', message: '2' },
    );
    await clock.advance(0);
    expect(calls).toHaveLength(2);
  });

  test('that fail disturb nobody and are not tried again', async () => {
    const { calls, clock, events } = recorder(() => {
      throw new Error('socket hang up');
    });
    events.record(object, { type: 'Normal', reason: 'A', message: '1' });
    await clock.advance(120_000);
    expect(calls).toHaveLength(1);
  });
});

describe('kubeconfig and credentials', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string, content: string) => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const kubeconfig = (name: string, server: string, user = '{token: t}') =>
    file(
      name,
      `current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u, namespace: team}}]\n` +
        `clusters: [{name: k, cluster: {server: "${server}"}}]\nusers: [{name: u, user: ${user}}]\n`,
    );

  test('the flag goes before KUBECONFIG, that before the pod, and that before the home folder', () => {
    const flag = kubeconfig('flag', 'https://flag/');
    const env = {
      KUBECONFIG: kubeconfig('env', 'https://env'),
      KUBERNETES_SERVICE_HOST: 'fd00::1',
      KUBERNETES_SERVICE_PORT: '443',
    };
    kubeconfig('.kube/config', 'https://home');
    const pod = join(folder, 'pod');
    for (const [name, content] of Object.entries({ token: 'secret', 'ca.crt': 'CA', namespace: 'own\n' })) {
      file(`pod/${name}`, content);
    }
    const load = (given: Readonly<Record<string, string>>, options: { flag?: string; inCluster?: string } = {}) =>
      loadKubeConfig({ env: given, home: folder, inCluster: pod, ...options });
    expect(load(env, { flag })).toMatchObject({
      server: 'https://flag',
      namespace: 'team',
      source: `--kubeconfig ${flag}`,
    });
    expect(load(env).server).toBe('https://env');
    expect(load({ ...env, KUBECONFIG: '' })).toMatchObject({
      source: 'in-cluster',
      server: 'https://[fd00::1]:443',
      namespace: 'own',
      tls: { ca: 'CA', insecure: false },
      identity: { is: 'tokenFile', path: join(pod, 'token') },
    });
    expect(load({}).server).toBe('https://home');
  });

  test('a list of files is merged, and relative paths start at their own file', () => {
    file('a/ca.pem', 'A');
    const a = file('a/config', 'clusters: [{name: k, cluster: {server: "https://a", certificate-authority: ca.pem}}]');
    const b = file(
      'b/config',
      'current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\nusers: [{name: u, user: {tokenFile: t}}]',
    );
    const config = loadKubeConfig({ env: { KUBECONFIG: `${a}:${join(folder, 'absent')}:${b}` } });
    expect(config.tls.ca).toBe('A');
    expect(config.identity).toEqual({ is: 'tokenFile', path: join(folder, 'b/t') });
  });

  test.each([
    ['is missing', undefined, /cannot read \S+\/config \(from --kubeconfig \S+\): no such file/],
    ['is no YAML', 'a: [', /cannot parse \S+\/config \(from --kubeconfig/],
    ['has a tab', 'a:\n\t- b', /: Tabs are not allowed as indentation at line 2, column 1$/],
    ['is no mapping', 'hello', /is not a kubeconfig/],
    [
      'has no current context',
      'contexts: []',
      /current-context is not set; choose a context with "kubectl config use-context NAME"$/,
    ],
    ['names a context that it lacks', 'current-context: x', /no entry "x" in contexts/],
    [
      'has no usable server',
      'current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\nclusters: [{name: k, cluster: {server: host}}]',
      /server is "host", not an http or https URL/,
    ],
  ])('a kubeconfig that %s gives one clear error', (_, content, message) => {
    const path = join(folder, 'config');
    if (content !== undefined) file('config', content);
    expect(() => loadKubeConfig({ flag: path, env: {} })).toThrow(message);
  });

  test('without any kubeconfig the error says what to do', () => {
    expect(() => loadKubeConfig({ env: {}, home: folder, inCluster: folder })).toThrow(
      /pass --kubeconfig FILE or set KUBECONFIG/,
    );
  });

  const plugin = (status: object) => {
    const path = file(
      'plugin',
      `#!/bin/sh\necho x >> ${folder}/runs\necho '${JSON.stringify({ kind: 'ExecCredential', status })}'\n`,
    );
    chmodSync(path, 0o755);
    return kubeconfig(
      'config',
      'https://k',
      '{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin}}',
    );
  };
  const runs = () => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n').length;

  test('a plugin that tells no expiry is run once, also for parallel requests', async () => {
    const clock = new FakeClock();
    const credentials = createCredentials(loadKubeConfig({ flag: plugin({ token: 'abc' }), env: process.env }), clock);
    await Promise.all([credentials.current(), credentials.current()]);
    await clock.advance(86_400_000);
    expect(await credentials.current()).toMatchObject({ authorization: 'Bearer abc' });
    expect(runs()).toBe(1);
  });

  test('a plugin is run again when its credential expires', async () => {
    const clock = new FakeClock();
    const expirationTimestamp = new Date(clock.now() + 60_000).toISOString();
    const credentials = createCredentials(
      loadKubeConfig({ flag: plugin({ token: 'abc', expirationTimestamp }), env: process.env }),
      clock,
    );
    await credentials.current();
    await clock.advance(30_000);
    await credentials.current();
    expect(runs()).toBe(1);
    await clock.advance(30_000);
    await credentials.current();
    expect(runs()).toBe(2);
  });

  test('a plugin that fails is named, and its output is not shown', async () => {
    const flag = plugin({ tok: 'secret' });
    const credentials = createCredentials(loadKubeConfig({ flag, env: process.env }), new FakeClock());
    const error = (await credentials.current().catch((failure: unknown) => failure)) as Error;
    expect(error.message).toMatch(/exec plugin \S+\/plugin \(from --kubeconfig \S+\) printed no ExecCredential/);
    expect(error.message).not.toContain('secret');
  });

  test('a token file is read again after a minute', async () => {
    const clock = new FakeClock();
    const token = file('token', 'one\n');
    const credentials = createCredentials(
      loadKubeConfig({ flag: kubeconfig('config', 'https://k', `{tokenFile: ${token}}`), env: {} }),
      clock,
    );
    expect(await credentials.current()).toMatchObject({ authorization: 'Bearer one' });
    writeFileSync(token, 'two');
    await clock.advance(61_000);
    expect(await credentials.current()).toMatchObject({ authorization: 'Bearer two' });
  });

  test('a refused token is renewed and the request repeated once, no more', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(request.headers.authorization === 'Bearer good' ? 200 : 401).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const token = file('token', 'old');
    const config: KubeConfig = {
      source: 'test',
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}/k8s/clusters/one`,
      tls: { insecure: false },
      identity: { is: 'tokenFile', path: token },
    };
    const clock = new FakeClock();
    const transport = createKubeTransport(config, { clock });
    const client = clientOf(transport, clock);
    await expect(client.get(web)).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
    writeFileSync(token, 'good');
    await client.get(web);
    expect(seen.slice(2)).toEqual(
      ['old', 'good'].map(
        (word) => `/k8s/clusters/one/apis/compute.sostackit.dev/v1alpha1/namespaces/team/servers/web Bearer ${word}`,
      ),
    );
    await transport.close();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('what thousands of objects share', () => {
  test('a gate lets so much go on at once, in order, whatever comes of it', async () => {
    const gate = new Gate(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (index: number) =>
      gate.pass(() => {
        begun.push(index);
        return new Promise<number>((resolve, reject) => {
          ends[index] = () => (index === 0 ? reject(new Error('refused')) : resolve(index));
        });
      });
    const all = [0, 1, 2, 3].map(work);
    const refused = expect(all[0]).rejects.toThrow('refused');
    expect(begun).toEqual([0, 1]);
    ends[0]?.();
    await refused;
    expect(begun).toEqual([0, 1, 2]);
    ends[1]?.();
    ends[2]?.();
    await all[2];
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[3]?.();
    expect(await Promise.all(all.slice(1))).toEqual([1, 2, 3]);
  });

  test('strings that come again are kept once, and the rest makes place', () => {
    const strings = new SharedStrings();
    const before = { message: 'as it was', list: [{ nested: 'as it was' }], number: 1, nothing: null };
    expect(strings.share(structuredClone(before))).toEqual(before);
    for (let index = 0; index < 10_000; index += 1) {
      strings.share({ id: `only once ${index}`, message: 'as it was' });
      expect(strings.size).toBeLessThanOrEqual(4_000);
    }
  });
});
