import { createHash } from 'node:crypto';
import {
  createStackitSimulator,
  type FaultEffect,
  makeKeySync,
  REALISTIC_DURATIONS,
  type SimulatorOptions,
  type StackitSimulator,
} from '../../src/sandbox/stackit';
import { privateKeyOf, signJwt } from '../../src/sandbox/stackit/jwt';
import { type Json, KEY, Lab, PROJECT, REGION } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

const IMAGE = '22222222-2222-2222-2222-222222222222';
const NETWORK = '33333333-3333-3333-3333-333333333333';
const GROUP = '44444444-4444-4444-4444-444444444444';
const VOLUME = '55555555-5555-4555-8555-555555555555';
const NOBODY = '99999999-9999-4999-8999-999999999999';

afterAll(() => protocol.check());

const fromImage = { source: { type: 'image', id: IMAGE }, size: 20, deleteOnTermination: true };
const server = (more: Json = {}): Json => ({
  name: 'web-01',
  machineType: 'c1.2',
  availabilityZone: 'eu01-1',
  networking: { networkId: NETWORK },
  bootVolume: fromImage,
  ...more,
});
const volume = (more: Json = {}): Json => ({ name: 'data', availabilityZone: 'eu01-1', size: 10, ...more });

describe('networks, volumes and images in time', () => {
  test('a network is CREATING for its duration, then CREATED, UPDATING keeps the old values, DELETING ends in 404', async () => {
    const lab = new Lab();
    const created = await lab.call('POST', 'networks', {
      name: 'demo',
      ipv4: { prefixLength: 24 },
      labels: { a: '1' },
    });
    const path = `networks/${created.json.id}`;
    expect(created).toMatchObject({ status: 202, json: { status: 'CREATING', ipv4: { prefixes: ['10.0.0.0/24'] } } });
    await lab.clock.advance(REALISTIC_DURATIONS.networkCreate - 1);
    expect(await lab.status(path)).toBe('CREATING');
    await lab.clock.advance(1);
    expect(await lab.status(path)).toBe('CREATED');

    expect(await lab.call('PATCH', path, { name: 'new', labels: { b: '2' } })).toMatchObject({ status: 202, text: '' });
    expect((await lab.call('GET', path)).json).toMatchObject({ status: 'UPDATING', name: 'demo' });
    expect((await lab.call('PATCH', path, { name: 'newer' })).status).toBe(409);
    await lab.clock.advance(REALISTIC_DURATIONS.networkUpdate);
    expect((await lab.call('GET', path)).json).toMatchObject({
      status: 'CREATED',
      name: 'new',
      labels: { a: '1', b: '2' },
    });

    expect((await lab.call('DELETE', path)).status).toBe(202);
    expect((await lab.call('DELETE', path)).status).toBe(409);
    await lab.clock.advance(REALISTIC_DURATIONS.networkDelete);
    expect(await lab.call('DELETE', path)).toMatchObject({
      status: 404,
      json: { code: 404, msg: 'network not found' },
    });
  });

  test('a volume from an image passes DOWNLOADING, and only grows', async () => {
    const lab = new Lab();
    const path = `volumes/${await lab.make('volumes', volume({ source: { type: 'image', id: IMAGE } }))}`;
    expect(await lab.status(path)).toBe('CREATING');
    await lab.clock.advance(REALISTIC_DURATIONS.volumeCreate);
    expect(await lab.status(path)).toBe('DOWNLOADING');
    expect((await lab.call('DELETE', path)).status).toBe(409);
    await lab.clock.advance(REALISTIC_DURATIONS.volumeDownload);
    expect(await lab.status(path)).toBe('AVAILABLE');
    expect((await lab.call('POST', `${path}/resize`, { size: 10 })).status).toBe(400);
    expect((await lab.call('POST', `${path}/resize`, { size: 30 })).status).toBe(202);
    expect((await lab.call('GET', path)).json).toMatchObject({ status: 'RESIZING', size: 10 });
    await lab.clock.advance(REALISTIC_DURATIONS.volumeResize);
    expect((await lab.call('GET', path)).json).toMatchObject({ status: 'AVAILABLE', size: 30 });
    expect((await lab.call('DELETE', path)).status).toBe(204);
    await lab.clock.advance(REALISTIC_DURATIONS.volumeDelete);
    expect(await lab.status(path)).toBe('404');
  });

  test('attaching and detaching a volume takes it through ATTACHING, ATTACHED and DETACHING', async () => {
    const lab = new Lab({ durations: { serverCreate: 0 } });
    const id = await lab.make('servers', server());
    const attachment = `servers/${id}/volume-attachments/${VOLUME}`;
    const answer = await lab.call('PUT', attachment);
    expect(answer).toMatchObject({ status: 202, json: { serverId: id, volumeId: VOLUME, deleteOnTermination: false } });
    expect(await lab.status(`volumes/${VOLUME}`)).toBe('ATTACHING');
    const request = `requests/${answer.headers['x-request-id']}`;
    expect((await lab.call('GET', request)).json).toMatchObject({ requestAction: 'CREATE', status: 'CREATING' });
    await lab.clock.advance(REALISTIC_DURATIONS.volumeAttach);
    expect((await lab.call('GET', request)).json).toMatchObject({ requestType: 'VOLUME', status: 'CREATED' });
    expect((await lab.call('GET', `volumes/${VOLUME}`)).json).toMatchObject({ status: 'ATTACHED', serverId: id });
    expect((await lab.call('DELETE', `volumes/${VOLUME}`)).status).toBe(409);
    expect((await lab.call('PUT', attachment)).status).toBe(409);
    expect((await lab.call('DELETE', attachment)).status).toBe(204);
    expect(await lab.status(`volumes/${VOLUME}`)).toBe('DETACHING');
    await lab.clock.advance(REALISTIC_DURATIONS.volumeDetach);
    expect((await lab.call('GET', `volumes/${VOLUME}`)).json).not.toHaveProperty('serverId');
    expect((await lab.call('GET', attachment)).status).toBe(404);
  });

  test('speed scales every duration, single ones are taken as given, instant is due at the next request', async () => {
    const lab = new Lab({ speed: 10, durations: { networkDelete: 7 } });
    const path = `networks/${await lab.make('networks', { name: 'a' })}`;
    await lab.clock.advance(499);
    expect(await lab.status(path)).toBe('CREATING');
    await lab.clock.advance(1);
    expect(await lab.status(path)).toBe('CREATED');
    await lab.call('DELETE', path);
    await lab.clock.advance(7);
    expect(await lab.status(path)).toBe('404');

    const instant = new Lab({ speed: 'instant' });
    const made = await instant.call('POST', 'servers', server());
    expect(made.json.status).toBe('CREATING');
    expect(await instant.status(`servers/${made.json.id}`)).toBe('ACTIVE');
    expect(() => createStackitSimulator({ speed: 0 })).toThrow(RangeError);
  });
});

describe('images', () => {
  const bytes = Buffer.alloc(100_000, 7);

  async function begin(options: SimulatorOptions = {}) {
    const lab = new Lab(options);
    const { json } = await lab.call('POST', 'images', { name: 'own', diskFormat: 'qcow2' });
    return { lab, id: String(json.id), path: new URL(String(json.uploadUrl)).pathname };
  }

  test.each(['sha512', 'md5'] as const)(
    'the bytes put to the upload URL give size and %s checksum',
    async (checksum) => {
      const { lab, id, path } = await begin({ behaviour: { checksum } });
      expect((await lab.call('GET', `images/${id}`)).json).toMatchObject({ status: 'CREATING', importProgress: 0 });
      expect(await lab.send('PUT', path, bytes)).toMatchObject({ status: 200, text: '' });
      await lab.clock.advance(REALISTIC_DURATIONS.imageImport / 2);
      expect((await lab.call('GET', `images/${id}`)).json).toMatchObject({ status: 'CREATING', importProgress: 50 });
      await lab.clock.advance(REALISTIC_DURATIONS.imageImport / 2);
      expect((await lab.call('GET', `images/${id}`)).json).toMatchObject({
        status: 'AVAILABLE',
        importProgress: 100,
        size: bytes.length,
        checksum: { algorithm: checksum, digest: createHash(checksum).update(bytes).digest('hex') },
      });
    },
  );

  test('UPL-01 and UPL-02: an upload URL refuses authorization, a missing or wrong length, a wrong secret, and works once', async () => {
    const { lab, path } = await begin();
    const put = (headers: Record<string, string>, at = path) => lab.send('PUT', at, bytes, headers);
    expect((await put({ authorization: 'Bearer x' })).status).toBe(400);
    expect((await put({ 'content-length': '' })).status).toBe(411);
    expect((await put({ 'content-length': '5' })).status).toBe(400);
    expect((await put({}, path.replace(/upload\/[^/]+/, 'upload/guess'))).status).toBe(403);
    expect((await put({})).status).toBe(200);
    expect((await put({})).status).toBe(409);
  });

  test('an upload URL expires, and is gone with its image', async () => {
    const { lab, id, path } = await begin({ behaviour: { uploadLifetime: 1000 } });
    await lab.clock.advance(1000);
    expect((await lab.send('PUT', path, bytes)).status).toBe(403);
    expect((await lab.call('DELETE', `images/${id}`)).status).toBe(204);
    expect((await lab.send('PUT', path, bytes)).status).toBe(404);
  });

  test("public images are listed with all=true only and are nobody's to change", async () => {
    const { lab, id } = await begin();
    expect(lab.items(await lab.call('GET', 'images')).map((image) => image.id)).toEqual([id]);
    expect(lab.items(await lab.call('GET', 'images?all=true')).map((image) => image.id)).toContain(IMAGE);
    expect((await lab.call('GET', `images/${IMAGE}`)).json).toMatchObject({ scope: 'public', status: 'AVAILABLE' });
    expect((await lab.call('DELETE', `images/${IMAGE}`)).status).toBe(403);
    expect((await lab.call('PATCH', `images/${IMAGE}`, { name: 'mine' })).status).toBe(403);
  });

  test('a protected image is not deleted until it is unprotected', async () => {
    const lab = new Lab();
    const id = await lab.make('images', { name: 'own', diskFormat: 'raw', protected: true });
    expect((await lab.call('DELETE', `images/${id}`)).status).toBe(409);
    expect((await lab.call('PATCH', `images/${id}`, { protected: false })).json.protected).toBe(false);
    expect((await lab.call('DELETE', `images/${id}`)).status).toBe(204);
  });
});

describe('servers', () => {
  const STATES = [
    'CREATING',
    'ACTIVE',
    'INACTIVE',
    'DEALLOCATED',
    'RESCUE',
    'ERROR',
    'STOPPING',
    'RESIZING',
    'DELETING',
  ];
  const ACTIONS: readonly [string, string, Json | undefined, Record<string, string>][] = [
    ['POST', 'start', undefined, { INACTIVE: 'ACTIVE', DEALLOCATED: 'ACTIVE' }],
    ['POST', 'stop', undefined, { ACTIVE: 'INACTIVE' }],
    ['POST', 'deallocate', undefined, { ACTIVE: 'DEALLOCATED', INACTIVE: 'DEALLOCATED' }],
    ['POST', 'reboot', undefined, { ACTIVE: 'ACTIVE' }],
    ['POST', 'resize', { machineType: 'c1.3' }, { ACTIVE: 'ACTIVE', INACTIVE: 'INACTIVE' }],
    ['POST', 'rescue', { image: IMAGE }, { ACTIVE: 'RESCUE', INACTIVE: 'RESCUE' }],
    ['POST', 'unrescue', undefined, { RESCUE: 'ACTIVE' }],
    ['PATCH', '', { name: 'new' }, { ACTIVE: 'ACTIVE', INACTIVE: 'INACTIVE', RESCUE: 'RESCUE', ERROR: 'ERROR' }],
    [
      'DELETE',
      '',
      undefined,
      Object.fromEntries(STATES.filter((state) => state !== 'DELETING').map((s) => [s, '404'])),
    ],
  ];
  const CASES = ACTIONS.flatMap(([method, action, body, ends]) =>
    STATES.map((state) => [method, action, state, ends[state] ?? 'refused', body] as const),
  );

  test.each(CASES)('%s %s from %s: %s', async (method, action, state, end, body) => {
    const lab = new Lab();
    const { id, machineType } = lab.sim.add('server', { status: state }, { projectId: PROJECT });
    const { status } = await lab.call(method, `servers/${id}${action && `/${action}`}`, body);
    expect(status < 300 ? 'taken' : status).toBe(end === 'refused' ? 409 : 'taken');
    await lab.clock.advance(60_000);
    expect(await lab.status(`servers/${id}`)).toBe(end === 'refused' ? state : end);
    const after = lab.sim.objects('server')[0]?.machineType;
    if (after !== undefined) expect(after).toBe(action === 'resize' && end !== 'refused' ? 'c1.3' : machineType);
  });

  test('a server becomes ACTIVE and RUNNING with its boot volume attached; details show NICs and user data', async () => {
    const lab = new Lab();
    const id = await lab.make(
      'servers',
      server({ userData: 'aGk=', keypairName: 'my-keypair', securityGroups: [GROUP] }),
    );
    const plain = (await lab.call('GET', `servers/${id}`)).json;
    expect(plain).not.toHaveProperty('nics');
    expect(plain).not.toHaveProperty('userData');
    await lab.clock.advance(REALISTIC_DURATIONS.serverCreate);
    const { json } = await lab.call('GET', `servers/${id}?details=true`);
    const { bootVolume } = json as { bootVolume: { id: string } };
    expect(json).toMatchObject({
      status: 'ACTIVE',
      powerStatus: 'RUNNING',
      userData: 'aGk=',
      bootVolume: { deleteOnTermination: true },
      volumes: [bootVolume.id],
      nics: [{ networkId: NETWORK, networkName: 'shared-network', ipv4: '10.255.0.2', securityGroups: [GROUP] }],
    });
    expect((await lab.call('GET', `volumes/${bootVolume.id}`)).json).toMatchObject({
      status: 'ATTACHED',
      serverId: id,
    });
    expect(lab.items(await lab.call('GET', 'servers'))[0]).not.toHaveProperty('nics');
    expect(lab.items(await lab.call('GET', 'servers?details=true'))[0]).toHaveProperty('nics');
  });

  test('deleting a server frees its network only when it is gone; kept volumes and pre-made NICs survive', async () => {
    const lab = new Lab();
    const networkId = await lab.make('networks', { name: 'demo' });
    await lab.clock.advance(REALISTIC_DURATIONS.networkCreate);
    const nic = await lab.make(`networks/${NETWORK}/nics`, {});
    const own = await lab.make('servers', server({ networking: { networkId } }));
    const other = await lab.make('servers', {
      ...server({ networking: { nicIds: [nic] } }),
      bootVolume: { source: { type: 'volume', id: VOLUME } },
    });
    await lab.clock.advance(REALISTIC_DURATIONS.serverCreate);
    expect((await lab.call('DELETE', `servers/${own}`)).status).toBe(204);
    expect((await lab.call('DELETE', `servers/${other}`)).status).toBe(204);
    expect((await lab.call('DELETE', `networks/${networkId}`)).status).toBe(409);
    await lab.clock.advance(REALISTIC_DURATIONS.serverDelete);
    expect((await lab.call('DELETE', `networks/${networkId}`)).status).toBe(202);
    expect(lab.sim.objects('volume').map(({ id, status, serverId }) => [id, status, serverId])).toEqual([
      [VOLUME, 'AVAILABLE', undefined],
    ]);
    expect(lab.sim.objects('nic')).toMatchObject([{ id: nic, status: 'DOWN' }]);
    expect(lab.sim.objects('nic')[0]?.device).toBeUndefined();
  });

  test('a deallocated server shows no zone and gets it back with the start', async () => {
    const lab = new Lab({ speed: 'instant' });
    const id = await lab.make('servers', server());
    await lab.call('POST', `servers/${id}/deallocate`);
    expect((await lab.call('GET', `servers/${id}`)).json).not.toHaveProperty('availabilityZone');
    await lab.call('POST', `servers/${id}/start`);
    expect((await lab.call('GET', `servers/${id}`)).json).toMatchObject({
      status: 'ACTIVE',
      availabilityZone: 'eu01-1',
    });
  });

  test('two servers in one network never share an address, and a full network refuses', async () => {
    const lab = new Lab({ speed: 'instant' });
    const networkId = await lab.make('networks', { name: 'small', ipv4: { prefixLength: 29 } });
    await lab.make(`networks/${networkId}/nics`, { ipv4: '10.0.0.4' });
    const taken: unknown[] = [];
    for (let index = 0; index < 4; index++) {
      taken.push((await lab.call('POST', `networks/${networkId}/nics`, {})).json.ipv4);
    }
    expect(taken).toEqual(['10.0.0.2', '10.0.0.3', '10.0.0.5', '10.0.0.6']);
    expect((await lab.call('POST', `networks/${networkId}/nics`, {})).status).toBe(409);
  });
});

describe('refusals', () => {
  const missing = `request body has an error: doesn't match schema: Error at "/name": property "name" is missing`;
  const clash = `request body has an error: doesn't match schema #/components/schemas/v2CreateServer: Error at "/networking": input matches more than one oneOf schemas`;
  const CASES: readonly [string, string, string, unknown, number, string][] = [
    ['no name', 'POST', 'networks', {}, 400, missing],
    [
      'name of a wrong type',
      'POST',
      'networks',
      { name: 1 },
      400,
      `request body has an error: doesn't match schema: Error at "/name": value must be a string`,
    ],
    [
      'prefix and prefixLength',
      'POST',
      'networks',
      { name: 'a', ipv4: { prefix: '10.1.0.0/24', prefixLength: 24 } },
      400,
      'oneOf',
    ],
    ['neither prefix nor prefixLength', 'POST', 'networks', { name: 'a', ipv4: {} }, 400, 'oneOf'],
    [
      'gateway with prefixLength',
      'POST',
      'networks',
      { name: 'a', ipv4: { prefixLength: 24, gateway: null } },
      400,
      'oneOf',
    ],
    [
      'null for name servers',
      'POST',
      'networks',
      { name: 'a', ipv4: { prefixLength: 24, nameservers: null } },
      400,
      'array',
    ],
    ['host bits in a prefix', 'POST', 'networks', { name: 'a', ipv4: { prefix: '10.1.2.3/24' } }, 400, 'prefix'],
    ['overlapping prefixes', 'POST', 'networks', { name: 'a', ipv4: { prefix: '10.255.3.0/24' } }, 409, 'Conflict'],
    ['label key with a slash', 'POST', 'networks', { name: 'a', labels: { 'a/b': '1' } }, 400, 'a/b'],
    ['reserved label', 'POST', 'networks', { name: 'a', labels: { 'stackit-x': '1' } }, 400, 'stackit-'],
    ['malformed ID', 'GET', 'networks/ABC', undefined, 400, 'invalid uuid'],
    ['unknown network', 'GET', `networks/${NOBODY}`, undefined, 404, 'network not found'],
    ['no networking', 'POST', 'servers', { name: 'a', machineType: 'c1.2' }, 400, 'networking'],
    ['empty networking', 'POST', 'servers', server({ networking: {} }), 400, clash],
    ['unknown machine type', 'POST', 'servers', server({ machineType: 'x9' }), 400, 'machine type is not valid'],
    ['nothing to boot from', 'POST', 'servers', { ...server(), bootVolume: undefined }, 400, 'boot device'],
    [
      'boot image without size',
      'POST',
      'servers',
      server({ bootVolume: { source: fromImage.source } }),
      400,
      'boot device size is not valid or missing',
    ],
    ['image and boot volume', 'POST', 'servers', server({ imageId: IMAGE }), 400, 'mutually exclusive'],
    [
      'unknown image',
      'POST',
      'servers',
      { ...server({ imageId: NOBODY }), bootVolume: undefined },
      404,
      'image not found',
    ],
    [
      'unknown network of a server',
      'POST',
      'servers',
      server({ networking: { networkId: NOBODY } }),
      404,
      'network not found',
    ],
    ['unknown key pair', 'POST', 'servers', server({ keypairName: 'other' }), 404, 'resource not found: keypair'],
    [
      'unknown security group',
      'POST',
      'servers',
      server({ securityGroups: ['other'] }),
      404,
      'security group not found',
    ],
    ['underscore in a server name', 'POST', 'servers', server({ name: 'a_b' }), 400, '/name'],
    ['user data that is not base64', 'POST', 'servers', server({ userData: '#cloud' }), 400, '/userData'],
    [
      'volume in another zone',
      'POST',
      'servers',
      server({ availabilityZone: 'eu01-2', bootVolume: { source: { type: 'volume', id: VOLUME } } }),
      400,
      'zone',
    ],
    ['unknown zone', 'POST', 'volumes', volume({ availabilityZone: 'eu01-9' }), 400, 'availability zone is not valid'],
    ['no size', 'POST', 'volumes', { name: 'a', availabilityZone: 'eu01-1' }, 400, 'size'],
    [
      'less than the image needs',
      'POST',
      'volumes',
      volume({ size: 5, source: { type: 'image', id: IMAGE } }),
      400,
      'minimum disk size',
    ],
    ['unknown performance class', 'POST', 'volumes', volume({ performanceClass: 'fast' }), 400, 'performance class'],
    [
      'class with a source volume',
      'POST',
      'volumes',
      volume({ performanceClass: 'storage_premium_perf1', source: { type: 'volume', id: VOLUME } }),
      400,
      'performance class',
    ],
    ['unknown disk format', 'POST', 'images', { name: 'a', diskFormat: 'vmdk' }, 400, '/diskFormat'],
    [
      'unsupported agent',
      'POST',
      'images',
      { name: 'a', diskFormat: 'raw', agent: { provisionByDefault: true } },
      400,
      'agent',
    ],
    ['trailing comma in a selector', 'GET', 'servers?label_selector=a%3Db%2C', undefined, 400, 'label_selector'],
    ['set operator in a selector', 'GET', 'servers?label_selector=a%20in%20(b)', undefined, 400, 'label_selector'],
    ['invalid public key', 'POST', '/v2/keypairs', { name: 'a', publicKey: 'ssh-dss AAAA' }, 400, 'invalid pubkey'],
    [
      'taken key pair name',
      'POST',
      '/v2/keypairs',
      { name: 'my-keypair', publicKey: 'ssh-ed25519 AAAA' },
      409,
      'Conflict',
    ],
    ['unknown region', 'GET', `/v2/projects/${PROJECT}/regions/xx01/servers`, undefined, 404, 'project not found'],
    ['unknown path', 'GET', 'nothing', undefined, 404, 'not found'],
    ['unknown request', 'GET', 'requests/req-0123456789abcdef0123456789abcdef', undefined, 404, 'request not found'],
  ];

  test.each(CASES)('%s: %s %s', async (_name, method, path, body, status, message) => {
    const lab = new Lab();
    await lab.call('GET', 'volumes');
    const before = JSON.stringify(lab.sim.state());
    const reply = await lab.call(method, path, body);
    expect(reply).toMatchObject({ status, json: { code: status, msg: expect.stringContaining(message) } });
    expect(reply.headers['x-request-id']).toMatch(/^req-[0-9a-f]{32}$/);
    expect(JSON.stringify(lab.sim.state())).toBe(before);
  });

  test('a body that is no JSON, or is declared as something else, is refused', async () => {
    const lab = new Lab();
    const headers = { authorization: `Bearer ${lab.sim.tokens.issue()}` };
    const send = (type: string, body: string) =>
      lab.sim.handle({
        method: 'POST',
        path: `${REGION}/networks`,
        headers: { ...headers, 'content-type': type },
        body,
      });
    expect((await send('application/json', '{')).status).toBe(400);
    expect((await send('text/plain', '{"name":"a"}')).status).toBe(400);
    expect((await send('application/json; charset=utf-8', '{"name":"a"}')).status).toBe(202);
  });

  test('a project that is not listed does not exist; any does without a list', async () => {
    const lab = new Lab({ projects: [NOBODY] });
    expect(await lab.call('GET', 'networks')).toMatchObject({ status: 404, json: { msg: 'project not found' } });
    expect((await new Lab().call('GET', 'networks')).status).toBe(200);
  });
});

test('a PATCH merges labels and metadata: null removes a key, others stay', async () => {
  const lab = new Lab({ speed: 'instant' });
  const id = await lab.make('servers', server({ labels: { a: '1', b: '2' }, metadata: { 'k:1': 'v' } }));
  await lab.call('GET', `servers/${id}`);
  const patched = await lab.call('PATCH', `servers/${id}`, { labels: { a: null, c: '' }, metadata: { x: 'y' } });
  expect(patched.json).toMatchObject({ labels: { b: '2', c: '' }, metadata: { 'k:1': 'v', x: 'y' } });
  expect(patched.json.labels).not.toHaveProperty('a');
});

test.each([
  ['a=1', ['one', 'both']],
  ['a==1', ['one', 'both']],
  ['a=1,b=2', ['both']],
  ['b', ['two', 'both']],
  ['a!=1', ['two', 'none']],
  ['a=3', []],
])('label_selector %s selects %p', async (selector, names) => {
  const lab = new Lab({ seed: {} });
  const labels = { one: { a: '1' }, two: { a: '2', b: '2' }, both: { a: '1', b: '2' }, none: undefined };
  for (const [name, given] of Object.entries(labels)) await lab.make('networks', { name, labels: given });
  const found = lab.items(await lab.call('GET', `networks?label_selector=${encodeURIComponent(selector)}`));
  expect(found.map(({ name }) => name)).toEqual(names);
});

describe('tokens', () => {
  const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const other = makeKeySync();
  const { kid, iss, sub, aud } = KEY.credentials;

  function assertion(
    now: number,
    more: Json = {},
    signer = { key: KEY, kid, algorithm: 'RS512' as 'RS512' | 'RS256' },
  ) {
    const iat = now / 1000;
    const claims = { iss, sub, aud, jti: `${Math.random()}`, iat, exp: iat + 600, ...more };
    const privateKey = privateKeyOf(signer.key.credentials.privateKey ?? '');
    return signJwt(claims, { algorithm: signer.algorithm, kid: signer.kid, privateKey });
  }

  const exchange = (lab: Lab, jwt: string, grant = GRANT) =>
    lab.send('POST', '/token', new URLSearchParams({ grant_type: grant, assertion: jwt }));

  test('a good assertion gives an RS256 JWT with e-mail and expiry that opens the API until it expires', async () => {
    const lab = new Lab({ tokenLifetime: 30 });
    const { status, json } = await exchange(lab, assertion(lab.clock.now()));
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 30 });
    const [header, claims, signature] = String(json.access_token).split('.');
    expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString())).toMatchObject({ alg: 'RS256' });
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
      email: iss,
      sub,
      iss: expect.any(String),
      exp: lab.clock.now() / 1000 + 30,
    });
    expect(signature).toMatch(/^[A-Za-z0-9_-]{342}$/);
    const get = () => lab.send('GET', 'networks', undefined, { authorization: `Bearer ${json.access_token}` });
    expect((await get()).status).toBe(200);
    await lab.clock.advance(30_000);
    expect(await get()).toMatchObject({ status: 401, text: 'Jwt is expired' });
    const again = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(json.refresh_token) });
    expect((await lab.send('POST', '/token', again)).status).toBe(200);
    expect((await lab.send('POST', '/token', again)).status).toBe(400);
  });

  const BAD: readonly [string, number, string, (now: number) => string][] = [
    ['nothing', 400, 'assertion', () => ''],
    ['an unknown key', 403, 'was not found', (now) => assertion(now, {}, { key: other, kid: 'x', algorithm: 'RS512' })],
    ['another key’s signature', 400, 'signed', (now) => assertion(now, {}, { key: other, kid, algorithm: 'RS512' })],
    ['another algorithm', 400, 'RS512', (now) => assertion(now, {}, { key: KEY, kid, algorithm: 'RS256' })],
    ['a changed claim', 400, 'signed', (now) => swapClaims(assertion(now), { exp: 9e9 })],
    ['another audience', 400, 'audience', (now) => assertion(now, { aud: 'https://elsewhere' })],
    ['another issuer', 400, 'issuer', (now) => assertion(now, { iss: 'a@b' })],
    ['an expired assertion', 400, 'expired', (now) => assertion(now, { exp: now / 1000 - 61 })],
    ['an assertion from the future', 400, 'future', (now) => assertion(now, { iat: now / 1000 + 61 })],
    ['no jti', 400, 'jti', (now) => assertion(now, { jti: undefined })],
  ];

  function swapClaims(jwt: string, claims: Json): string {
    const [header, old = '', signature] = jwt.split('.');
    const swapped = { ...(JSON.parse(Buffer.from(old, 'base64url').toString()) as Json), ...claims };
    return [header, Buffer.from(JSON.stringify(swapped)).toString('base64url'), signature].join('.');
  }

  test.each(BAD)('the token endpoint refuses %s with %d', async (_name, status, message, make) => {
    const lab = new Lab();
    const reply = await exchange(lab, make(lab.clock.now()));
    expect(reply.status).toBe(status);
    if (status === 403)
      expect(reply.json).toMatchObject({ error: { code: 403, message: expect.stringContaining(message) } });
    else expect(reply.json).toMatchObject({ status: 400, path: '/token', message: expect.stringContaining(message) });
  });

  test('an assertion is taken once, a form and the right grant are asked for', async () => {
    const lab = new Lab();
    const jwt = assertion(lab.clock.now());
    expect((await exchange(lab, jwt)).status).toBe(200);
    expect((await exchange(lab, jwt)).status).toBe(400);
    expect((await exchange(lab, assertion(lab.clock.now()), 'password')).status).toBe(400);
    expect(
      (await lab.send('POST', '/token', { grant_type: GRANT, assertion: assertion(lab.clock.now()) })).status,
    ).toBe(400);
  });

  test('inactive, expired and removed keys are refused with 403', async () => {
    for (const more of [{ active: false }, { validUntil: '2025-01-01T00:00:00Z' }]) {
      const lab = new Lab();
      lab.sim.tokens.addKey({ ...KEY, ...more });
      expect((await exchange(lab, assertion(lab.clock.now()))).status).toBe(403);
    }
    const lab = new Lab();
    lab.sim.tokens.removeKey(kid);
    expect((await exchange(lab, assertion(lab.clock.now()))).status).toBe(403);
  });

  test('the API answers 401 in the gateway’s words: missing, malformed, foreign, revoked', async () => {
    const lab = new Lab();
    const foreign = createStackitSimulator({ key: other, clock: lab.clock }).tokens.issue();
    const revoked = lab.sim.tokens.issue();
    lab.sim.tokens.end(revoked, 'revoked');
    const get = (authorization?: string) =>
      lab.send('GET', 'networks', undefined, authorization ? { authorization } : {});
    expect(await get()).toMatchObject({ status: 401, text: 'Jwt is missing' });
    expect(await get('Bearer ')).toMatchObject({ status: 401, text: 'Jwt is missing' });
    expect((await get('Bearer nonsense')).status).toBe(401);
    expect(await get(`Bearer ${foreign}`)).toMatchObject({
      status: 401,
      text: "Jwks doesn't have key to match kid or alg from Jwt",
    });
    expect(await get(`Bearer ${revoked}`)).toMatchObject({ status: 401, json: { status: 401 } });
    expect(lab.sim.journal.every(({ effect, caller }) => effect === 'none' && caller === null)).toBe(true);
  });

  test('key pairs belong to the caller, not to the project', async () => {
    const lab = new Lab({ seed: {} });
    const as = (email: string) => ({ authorization: `Bearer ${lab.sim.tokens.issue({ email })}` });
    const pair = { name: 'mine', publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me' };
    expect((await lab.send('POST', '/v2/keypairs', pair, as('a@x'))).status).toBe(201);
    expect((await lab.send('GET', '/v2/keypairs/mine', undefined, as('a@x'))).status).toBe(200);
    expect((await lab.send('GET', '/v2/keypairs/mine', undefined, as('b@x'))).status).toBe(404);
  });
});

describe('the journal', () => {
  test('an entry tells who did what to which object with which effect', async () => {
    const lab = new Lab();
    const made = await lab.call('POST', 'networks', { name: 'demo' });
    await lab.call('GET', `networks/${made.json.id}`);
    await lab.call('DELETE', `networks/${NOBODY}`);
    expect(lab.sim.journal).toEqual([
      {
        seq: 1,
        time: '2026-01-01T00:00:00.000Z',
        method: 'POST',
        path: `${REGION}/networks`,
        query: {},
        operationId: 'CreateNetwork',
        requestBody: { name: 'demo' },
        status: 202,
        responseBody: made.json,
        caller: KEY.credentials.iss,
        userAgent: null,
        requestId: made.headers['x-request-id'],
        effect: 'created',
        resourceId: made.json.id,
        fault: null,
      },
      expect.objectContaining({ seq: 2, operationId: 'GetNetwork', query: {}, effect: 'none' }),
      expect.objectContaining({
        seq: 3,
        operationId: 'DeleteNetwork',
        status: 404,
        effect: 'none',
        resourceId: NOBODY,
      }),
    ]);
  });

  test('no token, assertion or upload secret is in it', async () => {
    const lab = new Lab();
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'secret-refresh',
      assertion: 'secret-jwt',
    });
    await lab.send('POST', '/token', form);
    const iat = lab.clock.now() / 1000;
    const { kid, iss, sub, aud, privateKey = '' } = KEY.credentials;
    const jwt = signJwt(
      { iss, sub, aud, jti: 'x', iat, exp: iat + 60 },
      { algorithm: 'RS512', kid, privateKey: privateKeyOf(privateKey) },
    );
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const tokens = await lab.send('POST', '/token', new URLSearchParams({ grant_type, assertion: jwt }));
    const image = await lab.call('POST', 'images', { name: 'own', diskFormat: 'raw' });
    const path = new URL(String(image.json.uploadUrl)).pathname;
    await lab.send('PUT', path, Buffer.from('x'));
    const text = JSON.stringify(lab.sim.journal) + JSON.stringify(lab.sim.state());
    const secrets = [
      jwt,
      tokens.json.access_token,
      tokens.json.refresh_token,
      path.split('/')[2],
      'secret-refresh',
      'secret-jwt',
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(lab.sim.journal.at(-1)).toMatchObject({
      operationId: 'UploadImage',
      status: 200,
      resourceId: image.json.id,
    });
  });

  test('it keeps the newest entries up to its limit and counts on after clearing', async () => {
    const lab = new Lab({ journalLimit: 10 });
    for (let index = 0; index < 100; index++) await lab.call('GET', 'networks');
    expect(lab.sim.journal.length).toBeLessThanOrEqual(13);
    expect(lab.sim.journal.at(-1)?.seq).toBe(100);
    lab.sim.clearJournal();
    await lab.call('GET', 'networks');
    expect(lab.sim.journal.map(({ seq }) => seq)).toEqual([101]);
  });

  test('the admin routes answer journal, state and faults without a token and without an entry', async () => {
    const lab = new Lab();
    await lab.call('GET', 'networks');
    expect((await lab.send('GET', '/admin/journal')).json).toHaveLength(1);
    expect((await lab.send('GET', '/admin/state')).json).toMatchObject({
      projects: [PROJECT],
      networks: [{ id: NETWORK, projectId: PROJECT, region: 'eu01' }],
      servers: [],
    });
    const fault = { match: { operationId: 'ListNetworks' }, effect: { kind: 'unavailable' } };
    expect((await lab.send('POST', '/admin/faults', fault)).json).toEqual({ id: expect.any(String) });
    expect((await lab.call('GET', 'networks')).status).toBe(503);
    expect((await lab.send('DELETE', '/admin/faults')).status).toBe(204);
    expect((await lab.call('GET', 'networks')).status).toBe(200);
    expect((await lab.send('POST', '/admin/faults', { effect: { kind: 'magic' } })).status).toBe(400);
    expect((await lab.send('PATCH', '/admin/faults')).status).toBe(405);
    expect((await lab.send('GET', '/admin/secrets')).status).toBe(404);
    await lab.send('DELETE', '/admin/journal');
    expect(lab.sim.journal).toEqual([]);
  });
});

describe('faults', () => {
  const CREATE = { operationId: 'CreateNetwork' };
  const networks = (lab: Lab) => lab.sim.objects('network').filter(({ id }) => id !== NETWORK).length;

  test.each<[string, FaultEffect, number, number]>([
    ['an error before the effect', { kind: 'error', status: 500 }, 500, 0],
    ['an error after the effect', { kind: 'error', status: 504, when: 'after' }, 504, 1],
    ['429', { kind: 'throttle' }, 429, 0],
    ['plain-text 503', { kind: 'unavailable' }, 503, 0],
    ['an expired token', { kind: 'token', reason: 'expired' }, 401, 0],
  ])('%s', async (_name, effect, status, made) => {
    const lab = new Lab();
    lab.sim.faults.add({ match: { ...CREATE, count: 1 }, effect });
    expect((await lab.call('POST', 'networks', { name: 'a' })).status).toBe(status);
    expect(networks(lab)).toBe(made);
    expect(lab.sim.journal.at(-1)).toMatchObject({ status, fault: effect.kind, effect: made ? 'created' : 'none' });
    expect((await lab.call('POST', 'networks', { name: 'b' })).status).toBe(202);
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('a connection reset %s the effect leaves %d object', async (when, made) => {
    const lab = new Lab();
    lab.sim.faults.add({ match: { ...CREATE, nth: 1 }, effect: { kind: 'reset', when } });
    await expect(lab.call('POST', 'networks', { name: 'a' })).rejects.toThrow(
      expect.objectContaining({ name: 'ConnectionReset' }),
    );
    expect(networks(lab)).toBe(made);
    expect(lab.sim.journal.at(-1)).toMatchObject({ status: null, effect: made ? 'created' : 'none', fault: 'reset' });
  });

  test('429 carries Retry-After only when asked to', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ match: { nth: 1 }, effect: { kind: 'throttle', retryAfter: 3 } });
    lab.sim.faults.add({ match: { nth: 2 }, effect: { kind: 'throttle' } });
    expect((await lab.call('GET', 'networks')).headers['retry-after']).toBe('3');
    expect((await lab.call('GET', 'networks')).headers).not.toHaveProperty('retry-after');
  });

  test('503 is plain text of the gateway', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ effect: { kind: 'unavailable' } });
    const { text, headers } = await lab.call('GET', 'networks');
    expect(text).toMatch(/^upstream connect error/);
    expect(headers['content-type']).toBe('text/plain');
  });

  test('matching counts by operation, resource, name, nth and count', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ match: { ...CREATE, name: 'bad', nth: 2, count: 2 }, effect: { kind: 'error', status: 500 } });
    lab.sim.faults.add({ match: { resourceId: VOLUME }, effect: { kind: 'error', status: 502 } });
    const create = async (name: string) => (await lab.call('POST', 'networks', { name })).status;
    expect(await create('good')).toBe(202);
    expect([
      await create('bad'),
      await create('bad'),
      await create('good'),
      await create('bad'),
      await create('bad'),
    ]).toEqual([202, 500, 202, 500, 202]);
    expect(await lab.status(`volumes/${VOLUME}`)).toBe('502');
    expect((await lab.call('GET', 'volumes')).status).toBe(200);
  });

  test('a delay holds the call back by the clock', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ effect: { kind: 'delay', ms: 500 } });
    let done = false;
    const reply = lab.call('POST', 'networks', { name: 'a' }).finally(() => {
      done = true;
    });
    await lab.clock.advance(499);
    expect([done, networks(lab)]).toEqual([false, 0]);
    await lab.clock.advance(1);
    expect((await reply).status).toBe(202);
  });

  test('stale reads show what was true before, for LIST and GET, never before the fault was added', async () => {
    const lab = new Lab({ seed: {} });
    const id = await lab.make('networks', { name: 'old' });
    await lab.clock.advance(10_000);
    lab.sim.faults.add({ match: { operationId: 'ListNetworks' }, effect: { kind: 'stale', ms: 1000 } });
    lab.sim.faults.add({ match: { operationId: 'GetNetwork' }, effect: { kind: 'stale', ms: 1000 } });
    const names = async () => lab.items(await lab.call('GET', 'networks')).map(({ name }) => name);
    expect(await names()).toEqual(['old']);
    await lab.make('networks', { name: 'new' });
    await lab.call('DELETE', `networks/${id}`);
    await lab.clock.advance(999);
    expect(await names()).toEqual(['old']);
    expect(await lab.status(`networks/${id}`)).toBe('CREATED');
    await lab.clock.advance(1);
    expect(await names()).toEqual(['old', 'new']);
    expect(await lab.status(`networks/${id}`)).toBe('DELETING');
    await lab.clock.advance(REALISTIC_DURATIONS.networkDelete);
    expect(await lab.status(`networks/${id}`)).toBe('404');
    await lab.clock.advance(1000);
    expect(await names()).toEqual(['new']);
  });

  test('a new object answers 404 for a while', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ match: { operationId: 'GetNetwork' }, effect: { kind: 'notYetVisible', ms: 2000 } });
    const id = await lab.make('networks', { name: 'a' });
    await lab.clock.advance(1999);
    expect(await lab.status(`networks/${id}`)).toBe('404');
    await lab.clock.advance(1);
    expect(await lab.status(`networks/${id}`)).toBe('CREATING');
  });

  test('a resize is accepted and silently rolled back', async () => {
    const lab = new Lab({ speed: 'instant' });
    const { id } = lab.sim.add('server', {}, { projectId: PROJECT });
    lab.sim.faults.add({ match: { operationId: 'ResizeServer' }, effect: { kind: 'rollback' } });
    lab.sim.faults.add({ match: { operationId: 'ResizeVolume' }, effect: { kind: 'rollback' } });
    expect((await lab.call('POST', `servers/${id}/resize`, { machineType: 'c1.3' })).status).toBe(202);
    expect((await lab.call('GET', `servers/${id}`)).json).toMatchObject({ status: 'ACTIVE', machineType: 'c1.2' });
    expect((await lab.call('POST', `volumes/${VOLUME}/resize`, { size: 64 })).status).toBe(202);
    expect((await lab.call('GET', `volumes/${VOLUME}`)).json).toMatchObject({ status: 'AVAILABLE', size: 32 });
  });

  test('another performance class is delivered than asked for', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ effect: { kind: 'performanceClass', performanceClass: 'storage_premium_perf1' } });
    const { json } = await lab.call('POST', 'volumes', volume({ performanceClass: 'storage_premium_perf6' }));
    expect(json.performanceClass).toBe('storage_premium_perf1');
  });

  test.each([
    ['servers', server(), 'ERROR'],
    ['networks', { name: 'a' }, 'FAILED'],
    ['volumes', volume(), 'ERROR'],
  ])('a creation under %s ends in failure with its message', async (path, body, state) => {
    const lab = new Lab({ speed: 'instant' });
    lab.sim.faults.add({ match: { nth: 1 }, effect: { kind: 'fail', message: 'No valid host was found' } });
    const made = await lab.call('POST', path, body);
    const { json } = await lab.call('GET', `${path}/${made.json.id}`);
    expect(json.status).toBe(state);
    expect(json.errorMessage).toBe(path === 'servers' ? 'No valid host was found' : undefined);
    const request = await lab.call('GET', `requests/${made.headers['x-request-id']}`);
    expect(request.json).toMatchObject({ status: 'FAILED', details: 'No valid host was found' });
  });

  test('a failed resize or deletion of a volume has a state of its own', async () => {
    const lab = new Lab({ speed: 'instant' });
    lab.sim.faults.add({ effect: { kind: 'fail', message: 'no space' } });
    await lab.call('POST', `volumes/${VOLUME}/resize`, { size: 64 });
    expect(await lab.status(`volumes/${VOLUME}`)).toBe('ERROR_RESIZING');
    await lab.call('DELETE', `volumes/${VOLUME}`);
    expect(await lab.status(`volumes/${VOLUME}`)).toBe('ERROR_DELETING');
    lab.sim.faults.clear();
    await lab.call('DELETE', `volumes/${VOLUME}`);
    expect(await lab.status(`volumes/${VOLUME}`)).toBe('404');
  });

  test('one transition takes as long as a fault says', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ match: { nth: 1 }, effect: { kind: 'duration', ms: 90_000 } });
    const id = await lab.make('networks', { name: 'a' });
    await lab.clock.advance(89_999);
    expect(await lab.status(`networks/${id}`)).toBe('CREATING');
    await lab.clock.advance(1);
    expect(await lab.status(`networks/${id}`)).toBe('CREATED');
  });

  test('revocation ends every token issued so far, but none later', async () => {
    const lab = new Lab();
    const authorization = `Bearer ${lab.sim.tokens.issue()}`;
    lab.sim.faults.add({ match: { nth: 1 }, effect: { kind: 'token', reason: 'revoked' } });
    const get = () => lab.send('GET', 'networks', undefined, { authorization });
    expect([(await get()).status, (await get()).status]).toEqual([401, 401]);
    const later = { authorization: `Bearer ${lab.sim.tokens.issue()}` };
    expect((await lab.send('GET', 'networks', undefined, later)).status).toBe(200);
  });

  test('UPL-04: a slow upload is read at the given rate, and a second one meanwhile is refused', async () => {
    const lab = new Lab();
    const { json } = await lab.call('POST', 'images', { name: 'own', diskFormat: 'raw' });
    const path = new URL(String(json.uploadUrl)).pathname;
    lab.sim.faults.add({ match: { operationId: 'UploadImage' }, effect: { kind: 'slowUpload', bytesPerSecond: 1000 } });
    const upload = lab.send('PUT', path, Buffer.alloc(5000));
    await lab.clock.advance(4000);
    expect((await lab.send('PUT', path, Buffer.alloc(1))).status).toBe(409);
    expect((await lab.call('GET', `images/${json.id}`)).json).not.toHaveProperty('size');
    await lab.clock.advance(1000);
    expect((await upload).status).toBe(200);
    expect((await lab.call('GET', `images/${json.id}`)).json.size).toBe(5000);
  });
});

describe('behind the API', () => {
  test('objects can be made, changed and lost out of band', async () => {
    const lab = new Lab();
    const { id } = lab.sim.add('image', { name: 'theirs' }, { projectId: PROJECT });
    expect((await lab.call('GET', `images/${id}`)).json).toMatchObject({ name: 'theirs', status: 'AVAILABLE' });
    lab.sim.change('image', id, { status: 'DEACTIVATED', labels: { a: 'b' } });
    expect(lab.items(await lab.call('GET', 'images?label_selector=a'))).toMatchObject([{ status: 'DEACTIVATED' }]);
    expect([lab.sim.remove('image', id), lab.sim.remove('image', id)]).toEqual([true, false]);
    expect(await lab.status(`images/${id}`)).toBe('404');
    expect(() => lab.sim.change('image', id, {})).toThrow(RangeError);
    expect(lab.sim.journal.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('projects and regions hold objects of their own, with the seed in each', async () => {
    const lab = new Lab();
    await lab.make('networks', { name: 'a' });
    const elsewhere = [`/v2/projects/${NOBODY}/regions/eu01`, `/v2/projects/${PROJECT}/regions/eu02`];
    for (const path of elsewhere) {
      expect(lab.items(await lab.call('GET', `${path}/networks`)).map(({ id }) => id)).toEqual([NETWORK]);
    }
    expect((await lab.call('GET', `${elsewhere[1]}/volumes/${VOLUME}`)).json.availabilityZone).toBe('eu02-1');
    expect(lab.sim.objects('network', { projectId: PROJECT, region: 'eu01' })).toHaveLength(2);
  });

  test('a dump taken in mid-transition goes on in another simulator', async () => {
    const lab = new Lab();
    const id = await lab.make('servers', server());
    await lab.clock.advance(30_000);
    const dump = JSON.parse(JSON.stringify(lab.sim.dump())) as ReturnType<StackitSimulator['dump']>;
    const other = new Lab();
    other.sim.load(dump);
    await other.clock.advance(REALISTIC_DURATIONS.serverCreate - 1);
    expect(await other.status(`servers/${id}`)).toBe('CREATING');
    await other.clock.advance(1);
    expect(await other.status(`servers/${id}`)).toBe('ACTIVE');
    expect((await other.call('POST', 'networks', { name: 'a', ipv4: { prefix: '10.255.0.0/24' } })).status).toBe(409);
    expect((await other.call('DELETE', `networks/${NETWORK}`)).status).toBe(409);
  });

  test('departures of the real cloud show only when asked for', async () => {
    for (const deviates of [true, false]) {
      const lab = new Lab({ deviations: deviates ? ['Q38', 'Q39'] : [] });
      const id = await lab.make('servers', server());
      const { json } = await lab.call('GET', `servers/${id}?details=true`);
      const boot = json.bootVolume as Json;
      const [nic] = json.nics as Json[];
      expect(nic?.mac === '').toBe(deviates);
      expect((await lab.call('GET', `volumes/${boot.id}`)).json.name).toBe(deviates ? '' : undefined);
    }
  });

  test('10,000 servers of 20,000 objects are listed with details within a second', async () => {
    const lab = new Lab({ speed: 'instant', recorder: undefined });
    for (let index = 0; index < 10_000; index++) {
      const { id } = lab.sim.add('server', { labels: { index: `${index}` } }, { projectId: PROJECT });
      lab.sim.add('volume', { serverId: id, status: 'ATTACHED' }, { projectId: PROJECT });
    }
    const start = performance.now();
    const reply = await lab.call('GET', 'servers?details=true');
    expect(performance.now() - start).toBeLessThan(1000);
    expect(lab.items(reply)).toHaveLength(10_000);
  });
});
