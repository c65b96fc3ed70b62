import type { FaultEffect, StackitListener } from '../../src/sandbox/stackit';
import { type Json, Lab, PROJECT, REGION } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

const IMAGE = '22222222-2222-2222-2222-222222222222';
const NETWORK = '33333333-3333-3333-3333-333333333333';
const OTHER = '66666666-6666-4666-8666-666666666666';

afterAll(() => protocol.check());

const listeners: StackitListener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly json: Json;
  readonly headers: Headers;
}

/** A simulator behind a real listener, with a clock turned by hand, and what people do with curl. */
class Wire {
  readonly lab: Lab;
  readonly #url: string;
  readonly #authorization: string;

  private constructor(lab: Lab, url: string) {
    this.lab = lab;
    this.#url = url;
    // Of this simulator, so that it can be revoked here.
    this.#authorization = `Bearer ${lab.sim.tokens.issue()}`;
  }

  static async open(instant = true): Promise<Wire> {
    const lab = new Lab({ ...(instant && { speed: 'instant' }), deviations: [] });
    lab.sim.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, { projectId: PROJECT });
    const listener = await lab.sim.listen();
    listeners.push(listener);
    return new Wire(lab, listener.iaasEndpoint);
  }

  async send(method: string, path: string, body?: unknown): Promise<Answered> {
    const response = await fetch(`${this.#url}${path.startsWith('/') ? path : `${REGION}/${path}`}`, {
      method,
      headers: {
        ...(path.startsWith('/upload') || path.startsWith('/admin') ? {} : { authorization: this.#authorization }),
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text.startsWith('{') ? (JSON.parse(text) as Json) : {};
    return { status: response.status, text, json, headers: response.headers };
  }

  async status(method: string, path: string, body?: unknown): Promise<number> {
    return (await this.send(method, path, body)).status;
  }

  async state(path: string): Promise<unknown> {
    const { json } = await this.send('GET', path);
    return (json.status as Json).aggregated ?? json.status;
  }

  /** `POST /admin/faults`. */
  async arm(effect: FaultEffect, match: Json = {}): Promise<void> {
    const { status, json } = await this.send('POST', '/admin/faults', { match, effect });
    expect([status, json]).toEqual([201, { id: expect.any(String) }]);
  }

  /** Waits until a fault has struck, though its call is not answered yet. */
  async struck(): Promise<void> {
    while (this.lab.sim.faults.list().every(({ seen }) => seen === 0)) await new Promise((next) => setImmediate(next));
  }
}

const NET = { name: 'a' };
const VOLUME = { availabilityZone: 'eu01-1', size: 1 };
const SERVER = { name: 'a', machineType: 'c1.2', networking: { networkId: NETWORK }, imageId: IMAGE };
const CLUSTER = {
  kubernetes: { version: '1.34.4' },
  nodepools: [
    {
      name: 'a',
      availabilityZones: ['eu01-1'],
      machine: { type: 'g2i.2', image: { name: 'flatcar', version: '4459.2.1' } },
      minimum: 1,
      maximum: 2,
      maxSurge: 1,
      volume: { size: 20 },
    },
  ],
};

/** What each effect is seen by; a new effect has to be added here. */
const EFFECTS: { readonly [K in FaultEffect['kind']]: () => Promise<void> } = {
  error: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'error', status: 507, message: 'no', headers: { 'x-a': 'b' } }, { nth: 1 });
    await wire.arm({ kind: 'error', status: 500, body: 'oops', when: 'after' }, { nth: 2 });
    const [first, second] = [await wire.send('POST', 'networks', NET), await wire.send('POST', 'networks', NET)];
    expect([first.status, first.json, first.headers.get('x-a')]).toEqual([507, { code: 507, msg: 'no' }, 'b']);
    expect([second.status, second.text]).toEqual([500, 'oops']);
    expect(wire.lab.sim.journal.map(({ effect }) => effect)).toEqual(['none', 'created']);
  },
  reset: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'reset' }, { nth: 1 });
    await wire.arm({ kind: 'reset', when: 'after' }, { nth: 2 });
    for (const effect of ['none', 'created']) {
      await expect(wire.send('POST', 'networks', NET)).rejects.toThrow('fetch failed');
      expect(wire.lab.sim.journal.at(-1)).toMatchObject({ status: null, effect, fault: 'reset' });
    }
  },
  delay: async () => {
    const wire = await Wire.open();
    for (const [when, made] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      await wire.arm({ kind: 'delay', ms: 500, when }, { operationId: 'CreateVolume' });
      const answer = wire.status('POST', 'volumes', { ...VOLUME, name: when });
      await wire.struck();
      while (made > wire.lab.sim.journal.length) await new Promise((next) => setImmediate(next));
      const there = () => wire.lab.sim.objects('volume').filter(({ name }) => name === when).length;
      expect(there()).toBe(made);
      await wire.lab.clock.advance(500);
      expect([await answer, there()]).toEqual([201, 1]);
      await wire.send('DELETE', '/admin/faults');
      await wire.send('DELETE', '/admin/journal');
    }
  },
  throttle: async () => {
    const wire = await Wire.open();
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    await wire.arm({ kind: 'throttle', retryAfter: 7 }, { nth: 1 });
    await wire.arm({ kind: 'throttle', retryAfter: date }, { nth: 2 });
    await wire.arm({ kind: 'throttle' }, { nth: 3 });
    for (const retryAfter of ['7', date, null]) {
      const { status, json, headers } = await wire.send('GET', 'networks');
      expect([status, json.code, headers.get('retry-after')]).toEqual([429, 429, retryAfter]);
    }
  },
  unavailable: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'unavailable' });
    const { status, text, headers } = await wire.send('GET', 'networks');
    expect([status, headers.get('content-type')]).toEqual([503, 'text/plain']);
    expect(text).toMatch(/^upstream connect error or disconnect\/reset before headers/);
  },
  stale: async () => {
    const wire = await Wire.open(false);
    await wire.lab.clock.advance(5_000);
    await wire.arm({ kind: 'stale', ms: 1_000 });
    const { id } = (await wire.send('POST', 'networks', NET)).json;
    const seen = async () => [
      ((await wire.send('GET', 'networks')).json.items as Json[]).some((network) => network.id === id),
      await wire.status('GET', `networks/${id}`),
    ];
    expect(await seen()).toEqual([false, 404]);
    await wire.lab.clock.advance(1_000);
    expect(await seen()).toEqual([true, 200]);
  },
  notYetVisible: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'notYetVisible', ms: 1_000 });
    const { id } = (await wire.send('POST', 'networks', NET)).json;
    expect(await wire.status('GET', `networks/${id}`)).toBe(404);
    expect(wire.lab.items(await wire.lab.call('GET', 'networks')).map((one) => one.id)).toContain(id);
    await wire.lab.clock.advance(1_000);
    expect(await wire.status('GET', `networks/${id}`)).toBe(200);
  },
  rollback: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'rollback' });
    const server = (await wire.send('POST', 'servers', SERVER)).json.id;
    const volume = (await wire.send('POST', 'volumes', VOLUME)).json.id;
    expect(await wire.status('POST', `servers/${server}/resize`, { machineType: 'g2i.2' })).toBe(202);
    expect(await wire.status('POST', `volumes/${volume}/resize`, { size: 9 })).toBe(202);
    expect((await wire.send('GET', `servers/${server}`)).json).toMatchObject({ status: 'ACTIVE', machineType: 'c1.2' });
    expect((await wire.send('GET', `volumes/${volume}`)).json).toMatchObject({ status: 'AVAILABLE', size: 1 });
  },
  performanceClass: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'performanceClass', performanceClass: 'storage_premium_perf0' });
    const asked = { performanceClass: 'storage_premium_perf6' };
    const { id } = (await wire.send('POST', 'volumes', { ...VOLUME, ...asked })).json;
    const source = { type: 'image', id: IMAGE };
    const { imageId: _, ...server } = { ...SERVER, bootVolume: { source, size: 10, ...asked } };
    const { bootVolume } = (await wire.send('POST', 'servers', server)).json as { bootVolume: Json };
    for (const one of [id, bootVolume.id]) {
      expect((await wire.send('GET', `volumes/${one}`)).json.performanceClass).toBe('storage_premium_perf0');
    }
  },
  fail: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'fail', message: 'No valid host was found' }, { nth: 1 });
    await wire.arm(
      { kind: 'fail', message: 'no', status: 'ERROR_KMS-ENCRYPTION-PARAMS' },
      { operationId: 'CreateVolume' },
    );
    await wire.arm(
      { kind: 'fail', message: 'no', code: 'SKE_QUOTA_EXCEEDED' },
      { operationId: 'CreateOrUpdateCluster' },
    );
    const server = (await wire.send('POST', 'servers', SERVER)).json.id;
    expect((await wire.send('GET', `servers/${server}`)).json).toMatchObject({
      status: 'ERROR',
      errorMessage: 'No valid host was found',
    });
    const volume = (await wire.send('POST', 'volumes', VOLUME)).json.id;
    expect(await wire.state(`volumes/${volume}`)).toBe('ERROR_KMS-ENCRYPTION-PARAMS');
    await wire.send('PUT', 'clusters/one', CLUSTER);
    expect((await wire.send('GET', 'clusters/one')).json.status).toMatchObject({
      aggregated: 'STATE_UNHEALTHY',
      errors: [{ code: 'SKE_QUOTA_EXCEEDED', message: 'no' }],
    });
  },
  duration: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'duration', ms: 90_000 });
    const { id } = (await wire.send('POST', 'networks', NET)).json;
    await wire.lab.clock.advance(89_999);
    expect(await wire.state(`networks/${id}`)).toBe('CREATING');
    await wire.lab.clock.advance(1);
    expect(await wire.state(`networks/${id}`)).toBe('CREATED');
  },
  token: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'token', reason: 'expired' }, { nth: 1 });
    await wire.arm({ kind: 'token', reason: 'revoked' }, { nth: 3 });
    const seen = [];
    for (let call = 0; call < 4; call += 1) seen.push(await wire.status('GET', 'networks'));
    expect(seen).toEqual([401, 200, 401, 401]);
  },
  slowUpload: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'slowUpload', bytesPerSecond: 1_000 });
    const { json } = await wire.send('POST', 'images', { name: 'own', diskFormat: 'raw' });
    let done = false;
    const upload = wire.status('PUT', new URL(String(json.uploadUrl)).pathname, Buffer.alloc(5_000)).finally(() => {
      done = true;
    });
    await wire.struck();
    await wire.lab.clock.advance(4_999);
    expect(done).toBe(false);
    while (!done) {
      await wire.lab.clock.advance(1);
      await new Promise((next) => setImmediate(next));
    }
    expect(await upload).toBe(200);
  },
  errors: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'errors', errors: [{ code: 'SKE_NEW', message: 'no' }], ms: 60_000 });
    await wire.send('PUT', 'clusters/one', CLUSTER);
    const { json } = await wire.send('GET', 'clusters/one');
    expect(json.status).toMatchObject({ aggregated: 'STATE_CREATING', errors: [{ code: 'SKE_NEW', message: 'no' }] });
    await wire.lab.clock.advance(60_000);
    expect(await wire.state('clusters/one')).toBe('STATE_HEALTHY');
  },
  unhealthy: async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'unhealthy', ms: 60_000 });
    await wire.send('PUT', 'clusters/one', CLUSTER);
    expect(await wire.state('clusters/one')).toBe('STATE_UNHEALTHY');
    await wire.lab.clock.advance(60_000);
    expect(await wire.state('clusters/one')).toBe('STATE_HEALTHY');
  },
  remainingResources: async () => {
    const wire = await Wire.open();
    await wire.send('PUT', 'clusters/one', CLUSTER);
    await wire.arm({ kind: 'remainingResources', ms: 60_000 });
    expect(await wire.status('DELETE', 'clusters/one')).toBe(202);
    const { json } = await wire.send('GET', 'clusters/one');
    expect(json.status).toMatchObject({
      aggregated: 'STATE_DELETING',
      errors: [{ code: 'SKE_REMAINING_RESOURCES', message: expect.any(String) }],
    });
    await wire.lab.clock.advance(60_000);
    expect(await wire.status('GET', 'clusters/one')).toBe(404);
  },
};

describe('POST /faults', () => {
  test.each(Object.entries(EFFECTS))('%s shows', async (_, see) => see());

  test.each<[string, Json, (call: number) => [method: string, path: string], readonly number[]]>([
    ['every call', {}, () => ['GET', 'networks'], [1, 2, 3, 4]],
    ['one operation', { operationId: 'ListVolumes' }, (call) => ['GET', call % 2 ? 'networks' : 'volumes'], [2, 4]],
    ['one object', { resourceId: NETWORK }, (call) => ['GET', call === 3 ? `networks/${NETWORK}` : 'networks'], [3]],
    ['what an object holds', { resourceId: NETWORK }, () => ['GET', `networks/${NETWORK}/nics`], [1, 2, 3, 4]],
    ['the second call', { nth: 2 }, () => ['GET', 'networks'], [2]],
    ['two calls', { count: 2 }, () => ['GET', 'networks'], [1, 2]],
    ['two calls from the third', { nth: 3, count: 2 }, () => ['GET', 'networks'], [3, 4]],
    [
      'the second of one operation',
      { operationId: 'ListVolumes', nth: 2 },
      (call) => ['GET', call % 2 ? 'networks' : 'volumes'],
      [4],
    ],
    [
      'one project',
      { projectId: OTHER },
      (call) => ['GET', call < 3 ? 'networks' : `/v2/projects/${OTHER}/regions/eu01/networks`],
      [3, 4],
    ],
    ['all that is given', { operationId: 'GetNetwork', resourceId: OTHER }, () => ['GET', `networks/${NETWORK}`], []],
  ])('strikes %s: %j', async (_, match, request, struck) => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'error', status: 500 }, match);
    const seen = [];
    for (const call of [1, 2, 3, 4]) if ((await wire.status(...request(call))) === 500) seen.push(call);
    expect(seen).toEqual(struck);
  });

  test('matches a name in the body, lists what is armed, and DELETE clears', async () => {
    const wire = await Wire.open();
    await wire.arm({ kind: 'unavailable' }, { name: 'bad' });
    const make = (name: string) => wire.status('POST', 'networks', { name });
    expect([await make('good'), await make('bad')]).toEqual([202, 503]);
    expect(JSON.parse((await wire.send('GET', '/admin/faults')).text)).toEqual([
      { id: 'fault-1', match: { name: 'bad' }, effect: { kind: 'unavailable' }, seen: 1 },
    ]);
    expect(await wire.status('DELETE', '/admin/faults')).toBe(204);
    expect((await wire.send('GET', '/admin/faults')).text).toBe('[]');
    expect(await make('bad')).toBe(202);
  });

  test.each<[FaultEffect, number]>([
    [{ kind: 'error', status: 504 }, 504],
    [{ kind: 'throttle' }, 429],
    [{ kind: 'unavailable' }, 503],
  ])('strikes the token endpoint as often as it is told to: %j', async (fault, status) => {
    const wire = await Wire.open();
    await wire.arm(fault, { operationId: 'CreateToken', count: 2 });
    const seen = [];
    for (let call = 0; call < 3; call += 1) seen.push(await wire.status('POST', '/token'));
    expect(seen).toEqual([status, status, 400]);
  });

  const effect = { kind: 'error', status: 500 };
  test.each<[unknown, string]>([
    ['{', 'body is no JSON'],
    ['', 'unknown fault effect undefined'],
    [[], 'a fault is {match?, effect: {kind, …}}'],
    ['x', 'a fault is {match?, effect: {kind, …}}'],
    [{}, 'unknown fault effect undefined, known are error, reset, '],
    [{ effect: 'reset' }, 'unknown fault effect undefined'],
    [{ effect: { kind: 'toString' } }, 'unknown fault effect "toString"'],
    [{ kind: 'reset' }, 'kind is unknown, known are match, effect'],
    [{ effect, count: 1 }, 'count is unknown, known are match, effect'],
    [{ effect: { kind: 'error' } }, 'effect.status is missing: error needs a whole number from 200 to 599'],
    [{ effect: { kind: 'error', status: '500' } }, 'effect.status must be a whole number from 200 to 599, not "500"'],
    [{ effect: { kind: 'error', status: 0 } }, 'effect.status must be'],
    [{ effect: { ...effect, when: 'later' } }, 'effect.when must be "before" or "after", not "later"'],
    [{ effect: { ...effect, headers: { a: 1 } } }, 'effect.headers must be an object of header names and texts'],
    [{ effect: { ...effect, headers: { 'a b': 'c' } } }, 'effect.headers must be'],
    [{ effect: { ...effect, headers: { a: 'b\nc' } } }, 'effect.headers must be'],
    [{ effect: { kind: 'delay' } }, 'effect.ms is missing'],
    [{ effect: { kind: 'delay', ms: -1 } }, 'effect.ms must be a number of milliseconds from 0, not -1'],
    [{ effect: { kind: 'delay', ms: null } }, 'effect.ms must be'],
    [{ effect: { kind: 'throttle', retryAfter: 'soon' } }, 'effect.retryAfter must be a number of seconds'],
    [{ effect: { kind: 'throttle', 'retry-after': 1 } }, 'effect.retry-after is unknown, known are kind, retryAfter'],
    [{ effect: { kind: 'token', reason: 'stolen' } }, 'effect.reason must be "expired" or "revoked"'],
    [{ effect: { kind: 'slowUpload', bytesPerSecond: 0 } }, 'effect.bytesPerSecond must be a number of bytes above 0'],
    [{ effect: { kind: 'errors', errors: [] } }, 'effect.errors must be a list of {code, message}'],
    [{ effect: { kind: 'errors', errors: [{ code: 1 }] } }, 'effect.errors must be a list of {code, message}'],
    [{ effect: { kind: 'fail' } }, 'effect.message is missing'],
    [{ effect, match: [] }, 'match is an object'],
    [{ effect, match: null }, 'match is an object'],
    [{ effect, match: { operation: 'X' } }, 'match.operation is unknown, known are operationId, resourceId, '],
    [{ effect, match: { nth: 0 } }, 'match.nth must be a whole number from 1, not 0'],
    [{ effect, match: { count: 1.5 } }, 'match.count must be a whole number from 1, not 1.5'],
    [{ effect, match: { nth: '2' } }, 'match.nth must be'],
    [{ effect, match: { resourceId: '' } }, 'match.resourceId must be a text that is not empty'],
    [{ effect, match: { operationId: 'createServer' } }, 'is no operation; there is CreateServer'],
    [{ effect, match: { operationId: 'CreateSrever' } }, 'there is Create'],
    [{ effect, match: { operationId: 'MakeCoffee' } }, 'is no operation; STACKIT’s documents list them'],
    [
      { effect: { kind: 'rollback' }, match: { operationId: 'GetServer' } },
      'is ResizeServer or ResizeVolume, not GetS',
    ],
    [
      { effect: { kind: 'stale', ms: 1 }, match: { operationId: 'CreateServer' } },
      'is one that reads, not CreateServer',
    ],
    [{ effect: { kind: 'duration', ms: 1 }, match: { operationId: 'ListServers' } }, 'is one that changes something'],
  ])('refuses %j', async (body, said) => {
    const { sim } = new Lab();
    const text = body === '{' ? body : body === '' ? '' : JSON.stringify(body);
    const response = await sim.handle({ method: 'POST', path: '/admin/faults', headers: {}, body: Buffer.from(text) });
    let answer = '';
    for await (const chunk of response.body) answer += chunk.toString();
    expect([response.status, (JSON.parse(answer) as Json).error]).toEqual([400, expect.stringContaining(said)]);
    expect(sim.faults.list()).toEqual([]);
  });
});
