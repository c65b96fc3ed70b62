import type { Fault, FaultEffect } from '../../src/sandbox/stackit';
import { clusters, until } from '../support/clusters';
import { worldsOf } from '../support/suite';
import { condition, isReady, PLACE, PUBLIC_IMAGE, reason, type Seen, type World } from '../support/world';

// What reaches the people of the provider when STACKIT, or what is between, answers oddly; the client alone is in the unit tests.

const NETWORK_ID = '33333333-3333-3333-3333-333333333333';
const NETWORK = { ...PLACE, ipv4: { prefixLength: 24 } };
const VOLUME = { ...PLACE, availabilityZone: 'eu01-1', size: 10 };
const SERVER = {
  ...PLACE,
  machineType: 'c1.2',
  availabilityZone: 'eu01-1',
  imageId: PUBLIC_IMAGE,
  networkId: NETWORK_ID,
  bootVolume: { size: 20 },
};
const SPECS = { Network: NETWORK, Volume: VOLUME, Server: SERVER } as const;
type Made = keyof typeof SPECS;
const LISTS = { Network: 'ListNetworks', Volume: 'ListVolumes', Server: 'ListServers' } as const;

const [local] = clusters();
if (local === undefined) throw new Error('there is no Kubernetes API');
const make = worldsOf(local[1]);

const upToDate = (object: Seen) => isReady(object) && condition(object, 'Synced')?.reason === 'UpToDate';

async function made(world: World, kind: Made, spec: object = {}): Promise<Seen> {
  if (!world.isRunning) world.start({ pollInterval: 200 });
  await world.create(kind, 'it', { ...SPECS[kind], ...spec });
  return world.reach(kind, 'it', upToDate);
}

/** Waits for so many further looks at STACKIT. */
async function looks(world: World, operationId: string, more = 4): Promise<void> {
  const before = world.calls(operationId).length;
  await until(`${more} more ${operationId}`, () => world.calls(operationId).length >= before + more, 15_000);
}

const arm = (world: World, match: Fault['match'], effect: FaultEffect) =>
  world.stackit.faults.add({ ...(match && { match }), effect });

describe('API-01: a token endpoint that fails', () => {
  it.each<[string, FaultEffect, string]>([
    ['for good', { kind: 'error', status: 400, body: { error: 'invalid_grant' } }, 'Unauthenticated'],
    ['as forbidden', { kind: 'error', status: 403, body: { error: { code: 403, message: 'no' } } }, 'Unauthenticated'],
    ['by time-outs of its gateway', { kind: 'error', status: 504 }, 'Creating'],
    ['by 429', { kind: 'throttle' }, 'Creating'],
    ['by breaking connections', { kind: 'reset' }, 'Creating'],
  ])(
    '%s is told in the conditions, is not asked in a loop, and heals unless other credentials are needed',
    async (_, effect, wanted) => {
      const world = await make();
      arm(world, { operationId: 'CreateToken' }, effect);
      world.start({ pollInterval: 200 });
      for (let index = 0; index < 20; index += 1) await world.create('Volume', `it-${index}`, VOLUME);
      const failing = await world.reach('Volume', 'it-19', (object) => condition(object)?.message?.includes('token'));
      expect(reason(failing)).toBe(wanted);
      const asked = world.calls('CreateToken').length;
      expect(asked).toBeLessThan(10);
      expect(world.calls('CreateVolume')).toEqual([]);
      world.stackit.faults.clear();
      if (wanted === 'Unauthenticated') {
        await world.patch('Volume', 'it-19', { spec: { size: 11 } });
        await world.reach(
          'Volume',
          'it-19',
          ({ status, metadata }) => status?.observedGeneration === metadata.generation,
        );
        expect(world.calls('CreateToken')).toHaveLength(asked);
        return;
      }
      for (let index = 0; index < 20; index += 1) await world.reach('Volume', `it-${index}`);
      expect(world.stackit.objects('volume').filter(({ labels }) => labels?.['sostackit-owner'])).toHaveLength(20);
    },
    60_000,
  );
});

describe('API-02: a refused token', () => {
  it.each(['expired', 'revoked'] as const)(
    'that is %s in the middle of a creation makes no second object',
    async (how) => {
      const world = await make();
      arm(world, { operationId: 'CreateServer', nth: 1 }, { kind: 'token', reason: how });
      await made(world, 'Server');
      expect(world.calls('CreateServer').map(({ status }) => status)).toEqual([401, 201]);
      expect(world.calls('CreateToken')).toHaveLength(2);
    },
  );
});

describe('API-03: a condition about credentials', () => {
  it.each<[string, FaultEffect]>([
    ['429', { kind: 'throttle' }],
    ['429 with Retry-After', { kind: 'throttle', retryAfter: 1 }],
  ])('stays through %s and goes with the first good answer', async (_, between) => {
    const world = await make();
    const about = { operationId: 'CreateVolume' };
    const refused: FaultEffect = { kind: 'error', status: 401, body: 'Jwt is missing' };
    arm(world, about, refused);
    world.start({ pollInterval: 200 });
    await world.create('Volume', 'it', VOLUME);
    await world.reach('Volume', 'it', (object) => reason(object) === 'Unauthenticated');
    world.stackit.faults.clear();
    arm(world, about, between);
    await world.patch('Volume', 'it', { spec: { labels: { again: '1' } } });
    await until('it was tried between', () => world.calls('CreateVolume').some(({ fault }) => fault === between.kind));
    expect(reason(await world.get('Volume', 'it'))).toBe('Unauthenticated');
    world.stackit.faults.clear();
    await world.patch('Volume', 'it', { spec: { labels: { again: '2' } } });
    await world.reach('Volume', 'it', upToDate);
  });
});

describe('API-04: what nobody has heard of', () => {
  it.each<[Made, string]>([
    ['Network', 'HYPERLINKED'],
    ['Volume', 'HYPERSLEEP'],
    ['Server', 'HYPERSLEEP'],
    ['Server', ''],
    ['Volume', 'error-soon'],
  ])('a %s in state %j is shown as it is, and nothing is sent', async (kind, state) => {
    const world = await make({ recorder: undefined });
    await made(world, kind);
    const name = kind.toLowerCase() as 'network' | 'volume' | 'server';
    const own = world.stackit.objects(name).find(({ labels }) => labels?.['sostackit-owner']);
    world.stackit.change(name, String(own?.id), { status: state, vtpm: { on: true }, tags: [1], created_by: null });
    const writes = world.writes().length;
    const odd = await world.reach(kind, 'it', (object) => condition(object)?.status !== 'True');
    if (state !== '') expect(odd.status?.state).toBe(state);
    await looks(world, LISTS[kind]);
    expect(world.writes()).toHaveLength(writes);
    world.stackit.change(name, String(own?.id), {
      status: kind === 'Network' ? 'CREATED' : kind === 'Volume' ? 'AVAILABLE' : 'ACTIVE',
    });
    await world.reach(kind, 'it', upToDate);
  });
});

describe('API-05 and API-06: answers that lack what only details show', () => {
  it('a server shows its NICs, and what STACKIT never repeats is no drift', async () => {
    const world = await make();
    const server = await made(world, 'Server', { bootVolume: { size: 50, performanceClass: 'storage_premium_perf2' } });
    expect(server.status?.nics).toEqual([expect.objectContaining({ networkId: NETWORK_ID })]);
    expect(server.status?.bootVolume).toMatchObject({ id: expect.any(String) });
    await world.patch('Server', 'it', { spec: { labels: { a: 'b' } } });
    await until('the labels are sent', () => world.calls('UpdateServer').length === 1);
    const after = await world.reach('Server', 'it', upToDate);
    expect(after.status?.nics).toEqual(server.status?.nics);
    const writes = world.writes().length;
    await looks(world, 'ListServers');
    expect(world.writes()).toHaveLength(writes);
    expect(world.calls('ListServers').every(({ query }) => query.details === 'true')).toBe(true);
  });
});

describe('API-08: answers with less in them than documented', () => {
  const [id, name] = ['44444444-4444-4444-8444-444444444444', 'adopted'];
  it.each<[string, object]>([
    ['no IPv4', { id, name, status: 'CREATED', ipv6: { prefixes: ['2001:db8::/64'] } }],
    ['IPv4 without prefixes', { id, name, status: 'CREATED', ipv4: { prefixes: [] } }],
    ['IPv4 of null', { id, name, status: 'CREATED', ipv4: null, ipv6: null, labels: null }],
    ['IPv4 with nothing in it', { id, name, status: 'CREATED', ipv4: {} }],
    ['a name and a state alone', { id, name, status: 'CREATED' }],
  ])('a network with %s is Ready by its state', async (_, body) => {
    const world = await make({ recorder: undefined });
    arm(world, { operationId: 'ListNetworks' }, { kind: 'error', status: 200, body: { items: [body] } });
    arm(world, { operationId: 'GetNetwork' }, { kind: 'error', status: 200, body });
    world.start({ pollInterval: 200 });
    await world.create('Network', 'it', { ...PLACE, existingId: id });
    const seen = await world.reach('Network', 'it');
    expect(seen.status?.networkId).toBe(id);
    expect(world.writes()).toEqual([]);
  });

  it.each<[string, FaultEffect]>([
    ['nothing', { kind: 'error', status: 200, body: '' }],
    ['a page', { kind: 'error', status: 200, body: '<html>maintenance</html>' }],
    ['null', { kind: 'error', status: 200, body: 'null' }],
    ['half an object', { kind: 'error', status: 200, body: '{"items":[{"id":' }],
    ['a LIST of null', { kind: 'error', status: 200, body: { items: null } }],
    ['a LIST with null in it', { kind: 'error', status: 200, body: { items: [null] } }],
    ['a LIST of objects without an ID', { kind: 'error', status: 200, body: { items: [{ name: 'x' }] } }],
  ])(
    '%s as the answer to looks loses no volume',
    async (_, effect) => {
      const world = await make({ recorder: undefined });
      const before = await made(world, 'Volume');
      for (const operationId of ['ListVolumes', 'GetVolume']) arm(world, { operationId }, effect);
      await looks(world, 'ListVolumes', 3);
      expect((await world.get('Volume', 'it')).status?.volumeId).toBe(before.status?.volumeId);
      world.stackit.faults.clear();
      await world.reach('Volume', 'it', upToDate);
      expect(world.calls('CreateVolume')).toHaveLength(1);
      expect(world.calls('DeleteVolume')).toEqual([]);
    },
    40_000,
  );
});

describe('API-09: whole numbers beyond 2^53', () => {
  it('in an answer lead to no change', async () => {
    const world = await make({ recorder: undefined });
    const own = await made(world, 'Volume');
    const id = String(own.status?.volumeId);
    const answer = JSON.stringify(world.stackit.objects('volume').find((volume) => volume.id === id)).replace(
      '"size":10',
      '"size":9007199254740993',
    );
    arm(world, { operationId: 'ListVolumes' }, { kind: 'error', status: 200, body: `{"items":[${answer}]}` });
    const writes = world.writes().length;
    await looks(world, 'ListVolumes', 6);
    expect(world.writes()).toHaveLength(writes);
  });
});

describe('API-10: two regions', () => {
  it('are served by one provider at once, each object by calls to its own', async () => {
    const world = await make();
    world.start({ pollInterval: 200 });
    for (const region of ['eu01', 'eu02']) {
      await world.create('Volume', region, { ...VOLUME, region, availabilityZone: `${region}-1` });
      await world.create('Network', region, { ...NETWORK, region });
    }
    for (const region of ['eu01', 'eu02']) {
      const volume = await world.reach('Volume', region);
      await world.reach('Network', region);
      await world.patch('Volume', region, { spec: { size: 20 } });
      await until('it has grown', () =>
        world
          .calls('ResizeVolume')
          .some(({ path }) => path.includes(`/regions/${region}/volumes/${volume.status?.volumeId}/`)),
      );
    }
    const wrong = world.stackit.journal.filter(({ status, operationId }) => status === 404 && operationId !== null);
    expect(wrong).toEqual([]);
  });
});

describe('API-12, API-13 and API-14: user data', () => {
  const motd = '#cloud-config\nwrite_files:\n- path: /etc/motd\n  content: "Grüße 🚀"\n';
  it.each([
    ['plain text', '#cloud-config\npackages: [nginx]\n'],
    ['text beyond Latin', motd],
    ['a combined character and one beyond 16 bits', '#!/bin/sh\necho "é e\u0301 𝔘 \u2028"\n'],
    ['47 KB', `#!/bin/sh\n${'#'.repeat(47 * 1024)}`],
  ])('of %s is encoded once, as UTF-8, and is no drift', async (_, userData) => {
    const world = await make();
    await made(world, 'Server', { userData });
    const [creation] = world.calls('CreateServer');
    const { userData: sent } = (creation?.requestBody ?? {}) as { readonly userData: string };
    expect(sent).toBe(Buffer.from(userData, 'utf8').toString('base64'));
    expect(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(sent, 'base64'))).toBe(userData);
    const writes = world.writes().length;
    await looks(world, 'ListServers', 3);
    expect(world.writes()).toHaveLength(writes);
  });

  it.each([
    ['400', 400, 'User data too large', 'CreateFailed'],
    ['413', 413, 'Request Entity Too Large', 'QuotaExceeded'],
  ])('that STACKIT answers by %s is told, and not sent again and again', async (_, status, msg, wanted) => {
    const world = await make();
    arm(world, { operationId: 'CreateServer' }, { kind: 'error', status, body: { code: status, msg } });
    world.start({ pollInterval: 200 });
    await world.create('Server', 'it', { ...SERVER, userData: 'x'.repeat(45 * 1024) });
    const refused = await world.reach('Server', 'it', (object) => condition(object)?.message?.includes(msg));
    expect(reason(refused)).toBe(wanted);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(world.calls('CreateServer').length).toBeLessThan(4);
  });

  it('too long for STACKIT is refused before any call', async () => {
    const world = await make();
    world.start({ pollInterval: 200 });
    const outcome = await world
      .create('Server', 'it', { ...SERVER, userData: 'x'.repeat(49 * 1024 + 1) })
      .then(() => world.reach('Server', 'it', (seen) => reason(seen) === 'InvalidSpec'))
      .catch((refusal: Error) => refusal);
    expect(JSON.stringify(outcome instanceof Error ? outcome.message : outcome.status)).toMatch(/userData/);
    expect(world.calls('CreateServer')).toEqual([]);
  });
});

describe('UPL-04 and UPL-08: an image that is uploaded by hand', () => {
  const IMAGE = { ...PLACE, diskFormat: 'raw' };
  const upload = (url: unknown) =>
    fetch(String(url), {
      method: 'PUT',
      body: Buffer.alloc(2048, 7),
      headers: { 'content-type': 'application/octet-stream' },
    });

  it('may be imported for as long as it takes, and shows how far that is', async () => {
    const world = await make({ durations: { imageImport: 3 * 3_600_000 } });
    world.start({ pollInterval: 200 });
    await world.create('Image', 'it', IMAGE);
    const waiting = await world.reach('Image', 'it', ({ status }) => status?.uploadUrl);
    await upload(waiting.status?.uploadUrl);
    const id = String(waiting.status?.imageId);
    for (const importProgress of [7, 99]) {
      world.stackit.change('image', id, { importProgress });
      await world.reach('Image', 'it', ({ status }) => status?.importProgress === importProgress);
    }
    world.stackit.change('image', id, { status: 'AVAILABLE', importProgress: 100 });
    await world.reach('Image', 'it', upToDate);
    expect(world.calls('CreateImage')).toHaveLength(1);
  });

  it('is registered and uploaded once, whatever is changed or lost afterwards', async () => {
    const world = await make();
    world.start({ pollInterval: 200 });
    await world.create('Image', 'it', IMAGE);
    const waiting = await world.reach('Image', 'it', ({ status }) => status?.uploadUrl);
    await upload(waiting.status?.uploadUrl);
    const ready = await world.reach('Image', 'it', upToDate);
    expect(ready.status?.uploadUrl).toBeUndefined();
    await looks(world, 'ListImages', 10);
    await world.kube.patch(world.path('Image', 'it', 'status'), { status: null });
    const found = await world.reach('Image', 'it', upToDate);
    expect(found.status?.imageId).toBe(ready.status?.imageId);
    await world.patch('Image', 'it', { spec: { labels: { a: 'b' }, minRam: 512 } });
    await until('it is told', () => world.calls('UpdateImage').length === 1);
    await world.reach('Image', 'it', upToDate);
    const writes = world.writes().map(({ operationId }) => operationId);
    expect(writes).toEqual(['CreateImage', 'UploadImage', 'UpdateImage']);
    expect((await upload(waiting.status?.uploadUrl)).status).toBe(409);
  });
});
