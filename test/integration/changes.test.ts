import type { KubeObject } from '../../provider/kubernetes';
import { clusters, until } from '../support/clusters';
import { worldsOf } from '../support/suite';
import { condition, isReady, PLACE, PUBLIC_IMAGE, type Seen, type World } from '../support/world';

const NETWORK = { ...PLACE, ipv4: { prefixLength: 24 } };
const VOLUME = { ...PLACE, availabilityZone: 'eu01-1', size: 10 };
const SERVER = {
  ...PLACE,
  machineType: 'c1.2',
  availabilityZone: 'eu01-1',
  imageId: PUBLIC_IMAGE,
  networkId: '33333333-3333-3333-3333-333333333333',
  bootVolume: { size: 20 },
};
const SPECS = { Network: NETWORK, Volume: VOLUME, Server: SERVER };
const ID = { Network: 'networkId', Volume: 'volumeId', Server: 'serverId' } as const;
type Made = keyof typeof SPECS;

const synced = (object: Seen) => condition(object, 'Synced');
const upToDate = (object: Seen) =>
  isReady(object) &&
  synced(object)?.reason === 'UpToDate' &&
  synced(object)?.observedGeneration === object.metadata.generation;

const bootVolumeOf = ({ status }: Seen) => String((status?.bootVolume as { readonly id?: string } | undefined)?.id);

describe.each(clusters())('changes on the %s', (_, start) => {
  const make = worldsOf(start);

  const made = async (world: World, kind: Made, spec: object = {}): Promise<Seen> => {
    if (!world.isRunning) world.start();
    await world.create(kind, 'it', { ...SPECS[kind], ...spec });
    return world.reach(kind, 'it', upToDate);
  };
  const stored = (world: World, kind: Made, object: Seen) =>
    world.stackit
      .objects(kind.toLowerCase() as 'network' | 'volume' | 'server')
      .find(({ id }) => id === object.status?.[ID[kind]]);

  it.each<[Made, string, object, string, object]>([
    ['Network', 'name', { name: 'other' }, 'PartialUpdateNetwork', { name: 'other' }],
    ['Network', 'dhcp', { dhcp: false }, 'PartialUpdateNetwork', { dhcp: false }],
    [
      'Network',
      'nameservers',
      { ipv4: { nameservers: ['9.9.9.9'] } },
      'PartialUpdateNetwork',
      { ipv4: { nameservers: ['9.9.9.9'] } },
    ],
    [
      'Network',
      'nameservers, to none',
      { ipv4: { nameservers: [] } },
      'PartialUpdateNetwork',
      { ipv4: { nameservers: [] } },
    ],
    ['Network', 'a label', { labels: { env: 'dev' } }, 'PartialUpdateNetwork', { labels: { env: 'dev' } }],
    ['Volume', 'name', { name: 'other' }, 'UpdateVolume', { name: 'other' }],
    ['Volume', 'description', { description: 'words' }, 'UpdateVolume', { description: 'words' }],
    ['Volume', 'bootable', { bootable: true }, 'UpdateVolume', { bootable: true }],
    ['Volume', 'size', { size: 12 }, 'ResizeVolume', { size: 12 }],
    ['Server', 'name', { name: 'other' }, 'UpdateServer', { name: 'other' }],
    ['Server', 'metadata', { metadata: { role: 'web' } }, 'UpdateServer', { metadata: { role: 'web' } }],
    ['Server', 'power, to none', { powerState: 'Deallocated' }, 'DeallocateServer', {}],
    [
      'Server',
      'a security group',
      { securityGroups: ['44444444-4444-4444-4444-444444444444'] },
      'AddSecurityGroupToServer',
      {},
    ],
    ['Server', 'a service account', { serviceAccountMails: ['app@sa.stackit.cloud'] }, 'AddServiceAccountToServer', {}],
    ['Server', 'a data volume', { dataVolumeIds: ['55555555-5555-4555-8555-555555555555'] }, 'AddVolumeToServer', {}],
    ['Server', 'bootVolume.size', { bootVolume: { size: 30 } }, 'ResizeVolume', { size: 30 }],
    ['Server', 'machineType', { machineType: 'g1.1' }, 'ResizeServer', { machineType: 'g1.1' }],
    ['Server', 'power', { powerState: 'Inactive' }, 'StopServer', {}],
    ['Server', 'a label', { labels: { env: 'dev' } }, 'UpdateServer', { labels: { env: 'dev' } }],
  ])('changes of a %s %s by one call that carries nothing else', async (kind, _field, spec, operation, body) => {
    const world = await make();
    const before = await made(world, kind);
    const writes = world.writes().length;
    await world.patch(kind, 'it', { spec });
    const after = await world.reach(kind, 'it', upToDate);
    expect(after.status?.[ID[kind]]).toBe(before.status?.[ID[kind]]);
    const sent = world.writes().slice(writes);
    expect(sent.map(({ operationId }) => operationId)).toEqual([operation]);
    if (Object.keys(body).length > 0) expect(sent[0]?.requestBody).toEqual(body);
    expect(after.status?.lastChange).toMatchObject({ requestId: sent[0]?.requestId });
  });

  it('starts a stopped Server before it changes anything else of it', async () => {
    const world = await make();
    await made(world, 'Server', { powerState: 'Inactive' });
    expect(world.calls('StopServer')).toHaveLength(1);
    const writes = world.writes().length;
    await world.patch('Server', 'it', { spec: { powerState: 'Active', name: 'other', machineType: 'g1.1' } });
    await world.reach('Server', 'it', upToDate);
    expect(
      world
        .writes()
        .slice(writes)
        .map(({ operationId }) => operationId),
    ).toEqual(['StartServer', 'UpdateServer', 'ResizeServer']);
  });

  it('resizes a stopped Server and leaves it stopped', async () => {
    const world = await make();
    await made(world, 'Server', { powerState: 'Inactive' });
    await world.patch('Server', 'it', { spec: { machineType: 'g1.1' } });
    const after = await world.reach('Server', 'it', upToDate);
    expect(after.status).toMatchObject({ state: 'INACTIVE', machineType: 'g1.1' });
    expect(world.calls('StartServer')).toEqual([]);
  });

  it('attaches and detaches data volumes as declared, and leaves foreign ones', async () => {
    const world = await make();
    world.start();
    await world.create('Volume', 'data', VOLUME);
    const volume = await world.reach('Volume', 'data');
    const server = await made(world, 'Server', { dataVolumeRefs: [{ name: 'data' }] });
    expect(server.status?.volumes).toContain(volume.status?.volumeId);
    await world.reach('Volume', 'data', (object) => object.status?.serverId === server.status?.serverId);
    const foreign = '55555555-5555-4555-8555-555555555555';
    const token = world.stackit.tokens.issue();
    await fetch(
      `${world.endpoints.iaasEndpoint}/v2/projects/${PLACE.projectId}/regions/eu01/servers/${server.status?.serverId}/volume-attachments/${foreign}`,
      { method: 'PUT', headers: { authorization: `Bearer ${token}` } },
    );
    await world.reach('Server', 'it', ({ status }) => JSON.stringify(status?.volumes).includes(foreign));
    await world.patch('Server', 'it', { spec: { dataVolumeRefs: null } });
    const after = await world.reach(
      'Server',
      'it',
      ({ status }) => !JSON.stringify(status?.volumes).includes(String(volume.status?.volumeId)),
    );
    expect(after.status?.volumes).toContain(foreign);
    await world.reach('Volume', 'data', (object) => condition(object)?.reason === 'Available');
  });

  it('leaves a declared data volume attached while that is not ready', async () => {
    const world = await make();
    world.start();
    await world.create('Volume', 'data', VOLUME);
    const { status } = await world.reach('Volume', 'data');
    const id = String(status?.volumeId);
    await made(world, 'Server', { dataVolumeRefs: [{ name: 'data' }] });
    await world.reach('Volume', 'data', (object) => condition(object)?.reason === 'Attached');
    world.stackit.change('volume', id, { status: 'BACKING-UP' });
    await world.reach('Volume', 'data', (object) => condition(object)?.reason === 'Transitioning');
    await world.patch('Server', 'it', { spec: { labels: { seen: 'yes' } } });
    await until('the Server was looked at', () => world.calls('UpdateServer').length > 0);
    await world.reach('Server', 'it', (object) => synced(object)?.message.includes('not ready') === true);
    expect(world.calls('RemoveVolumeFromServer')).toEqual([]);
  });

  it('takes a data volume out that was not ready for a while', async () => {
    const world = await make();
    world.start();
    await world.create('Volume', 'data', VOLUME);
    const { status } = await world.reach('Volume', 'data');
    const id = String(status?.volumeId);
    await made(world, 'Server', { dataVolumeRefs: [{ name: 'data' }] });
    await world.reach('Volume', 'data', (object) => condition(object)?.reason === 'Attached');
    world.stackit.change('volume', id, { status: 'BACKING-UP' });
    await world.reach('Volume', 'data', (object) => condition(object)?.reason === 'Transitioning');
    await world.patch('Server', 'it', { spec: { labels: { seen: 'yes' } } });
    await world.reach('Server', 'it', (object) => synced(object)?.message.includes('not ready') === true);
    world.stackit.change('volume', id, { status: 'ATTACHED' });
    await world.reach('Server', 'it', upToDate);
    await world.patch('Server', 'it', { spec: { dataVolumeRefs: null } });
    await world.reach(
      'Server',
      'it',
      (object) => upToDate(object) && !JSON.stringify(object.status?.volumes).includes(id),
    );
    expect(world.calls('RemoveVolumeFromServer')).toHaveLength(1);
  });

  it('says what waits for a deallocated Server to run, and then does it', async () => {
    const world = await make();
    await made(world, 'Server', { powerState: 'Deallocated', labels: { a: 'b' }, metadata: { role: 'web' } });
    const writes = world.writes().length;
    await world.patch('Server', 'it', { spec: { machineType: 'g1.1', labels: { a: null }, metadata: { role: null } } });
    const seen = await world.reach('Server', 'it', (object) => synced(object)?.observedGeneration === 2);
    expect(synced(seen)).toMatchObject({ status: 'False', reason: 'DriftDetected' });
    expect(synced(seen)?.message).toMatch(
      /labels.a: nothing is wanted.*machineType: "g1.1" is wanted.*; it is changed once the server is no longer DEALLOCATED/,
    );
    expect(world.writes()).toHaveLength(writes);
    await world.patch('Server', 'it', { spec: { powerState: 'Active' } });
    const after = await world.reach('Server', 'it', upToDate);
    expect(after.status?.machineType).toBe('g1.1');
    expect(stored(world, 'Server', after)).toMatchObject({ metadata: {} });
    expect(Object.keys(stored(world, 'Server', after)?.labels ?? {})).not.toContain('a');
  });

  it('gives no verdict on a change that comes while STACKIT is at work', async () => {
    const world = await make();
    const { status } = await made(world, 'Volume');
    world.stackit.change('volume', String(status?.volumeId), { status: 'BACKING-UP' });
    await world.reach('Volume', 'it', (object) => condition(object)?.reason === 'Transitioning');
    await world.patch('Volume', 'it', { spec: { labels: { a: 'b' } } });
    const seen = await world.reach('Volume', 'it', (object) => synced(object)?.observedGeneration === 2);
    expect(synced(seen)).toMatchObject({
      status: 'False',
      reason: 'Updating',
      message: 'the spec is compared once STACKIT no longer reports BACKING-UP',
    });
    world.stackit.change('volume', String(status?.volumeId), { status: 'AVAILABLE' });
    const after = await world.reach('Volume', 'it', upToDate);
    expect(stored(world, 'Volume', after)).toMatchObject({ labels: { a: 'b' } });
  });

  it('says what waits for the content of an Image', async () => {
    const world = await make();
    world.start();
    await world.create('Image', 'it', { ...PLACE, diskFormat: 'raw', minDiskSize: 1 });
    await world.reach('Image', 'it', (object) => condition(object)?.reason === 'AwaitingUpload');
    await world.patch('Image', 'it', { spec: { minDiskSize: 5 } });
    const seen = await world.reach('Image', 'it', (object) => synced(object)?.observedGeneration === 2);
    expect(synced(seen)?.message).toMatch(
      /minDiskSize: 5 is wanted, STACKIT has 1; it is changed once the image is AVAILABLE/,
    );
    expect(world.calls('UpdateImage')).toEqual([]);
  });

  it('changes security groups that are given by name', async () => {
    const world = await make();
    for (const name of ['web', 'db', 'twin', 'twin']) world.stackit.add('securityGroup', { name }, PLACE);
    const idOf = (name: string) => world.stackit.objects('securityGroup').find((group) => group.name === name)?.id;
    await made(world, 'Server', { securityGroups: ['web'] });
    const groups = () => world.stackit.objects('nic').flatMap(({ securityGroups }) => securityGroups ?? []);
    expect(groups()).toEqual([idOf('web')]);
    await world.patch('Server', 'it', { spec: { securityGroups: ['db'] } });
    await world.reach('Server', 'it', upToDate);
    expect(groups()).toEqual([idOf('db')]);
    await world.patch('Server', 'it', { spec: { securityGroups: ['db', 'nowhere'] } });
    const missing = await world.reach('Server', 'it', (object) => synced(object)?.reason === 'UpdateFailed');
    expect(synced(missing)?.message).toMatch(/no security group named "nowhere"/);
    await world.patch('Server', 'it', { spec: { securityGroups: ['twin'] } });
    const several = await world.reach('Server', 'it', (object) => synced(object)?.message.includes('twin') === true);
    expect(synced(several)?.message).toMatch(/several security groups named "twin" \(.*\); name it by its ID/);
    // The group that was named stays when its ID takes the place of the name.
    await world.patch('Server', 'it', { spec: { securityGroups: [idOf('db')] } });
    await world.reach('Server', 'it', upToDate);
    expect(groups()).toEqual([idOf('db')]);
    await world.patch('Server', 'it', { spec: { securityGroups: null } });
    await world.reach('Server', 'it', upToDate);
    expect(groups()).toEqual([]);
  });

  it.each<[string, object, object, string, RegExp]>([
    ['networkId', {}, { networkId: '66666666-6666-4666-8666-666666666666' }, 'ReferenceChanged', /^networkId: /],
    ['no network', {}, { networkId: null }, 'ReferenceChanged', /networkId: the spec names none any more/],
    ['no image', {}, { imageId: null }, 'ReferenceChanged', /imageId: the spec names none any more/],
    ['an imageId', {}, { imageId: '66666666-6666-4666-8666-666666666666' }, 'ImmutableFieldChanged', /^imageId: /],
    ['an imageRef', {}, { imageId: null, imageRef: { name: 'other' } }, 'ReferenceChanged', /^imageRef: .*for good/],
    ['a bootVolumeRef', {}, { imageId: null, bootVolumeRef: { name: 'boot' } }, 'ReferenceChanged', /^bootVolumeRef: /],
    ['userData', {}, { userData: '#cloud-config' }, 'ImmutableFieldChanged', /^userData: it comes from spec.userData/],
    ['other userData', { userData: 'a' }, { userData: 'b' }, 'ImmutableFieldChanged', /^userData: it was changed/],
    ['no userData', { userData: 'a' }, { userData: null }, 'ImmutableFieldChanged', /^userData: it comes from none/],
    [
      'a Secret for userData',
      { userData: 'a' },
      { userData: null, userDataSecretRef: { name: 's', key: 'k' } },
      'ImmutableFieldChanged',
      /^userData: it comes from Secret s, key k/,
    ],
    [
      'a boot volume of its own',
      { bootVolume: undefined },
      { bootVolume: { size: 10 } },
      'ImmutableFieldChanged',
      /own disk for good/,
    ],
    ['less bootVolume.size', {}, { bootVolume: { size: 10 } }, 'ResizeRejected', /can't shrink/],
  ])('reports a change of a Server to %s, and sends nothing', async (_field, before, change, reason, message) => {
    const world = await make();
    await made(world, 'Server', before);
    const { id } = world.stackit.add('image', { name: 'other', status: 'AVAILABLE' }, PLACE);
    await world.create('Image', 'other', { ...PLACE, existingId: id });
    await world.reach('Image', 'other');
    await world.create('Volume', 'boot', VOLUME);
    await world.reach('Volume', 'boot');
    const writes = world.writes().length;
    await world.patch('Server', 'it', { spec: change });
    const seen = await world.reach('Server', 'it', (object) => synced(object)?.reason === reason);
    expect(synced(seen)?.message).toMatch(message);
    expect(condition(seen)).toMatchObject({ status: 'True' });
    expect(world.writes().slice(writes)).toEqual([]);
  });

  it('changes whether the boot volume goes with the Server', async () => {
    const world = await make();
    const before = await made(world, 'Server', { bootVolume: { size: 20, deleteOnTermination: false } });
    await world.patch('Server', 'it', { spec: { bootVolume: { deleteOnTermination: true } } });
    const after = await world.reach('Server', 'it', upToDate);
    expect(after.status?.bootVolume).toEqual({ id: bootVolumeOf(before), deleteOnTermination: true });
    const sent = world.calls('UpdateAttachedVolume').map(({ requestBody }) => requestBody);
    expect(sent).toEqual([{ deleteOnTermination: true }]);
    await world.delete('Server', 'it');
    await world.vanish('Server', 'it');
    expect(world.stackit.objects('volume').filter(({ id }) => id === bootVolumeOf(before))).toEqual([]);
  });

  it('finds out the size of a boot volume that another operator made, and only ever lets it grow', async () => {
    const world = await make();
    const boot = bootVolumeOf(await made(world, 'Server'));
    await world.stop();
    await world.patch('Server', 'it', { spec: { bootVolume: null } });
    const applied = { labelKeys: null, values: null, members: null, fields: null };
    await world.kube.patch(world.path('Server', 'it', 'status'), { status: { applied } });
    world.start();
    await world.reach('Server', 'it', upToDate);
    const sizes = () => world.calls('ResizeVolume').map(({ requestBody }) => requestBody);
    await world.patch('Server', 'it', { spec: { bootVolume: { size: 10 } } });
    const smaller = await world.reach('Server', 'it', (object) => synced(object)?.reason === 'ResizeRejected');
    expect(synced(smaller)?.message).toMatch(/10 is wanted, STACKIT has 20; a volume can't shrink/);
    expect(sizes()).toEqual([]);
    await world.patch('Server', 'it', { spec: { bootVolume: { size: 40 } } });
    await world.reach('Server', 'it', upToDate);
    expect(sizes()).toEqual([{ size: 40 }]);
    await until('the volume has grown', () =>
      world.stackit.objects('volume').some(({ id, size }) => id === boot && size === 40),
    );
  });

  it.each(['Network', 'Volume', 'Server'] as const)(
    'gives a %s its own name back when the spec names none any more',
    async (kind) => {
      const world = await make();
      await made(world, kind, { name: 'other' });
      await world.patch(kind, 'it', { spec: { name: null } });
      const after = await world.reach(kind, 'it', upToDate);
      expect(stored(world, kind, after)).toMatchObject({ name: 'it' });
      expect(after.status?.applied).not.toMatchObject({ fields: expect.arrayContaining(['name']) });
    },
  );

  it('sends addresses in the notation that STACKIT takes', async () => {
    const world = await make();
    const ipv6 = { prefix: '2001:DB8:1:2::/64', gateway: '2001:DB8:1:2:0::1', nameservers: ['2001:4860:4860:0::8888'] };
    await made(world, 'Network', { ipv6 });
    expect(world.calls('CreateNetwork')[0]?.requestBody).toMatchObject({
      ipv6: { prefix: '2001:db8:1:2::/64', gateway: '2001:db8:1:2::1', nameservers: ['2001:4860:4860::8888'] },
    });
    await world.patch('Network', 'it', { spec: { ipv6: { nameservers: ['2001:4860:4860::ABCD'] } } });
    await world.reach('Network', 'it', upToDate);
    expect(world.calls('PartialUpdateNetwork').map(({ requestBody }) => requestBody)).toEqual([
      { ipv6: { nameservers: ['2001:4860:4860::abcd'] } },
    ]);
  });

  it.each([
    ['observe', 'True', 'ObserveOnly'],
    ['Full', 'False', 'Paused'],
  ])('sends nothing where the management annotation is %s', async (management, _status, reason) => {
    const world = await make();
    await made(world, 'Volume');
    const writes = world.writes().length;
    await world.patch('Volume', 'it', {
      metadata: { annotations: { 'compute.sostackit.dev/management': management } },
      spec: { size: 12 },
    });
    const seen = await world.reach('Volume', 'it', (object) => synced(object)?.observedGeneration === 2);
    expect(synced(seen)?.reason).toBe(reason === 'Paused' ? 'Paused' : 'DriftDetected');
    expect(world.writes().slice(writes)).toEqual([]);
    await world.delete('Volume', 'it');
    if (reason === 'Paused') {
      await until('the pause is told', async () =>
        (await world.events('Paused')).some((text) => /"Full".*deletion/.test(text)),
      );
      await world.patch('Volume', 'it', { metadata: { annotations: null } });
    }
    await world.vanish('Volume', 'it');
    expect(world.ours()).toEqual(reason === 'Paused' ? [] : ['volume it']);
    if (reason !== 'Paused')
      expect(await world.events('LeftInStackit')).toEqual([expect.stringMatching(/stays in STACKIT/)]);
  });

  it('takes no existingId that STACKIT would refuse to its face', async () => {
    const world = await make();
    world.start();
    await world.create('Volume', 'it', { ...VOLUME, existingId: 'AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE' });
    const seen = await world.reach('Volume', 'it', (object) => condition(object)?.reason === 'InvalidSpec');
    expect(condition(seen)?.message).toMatch(/^spec.existingId is "AAAAAAAA.*lower case/);
    expect(world.stackit.journal.filter(({ path }) => path.includes('AAAAAAAA'))).toEqual([]);
  });

  it('tells of a data volume that is the boot volume', async () => {
    const world = await make();
    const boot = bootVolumeOf(await made(world, 'Server'));
    const writes = world.writes().length;
    await world.patch('Server', 'it', { spec: { dataVolumeIds: [boot] } });
    const seen = await world.reach('Server', 'it', (object) => synced(object)?.reason === 'ValueNotApplied');
    expect(synced(seen)?.message).toContain(`${boot} is the boot volume`);
    expect(world.writes()).toHaveLength(writes);
  });

  it('ends the deletion of what was made and never recorded', async () => {
    const world = await make();
    const match = { operationId: 'CreateVolume', nth: 1 };
    world.stackit.faults.add({ match, effect: { kind: 'reset', when: 'after' } });
    world.start();
    await world.create('Volume', 'it', VOLUME);
    await until('it is made', () => world.stackit.objects('volume').some(({ name }) => name === 'it'));
    await world.delete('Volume', 'it');
    await world.vanish('Volume', 'it');
    expect(world.ours()).toEqual([]);
    expect(world.calls('CreateVolume')).toHaveLength(1);
  });

  it('keeps a protected Image that is to be deleted until its spec lets it go, and says so', async () => {
    const world = await make();
    world.start();
    await world.create('Image', 'it', { ...PLACE, diskFormat: 'raw', protected: true });
    const { status } = await world.reach('Image', 'it', (object) => condition(object)?.reason === 'AwaitingUpload');
    world.stackit.change('image', String(status?.imageId), { status: 'AVAILABLE', size: 4 });
    await world.reach('Image', 'it', upToDate);
    await world.delete('Image', 'it');
    const blocked = await world.reach('Image', 'it', (object) => condition(object)?.reason === 'InUse');
    expect(condition(blocked)?.message).toMatch(/protected; set spec\.protected to false/);
    expect(world.calls('DeleteImage')).toEqual([]);
    await world.patch('Image', 'it', { spec: { protected: false } });
    await world.vanish('Image', 'it');
    expect(world.calls('DeleteImage')).toHaveLength(1);
  });

  it('takes another notation of a name server for the same', async () => {
    const world = await make();
    await made(world, 'Network', { ipv6: { prefixLength: 64, nameservers: ['2001:4860:4860:0:0:0:0:8888'] } });
    const writes = world.writes().length;
    await world.patch('Network', 'it', {
      spec: { ipv6: { nameservers: ['2001:4860:4860::8888'] }, labels: { a: 'b' } },
    });
    await world.reach('Network', 'it', upToDate);
    const sent = world.writes().slice(writes);
    expect(sent.map(({ requestBody }) => requestBody)).toEqual([{ labels: { a: 'b' } }]);
  });

  it('goes from deallocated to stopped by way of running', async () => {
    const world = await make();
    await made(world, 'Server', { powerState: 'Deallocated' });
    await world.patch('Server', 'it', { spec: { powerState: 'Inactive' } });
    await world.reach('Server', 'it', upToDate);
    expect(
      world
        .writes()
        .slice(-2)
        .map(({ operationId }) => operationId),
    ).toEqual(['StartServer', 'StopServer']);
  });

  it('sends every field of a creation as it is given, false and empty included', async () => {
    const world = await make();
    world.start();
    await world.kube.create(
      { group: '', version: 'v1', plural: 'secrets', namespace: world.namespace },
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'cloud-init' },
        stringData: { data: '#cloud-config\ncanary: Grüße\n' },
      },
    );
    await world.create('Network', 'it', {
      ...PLACE,
      dhcp: false,
      ipv4: { prefix: '10.7.0.0/24', gateway: 'none', nameservers: [] },
    });
    await world.create('Image', 'it', {
      ...PLACE,
      diskFormat: 'qcow2',
      config: { uefi: false },
      agent: { supported: false },
    });
    await world.create('Server', 'it', {
      ...SERVER,
      userDataSecretRef: { name: 'cloud-init', key: 'data' },
      bootVolume: { size: 20, deleteOnTermination: false },
      agent: { provisioned: false },
      configDrive: false,
      metadata: { a: '' },
    });
    await world.reach('Network', 'it', upToDate);
    const server = await world.reach('Server', 'it', upToDate);
    expect(world.calls('CreateNetwork')[0]?.requestBody).toMatchObject({
      dhcp: false,
      ipv4: { prefix: '10.7.0.0/24', gateway: null, nameservers: [] },
    });
    expect(world.calls('CreateImage')[0]?.requestBody).toMatchObject({
      config: { uefi: false },
      agent: { supported: false },
    });
    expect(world.calls('CreateServer')[0]?.requestBody).toMatchObject({
      userData: Buffer.from('#cloud-config\ncanary: Grüße\n').toString('base64'),
      bootVolume: { deleteOnTermination: false },
      agent: { provisioned: false },
      configDrive: false,
      metadata: { a: '' },
    });
    expect(JSON.stringify(server)).not.toContain('canary');
  });

  it('waits for the Secret with the user data, and says which', async () => {
    const world = await make();
    world.start();
    await world.create('Server', 'it', { ...SERVER, userDataSecretRef: { name: 'later', key: 'data' } });
    const waiting = await world.reach('Server', 'it', (object) => condition(object)?.reason === 'WaitingForReference');
    expect(condition(waiting)?.message).toContain('Secret');
    expect(world.calls('CreateServer')).toEqual([]);
  });

  it('copies a volume once it is ready', async () => {
    const world = await make();
    world.start();
    await world.create('Volume', 'copy', {
      ...PLACE,
      availabilityZone: 'eu01-1',
      source: { volumeRef: { name: 'first' } },
    });
    await world.reach('Volume', 'copy', (object) => condition(object)?.reason === 'WaitingForReference');
    await world.create('Volume', 'first', VOLUME);
    const first = await world.reach('Volume', 'first');
    await world.reach('Volume', 'copy', upToDate);
    expect(world.calls('CreateVolume').at(-1)?.requestBody).toMatchObject({
      source: { type: 'volume', id: first.status?.volumeId },
    });
  });

  it('removes only label keys that it set, by null', async () => {
    const world = await make();
    const before = await made(world, 'Volume', { labels: { env: 'dev', team: 'a' } });
    world.stackit.change('volume', String(before.status?.volumeId), {
      labels: { ...stored(world, 'Volume', before)?.labels, src_backup_id: 'x' },
    });
    const writes = world.writes().length;
    await world.patch('Volume', 'it', { spec: { labels: { env: null } } });
    await world.reach('Volume', 'it', upToDate);
    expect(
      world
        .writes()
        .slice(writes)
        .map(({ requestBody }) => requestBody),
    ).toEqual([{ labels: { env: null } }]);
    expect(stored(world, 'Volume', before)?.labels).toMatchObject({ team: 'a', src_backup_id: 'x' });
  });

  it('clears a description that it set, and leaves a foreign one', async () => {
    const world = await make();
    const before = await made(world, 'Volume', { description: 'words' });
    await world.patch('Volume', 'it', { spec: { description: null } });
    await world.reach('Volume', 'it', upToDate);
    expect(stored(world, 'Volume', before)).toMatchObject({ description: '' });
    world.stackit.change('volume', String(before.status?.volumeId), { description: 'by hand' });
    await until('it was looked at', () => world.calls('ListVolumes').length > 8);
    expect(stored(world, 'Volume', before)).toMatchObject({ description: 'by hand' });
  });

  it('never shrinks a volume, says why, and still keeps its other fields', async () => {
    const world = await make();
    await made(world, 'Volume');
    await world.patch('Volume', 'it', { spec: { size: 5, labels: { env: 'dev' } } });
    const after = await world.reach(
      'Volume',
      'it',
      (object) => synced(object)?.reason === 'ResizeRejected' && world.calls('UpdateVolume').length > 0,
    );
    expect(isReady(after)).toBe(true);
    expect(synced(after)?.message).toMatch(/10.*shrink/);
    expect(world.calls('ResizeVolume')).toEqual([]);
  });

  it('asks once for a size that STACKIT silently takes back', async () => {
    const world = await make();
    await made(world, 'Server');
    world.stackit.faults.add({ match: { operationId: 'ResizeServer' }, effect: { kind: 'rollback' } });
    await world.patch('Server', 'it', { spec: { machineType: 'g1.1' } });
    const after = await world.reach('Server', 'it', (object) => synced(object)?.reason === 'ResizeRejected');
    expect(isReady(after)).toBe(true);
    expect(world.calls('ResizeServer')).toHaveLength(1);
  });

  it('stops after three changes that STACKIT accepts and does not carry out', async () => {
    const world = await make();
    await made(world, 'Network');
    // Answered without being carried out.
    world.stackit.faults.add({
      match: { operationId: 'PartialUpdateNetwork' },
      effect: { kind: 'error', status: 202, when: 'before', body: '' },
    });
    await world.patch('Network', 'it', { spec: { name: 'other' } });
    const after = await world.reach('Network', 'it', (object) => synced(object)?.reason === 'UpdateIneffective');
    expect(synced(after)?.message).toContain('name');
    expect(world.calls('PartialUpdateNetwork')).toHaveLength(3);
  });

  it('reports another performance class than was asked for, and does not loop', async () => {
    const world = await make();
    world.stackit.faults.add({
      match: { operationId: 'CreateVolume' },
      effect: { kind: 'performanceClass', performanceClass: 'storage_premium_perf1' },
    });
    world.start();
    await world.create('Volume', 'it', { ...VOLUME, performanceClass: 'storage_premium_perf6' });
    const after = await world.reach('Volume', 'it', (object) => synced(object)?.reason === 'ValueNotApplied');
    expect(synced(after)?.message).toMatch(/perf6.*perf1/);
    expect(isReady(after)).toBe(true);
    expect(world.writes()).toHaveLength(1);
  });

  it('corrects what was changed in STACKIT by hand', async () => {
    const world = await make();
    const before = await made(world, 'Network', { name: 'mine' });
    world.stackit.change('network', String(before.status?.networkId), { name: 'theirs' });
    await until('it is corrected', () => stored(world, 'Network', before)?.name === 'mine');
  });

  it('only reports with the Observe annotation: the difference, field by field, and no call', async () => {
    const world = await make();
    const before = await made(world, 'Network', { name: 'mine' });
    await world.patch('Network', 'it', {
      metadata: { annotations: { 'compute.sostackit.dev/management': 'Observe' } },
    });
    const writes = world.writes().length;
    world.stackit.change('network', String(before.status?.networkId), { name: 'theirs' });
    const after = await world.reach('Network', 'it', (object) => synced(object)?.reason === 'DriftDetected');
    expect(after.status?.drift).toEqual([{ field: 'name', wanted: 'mine', actual: 'theirs' }]);
    await world.delete('Network', 'it');
    await world.vanish('Network', 'it');
    expect(world.writes()).toHaveLength(writes);
    expect(stored(world, 'Network', before)).toBeDefined();
  });

  it.each(['Network', 'Volume', 'Server'] as const)('makes a lost %s again, and names what was lost', async (kind) => {
    const world = await make();
    const before = await made(world, kind);
    const lost = String(before.status?.[ID[kind]]);
    world.stackit.remove(kind.toLowerCase() as 'network', lost);
    const after = await world.reach(kind, 'it', (object) => object.status?.[ID[kind]] !== lost && upToDate(object));
    expect(stored(world, kind, after)).toBeDefined();
    expect(world.ours()).toHaveLength(1);
    const event = await until('the event is there', async () => {
      const { items } = await world.kube.list<KubeObject & { reason: string; message: string }>({
        group: '',
        version: 'v1',
        plural: 'events',
        namespace: world.namespace,
      });
      return items.find(({ reason }) => reason === 'Recreating');
    });
    expect(event.message).toContain(lost);
    if (kind === 'Volume') expect(event.message).toContain('data');
  });

  it('only reports the loss where recreatePolicy says so', async () => {
    const world = await make();
    const before = await made(world, 'Network', { recreatePolicy: 'Report' });
    world.stackit.remove('network', String(before.status?.networkId));
    const after = await world.reach('Network', 'it', (object) => condition(object)?.reason === 'NotFound');
    expect(condition(after)?.message).toContain(String(before.status?.networkId));
    expect(world.calls('CreateNetwork')).toHaveLength(1);
    expect(synced(after)).toMatchObject({ status: 'False', reason: 'DriftDetected' });
    expect(after.status?.state).toBeUndefined();
    await world.delete('Network', 'it');
    await world.vanish('Network', 'it');
  });

  it('leaves an orphan without our labels, also when the policy changes while the deletion waits', async () => {
    const world = await make();
    const before = await made(world, 'Network');
    world.stackit.faults.add({ match: { operationId: 'DeleteNetwork' }, effect: { kind: 'error', status: 409 } });
    await world.delete('Network', 'it');
    await until('the deletion was refused', () => world.calls('DeleteNetwork').length > 0);
    await world.patch('Network', 'it', { spec: { deletionPolicy: 'Orphan' } });
    await world.vanish('Network', 'it');
    expect(stored(world, 'Network', before)).toMatchObject({ status: 'CREATED' });
    expect(world.ours()).toEqual([]);
    expect(await world.events('LeftInStackit')).toEqual([expect.stringContaining(String(before.status?.networkId))]);
  });

  it('takes an object over from the Go operator by one PATCH of our labels', async () => {
    const world = await make();
    const { id } = world.stackit.add('network', { name: 'it', labels: { env: 'dev' } }, PLACE);
    await world.apply({
      apiVersion: 'compute.sostackit.dev/v1alpha1',
      kind: 'Network',
      metadata: { name: 'it', finalizers: ['compute.sostackit.dev/network-finalizer'] },
      spec: { ...PLACE, labels: { env: 'dev' } },
    } as KubeObject);
    await world.kube.patch(world.path('Network', 'it', 'status'), { status: { networkId: id, state: 'CREATED' } });
    world.start();
    await world.reach('Network', 'it', upToDate);
    expect(
      world
        .writes()
        .map(({ operationId, requestBody }) => [operationId, Object.keys((requestBody as { labels: object }).labels)]),
    ).toEqual([['PartialUpdateNetwork', ['sostackit-owner', 'sostackit-uid']]]);
  });

  it.each(['Network', 'Volume', 'Server'] as const)(
    'finds a %s again after a restore of a backup: no second one, only a new stamp',
    async (kind) => {
      const world = await make();
      await made(world, kind);
      await world.stop();
      // As a backup brings it: the same name, another UID, no status; the old object goes without its provider.
      await world.patch(kind, 'it', { metadata: { finalizers: null } });
      await world.delete(kind, 'it');
      await world.vanish(kind, 'it');
      const writes = world.writes().length;
      await made(world, kind);
      expect(world.ours()).toHaveLength(1);
      expect(
        world
          .writes()
          .slice(writes)
          .map(({ method, requestBody }) => [method, Object.keys((requestBody as { labels: object }).labels)]),
      ).toEqual([['PATCH', ['sostackit-uid']]]);
    },
  );

  it('does nothing for a status that was written in another cluster, until it is told so', async () => {
    const world = await make();
    await made(world, 'Network');
    await world.stop();
    const writes = world.writes().length;
    world.start({ clusterId: 'another' });
    const held = await world.reach('Network', 'it', (object) => condition(object)?.reason === 'AmbiguousMatch');
    expect(condition(held)?.message).toContain('--cluster-id=test-cluster');
    await world.stop();
    world.start();
    await world.reach('Network', 'it', upToDate);
    expect(world.writes()).toHaveLength(writes);
  });

  it('asks for one object by its ID where its annotation wants it fresher than a LIST', async () => {
    const world = await make();
    world.start({ pollInterval: 3_600_000 });
    await world.create('Network', 'it', NETWORK);
    await world.reach('Network', 'it', upToDate);
    expect(world.calls('GetNetwork')).toEqual([]);
    await world.patch('Network', 'it', { metadata: { annotations: { 'compute.sostackit.dev/poll-interval': '1s' } } });
    await until('it was asked for twice', () => world.calls('GetNetwork').length > 1);
  });

  it('answers a moved project by ImmutableFieldChanged, and deletes where the object was made', async () => {
    const world = await make();
    const before = await made(world, 'Network');
    await expect(world.patch('Network', 'it', { spec: { region: 'eu02' } })).rejects.toThrow(/region/);
    const refused = await world.get('Network', 'it');
    expect(refused.spec.region).toBe('eu01');
    await world.delete('Network', 'it');
    await world.vanish('Network', 'it');
    expect(stored(world, 'Network', before)).toBeUndefined();
  });

  it('reports a reference that leads elsewhere after the creation, and leaves the Server alone', async () => {
    const world = await make();
    world.start();
    await world.create('Network', 'net', NETWORK);
    const { networkId: _none, ...server } = SERVER;
    await world.create('Server', 'it', { ...server, networkRef: { name: 'net' } });
    await world.reach('Server', 'it', upToDate);
    await world.create('Network', 'net-2', NETWORK);
    await world.reach('Network', 'net-2');
    const writes = world.writes().length;
    await world.patch('Server', 'it', { spec: { networkRef: { name: 'net-2' } } });
    await world.reach('Server', 'it', (object) => synced(object)?.reason === 'ReferenceChanged');
    expect(world.writes()).toHaveLength(writes);
  });
});
