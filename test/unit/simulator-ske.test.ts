import type { SimulatorOptions } from '../../src/sandbox/stackit';
import { AUTHORIZED, type Json, Lab, PROJECT } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

afterAll(() => protocol.check());

const pool = (more: Json = {}): Json => ({
  name: 'a',
  availabilityZones: ['eu01-1'],
  machine: { type: 'g2i.2', image: { name: 'flatcar', version: '4459.2.1' } },
  minimum: 1,
  maximum: 2,
  maxSurge: 1,
  volume: { size: 20 },
  ...more,
});
const cluster = (more: Json = {}): Json => ({ kubernetes: { version: '1.34.4' }, nodepools: [pool()], ...more });

/** A lab in which SKE is enabled. */
class SkeLab extends Lab {
  constructor(options: SimulatorOptions = {}) {
    super(options);
    this.sim.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, { projectId: PROJECT });
  }

  put(payload: Json, name = 'one') {
    return this.call('PUT', `clusters/${name}`, payload);
  }

  async read(name = 'one'): Promise<Json> {
    return (await this.call('GET', `clusters/${name}`)).json;
  }

  async state(name = 'one'): Promise<Json> {
    return (await this.read(name)).status as Json;
  }

  /** A cluster that has come up. */
  static async healthy(options: SimulatorOptions = {}): Promise<SkeLab> {
    const lab = new SkeLab(options);
    expect((await lab.put(cluster())).status).toBe(202);
    await lab.clock.advance(3_600_000);
    expect((await lab.state()).aggregated).toBe('STATE_HEALTHY');
    return lab;
  }
}

describe('a cluster', () => {
  test('is stored with what SKE fills in, and comes up with addresses and an identity of its own', async () => {
    const lab = new SkeLab({ deviations: [] });
    const { json } = await lab.put(cluster({ hibernation: { schedules: [{ start: '@daily', end: '@every 1h' }] } }));
    expect(json).toMatchObject({
      name: 'one',
      access: { idp: { enabled: false, type: 'stackit' } },
      hibernation: { schedules: [{ timezone: 'UTC' }] },
      maintenance: {
        autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
        timeWindow: { start: expect.stringMatching(/^0000-01-01T/) },
      },
      nodepools: [{ cri: { name: 'containerd' }, allowSystemComponents: true, volume: { type: expect.any(String) } }],
      status: { aggregated: 'STATE_CREATING', egressAddressRanges: [], podAddressRanges: [], hibernated: false },
    });
    expect(json).not.toHaveProperty('extensions');
    await lab.clock.advance(3_600_000);
    expect(await lab.state()).toMatchObject({
      aggregated: 'STATE_HEALTHY',
      podAddressRanges: ['100.64.0.0/14'],
      credentialsRotation: { phase: 'NEVER' },
    });
    const before = (await lab.state()).identity;
    await lab.call('DELETE', 'clusters/one');
    await lab.clock.advance(3_600_000);
    await lab.put(cluster());
    expect((await lab.state()).identity).not.toBe(before);
    const writes = lab.sim.journal.filter(({ method }) => method !== 'GET').map(({ effect }) => effect);
    expect(writes).toEqual(['created', 'deleted', 'created']);
  });

  test('a PUT replaces: a block that is left out is reset, and the version may go up one minor at a time', async () => {
    const lab = await SkeLab.healthy({ deviations: [] });
    await lab.put(cluster({ extensions: { acl: { enabled: true, allowedCidrs: ['203.0.113.7/32'] } } }));
    expect(await lab.read()).toHaveProperty('extensions');
    const reply = await lab.put(cluster({ kubernetes: { version: '1.35.2' } }));
    expect(reply).toMatchObject({ status: 202, json: { kubernetes: { version: '1.35.2' } } });
    expect(await lab.read()).not.toHaveProperty('extensions');
  });

  test.each<[string, Json, string]>([
    ['no version', { nodepools: [pool()] }, '/kubernetes'],
    ['a version without a patch', cluster({ kubernetes: { version: '1.34' } }), '/kubernetes/version'],
    [
      'an unknown version',
      cluster({ kubernetes: { version: '1.20.0' } }),
      'Kubernetes version 1.20.0 is not available',
    ],
    ['a deprecated version', cluster({ kubernetes: { version: '1.32.9' } }), 'is not available'],
    ['no pool', cluster({ nodepools: [] }), 'at least one nodepool'],
    ['51 pools', cluster({ nodepools: Array.from({ length: 51 }, (_, i) => pool({ name: `p${i}` })) }), '/nodepools'],
    ['pools of one name', cluster({ nodepools: [pool(), pool()] }), 'not unique'],
    ['a long pool name', cluster({ nodepools: [pool({ name: 'a'.repeat(16) })] }), '/nodepools/0/name'],
    ['more minimum than maximum', cluster({ nodepools: [pool({ minimum: 3 })] }), 'minimum'],
    ['neither surge nor unavailable', cluster({ nodepools: [pool({ maxSurge: 0 })] }), 'cannot both be 0'],
    [
      'less surge than zones',
      cluster({ nodepools: [pool({ availabilityZones: ['eu01-1', 'eu01-2'] })] }),
      'number of zones',
    ],
    ['a zone of another region', cluster({ nodepools: [pool({ availabilityZones: ['eu02-1'] })] }), 'eu02-1'],
    ['an unknown machine type', cluster({ nodepools: [pool({ machine: machine('x9.1') })] }), 'x9.1'],
    ['a small volume', cluster({ nodepools: [pool({ volume: { size: 19 } })] }), '/volume/size'],
    ['an unknown volume type', cluster({ nodepools: [pool({ volume: { size: 20, type: 'ssd' } })] }), 'ssd'],
    ['no system pool', cluster({ nodepools: [pool({ allowSystemComponents: false })] }), 'system components'],
    ['a pool newer than the cluster', cluster({ nodepools: [pool({ kubernetes: { version: '1.35.2' } })] }), 'newer'],
    ['a pool too old', cluster({ nodepools: [pool({ kubernetes: { version: '1.32.0' } })] }), 'one minor behind'],
    ['eleven CIDRs', cluster({ extensions: { acl: acl(11) } }), '/extensions/acl/allowedCidrs'],
    ['a wildcard zone', cluster({ extensions: { dns: { enabled: true, zones: ['*.a.b'] } } }), '/zones/0'],
    ['no cron', cluster({ hibernation: { schedules: [{ start: 'tonight', end: '@daily' }] } }), '/schedules/0/start'],
  ])('is refused for %s', async (_, payload, message) => {
    const lab = new SkeLab({ deviations: [] });
    const reply = await lab.put(payload);
    expect(reply).toMatchObject({ status: 400, json: { code: 'InvalidArgument', details: '' } });
    expect(reply.json.message).toContain(message);
    expect(lab.sim.objects('cluster')).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ['a lower version', cluster({ kubernetes: { version: '1.33.8' } }), 'Kubernetes version 1.33.8 is not available'],
    [
      'another first zone',
      cluster({ nodepools: [pool({ availabilityZones: ['eu01-2', 'eu01-1'], maxSurge: 2 })] }),
      'changing the order of AvailabilityZones it not allowed',
    ],
    ['a network', cluster({ network: { id: '33333333-3333-3333-3333-333333333333' } }), 'immutable'],
  ])('is not changed to %s', async (_, payload, message) => {
    const lab = await SkeLab.healthy({ deviations: [] });
    const reply = await lab.put(payload);
    expect(reply.status).toBe(400);
    expect(reply.json.message).toContain(message);
  });

  test('several problems are told at once, each with its pool', async () => {
    const payload = cluster({ nodepools: [pool({ maxSurge: 0 }), pool({ name: 'b', minimum: 5 })] });
    const { json } = await new SkeLab().put(payload);
    expect(json.message).toBe(
      '2 errors occurred:\n' +
        '\t* invalid input: nodepool "a": maxSurge and maxUnavailable cannot both be 0\n' +
        '\t* invalid input: nodepool "b": minimum must not be greater than maximum\n\n',
    );
  });

  test.each(['a', 'b31b5fe4-s', 'prod-eu01-x'])('may be called %s', async (name) => {
    expect((await new SkeLab().put(cluster(), name)).status).toBe(202);
  });

  test.each(['prod-eu01-xy', '-a', 'a-', 'A1'])('is not called %s', async (name) => {
    expect((await new SkeLab().put(cluster(), name)).status).toBe(400);
  });

  test('maintenance raises versions to the newest of the minor, and auto-update does so by itself', async () => {
    const newest = { kubernetes: { version: '1.34.6' }, nodepools: [{ machine: { image: { version: '4459.2.3' } } }] };
    const asked = await SkeLab.healthy();
    await asked.call('POST', 'clusters/one/maintenance');
    await asked.clock.advance(3_600_000);
    expect(await asked.read()).toMatchObject(newest);
    const lab = await SkeLab.healthy({ behaviour: { autoUpdateAfter: 86_400_000 } });
    expect(await lab.read()).toMatchObject({ kubernetes: { version: '1.34.4' } });
    await lab.clock.advance(2 * 86_400_000);
    expect(await lab.read()).toMatchObject(newest);
  });

  test('in a network of the project its nodes hold a NIC there until it is gone', async () => {
    const lab = new SkeLab();
    const network = await lab.make('networks', { name: 'sna' });
    await lab.clock.advance(60_000);
    await lab.put(cluster({ network: { id: network } }));
    await lab.clock.advance(3_600_000);
    expect((await lab.call('DELETE', `networks/${network}`)).status).toBe(409);
    await lab.call('DELETE', 'clusters/one');
    expect((await lab.call('DELETE', `networks/${network}`)).status).toBe(409);
    await lab.clock.advance(3_600_000);
    expect((await lab.call('DELETE', `networks/${network}`)).status).toBe(202);
  });
});

function machine(type: string): Json {
  return { type, image: { name: 'flatcar', version: '4459.2.1' } };
}

function acl(count: number): Json {
  return { enabled: true, allowedCidrs: Array.from({ length: count }, (_, index) => `203.0.113.${index}/32`) };
}

describe('what goes wrong in the background', () => {
  test('a network without DNS shows in status.errors while the cluster stays CREATING', async () => {
    const lab = new SkeLab();
    const network = await lab.make('networks', { name: 'sna', ipv4: { prefixLength: 25, nameservers: [] } });
    await lab.clock.advance(60_000);
    expect((await lab.put(cluster({ network: { id: network } }))).status).toBe(202);
    await lab.clock.advance(36_000_000);
    const errors = [{ code: 'SKE_NETWORK_NO_DNS_CONFIGURED' }];
    expect(await lab.state()).toMatchObject({ aggregated: 'STATE_CREATING', errors });
  });

  test('a failed transition ends UNHEALTHY with the error, and reconcile heals it', async () => {
    const lab = new SkeLab();
    const effect = { kind: 'fail', message: 'quota', code: 'SKE_QUOTA_EXCEEDED' } as const;
    lab.sim.faults.add({ match: { operationId: 'CreateOrUpdateCluster', nth: 1 }, effect });
    await lab.put(cluster());
    await lab.clock.advance(3_600_000);
    const errors = [{ code: 'SKE_QUOTA_EXCEEDED', message: 'quota' }];
    expect(await lab.state()).toMatchObject({ aggregated: 'STATE_UNHEALTHY', errors });
    await lab.call('POST', 'clusters/one/reconcile');
    await lab.clock.advance(3_600_000);
    expect(await lab.state()).toMatchObject({ aggregated: 'STATE_HEALTHY', errors: [] });
  });

  test('injected errors last as long as they are told to, and a new cluster may be UNHEALTHY for a moment', async () => {
    const lab = new SkeLab();
    const errors = [{ code: 'SKE_NODE_NO_VALID_HOST_FOUND', message: 'no host' }];
    lab.sim.faults.add({ match: { resourceId: 'one' }, effect: { kind: 'errors', errors, ms: 1_000 } });
    lab.sim.faults.add({ match: { resourceId: 'two' }, effect: { kind: 'unhealthy', ms: 5_000 } });
    await lab.put(cluster());
    await lab.put(cluster(), 'two');
    expect(await lab.state()).toMatchObject({ aggregated: 'STATE_CREATING', errors });
    await lab.clock.advance(1_000);
    expect(await lab.state()).toMatchObject({ aggregated: 'STATE_CREATING', errors: [] });
    await lab.clock.advance(419_000);
    expect((await lab.state('two')).aggregated).toBe('STATE_UNHEALTHY');
    await lab.clock.advance(3_600_000);
    expect((await lab.state('two')).aggregated).toBe('STATE_HEALTHY');
  });

  test('remaining resources hold up a deletion, which says so; PUT of the name is refused meanwhile', async () => {
    const lab = await SkeLab.healthy();
    lab.sim.faults.add({
      match: { operationId: 'DeleteCluster', nth: 1 },
      effect: { kind: 'remainingResources', ms: 80 * 60_000 },
    });
    expect((await lab.call('DELETE', 'clusters/one')).status).toBe(202);
    await lab.clock.advance(80 * 60_000);
    const errors = [{ code: 'SKE_REMAINING_RESOURCES' }];
    expect(await lab.state()).toMatchObject({ aggregated: 'STATE_DELETING', errors, error: errors[0] });
    expect((await lab.call('DELETE', 'clusters/one')).status).toBe(202);
    expect(await lab.put(cluster())).toMatchObject({ status: 409, json: { code: 'FailedPrecondition' } });
    await lab.clock.advance(10 * 60_000);
    const reply = await lab.call('DELETE', 'clusters/one');
    expect(reply).toMatchObject({ status: 404, json: { code: 'NotFound' } });
    expect(lab.items(await lab.call('GET', 'clusters'))).toEqual([]);
  });

  test('an observability instance that is not there shows, but only where instances are listed', async () => {
    const payload = cluster({ extensions: { observability: { enabled: true, instanceId: 'x' } } });
    const strict = new SkeLab({ behaviour: { observabilityInstances: ['y'] } });
    const errors = [{ code: 'SKE_OBSERVABILITY_INSTANCE_NOT_FOUND' }];
    expect((await strict.put(payload)).json).toMatchObject({ status: { errors } });
    expect((await new SkeLab().put(payload)).json).toMatchObject({ status: { errors: [] } });
  });
});

describe('kubeconfigs', () => {
  test('are credentials of a lifetime of their own; a completed rotation kills the older ones', async () => {
    const lab = await SkeLab.healthy();
    const make = async (expirationSeconds?: unknown) =>
      (await lab.call('POST', 'clusters/one/kubeconfig', { expirationSeconds })).json;
    const [first, second] = [await make(), await make('600')];
    expect(first.kubeconfig).not.toBe(second.kubeconfig);
    expect(Date.parse(String(first.expirationTimestamp)) - lab.clock.now()).toBe(3_600_000);
    expect(Date.parse(String(second.expirationTimestamp)) - lab.clock.now()).toBe(600_000);
    const old = String(first.kubeconfig);
    expect(lab.sim.takesKubeconfig('one', old)).toBe(true);
    await lab.call('POST', 'clusters/one/start-credentials-rotation');
    await lab.clock.advance(3_600_000);
    const fresh = String((await make()).kubeconfig);
    expect([old, fresh].map((one) => lab.sim.takesKubeconfig('one', one))).toEqual([true, true]);
    await lab.call('POST', 'clusters/one/complete-credentials-rotation');
    await lab.clock.advance(3_600_000);
    expect([old, fresh].map((one) => lab.sim.takesKubeconfig('one', one))).toEqual([false, true]);
    const { credentialsRotation } = (await lab.state()) as { credentialsRotation: Json };
    expect(credentialsRotation).toMatchObject({ phase: 'COMPLETED', lastCompletionTime: expect.any(String) });
  });

  test.each(['599', '15552001', '', '1h', -600])('do not live for %p', async (expirationSeconds) => {
    const lab = await SkeLab.healthy();
    const reply = await lab.call('POST', 'clusters/one/kubeconfig', { expirationSeconds });
    expect(reply).toMatchObject({ status: 400, json: { code: 'InvalidArgument' } });
  });

  test('of the other kinds hold no credentials', async () => {
    const lab = await SkeLab.healthy();
    for (const kind of ['login', 'idp']) {
      const { json } = await lab.call('GET', `clusters/one/kubeconfig/${kind}`);
      expect(json.kubeconfig).toContain('command: stackit');
      expect(json.kubeconfig).not.toContain('client-key-data');
    }
  });

  test('are kept out of the journal', async () => {
    const lab = await SkeLab.healthy();
    await lab.call('POST', 'clusters/one/kubeconfig', {});
    expect(JSON.stringify(lab.sim.journal)).not.toContain('client-key-data');
  });
});

describe('service enablement', () => {
  test('SKE refuses until it is enabled, and what it needs comes along', async () => {
    const lab = new Lab();
    const path = 'services/cloud.stackit.ske';
    const refused = await lab.call('PUT', 'clusters/one', cluster());
    expect(refused).toMatchObject({ status: 403, json: { code: 'PermissionDenied', message: 'service not enabled' } });
    expect((await lab.call('GET', path)).json).toMatchObject({ serviceId: 'cloud.stackit.ske', state: 'DISABLED' });
    expect(await lab.call('POST', path)).toMatchObject({ status: 202, text: '' });
    expect((await lab.call('GET', path)).json.state).toBe('ENABLING');
    await lab.clock.advance(60_000);
    expect((await lab.call('GET', 'services/cloud.stackit.iaas')).json.state).toBe('ENABLED');
    expect((await lab.call('PUT', 'clusters/one', cluster())).status).toBe(202);
    const free = new Lab({ behaviour: { requireService: false } });
    expect((await free.call('PUT', 'clusters/one', cluster())).status).toBe(202);
  });

  test('the list comes in pages', async () => {
    const lab = new Lab({ behaviour: { servicesPerPage: 2 } });
    const first = await lab.call('GET', 'services');
    expect(lab.items(first)).toHaveLength(2);
    const last = await lab.call('GET', `services?cursor=${first.json.nextCursor}`);
    expect(lab.items(last)).toHaveLength(1);
    expect(last.json).not.toHaveProperty('nextCursor');
  });

  test('a failure is told in the service’s own words, and refusals have their own shape', async () => {
    const lab = new Lab();
    lab.sim.faults.add({ match: { operationId: 'EnableServiceRegional' }, effect: { kind: 'fail', message: 'no' } });
    await lab.call('POST', 'services/cloud.stackit.ske');
    await lab.clock.advance(60_000);
    const error = { action: 'ENABLE', reason: 'no' };
    expect((await lab.call('GET', 'services/cloud.stackit.ske')).json).toMatchObject({ state: 'DISABLED', error });
    expect(await lab.call('GET', 'services/cloud.stackit.nothing')).toMatchObject({ status: 404, text: '' });
    expect(await lab.call('GET', 'services/short')).toMatchObject({ status: 400, text: '' });
    lab.sim.permissions.deny({ operationId: 'GetServiceStatusRegional' });
    expect(await lab.call('GET', 'services/cloud.stackit.ske')).toMatchObject({
      status: 403,
      json: { status: 403, error: 'Forbidden', message: 'Forbidden', path: expect.any(String) },
    });
  });
});

describe('deviations of SKE', () => {
  test.each([
    [true, 501, { code: 'Unimplemented', message: 'unknown region' }],
    [false, 404, { code: 'NotFound' }],
  ])('Q81 %p: an unknown region is %i', async (on, status, json) => {
    const lab = new Lab({ deviations: on ? ['Q81'] : [] });
    const path = '/v2/regions/eu09/provider-options';
    if (on) expect(await lab.send('GET', path, undefined, AUTHORIZED)).toMatchObject({ status, json });
    const clusters = `/v2/projects/${PROJECT}/regions/eu09/clusters`;
    expect(await lab.send('GET', clusters, undefined, AUTHORIZED)).toMatchObject({ status, json });
  });

  test.each([true, false])('Q69, Q74, Q76, Q80 %p', async (on) => {
    const lab = new SkeLab({ deviations: on ? ['Q69', 'Q74', 'Q76', 'Q80'] : [] });
    const image = { type: 'g2i.2', image: { name: 'flatcar', version: '1.0.0' } };
    const refused = await lab.put(cluster({ nodepools: [pool({ machine: image })] }));
    expect(refused.json.message === 'invalid input: cluster with name "one"').toBe(on);
    const taints = [{ key: 'gpu', effect: 'NoSchedule' }];
    const hibernation = { schedules: [{ start: '@daily', end: '@weekly' }] };
    const { json } = await lab.put(cluster({ nodepools: [pool({ taints })], hibernation }));
    const [made] = json.nodepools as { taints: Json[] }[];
    expect(made?.taints[0]?.value).toBe(on ? '' : undefined);
    expect([json.network, json.extensions, json.labels]).toEqual(on ? [{}, {}, {}] : [undefined, undefined, undefined]);
    expect((json.status as Json).podAddressRanges).toEqual(on ? [''] : []);
    await lab.put(cluster());
    expect((await lab.read()).hibernation !== undefined).toBe(on);
  });
});

test('provider options: states of versions, and only the supported ones when asked', async () => {
  const lab = new Lab();
  const path = '/v2/regions/eu01/provider-options';
  const states = (json: Json) => new Set((json.kubernetesVersions as Json[]).map(({ state }) => state));
  const all = await lab.send('GET', path, undefined, AUTHORIZED);
  expect(states(all.json)).toEqual(new Set(['deprecated', 'supported', 'preview']));
  const some = await lab.send('GET', `${path}?versionState=SUPPORTED`, undefined, AUTHORIZED);
  expect(states(some.json)).toEqual(new Set(['supported']));
  expect(some.json.machineTypes).toContainEqual(expect.objectContaining({ name: 'g1.2', cpu: 2, memory: 8 }));
  expect((await lab.send('GET', path)).status).toBe(401);
});
