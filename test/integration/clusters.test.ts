import { join } from 'node:path';
import type { KubeObject } from '../../provider/kubernetes';
import type { SimulatorOptions } from '../../src/sandbox/stackit';
import { clusters, documents, ROOT, until } from '../support/clusters';
import { worldsOf } from '../support/suite';
import { condition, isReady, PLACE, reason, type Seen, type World } from '../support/world';

const POOL = {
  name: 'system',
  machineType: 'g1.2',
  minimum: 1,
  maximum: 3,
  availabilityZones: ['eu01-1'],
  volume: { size: 20 },
  allowSystemComponents: true,
};
const CLUSTER = { ...PLACE, kubernetesVersion: '1.34', nodePools: [POOL] };
const pool = (part: object) => ({ nodePools: [{ ...POOL, ...part }] });
const zones = (...names: string[]) => ({ extensions: { dns: { enabled: true, zones: names } } });
const acl = (...allowedCidrs: string[]) => ({ extensions: { acl: { enabled: true, allowedCidrs } } });
const FINALIZER = 'compute.sostackit.dev/cluster-finalizer';

const WINDOW = {
  autoUpdateKubernetesVersion: false,
  autoUpdateMachineImageVersion: true,
  start: '01:00:00Z',
  end: '02:00:00Z',
};
const NIGHT = { start: '0 19 * * 1-5', end: '0 7 * * 1-5', timezone: 'Europe/Berlin' };

/** Every block that may be set by others than us. */
const EVERY_BLOCK = {
  access: { idp: { enabled: true, type: 'stackit' } },
  audit: { enabled: true },
  extensions: {
    acl: { enabled: true, allowedCidrs: ['198.51.100.0/24'] },
    dns: { enabled: true, zones: ['app.runs.onstackit.cloud'], gatewayApi: true },
    observability: { enabled: true, instanceId: '3f0d2f9c-1111-4222-8333-444455556666' },
    applicationLoadBalancer: { enabled: true },
  },
  hibernation: { schedules: [{ start: '0 20 * * *', end: '0 6 * * *', timezone: 'UTC' }] },
  maintenance: {
    autoUpdate: { kubernetesVersion: true, machineImageVersion: false },
    timeWindow: { start: '0000-01-01T05:00:00Z', end: '0000-01-01T06:00:00Z' },
  },
  network: { controlPlane: { accessScope: 'PUBLIC' }, cni: { calico: {} } },
  labels: { 'example.com/team': 'b' },
};

/** A cluster in STACKIT that nobody of ours made. */
const FOREIGN = { name: 'it', labels: { team: 'b' } };

const synced = (object: Seen) => condition(object, 'Synced');
const upToDate = (object: Seen) =>
  isReady(object) &&
  synced(object)?.reason === 'UpToDate' &&
  synced(object)?.observedGeneration === object.metadata.generation;

/** The simulator's own times, so short that a test sees several of them. */
const FAST: SimulatorOptions = {
  durations: {
    clusterCreate: 300,
    clusterUpdate: 150,
    clusterReconcile: 150,
    clusterHibernate: 150,
    clusterWakeup: 150,
    clusterDelete: 300,
    rotationPrepare: 150,
    rotationComplete: 150,
    serviceEnable: 100,
  },
};

describe.each(clusters())('clusters on the %s', (_, start) => {
  const worlds = worldsOf(start);
  const make = (options: SimulatorOptions = {}) => worlds({ ...FAST, ...options });

  const made = async (world: World, spec: object = {}): Promise<Seen> => {
    world.start();
    await world.create('Cluster', 'it', { ...CLUSTER, ...spec });
    return world.reach('Cluster', 'it', upToDate);
  };
  const stored = (world: World, name = 'it') =>
    world.stackit.objects('cluster').find((cluster) => cluster.name === name);
  const puts = (world: World) => world.calls('CreateOrUpdateCluster');
  const body = (world: World, index = -1) => puts(world).at(index)?.requestBody as Sent;
  const quiet = async (world: World, passes = 20) => {
    const lists = world.calls('ListClusters').length;
    const before = world.writes().length;
    for (let pass = 0; pass < 3; pass += 1) {
      await world.patch('Cluster', 'it', {
        metadata: { annotations: { 'compute.sostackit.dev/reconcile-requested-at': `${pass}` } },
      });
      await world.reach('Cluster', 'it', ({ status }) => status?.lastHandledReconcileAt === `${pass}`);
    }
    await until('it was looked at', () => world.calls('ListClusters').length >= Math.min(lists + 2, lists + passes));
    expect(world.writes()).toHaveLength(before);
  };
  const events = async (world: World, wanted: string) =>
    until(`the event ${wanted}`, async () => {
      const { items } = await world.kube.list<KubeObject & { reason: string; message: string }>({
        group: '',
        version: 'v1',
        plural: 'events',
        namespace: world.namespace,
      });
      const found = items.filter((event) => event.reason === wanted);
      return found.length > 0 ? found : undefined;
    });

  it('enables the service, makes a cluster once, brings it to Ready and deletes it', async () => {
    const world = await make();
    const object = await made(world);
    expect(object.metadata.finalizers).toEqual([FINALIZER]);
    expect(object.status).toMatchObject({
      clusterName: 'it',
      state: 'STATE_HEALTHY',
      kubernetesVersion: '1.34.6',
      identity: stored(world)?.status.identity,
      nodePools: [{ name: 'system', machineImage: 'flatcar', machineImageVersion: '4459.2.3' }],
    });
    expect(reason(object)).toBe('Healthy');
    const order = world.stackit.journal.map(({ operationId }) => operationId);
    expect(order.indexOf('GetCluster')).toBeLessThan(order.indexOf('CreateOrUpdateCluster'));
    expect(order.indexOf('GetServiceStatusRegional')).toBeLessThan(order.indexOf('EnableServiceRegional'));
    expect(puts(world)).toHaveLength(1);
    expect(world.calls('EnableServiceRegional')).toHaveLength(1);
    await quiet(world);
    await world.delete('Cluster', 'it');
    await world.vanish('Cluster', 'it');
    expect(stored(world)).toBeUndefined();
    expect(world.calls('DeleteCluster')).toHaveLength(1);
    expect(world.calls('DisableServiceRegional')).toEqual([]);
  });

  it('leaves a cluster of its name that is not ours alone, and makes its own once the name is free', async () => {
    const world = await make();
    world.stackit.add('cluster', FOREIGN, PLACE);
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    const taken = await world.reach('Cluster', 'it', (object) => reason(object) === 'NameTaken');
    expect(condition(taken)?.message).toContain('existingClusterName');
    expect(taken.status?.clusterName).toBeUndefined();
    await until('it was looked at again', () => world.calls('ListClusters').length > 3);
    expect(world.writes()).toEqual([]);
    expect(stored(world)?.labels).toEqual(FOREIGN.labels);
    world.stackit.remove('cluster', 'it');
    await world.reach('Cluster', 'it', upToDate);
    expect(puts(world)).toHaveLength(1);
  });

  it('deletes an object whose name was taken without touching the cluster', async () => {
    const world = await make();
    world.stackit.add('cluster', FOREIGN, PLACE);
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    await world.reach('Cluster', 'it', (object) => reason(object) === 'NameTaken');
    await world.delete('Cluster', 'it');
    await world.vanish('Cluster', 'it');
    expect(world.writes()).toEqual([]);
    expect(stored(world)).toBeDefined();
  });

  it('SKE-12: waits for a cluster of its name that is being deleted, and then makes another', async () => {
    const world = await make({ durations: { ...FAST.durations, clusterDelete: 1_500 } });
    const first = await made(world);
    await world.stop();
    await world.patch('Cluster', 'it', { metadata: { finalizers: null } });
    await world.delete('Cluster', 'it');
    await world.vanish('Cluster', 'it');
    world.stackit.change('cluster', 'it', { 'status.aggregated': 'STATE_DELETING' });
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    const waiting = await world.reach('Cluster', 'it', (object) => reason(object) === 'NameTaken');
    expect(condition(waiting)?.message).toContain('being deleted');
    world.stackit.remove('cluster', 'it');
    const second = await world.reach('Cluster', 'it', upToDate);
    expect(second.status?.identity).not.toBe(first.status?.identity);
    expect(puts(world)).toHaveLength(2);
  });

  it.each([
    ['GET', 'LIST'],
    ['LIST', 'GET'],
  ])('SKE-12: leaves a cluster alone that %s shows and %s does not', async (_shows, hides) => {
    const world = await make();
    world.stackit.add('cluster', FOREIGN, PLACE);
    world.stackit.faults.add(
      hides === 'GET'
        ? { match: { operationId: 'GetCluster' }, effect: { kind: 'error', status: 404 } }
        : { match: { operationId: 'ListClusters' }, effect: { kind: 'error', status: 200, body: { items: [] } } },
    );
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    await world.reach('Cluster', 'it', (object) => reason(object) === 'NameTaken');
    expect(world.writes()).toEqual([]);
  });

  it('makes a lost cluster again and names the lost identity', async () => {
    const world = await make();
    const first = await made(world);
    world.stackit.remove('cluster', 'it');
    const second = await world.reach(
      'Cluster',
      'it',
      (object) => upToDate(object) && object.status?.identity !== first.status?.identity,
    );
    expect(second.status?.clusterName).toBe('it');
    const [event] = await events(world, 'Recreating');
    expect(event?.message).toContain(String(first.status?.identity));
    expect(puts(world)).toHaveLength(2);
  });

  it('takes a namesake that came in the place of its own for foreign', async () => {
    const world = await make();
    await made(world);
    world.stackit.remove('cluster', 'it');
    world.stackit.add('cluster', FOREIGN, PLACE);
    await world.reach('Cluster', 'it', (object) => reason(object) === 'NameTaken');
    await world.delete('Cluster', 'it');
    await world.vanish('Cluster', 'it');
    expect(puts(world)).toHaveLength(1);
    expect(world.calls('DeleteCluster')).toEqual([]);
    expect(stored(world)?.labels).toEqual(FOREIGN.labels);
  });

  it('puts its label back on a cluster that lost it, by its identity', async () => {
    const world = await make();
    await made(world);
    world.stackit.change('cluster', 'it', { labels: { team: 'b' } });
    await until('it is stamped again', () => stored(world)?.labels?.['sostackit-owner'] !== undefined);
    expect(stored(world)?.labels).toMatchObject({ team: 'b' });
  });

  it('only reports the loss where recreatePolicy says so', async () => {
    const world = await make();
    await made(world, { recreatePolicy: 'Report' });
    world.stackit.remove('cluster', 'it');
    await world.reach('Cluster', 'it', (object) => reason(object) === 'NotFound');
    expect(puts(world)).toHaveLength(1);
  });

  it('leaves an orphan without our labels and with all else', async () => {
    const world = await make();
    await made(world, { deletionPolicy: 'Orphan', labels: { team: 'a' } });
    const { labels: _before, status: _status, ...before } = stored(world) ?? {};
    await world.delete('Cluster', 'it');
    await world.vanish('Cluster', 'it');
    const { labels, status: _now, ...after } = stored(world) ?? {};
    expect(labels).toEqual({ team: 'a' });
    expect(after).toEqual(before);
  });

  it('takes a cluster over from the Go operator by one PUT that adds our labels and nothing else', async () => {
    const world = await make({ behaviour: { requireService: false } });
    world.stackit.add('cluster', { ...FOREIGN, ...EVERY_BLOCK }, PLACE);
    const before = stored(world);
    await world.apply({
      apiVersion: 'compute.sostackit.dev/v1alpha1',
      kind: 'Cluster',
      metadata: { name: 'it', finalizers: [FINALIZER] },
      spec: { ...PLACE, kubernetesVersion: '1.35', nodePools: [{ ...POOL, name: 'pool', maximum: 1 }] },
    } as KubeObject);
    await world.kube.patch(world.path('Cluster', 'it', 'status'), { status: { clusterName: 'it' } });
    world.start();
    await world.reach('Cluster', 'it', upToDate);
    expect(world.writes()).toHaveLength(1);
    const { labels, status: _sent, ...rest } = body(world);
    expect(Object.keys(labels ?? {}).sort()).toEqual(['example.com/team', 'sostackit-owner', 'sostackit-uid']);
    const { labels: _labels, status: _status, name: _name, ...was } = { ...before };
    expect(rest).toEqual(JSON.parse(JSON.stringify(was)));
  });

  it.each([
    ['a change of a pool', { nodePools: [{ ...POOL, maximum: 5 }] }],
    ['a label', { labels: { env: 'dev' } }],
    ['a window', { maintenance: WINDOW }],
    ['a schedule', { hibernation: { schedules: [NIGHT] } }],
    ['an ACL', { extensions: { acl: { enabled: true, allowedCidrs: ['203.0.113.0/24'] } } }],
    ['logins', { access: { idp: { enabled: false } } }],
  ])('lets blocks that the spec does not own survive %s', async (_what, spec) => {
    const world = await make();
    await made(world);
    world.stackit.change('cluster', 'it', {
      ...EVERY_BLOCK,
      labels: { ...stored(world)?.labels, ...EVERY_BLOCK.labels },
    });
    const before = stored(world);
    await quiet(world);
    await world.patch('Cluster', 'it', { spec });
    await world.reach('Cluster', 'it', upToDate);
    expect(puts(world)).toHaveLength(2);
    const after = stored(world) as unknown as Record<string, unknown>;
    const touched = { nodePools: 'nodepools' } as Record<string, string>;
    const owned = Object.keys(spec).map((field) => touched[field] ?? field);
    for (const [block, value] of Object.entries(before ?? {})) {
      if (!owned.includes(block) && block !== 'status') expect({ [block]: after[block] }).toEqual({ [block]: value });
    }
    expect(after.extensions).toMatchObject({ observability: EVERY_BLOCK.extensions.observability });
    expect(after.labels).toMatchObject(EVERY_BLOCK.labels);
  });

  it.each([
    ['hibernation', { schedules: [NIGHT] }, (sent: Sent) => sent.hibernation?.schedules, []],
    ['maintenance', WINDOW, (sent: Sent) => sent.maintenance, undefined],
    ['access', { idp: { enabled: true } }, (sent: Sent) => sent.access, undefined],
    [
      'extensions',
      { acl: { enabled: true, allowedCidrs: ['203.0.113.0/24'] } },
      (sent: Sent) => sent.extensions?.acl,
      undefined,
    ],
  ] as const)('removes %s that it set, and keeps silent afterwards', async (field, value, sent, expected) => {
    const world = await make();
    await made(world, { [field]: value });
    await world.patch('Cluster', 'it', { spec: { [field]: null } });
    await world.reach('Cluster', 'it', (object) => upToDate(object) && puts(world).length === 2);
    expect(sent(body(world))).toEqual(expected);
    await quiet(world);
  });

  it('Q76: sees that a removed schedule is gone, and sends the removal again if not', async () => {
    const world = await make();
    await made(world, { hibernation: { schedules: [NIGHT] } });
    world.stackit.faults.add({
      match: { operationId: 'CreateOrUpdateCluster', count: 1 },
      effect: { kind: 'error', status: 202, when: 'before', body: '{"name":"it"}' },
    });
    await world.patch('Cluster', 'it', { spec: { hibernation: null } });
    await until('it is gone', () => stored(world)?.hibernation?.schedules.length === 0);
    expect(puts(world).length).toBeGreaterThanOrEqual(3);
  });

  it('SKE-16, Q82: raises the version one minor at a time and waits for healthy in between', async () => {
    const world = await make();
    await made(world, { kubernetesVersion: '1.33' });
    expect(stored(world)?.kubernetes.version).toBe('1.33.10');
    await world.patch('Cluster', 'it', { spec: { kubernetesVersion: '1.35' } });
    await world.reach('Cluster', 'it', (object) => upToDate(object) && object.status?.kubernetesVersion === '1.35.2');
    const sent = puts(world).map(({ requestBody }) => (requestBody as Sent).kubernetes.version);
    expect(sent).toEqual(['1.33.10', '1.34.6', '1.35.2']);
    expect(puts(world).every(({ status }) => status === 202)).toBe(true);
  });

  it('SKE-01, SKE-02, Q82: never writes an older version back, and sends the one in use with other changes', async () => {
    const world = await make();
    await made(world, { kubernetesVersion: '1.33.8' });
    world.stackit.change('cluster', 'it', { 'kubernetes.version': '1.34.4' });
    const ahead = await world.reach('Cluster', 'it', (object) => object.status?.kubernetesVersion === '1.34.4');
    expect(synced(ahead)?.message).toContain('never lowered');
    await quiet(world);
    await world.patch('Cluster', 'it', { spec: { labels: { env: 'dev' } } });
    await world.reach('Cluster', 'it', upToDate);
    expect(body(world).kubernetes.version).toBe('1.34.4');
    await world.patch('Cluster', 'it', { spec: { kubernetesVersion: '1.32' } });
    await world.reach('Cluster', 'it', upToDate);
    expect(puts(world)).toHaveLength(2);
    expect(world.calls('DeleteCluster')).toEqual([]);
  });

  it('SKE-04: takes a preview version only when asked for, with a warning event', async () => {
    const world = await make();
    await made(world, { kubernetesVersion: '1.36' });
    expect(stored(world)?.kubernetes.version).toBe('1.36.0');
    const [event] = await events(world, 'Chosen');
    expect(event?.message).toMatch(/1\.36\.0.*preview/);
  });

  it.each([
    ['machine type', { nodePools: [{ ...POOL, machineType: 'x9.9' }] }, /system: machineType "x9\.9".*g1\.2/],
    ['version', { kubernetesVersion: '1.29' }, /1\.29 is not on offer.*1\.34\.6/],
    ['full version', { kubernetesVersion: '1.33.9' }, /1\.33\.9 is not on offer.*1\.33\.10/],
    [
      'image',
      { nodePools: [{ ...POOL, machineImage: { name: 'arch' } }] },
      /machineImage\.name "arch".*flatcar, ubuntu/,
    ],
    ['volume type', { nodePools: [{ ...POOL, volume: { size: 20, type: 'fast' } }] }, /volume\.type "fast".*perf1/],
    ['zone', { nodePools: [{ ...POOL, availabilityZones: ['eu01-9'] }] }, /eu01-9.*eu01-1/],
    ['version of a pool', { nodePools: [{ ...POOL, kubernetesVersion: '1.35' }] }, /system: .*1\.35/],
  ])('Q69: refuses an unknown %s with what is offered, before any PUT', async (_what, spec, message) => {
    const world = await make();
    world.start();
    await world.create('Cluster', 'it', { ...CLUSTER, ...spec });
    const refused = await world.reach('Cluster', 'it', (object) => reason(object) === 'InvalidSpec');
    expect(condition(refused)?.message).toMatch(message);
    expect(world.writes()).toEqual([]);
  });

  it('refuses an unknown machine type of a cluster that is there, and stays ready', async () => {
    const world = await make();
    await made(world);
    await world.patch('Cluster', 'it', { spec: { nodePools: [{ ...POOL, machineType: 'x9.9' }] } });
    const refused = await world.reach('Cluster', 'it', (object) => synced(object)?.reason === 'UpdateFailed');
    expect(synced(refused)?.message).toMatch(/x9\.9.*g1\.2/);
    expect(isReady(refused)).toBe(true);
    expect(puts(world)).toHaveLength(1);
  });

  it('SKE-05: keeps a retired image and still makes other changes', async () => {
    const world = await make();
    await made(world, { nodePools: [{ ...POOL, machineImage: { name: 'flatcar', version: '4459.2.1' } }] });
    const [pool] = stored(world)?.nodepools ?? [];
    // Paused, so that the image in STACKIT and the wish for it change in the provider's eyes at once.
    const pause = (value: string | null) => ({ annotations: { 'compute.sostackit.dev/paused': value } });
    await world.patch('Cluster', 'it', { metadata: pause('true') });
    await world.reach('Cluster', 'it', (object) => synced(object)?.reason === 'Paused');
    world.stackit.change('cluster', 'it', {
      nodepools: [{ ...pool, machine: { type: 'g1.2', image: { name: 'flatcar', version: '3815.2.1' } } }],
    });
    await world.patch('Cluster', 'it', {
      metadata: pause(null),
      spec: { nodePools: [{ ...POOL, maximum: 5, machineImage: { name: 'flatcar', version: '3815.2.1' } }] },
    });
    await world.reach('Cluster', 'it', upToDate);
    expect(body(world).nodepools[0]).toMatchObject({
      maximum: 5,
      machine: { image: { name: 'flatcar', version: '3815.2.1' } },
    });
  });

  it('Q83: chooses the version again when the system of the nodes changes', async () => {
    const world = await make();
    await made(world);
    await world.patch('Cluster', 'it', { spec: { nodePools: [{ ...POOL, machineImage: { name: 'ubuntu' } }] } });
    await world.reach('Cluster', 'it', upToDate);
    expect(stored(world)?.nodepools[0]?.machine.image).toEqual({ name: 'ubuntu', version: '2404.20260210.0' });
  });

  it('SKE-06, Q72: knows pools by name: neither their order nor that of their zones matters', async () => {
    const world = await make();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ ...POOL, name, availabilityZones: ['eu01-1', 'eu01-2'] }));
    await made(world, { nodePools: [a, b] });
    const pools = (stored(world)?.nodepools ?? []).map((pool) => ({ ...pool }));
    world.stackit.change('cluster', 'it', { nodepools: [...pools].reverse() });
    await quiet(world);
    await world.patch('Cluster', 'it', { spec: { nodePools: [c, a, b] } });
    await world.reach('Cluster', 'it', upToDate);
    expect(body(world).nodepools.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(body(world).nodepools.slice(1)).toEqual(JSON.parse(JSON.stringify(pools)));
    await world.patch('Cluster', 'it', { spec: { nodePools: [{ ...a, availabilityZones: ['eu01-2', 'eu01-1'] }] } });
    await world.reach('Cluster', 'it', upToDate);
    expect(body(world).nodepools.map(({ name }) => name)).toEqual(['a']);
    expect(puts(world)).toHaveLength(3);
  });

  it('Q71, Q72: adds a zone at the end, with enough surge for all of them, and refuses to take one away', async () => {
    const world = await make();
    await made(world);
    await world.patch('Cluster', 'it', { spec: { nodePools: [{ ...POOL, availabilityZones: ['eu01-2', 'eu01-1'] }] } });
    await world.reach('Cluster', 'it', upToDate);
    expect(body(world).nodepools[0]).toMatchObject({ availabilityZones: ['eu01-1', 'eu01-2'], maxSurge: 2 });
    await world.patch('Cluster', 'it', { spec: { nodePools: [{ ...POOL, availabilityZones: ['eu01-2'] }] } });
    const refused = await world.reach('Cluster', 'it', (object) => synced(object)?.reason === 'ImmutableFieldChanged');
    expect(synced(refused)?.message).toContain('eu01-1');
    expect(puts(world)).toHaveLength(2);
  });

  it.each([
    ['a taint without value', { taints: [{ key: 'gpu', effect: 'NoSchedule' }] }],
    ['no taints', { taints: [] }],
    ['no labels', { labels: {} }],
  ])('SKE-07, Q74: takes %s for what STACKIT makes of it', async (_what, part) => {
    const world = await make();
    await made(world, { nodePools: [{ ...POOL, ...part }] });
    await quiet(world);
    expect(puts(world)).toHaveLength(1);
  });

  it('SKE-07: removes a taint by an empty list', async () => {
    const world = await make();
    await made(world, { nodePools: [{ ...POOL, taints: [{ key: 'gpu', effect: 'NoSchedule' }] }] });
    await world.patch('Cluster', 'it', { spec: { nodePools: [POOL] } });
    await world.reach('Cluster', 'it', (object) => upToDate(object) && puts(world).length > 1);
    expect(body(world).nodepools[0]?.taints).toEqual([]);
    await quiet(world);
  });

  it('SKE-08, SKE-09, SKE-10, SKE-14, Q73, Q74, Q80, Q87, Q88: finds no difference in what STACKIT fills in', async () => {
    const world = await make();
    const { timezone: _zone, ...bare } = NIGHT;
    await made(world, {
      hibernation: { schedules: [bare] },
      extensions: { dns: { enabled: true } },
      maintenance: { ...WINDOW, start: '03:00:00+02:00', end: '04:00:00+02:00' },
    });
    for (const network of [{}, { id: PLACE.projectId, controlPlane: { accessScope: 'PUBLIC' }, cni: { calico: {} } }]) {
      world.stackit.change('cluster', 'it', { network, 'status.podAddressRanges': [''] });
      await quiet(world);
    }
    world.stackit.change('cluster', 'it', {
      'extensions.dns': { enabled: true, zones: [], gatewayApi: false },
      'maintenance.timeWindow': { start: '0000-01-01T01:00:00Z', end: '0000-01-01T02:00:00+00:00' },
    });
    await quiet(world);
    expect(puts(world)).toHaveLength(1);
    expect((await world.get('Cluster', 'it')).status?.podAddressRanges).toBeUndefined();
  });

  it('SKE-10: puts a window back that was changed in the portal, by one PUT', async () => {
    const world = await make();
    await made(world, { maintenance: WINDOW });
    world.stackit.change('cluster', 'it', {
      'maintenance.timeWindow': { start: '0000-01-01T04:00:00Z', end: '0000-01-01T05:00:00Z' },
    });
    await until('it is put back', () => stored(world)?.maintenance?.timeWindow?.start === '0000-01-01T01:00:00Z');
    await world.reach('Cluster', 'it', upToDate);
    expect(puts(world)).toHaveLength(2);
  });

  it('SKE-14: passes the name of a time zone through untouched', async () => {
    const world = await make();
    await made(world, { hibernation: { schedules: [NIGHT] } });
    expect(body(world).hibernation?.schedules).toEqual([NIGHT]);
  });

  it('puts to sleep and wakes as wanted', async () => {
    const world = await make();
    await made(world);
    await world.patch('Cluster', 'it', { spec: { hibernated: true } });
    const asleep = await world.reach('Cluster', 'it', (object) => upToDate(object) && reason(object) === 'Hibernated');
    expect(asleep.status).toMatchObject({ state: 'STATE_HIBERNATED', hibernated: true });
    await world.patch('Cluster', 'it', { spec: { hibernated: false, labels: { env: 'dev' } } });
    await world.reach('Cluster', 'it', (object) => upToDate(object) && reason(object) === 'Healthy');
    expect(world.calls('TriggerHibernate')).toHaveLength(1);
    expect(world.calls('TriggerWakeup')).toHaveLength(1);
  });

  it('Q77: leaves a cluster asleep that somebody else put to sleep, and calls it ready', async () => {
    const world = await make();
    await made(world);
    world.stackit.change('cluster', 'it', { 'status.aggregated': 'STATE_HIBERNATED', 'status.hibernated': true });
    const asleep = await world.reach('Cluster', 'it', (object) => reason(object) === 'Hibernated');
    expect(isReady(asleep)).toBe(true);
    await quiet(world);
  });

  it('acts on hibernated beside schedules once for each generation', async () => {
    const world = await make();
    await made(world, { hibernation: { schedules: [NIGHT] }, hibernated: true });
    await world.reach('Cluster', 'it', (object) => reason(object) === 'Hibernated');
    await world.reach('Cluster', 'it', ({ status }) => status?.hibernatedGeneration !== undefined);
    // The schedule wakes it.
    world.stackit.change('cluster', 'it', { 'status.aggregated': 'STATE_HEALTHY', 'status.hibernated': false });
    await world.reach('Cluster', 'it', (object) => upToDate(object) && reason(object) === 'Healthy');
    await quiet(world);
    expect(world.calls('TriggerHibernate')).toHaveLength(1);
    await world.patch('Cluster', 'it', { spec: { labels: { env: 'dev' } } });
    await world.reach('Cluster', 'it', (object) => reason(object) === 'Hibernated');
    expect(world.calls('TriggerHibernate')).toHaveLength(2);
  });

  it('Q79: shows errors of a creation at once, and gets ready once they are gone', async () => {
    const world = await make();
    world.stackit.faults.add({
      match: { operationId: 'CreateOrUpdateCluster', count: 1 },
      effect: { kind: 'errors', errors: [{ code: 'SKE_NETWORK_NO_DNS_CONFIGURED', message: 'no servers' }], ms: 1_500 },
    });
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    const troubled = await world.reach('Cluster', 'it', (object) => reason(object) === 'Error');
    expect(condition(troubled)?.message).toMatch(/STATE_CREATING.*SKE_NETWORK_NO_DNS_CONFIGURED/);
    expect(troubled.status?.errors).toEqual([{ code: 'SKE_NETWORK_NO_DNS_CONFIGURED', message: 'no servers' }]);
    const ready = await world.reach('Cluster', 'it', upToDate);
    expect(ready.status?.errors).toBeUndefined();
  });

  it('Q78: takes UNHEALTHY without errors of its own for progress', async () => {
    const world = await make();
    world.stackit.faults.add({
      match: { operationId: 'CreateOrUpdateCluster', count: 1 },
      effect: { kind: 'unhealthy', ms: 700 },
    });
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    const seen = await world.reach('Cluster', 'it', ({ status }) => status?.state === 'STATE_UNHEALTHY');
    expect(reason(seen)).toBe('Transitioning');
    await world.reach('Cluster', 'it', upToDate);
  });

  it('SKE-12: keeps the finalizer while resources remain, says so, and sends one DELETE', async () => {
    const world = await make();
    await made(world);
    world.stackit.faults.add({
      match: { operationId: 'DeleteCluster', count: 1 },
      effect: { kind: 'remainingResources', ms: 1_500 },
    });
    await world.delete('Cluster', 'it');
    const held = await world.reach('Cluster', 'it', (object) => reason(object) === 'RemainingResources');
    expect(condition(held)?.message).toContain('SKE_REMAINING_RESOURCES');
    expect(held.metadata.finalizers).toEqual([FINALIZER]);
    await world.vanish('Cluster', 'it');
    expect(world.calls('DeleteCluster')).toHaveLength(1);
    expect(stored(world)).toBeUndefined();
  });

  it('goes before its network, which waits', async () => {
    const world = await make();
    world.start();
    await world.create('Network', 'net', { ...PLACE, ipv4: { prefixLength: 24 } });
    await world.create('Cluster', 'it', { ...CLUSTER, network: { networkRef: { name: 'net' } } });
    const object = await world.reach('Cluster', 'it', upToDate);
    const network = await world.get('Network', 'net');
    expect(body(world).network?.id).toBe(network.status?.networkId);
    await world.delete('Network', 'net');
    await world.reach('Network', 'net', (seen) => reason(seen) === 'InUse');
    await world.delete('Cluster', object.metadata.name ?? '');
    await world.vanish('Cluster', 'it');
    await world.vanish('Network', 'net');
    expect(world.calls('DeleteNetwork').every(({ status }) => status === 202)).toBe(true);
  });

  it.each([
    ['the PUT meets a reset after its effect', { kind: 'reset', when: 'after' }],
    ['the PUT meets a reset before its effect', { kind: 'reset', when: 'before' }],
    ['the PUT meets a 500 after its effect', { kind: 'error', status: 500, when: 'after' }],
    ['the PUT meets a 503 in plain text', { kind: 'unavailable' }],
  ] as const)('makes exactly one, and leaves none, when %s', async (_what, effect) => {
    const world = await make();
    world.stackit.faults.add({ match: { operationId: 'CreateOrUpdateCluster', count: 4 }, effect });
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    const object = await world.reach('Cluster', 'it', upToDate, 40_000);
    expect(object.status?.identity).toBe(stored(world)?.status.identity);
    expect(world.ours()).toEqual(['cluster it']);
    await world.delete('Cluster', 'it');
    await world.vanish('Cluster', 'it');
    expect(world.ours()).toEqual([]);
  });

  it('leaves nothing behind when it is deleted while nobody knows whether the PUT was carried out', async () => {
    const world = await make();
    world.stackit.faults.add({
      match: { operationId: 'CreateOrUpdateCluster' },
      effect: { kind: 'reset', when: 'after' },
    });
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    await until('the PUT was sent', () => stored(world) !== undefined);
    await world.delete('Cluster', 'it');
    await world.vanish('Cluster', 'it', 40_000);
    expect(world.ours()).toEqual([]);
  });

  it('goes on after a restart at any moment, with exactly one', async () => {
    const world = await make();
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    for (let count = 0; count < 6; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      await world.stop();
      world.start();
    }
    await world.reach('Cluster', 'it', upToDate);
    expect(world.ours()).toEqual(['cluster it']);
    expect(new Set(puts(world).map(({ requestBody }) => JSON.stringify(requestBody))).size).toBe(1);
  });

  it('Q86: says which permission is missing when it may not enable the service', async () => {
    const world = await make();
    world.stackit.faults.add({
      match: { operationId: 'EnableServiceRegional' },
      effect: { kind: 'error', status: 403, body: { status: 403, message: 'Forbidden' } },
    });
    world.start();
    await world.create('Cluster', 'it', CLUSTER);
    const refused = await world.reach('Cluster', 'it', (object) => reason(object) === 'Forbidden');
    expect(condition(refused)?.message).toContain('service-enablement.service-state.edit');
    expect(puts(world)).toEqual([]);
  });

  it('Q86: goes on without asking for the service where it may not ask', async () => {
    const world = await make({ behaviour: { requireService: false } });
    world.stackit.faults.add({
      match: { operationId: 'GetServiceStatusRegional' },
      effect: { kind: 'error', status: 403, body: { status: 403, message: 'Forbidden' } },
    });
    await made(world);
    expect(world.calls('EnableServiceRegional')).toEqual([]);
  });

  describe('an adopted cluster', () => {
    const adopted = { ...PLACE, existingClusterName: 'it' };

    it('is observed and never written, survives its object, and recovers from its absence', async () => {
      const world = await make();
      world.start();
      await world.create('Cluster', 'adopted-cluster', { ...adopted, kubernetesVersion: '1.99', nodePools: [{}] });
      const missing = await world.reach('Cluster', 'adopted-cluster', (object) => reason(object) === 'NotFound');
      expect(missing.metadata.finalizers).toBeUndefined();
      world.stackit.add('cluster', FOREIGN, PLACE);
      const found = await world.reach('Cluster', 'adopted-cluster');
      expect(found.metadata.finalizers).toBeUndefined();
      expect(found.status).toMatchObject({ clusterName: 'it', state: 'STATE_HEALTHY', kubernetesVersion: '1.35.2' });
      expect(synced(found)?.reason).toBe('ObserveOnly');
      await world.delete('Cluster', 'adopted-cluster');
      await world.vanish('Cluster', 'adopted-cluster');
      expect(world.writes()).toEqual([]);
      expect(stored(world)?.labels).toEqual(FOREIGN.labels);
    });

    it.each([
      ['hibernated', { hibernated: true }],
      ['hibernation', { hibernation: { schedules: [NIGHT] } }],
      ['extensions', { extensions: { dns: { enabled: true } } }],
      ['labels', { labels: { env: 'dev' } }],
      ['kubeconfig', { kubeconfig: { secretName: 'config' } }],
    ])('refuses %s with a reason', async (field, spec) => {
      const world = await make();
      world.stackit.add('cluster', FOREIGN, PLACE);
      world.start();
      await world.create('Cluster', 'it', { ...adopted, ...spec });
      const refused = await world.reach('Cluster', 'it', (object) => reason(object) === 'InvalidSpec');
      expect(condition(refused)?.message).toMatch(new RegExp(`${field}.*only observed`));
      expect(world.writes()).toEqual([]);
    });

    it.each([
      ['setting', CLUSTER, { existingClusterName: 'it' }],
      ['changing', adopted, { existingClusterName: 'other' }],
      ['unsetting', { ...CLUSTER, ...adopted }, { existingClusterName: null }],
    ])('refuses %s existingClusterName later', async (_what, spec, change) => {
      const world = await make();
      await world.create('Cluster', 'it', spec);
      await expect(world.patch('Cluster', 'it', { spec: change })).rejects.toThrow(/existingClusterName/);
    });
  });

  describe('its kubeconfig', () => {
    const kubeconfig = { secretName: 'config' };
    const secret = (world: World) =>
      world.kube.get<KubeObject & { data?: Record<string, string> }>({
        group: '',
        version: 'v1',
        plural: 'secrets',
        namespace: world.namespace,
        name: 'config',
      });
    const text = async (world: World) => Buffer.from((await secret(world)).data?.kubeconfig ?? '', 'base64').toString();
    const written = (object: Seen) =>
      upToDate(object) && (object.status?.kubeconfig as { secretName?: string } | undefined)?.secretName === 'config';

    it('lies in a Secret of its own, is issued once and appears nowhere else', async () => {
      const world = await make();
      world.start();
      await world.create('Cluster', 'it', { ...CLUSTER, kubeconfig });
      const object = await world.reach('Cluster', 'it', written);
      const content = await text(world);
      expect(world.stackit.takesKubeconfig('it', content)).toBe(true);
      expect((await secret(world)).metadata).toMatchObject({
        ownerReferences: [{ kind: 'Cluster', name: 'it', uid: object.metadata.uid, controller: true }],
      });
      expect(JSON.stringify(object)).not.toContain('client-key');
      await quiet(world);
      expect(world.calls('CreateKubeconfig')).toHaveLength(1);
    });

    it('is renewed at four fifths of its life', async () => {
      const world = await make();
      world.start();
      await world.create('Cluster', 'it', { ...CLUSTER, kubeconfig });
      await world.reach('Cluster', 'it', written);
      const before = await text(world);
      const annotations = (await secret(world)).metadata.annotations ?? {};
      const key = 'compute.sostackit.dev/kubeconfig-issued-at';
      const life =
        Date.parse(annotations['compute.sostackit.dev/kubeconfig-expires-at'] ?? '') -
        Date.parse(annotations[key] ?? '');
      expect(Math.round(life / 1_000)).toBe(86_400);
      const age = async (share: number) => {
        const now = Date.now();
        await world.kube.patch(
          { group: '', version: 'v1', plural: 'secrets', namespace: world.namespace, name: 'config' },
          {
            metadata: {
              annotations: {
                [key]: new Date(now - share * life).toISOString(),
                'compute.sostackit.dev/kubeconfig-expires-at': new Date(now + (1 - share) * life).toISOString(),
              },
            },
          },
        );
        await quietly(world, `${share}`);
      };
      await age(0.79);
      expect(world.calls('CreateKubeconfig')).toHaveLength(1);
      await age(0.81);
      await until('it is renewed', () => world.calls('CreateKubeconfig').length === 2);
      await until('it is written', async () => (await text(world)) !== before);
    });

    it('Q84: is issued again when the cluster was made anew or its credentials were rotated', async () => {
      const world = await make();
      world.start();
      await world.create('Cluster', 'it', { ...CLUSTER, kubeconfig });
      const first = await world.reach('Cluster', 'it', written);
      world.stackit.remove('cluster', 'it');
      await world.reach(
        'Cluster',
        'it',
        (object) => written(object) && object.status?.identity !== first.status?.identity,
      );
      await until('it is written', async () => world.stackit.takesKubeconfig('it', await text(world)));
      const rotate = (step: string) =>
        world.patch('Cluster', 'it', {
          metadata: { annotations: { 'compute.sostackit.dev/credentials-rotation': step } },
        });
      const phase = ({ status }: Seen) => (status?.credentialsRotation as { phase?: string } | undefined)?.phase;
      const before = await text(world);
      await rotate('prepare');
      await world.reach('Cluster', 'it', (object) => upToDate(object) && phase(object) === 'PREPARED');
      await until('it is written', async () => (await text(world)) !== before);
      await rotate('complete');
      await world.reach('Cluster', 'it', (object) => upToDate(object) && phase(object) === 'COMPLETED');
      expect(world.stackit.takesKubeconfig('it', before)).toBe(false);
      await until('the Secret is good', async () => world.stackit.takesKubeconfig('it', await text(world)));
      await quiet(world);
      expect(world.calls('StartCredentialsRotation')).toHaveLength(1);
      expect(world.calls('CompleteCredentialsRotation')).toHaveLength(1);
    });

    it('Q85: is tried again while STACKIT cannot issue it yet, and the cluster is ready meanwhile', async () => {
      const world = await make();
      world.stackit.faults.add({
        match: { operationId: 'CreateKubeconfig', count: 1 },
        effect: { kind: 'error', status: 400, body: { code: 'FailedPrecondition', message: 'not yet' } },
      });
      world.start();
      await world.create('Cluster', 'it', { ...CLUSTER, kubeconfig });
      await world.reach('Cluster', 'it', (object) => isReady(object) && synced(object)?.status === 'False');
      await world.reach('Cluster', 'it', written);
      expect(world.calls('CreateKubeconfig')).toHaveLength(2);
    });

    it('leaves a Secret alone that is not its own, and says so', async () => {
      const world = await make();
      await world.kube.create(
        { group: '', version: 'v1', plural: 'secrets', namespace: world.namespace },
        { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'config' }, data: { a: 'Yg==' } },
      );
      world.start();
      await world.create('Cluster', 'it', { ...CLUSTER, kubeconfig });
      const object = await world.reach('Cluster', 'it', (seen) => synced(seen)?.reason === 'UpdateFailed');
      expect(synced(object)?.message).toContain('config');
      expect(isReady(object)).toBe(true);
      expect((await secret(world)).data).toEqual({ a: 'Yg==' });
      expect(world.calls('CreateKubeconfig')).toEqual([]);
    });

    it('is written again when somebody has overwritten or deleted it', async () => {
      const world = await make();
      await made(world, { kubeconfig });
      await world.reach('Cluster', 'it', written);
      const path = { group: '', version: 'v1', plural: 'secrets', namespace: world.namespace, name: 'config' };
      await world.kube.patch(path, { data: { kubeconfig: 'Z2FyYmFnZQ==' } });
      await quietly(world, 'overwritten');
      await until('it is good', async () => world.stackit.takesKubeconfig('it', await text(world)));
      await world.kube.delete(path);
      await quietly(world, 'deleted');
      await until('it is back', async () => world.stackit.takesKubeconfig('it', await text(world)));
      expect(world.calls('CreateKubeconfig')).toHaveLength(3);
    });

    it('moves to another Secret, and goes with its block, but only where it is ours', async () => {
      const world = await make();
      const path = { group: '', version: 'v1', plural: 'secrets', namespace: world.namespace };
      const names = async () => (await world.kube.list<KubeObject>(path)).items.map(({ metadata }) => metadata.name);
      await made(world, { kubeconfig });
      await world.reach('Cluster', 'it', written);
      await world.patch('Cluster', 'it', { spec: { kubeconfig: { secretName: 'other' } } });
      await until('it has moved', async () => (await names()).join() === 'other');
      expect(await events(world, 'KubeconfigDeleted')).toHaveLength(1);
      await world.kube.delete({ ...path, name: 'other' });
      await world.kube.create(path, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'other' },
        data: { a: 'Yg==' },
      });
      await world.patch('Cluster', 'it', { spec: { kubeconfig } });
      await world.reach('Cluster', 'it', written);
      expect((await names()).sort()).toEqual(['config', 'other']);
      // Asleep, so that none could be issued: a removal needs no call.
      world.stackit.change('cluster', 'it', { 'status.aggregated': 'STATE_HIBERNATED', 'status.hibernated': true });
      await world.reach('Cluster', 'it', (object) => reason(object) === 'Hibernated');
      await world.patch('Cluster', 'it', { spec: { kubeconfig: null } });
      await world.reach('Cluster', 'it', (object) => upToDate(object) && object.status?.kubeconfig === undefined);
      expect(await names()).toEqual(['other']);
    });

    it('keeps the old Secret while the new one cannot be written', async () => {
      const world = await make();
      const path = { group: '', version: 'v1', plural: 'secrets', namespace: world.namespace };
      await world.kube.create(path, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'theirs' } });
      await made(world, { kubeconfig });
      await world.reach('Cluster', 'it', written);
      await world.patch('Cluster', 'it', { spec: { kubeconfig: { secretName: 'theirs' } } });
      const object = await world.reach('Cluster', 'it', (seen) => synced(seen)?.reason === 'UpdateFailed');
      expect(synced(object)?.message).toContain('theirs');
      expect(world.stackit.takesKubeconfig('it', await text(world))).toBe(true);
      expect(object.status?.kubeconfig).toMatchObject({ secretName: 'config' });
      // A look in between tries nothing, and does not hide what is wrong.
      world.stackit.change('cluster', 'it', { 'status.egressAddressRanges': ['192.0.2.1/32'] });
      const later = await world.reach(
        'Cluster',
        'it',
        ({ status }) => String(status?.egressAddressRanges) === '192.0.2.1/32',
      );
      expect(synced(later)).toMatchObject({ reason: 'UpdateFailed', message: synced(object)?.message });
      // A new generation is tried at once.
      await world.patch('Cluster', 'it', { spec: { kubeconfig: { secretName: 'free' } } });
      await world.reach('Cluster', 'it', (seen) => upToDate(seen) && JSON.stringify(seen.status).includes('"free"'));
    });

    it('of the type login holds no credentials, also of an adopted cluster, by GET alone', async () => {
      const world = await make();
      world.stackit.add('cluster', FOREIGN, PLACE);
      world.start();
      await world.create('Cluster', 'it', {
        ...PLACE,
        existingClusterName: 'it',
        kubeconfig: { ...kubeconfig, type: 'login' },
      });
      await world.reach('Cluster', 'it', ({ status }) => status?.kubeconfig);
      expect(await text(world)).toContain('command: stackit');
      expect(world.writes()).toEqual([]);
    });
  });

  it.each(['prepare', 'complete', 'both'])('answers the rotation %s at a wrong time without a call', async (step) => {
    const world = await make();
    await made(world);
    if (step === 'prepare') {
      world.stackit.change('cluster', 'it', { 'status.credentialsRotation': { phase: 'COMPLETING' } });
      await world.reach('Cluster', 'it', (seen) =>
        JSON.stringify(seen.status?.credentialsRotation).includes('COMPLETING'),
      );
    }
    await world.patch('Cluster', 'it', {
      metadata: { annotations: { 'compute.sostackit.dev/credentials-rotation': step } },
    });
    const object = await world.reach('Cluster', 'it', (seen) => synced(seen)?.status === 'False');
    expect(synced(object)?.message).toContain('credentials-rotation');
    expect(world.calls('StartCredentialsRotation')).toEqual([]);
    expect(world.calls('CompleteCredentialsRotation')).toEqual([]);
  });

  it.each(['cluster', 'cluster-adopted'])('takes the example %s to Ready and away', async (name) => {
    const world = await make();
    if (name === 'cluster-adopted') world.stackit.add('cluster', { ...FOREIGN, name: 'platform' }, PLACE);
    world.start();
    const [object] = documents(join(ROOT, `examples/yaml/${name}.yaml`)) as [KubeObject];
    await world.apply(object);
    await world.reach('Cluster', object.metadata.name ?? '');
    await world.delete('Cluster', object.metadata.name ?? '');
    await world.vanish('Cluster', object.metadata.name ?? '');
    expect(world.ours()).toEqual([]);
  });

  it('USR-07: makes two pools in the given order with every version resolved, and is silent afterwards', async () => {
    const world = await make();
    const pool = (name: string, zone: string) => ({
      name,
      machineType: 'g3i.4',
      minimum: 2,
      maximum: 2,
      availabilityZones: [zone],
      volume: { size: 20, type: 'storage_premium_perf1' },
      machineImage: { name: 'flatcar' },
      labels: {},
      allowSystemComponents: true,
    });
    await made(world, {
      name: 'ha-demo',
      nodePools: [pool('ha-a', 'eu01-1'), pool('ha-b', 'eu01-2')],
      maintenance: WINDOW,
    });
    expect(puts(world).map(({ path }) => path.endsWith('/ha-demo'))).toEqual([true]);
    expect(body(world).nodepools.map(({ name, machine }) => [name, machine])).toEqual(
      ['ha-a', 'ha-b'].map((name) => [name, { type: 'g3i.4', image: { name: 'flatcar', version: '4459.2.3' } }]),
    );
    await quiet(world);
  });

  it.each<[what: string, spec: object, message: RegExp]>([
    ['SKE-11: no pool for system components', pool({ allowSystemComponents: false }), /allowSystemComponents/],
    ['SKE-11: no pool that says so', pool({ allowSystemComponents: undefined }), /allowSystemComponents/],
    ['SKE-11: no pool', { nodePools: [] }, /at least one is needed/],
    ['SKE-11: a pool name of 16 characters', pool({ name: 'sixteen-chars-xx' }), /sixteen-chars-xx/],
    [
      'SKE-11: a pool named like a cluster of 20 characters',
      pool({ name: 'a-name-of-20-letters' }),
      /a-name-of-20-letters/,
    ],
    ['Q70: a pool name with a - at its end', pool({ name: 'system-' }), /system-: name/],
    ['Q70: a pool name in upper case', pool({ name: 'System' }), /System: name/],
    ['SKE-11: more minimum than maximum', pool({ minimum: 5, maximum: 3 }), /system: minimum/],
    ['SKE-11: no maximum', pool({ minimum: 0, maximum: 0 }), /system: maximum is 1 to 1000/],
    ['SKE-11: a maximum of 1001', pool({ maximum: 1001 }), /system: maximum is 1 to 1000/],
    ['SKE-11: a small volume', pool({ volume: { size: 10 } }), /system: volume\.size/],
    ['SKE-11: a volume of 10241 GB', pool({ volume: { size: 10_241 } }), /system: volume\.size/],
    ['SKE-11: two pools of one name', { nodePools: [POOL, POOL] }, /system: name is used/],
    [
      'SKE-11: 51 pools',
      { nodePools: Array.from({ length: 51 }, (_one, index) => ({ ...POOL, name: `p${index}` })) },
      /50/,
    ],
    ['SKE-11, Q71: no surge at all', pool({ maxSurge: 0, maxUnavailable: 0 }), /system: maxSurge/],
    ['SKE-11, Q71: a surge of 0 alone', pool({ maxSurge: 0 }), /system: maxSurge/],
    [
      'SKE-13: too few nodes for its zones',
      pool({ minimum: 1, maximum: 2, maxSurge: 3, availabilityZones: ['eu01-1', 'eu01-2', 'eu01-3'] }),
      /system: maximum must be at least the number of availabilityZones/,
    ],
    [
      'SKE-13: too little surge for its zones',
      pool({ maxSurge: 1, availabilityZones: ['eu01-1', 'eu01-2'] }),
      /system: maxSurge must be 0 or at least the number of availabilityZones/,
    ],
    [
      'SKE-13: too little that may be missing for its zones',
      pool({ maxUnavailable: 1, availabilityZones: ['eu01-1', 'eu01-2'] }),
      /system: maxUnavailable must be 0 or at least the number of availabilityZones/,
    ],
    [
      'SKE-13: a zone twice',
      pool({ availabilityZones: ['eu01-1', 'eu01-1'] }),
      /system: availabilityZones names one twice/,
    ],
    ['SKE-13: no zones', pool({ availabilityZones: [] }), /system: availabilityZones needs at least one/],
    ['SKE-13: zones of another region', { region: 'eu02' }, /system: availabilityZones lie in spec\.region/],
    ['SKE-15, Q75: the ID of a DNS zone', zones(PLACE.projectId), /no IDs of zones/],
    ['SKE-15: a wildcard zone', zones('*.runs.onstackit.cloud'), /no \*\./],
    ['SKE-15: a zone in upper case', zones('App.runs.onstackit.cloud'), /domain names/],
    ['SKE-15: 21 zones', zones(...Array.from({ length: 21 }, (_one, index) => `z${index}.de`)), /20/],
    ['USR-08: an ACL that locks out', acl(), /locks everybody out/],
    ['USR-08: 11 ranges', acl(...Array.from({ length: 11 }, (_one, index) => `10.${index}.0.0/16`)), /10/],
    ['USR-08: a range without a length', acl('203.0.113.7'), /203\.0\.113\.7\/32/],
    ['USR-08: a range with too great a length', acl('203.0.113.7/33'), /prefix/],
    ['half a window', { maintenance: { start: '01:00:00Z' } }, /all four/],
    ['a time without offset', { maintenance: { ...WINDOW, end: '02:00' } }, /time with offset/],
    ['a schedule that is none', { hibernation: { schedules: [{ ...NIGHT, end: 'at seven' }] } }, /cron/],
    ['SKE-03: an empty version', { kubernetesVersion: '' }, /kubernetesVersion/],
    ['a version with a v', { kubernetesVersion: 'v1.34' }, /kubernetesVersion is like 1\.34/],
    [
      'SKE-16: a version of a pool that is none',
      pool({ kubernetesVersion: 'latest' }),
      /system: kubernetesVersion is like/,
    ],
    ['Q70: a name of 12 characters', { name: 'twelve-chars' }, /name has 1 to 11/],
    ['a name of a Secret that is none', { kubeconfig: { secretName: 'Bad Name' } }, /secretName/],
    ['Q70: a name with a - at its end', { name: 'cluster-' }, /name has 1 to 11/],
  ])('is refused at admission with %s', async (_what, spec, message) => {
    const world = await make();
    await expect(world.create('Cluster', 'it', { ...CLUSTER, ...spec })).rejects.toThrow(message);
    expect(world.stackit.journal).toEqual([]);
  });

  it.each<[what: string, change: object]>([
    ['another network', { id: '22222222-2222-4333-8444-555555555555' }],
    ['a network by reference', { id: null, networkRef: { name: 'net' } }],
    ['another plug-in', { cni: 'cilium' }],
    ['no plug-in', { cni: null }],
    ['no network', { id: null }],
  ])('SKE-08, Q73: refuses to move a cluster to %s', async (_what, network) => {
    const world = await make();
    await world.create('Cluster', 'it', { ...CLUSTER, network: { id: PLACE.projectId, cni: 'calico' } });
    await expect(world.patch('Cluster', 'it', { spec: { network } })).rejects.toThrow(/STACKIT cannot|immutable/);
    await expect(world.patch('Cluster', 'it', { spec: { network: null } })).rejects.toThrow(/cannot move a cluster/);
    await world.patch('Cluster', 'it', { spec: { network: { controlPlane: { accessScope: 'SNA' } } } });
  });

  it('is admitted with what is harmless', async () => {
    const world = await make();
    await world.create('Cluster', 'it', {
      ...CLUSTER,
      extensions: {
        acl: { enabled: false, allowedCidrs: [] },
        dns: { enabled: true, zones: ['example.runs.onstackit.cloud.'] },
      },
    });
    await expect(world.create('Cluster', 'a-name-too-long', CLUSTER)).rejects.toThrow(/spec\.name is required/);
    await expect(world.patch('Cluster', 'it', { spec: { network: { cni: 'calico' } } })).rejects.toThrow(/network/);
  });
});

/** Asks for a look and waits until it was taken. */
async function quietly(world: World, token: string): Promise<void> {
  await world.patch('Cluster', 'it', {
    metadata: { annotations: { 'compute.sostackit.dev/reconcile-requested-at': token } },
  });
  await world.reach('Cluster', 'it', ({ status }) => status?.lastHandledReconcileAt === token);
}

interface Sent {
  readonly labels?: Readonly<Record<string, string>>;
  readonly status?: unknown;
  readonly kubernetes: { readonly version: string };
  readonly nodepools: readonly (Readonly<Record<string, unknown>> & { readonly name: string })[];
  readonly hibernation?: { readonly schedules: readonly unknown[] };
  readonly maintenance?: unknown;
  readonly access?: unknown;
  readonly extensions?: { readonly acl?: unknown };
  readonly network?: { readonly id?: string };
}
