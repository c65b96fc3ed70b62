import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject } from '../../provider/kubernetes';
import { clusters, documents, ROOT, until } from '../support/clusters';
import { worldsOf } from '../support/suite';
import { condition, PLACE, PROJECT, PUBLIC_IMAGE, reason, type Seen } from '../support/world';

const SAMPLES = join(ROOT, '../shared/go-operator/samples');
const IMAGE = { ...PLACE, diskFormat: 'raw' };
const NETWORK = { ...PLACE, ipv4: { prefixLength: 24 } };
const VOLUME = { ...PLACE, availabilityZone: 'eu01-1', size: 10 };
const SERVER = {
  ...PLACE,
  machineType: 'c1.2',
  imageId: PUBLIC_IMAGE,
  networkId: '33333333-3333-3333-3333-333333333333',
  bootVolume: { size: 20 },
};
const UNKNOWN_ID = '99999999-9999-4999-8999-999999999999';

/** Finalizer, what is waited for, intent, ID, Ready. */
const fiveAtMost = { asymmetricMatch: (writes: unknown) => Number(writes) <= 5 };

describe.each(clusters())('provider on the %s', (_, start) => {
  const make = worldsOf(start);

  it('brings a full stack to Ready, creates each part once and leaves nothing behind', async () => {
    const world = await make();
    // No slow look at STACKIT helps: whatever has to follow something follows it by itself.
    world.start({ pollInterval: 3_600_000 });
    const objects = documents(join(ROOT, 'examples/yaml/full-stack.yaml'));
    for (const object of objects) await world.apply(object);
    for (const { kind = '', metadata } of objects) await world.reach(kind, metadata.name ?? '');
    for (const operation of ['CreateNetwork', 'CreateVolume', 'CreateServer']) {
      expect(world.calls(operation)).toHaveLength(1);
    }
    for (const { kind = '', metadata } of objects) await world.delete(kind, metadata.name ?? '');
    for (const { kind = '', metadata } of objects) await world.vanish(kind, metadata.name ?? '');
    expect(world.ours()).toEqual([]);
    expect(world.calls('DeleteImage')).toEqual([]);
  });

  it('takes five writes at most to bring an object of a full stack to Ready, and one to adopt', async () => {
    // Slow enough for each step of a creation to be seen.
    const world = await make({ speed: 30 });
    const objects = documents(join(ROOT, 'examples/yaml/full-stack.yaml'));
    for (const object of objects) await world.apply(object);
    const end = new AbortController();
    const writes = new Map<string, number>();
    const ready = new Set<string>();
    const watch = async (kind: string) => {
      const { resourceVersion } = (await world.cluster.admin.list(world.path(kind))).metadata;
      for await (const { object } of world.cluster.admin.watch(world.path(kind), {
        resourceVersion,
        signal: end.signal,
      })) {
        if (ready.has(kind)) continue;
        writes.set(kind, (writes.get(kind) ?? 0) + 1);
        if (condition(object as Seen)?.status === 'True') ready.add(kind);
      }
    };
    const watches = objects.map(({ kind = '' }) => watch(kind));
    world.start();
    await until('all is ready', () => ready.size === objects.length || undefined);
    end.abort();
    await Promise.allSettled(watches);
    expect(writes.get('Image')).toBe(1);
    for (const kind of ['Network', 'Volume', 'Server']) expect([kind, writes.get(kind)]).toEqual([kind, fiveAtMost]);
  });

  const samples = ['full_stack', 'network', 'volume', 'server'];
  if (!existsSync(SAMPLES)) console.info(`the Go operator's samples are left out: no ${SAMPLES}`);
  else {
    it.each(samples)("takes the Go operator's sample %s unchanged", async (name) => {
      const world = await make();
      world.start();
      const objects = documents(join(SAMPLES, `${name}.yaml`));
      for (const object of objects) await world.apply(object);
      for (const { kind = '', metadata } of objects) await world.reach(kind, metadata.name ?? '');
    });

    it("lets the Go operator's server with references wait for each of them, without an error", async () => {
      const world = await make();
      world.start();
      const [server] = documents(join(SAMPLES, 'server_with_refs.yaml')) as [KubeObject];
      await world.apply(server);
      const waiting = await world.reach('Server', 'web-02', (object) => reason(object) === 'WaitingForReference');
      for (const name of ['ubuntu-22-04', 'prod-network', 'web-01-boot']) {
        expect(condition(waiting)?.message).toContain(name);
      }
      for (const file of ['network', 'volume'])
        for (const object of documents(join(SAMPLES, `${file}.yaml`))) await world.apply(object);
      await world.reach('Network', 'prod-network');
      await world.reach('Volume', 'web-01-boot');
      const still = await world.reach('Server', 'web-02', (object) => reason(object) === 'WaitingForReference');
      expect(still.status?.serverId).toBeUndefined();
      expect(world.calls('CreateServer')).toEqual([]);
      const { projectId } = (server as Seen).spec as { projectId: string };
      await world.create('Image', 'ubuntu-22-04', {
        projectId,
        region: 'eu01',
        existingId: '22222222-2222-2222-2222-222222222222',
      });
      const image = await world.reach('Image', 'ubuntu-22-04');
      const [create] = await until('the server is created', () =>
        world.calls('CreateServer').length > 0 ? world.calls('CreateServer') : undefined,
      );
      // The watch wakes it, so what lies between is far below any poll interval; times in the status are whole seconds.
      const since = Date.parse(String(create?.time)) - Date.parse(condition(image)?.lastTransitionTime ?? '');
      expect(since).toBeLessThan(2_000);
      await world.reach('Server', 'web-02');
    });
  }

  it('registers an image, shows its upload URL, and is Available after a PUT of the bytes', async () => {
    const world = await make();
    world.start();
    await world.create('Image', 'own', IMAGE);
    const waiting = await world.reach('Image', 'own', (object) => reason(object) === 'AwaitingUpload');
    const url = String(waiting.status?.uploadUrl);
    expect(waiting.metadata.finalizers).toEqual(['compute.sostackit.dev/image-finalizer']);
    const put = await fetch(url, {
      method: 'PUT',
      body: Buffer.alloc(2048, 7),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(put.status).toBe(200);
    const ready = await world.reach('Image', 'own');
    expect(reason(ready)).toBe('Available');
    expect(ready.status?.uploadUrl).toBeUndefined();
    await world.delete('Image', 'own');
    await world.vanish('Image', 'own');
    expect(world.ours()).toEqual([]);
  });

  it('registers an image anew whose upload URL was lost, and leaves one', async () => {
    const world = await make();
    // The connection breaks after the effect, so nobody ever hears the URL.
    world.stackit.faults.add({
      match: { operationId: 'CreateImage', count: 1 },
      effect: { kind: 'reset', when: 'after' },
    });
    world.start();
    await world.create('Image', 'own', IMAGE);
    const waiting = await world.reach('Image', 'own', ({ status }) => status?.uploadUrl);
    await until(
      'one is left',
      () => world.stackit.objects('image', { projectId: PROJECT }).filter(({ name }) => name === 'own').length === 1,
    );
    expect(world.calls('CreateImage')).toHaveLength(2);
    expect(world.stackit.objects('image', { projectId: PROJECT }).find(({ name }) => name === 'own')?.id).toBe(
      waiting.status?.imageId,
    );
  });

  it.each(['Network', 'Volume', 'Image'])(
    'reports an unknown existingId of a %s, writes nothing, and recovers',
    async (kind) => {
      const world = await make();
      world.start();
      const spec = kind === 'Volume' ? { ...PLACE, availabilityZone: 'eu01-1' } : PLACE;
      await world.create(kind, 'there', { ...spec, existingId: UNKNOWN_ID });
      const missing = await world.reach(kind, 'there', (object) => reason(object) === 'NotFound');
      expect(missing.metadata.finalizers).toBeUndefined();
      expect(condition(missing)?.message).toContain(UNKNOWN_ID);
      world.stackit.add(kind.toLowerCase() as 'network' | 'volume' | 'image', { id: UNKNOWN_ID, name: 'late' }, PLACE);
      const found = await world.reach(kind, 'there');
      expect(found.metadata.finalizers).toBeUndefined();
      expect(condition(found, 'Synced')?.reason).toBe('ObserveOnly');
      await world.delete(kind, 'there');
      await world.vanish(kind, 'there');
      expect(world.writes()).toEqual([]);
    },
  );

  it('never touches an adopted object, and lets it go even while a Server refers to it', async () => {
    const world = await make();
    world.start();
    await world.create('Network', 'net', { ...PLACE, existingId: '33333333-3333-3333-3333-333333333333' });
    const { networkId: _, ...server } = SERVER;
    await world.create('Server', 'web', { ...server, networkRef: { name: 'net' } });
    await world.reach('Server', 'web');
    await world.delete('Network', 'net');
    await world.vanish('Network', 'net');
    expect(world.writes().map(({ operationId }) => operationId)).toEqual(['CreateServer']);
    await world.reach('Server', 'web');
  });

  it.each<[string, object, string[]]>([
    ['both image fields', { ...SERVER, imageRef: { name: 'x' } }, ['imageId', 'imageRef']],
    ['both network fields', { ...SERVER, networkRef: { name: 'x' } }, ['networkId', 'networkRef']],
    ['no network', { ...PLACE, machineType: 'c1.2', imageId: PUBLIC_IMAGE }, ['networkId', 'networkRef']],
    [
      'nothing to boot from',
      { ...PLACE, machineType: 'c1.2', networkId: SERVER.networkId },
      ['imageId', 'imageRef', 'bootVolumeRef'],
    ],
  ])('answers a Server with %s by InvalidReference and no call', async (_, spec, fields) => {
    const world = await make();
    world.start();
    await world.create('Server', 'wrong', spec);
    const refused = await world.reach('Server', 'wrong', (object) => reason(object) === 'InvalidReference');
    for (const field of fields) expect(condition(refused)?.message).toContain(field);
    expect(refused.metadata.finalizers).toBeUndefined();
    expect(world.stackit.journal.filter(({ path }) => path.includes('/servers'))).toEqual([]);
    await world.delete('Server', 'wrong');
    await world.vanish('Server', 'wrong');
  });

  it.each([
    ['reset after the effect', { kind: 'reset', when: 'after' }],
    ['reset before the effect', { kind: 'reset', when: 'before' }],
    ['500 after the effect', { kind: 'error', when: 'after', status: 500 }],
    ['500 before the effect', { kind: 'error', when: 'before', status: 500 }],
  ] as const)('makes exactly one of each when the create calls meet a %s', async (_, effect) => {
    const world = await make();
    for (const operationId of ['CreateNetwork', 'CreateVolume', 'CreateServer']) {
      world.stackit.faults.add({ match: { operationId, count: 1 }, effect });
    }
    world.start();
    await world.create('Network', 'net', NETWORK);
    await world.create('Volume', 'disk', VOLUME);
    await world.create('Server', 'web', SERVER);
    for (const [kind, name] of [
      ['Network', 'net'],
      ['Volume', 'disk'],
      ['Server', 'web'],
    ] as const)
      await world.reach(kind, name);
    expect(world.ours().sort()).toEqual(['network net', 'server web', 'volume disk']);
  });

  it('takes up after a restart at any moment, with exactly one of each', async () => {
    const world = await make();
    const objects = documents(join(ROOT, 'examples/yaml/full-stack.yaml'));
    for (const object of objects) await world.apply(object);
    for (let round = 0; round < 12; round += 1) {
      world.start();
      await new Promise((resolve) => setTimeout(resolve, 20 + 30 * round));
      await world.stop();
    }
    world.start();
    for (const { kind = '', metadata } of objects) await world.reach(kind, metadata.name ?? '');
    expect(
      world
        .ours()
        .map((text) => text.split(' ')[0])
        .sort(),
    ).toEqual(['network', 'server', 'volume']);
  });

  it('deletes a Server at once while it is being created', async () => {
    const world = await make({ speed: 20 });
    world.start();
    await world.create('Server', 'web', SERVER);
    await world.reach('Server', 'web', ({ status }) => status?.serverId);
    await world.delete('Server', 'web');
    await world.vanish('Server', 'web');
    expect(world.ours()).toEqual([]);
  });

  it('keeps the finalizer while STACKIT forbids to look, and says so', async () => {
    const world = await make();
    world.start();
    await world.create('Network', 'net', NETWORK);
    await world.reach('Network', 'net');
    const fault = { kind: 'error', when: 'before', status: 403, message: 'no role' } as const;
    for (const operationId of ['GetNetwork', 'ListNetworks', 'DeleteNetwork'])
      world.stackit.faults.add({ match: { operationId }, effect: fault });
    await world.delete('Network', 'net');
    const held = await world.reach('Network', 'net', (object) => reason(object) === 'Forbidden');
    expect(condition(held)?.message).toContain('no role');
    expect(held.metadata.finalizers).toEqual(['compute.sostackit.dev/network-finalizer']);
    world.stackit.faults.clear();
    await world.kube.patch(world.path('Network', 'net'), {
      metadata: { annotations: { 'compute.sostackit.dev/reconcile-requested-at': 'now' } },
    });
    await world.vanish('Network', 'net');
    expect(world.ours()).toEqual([]);
  });

  it('names what stays when it deletes a Server with a boot volume of its own', async () => {
    const world = await make();
    world.start();
    await world.create('Server', 'web', SERVER);
    const { status } = await world.reach('Server', 'web');
    const { id: volumeId } = (status?.bootVolume ?? {}) as { id: string };
    await world.delete('Server', 'web');
    await world.vanish('Server', 'web');
    await until('the event names it', async () => (await world.events('Deleted'))[0]?.includes(volumeId));
  });

  it('tells of a refusal that lasts once, whatever its request ID, and of what is in the way', async () => {
    const world = await make();
    world.start();
    await world.create('Network', 'net', NETWORK);
    await world.reach('Network', 'net');
    world.stackit.faults.add({ match: { operationId: 'DeleteNetwork' }, effect: { kind: 'error', status: 409 } });
    await world.delete('Network', 'net');
    await until('it was tried thrice', () => world.calls('DeleteNetwork').length >= 3);
    expect(reason(await world.get('Network', 'net'))).toBe('InUse');
    expect(await world.events('InUse')).toHaveLength(1);
    world.stackit.faults.clear();
    await world.vanish('Network', 'net');
  });

  it('waits without a call for the deletion of a Volume that a server in STACKIT has, and names that server', async () => {
    const world = await make();
    world.start();
    await world.create('Volume', 'disk', VOLUME);
    const { status } = await world.reach('Volume', 'disk');
    world.stackit.change('volume', String(status?.volumeId), { status: 'ATTACHED', serverId: UNKNOWN_ID });
    await world.reach('Volume', 'disk', (object) => reason(object) === 'Attached');
    await world.delete('Volume', 'disk');
    const held = await world.reach('Volume', 'disk', (object) => reason(object) === 'InUse');
    expect(condition(held)?.message).toContain(UNKNOWN_ID);
    expect(world.calls('DeleteVolume')).toEqual([]);
    world.stackit.change('volume', String(status?.volumeId), { status: 'AVAILABLE', serverId: null });
    await world.vanish('Volume', 'disk');
  });

  it('registers an image anew when only its upload URL was lost from the status', async () => {
    const world = await make();
    world.start();
    await world.create('Image', 'own', IMAGE);
    const before = await world.reach('Image', 'own', ({ status }) => status?.uploadUrl);
    await world.kube.patch(world.path('Image', 'own', 'status'), { status: { uploadUrl: null } });
    const after = await world.reach(
      'Image',
      'own',
      ({ status }) => status?.uploadUrl && status.imageId !== before.status?.imageId,
    );
    expect(after.status?.uploadUrl).not.toBe(before.status?.uploadUrl);
    await until('one is left', () => world.ours().length === 1);
  });

  it("leaves others' finalizers alone, and a last status that says what is over", async () => {
    const world = await make();
    await world.apply({
      apiVersion: 'compute.sostackit.dev/v1alpha1',
      kind: 'Network',
      metadata: { name: 'net', finalizers: ['backup.example.com/hold'] },
      spec: NETWORK,
    } as KubeObject);
    world.start();
    await world.reach('Network', 'net');
    await world.delete('Network', 'net');
    const held = await world.reach('Network', 'net', ({ metadata }) => metadata.finalizers?.length === 1);
    expect(held.metadata.finalizers).toEqual(['backup.example.com/hold']);
    expect(condition(held)?.message).toContain('deleted in STACKIT');
    expect(held.status?.state).toBeUndefined();
    expect(world.ours()).toEqual([]);
    await world.patch('Network', 'net', { metadata: { finalizers: null } });
    await world.vanish('Network', 'net');
  });

  it('refuses a prefix that cannot be, without a call', async () => {
    const world = await make();
    world.start();
    await world.create('Network', 'net', { ...PLACE, ipv4: { prefix: '10.0.0.0/33' } });
    const refused = await world.reach('Network', 'net', (object) => reason(object) === 'InvalidSpec');
    expect(condition(refused)?.message).toContain('10.0.0.0/33');
    expect(world.writes()).toEqual([]);
  });

  it('deletes in the order of the references and says what waits for what', async () => {
    const world = await make();
    world.start();
    const objects = documents(join(ROOT, 'examples/yaml/full-stack.yaml'));
    for (const object of objects) await world.apply(object);
    const name = (kind: string) => objects.find((object) => object.kind === kind)?.metadata.name ?? '';
    for (const { kind = '', metadata } of objects) await world.reach(kind, metadata.name ?? '');
    await world.delete('Network', name('Network'));
    const held = await world.reach('Network', name('Network'), (object) => reason(object) === 'InUse');
    expect(condition(held)?.message).toContain(`Server ${world.namespace}/${name('Server')}`);
    expect(world.calls('DeleteNetwork')).toEqual([]);
    await world.delete('Server', name('Server'));
    await world.vanish('Network', name('Network'));
  });

  it('drains a namespace with a hundred objects of our kinds', async () => {
    const world = await make();
    world.start();
    for (let index = 0; index < 25; index += 1) {
      await Promise.all(
        documents(join(ROOT, 'examples/yaml/full-stack.yaml')).map((object) => {
          const text = JSON.stringify(object).replace(/"name":"([^"]+)"/g, `"name":"$1-${index}"`);
          return world.apply(JSON.parse(text) as KubeObject);
        }),
      );
    }
    await until('servers are made', () => world.stackit.objects('server').length >= 10, 60_000);
    const namespaces = { group: '', version: 'v1', plural: 'namespaces' };
    await world.kube.delete({ ...namespaces, name: world.namespace });
    const isThere = async () => {
      const { items } = await world.kube.list(namespaces);
      return items.some(({ metadata }) => metadata.name === world.namespace);
    };
    await until('the namespace is gone', async () => !(await isThere()), 120_000);
    expect(world.ours()).toEqual([]);
  }, 240_000);

  it('serves two projects in two regions at once, each call where its object lies', async () => {
    const world = await make();
    world.start();
    const projects = [PROJECT, 'aaaaaaaa-2222-4333-8444-555555555555'];
    const places = projects.flatMap((projectId) => ['eu01', 'eu02'].map((region) => ({ projectId, region })));
    for (const [index, place] of places.entries())
      await world.create('Volume', `v${index}`, { ...place, availabilityZone: `${place.region}-1`, size: 1 });
    for (const [index, place] of places.entries()) {
      const volume = await world.reach('Volume', `v${index}`);
      expect(world.stackit.objects('volume', place).map(({ id }) => id)).toContain(volume.status?.volumeId);
    }
    expect(
      world
        .calls('CreateVolume')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(places.map(({ projectId, region }) => `/v2/projects/${projectId}/regions/${region}/volumes`).sort());
  });

  it('does nothing at rest: no write to Kubernetes, no write to STACKIT', async () => {
    const world = await make();
    world.start();
    await world.create('Network', 'net', NETWORK);
    await world.create('Volume', 'disk', VOLUME);
    await world.reach('Network', 'net');
    await world.reach('Volume', 'disk');
    const before = [await world.get('Network', 'net'), await world.get('Volume', 'disk')];
    const writes = world.writes().length;
    await until('STACKIT was looked at thrice more', () => world.calls('ListNetworks').length > 5, 15_000);
    expect([await world.get('Network', 'net'), await world.get('Volume', 'disk')]).toEqual(before);
    expect(world.writes()).toHaveLength(writes);
  });

  it('makes no call for a paused object, deletion included', async () => {
    const world = await make();
    await world.apply({
      apiVersion: 'compute.sostackit.dev/v1alpha1',
      kind: 'Network',
      metadata: { name: 'net', annotations: { 'compute.sostackit.dev/paused': 'true' } },
      spec: NETWORK,
    } as KubeObject);
    world.start();
    const paused = await world.reach('Network', 'net', (object) => condition(object, 'Synced')?.reason === 'Paused');
    expect(paused.metadata.finalizers).toBeUndefined();
    expect(world.stackit.journal.filter(({ path }) => path.includes('/networks'))).toEqual([]);
    await world.kube.patch(world.path('Network', 'net'), {
      metadata: { annotations: { 'compute.sostackit.dev/paused': null } },
    });
    await world.reach('Network', 'net');
  });
});
