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
const FINALIZER = 'compute.sostackit.dev/cluster-finalizer';

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
  const body = (world: World, index = -1) => puts(world).at(index)?.requestBody as Record<string, unknown>;
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
});

export { documents, FOREIGN, join, ROOT };
