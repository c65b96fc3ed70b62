import type { Seen } from '../cluster';
import { allGone, always, isReady, readyOf, type Scenario, type Step } from '../scenario';
import type { World } from '../world';
import { creating, effects, NETWORK, PLACE, removing, type Wanted } from './wanted';

const POOL = {
  name: 'system',
  machineType: 'g1.2',
  minimum: 1,
  maximum: 3,
  availabilityZones: ['eu01-1'],
  volume: { size: 20 },
  allowSystemComponents: true,
};
const SPEC = { ...PLACE, kubernetesVersion: '1.33', nodePools: [POOL], labels: { team: 'blue', tier: 'one' } };
const ONE: readonly Wanted[] = [['Cluster', 'ske', SPEC]];
const IN_NETWORK: readonly Wanted[] = [
  ['Network', 'net', NETWORK],
  ['Cluster', 'ske', { ...SPEC, network: { networkRef: { name: 'net' } } }],
];
const OURS = 'sostackit-owner';

const cloud = ({ stackit }: World, name = 'ske') => stackit.objects('cluster').find((seen) => seen.name === name);
const seen = ({ cluster }: World): Seen | undefined => cluster.get('Cluster', 'ske');

/** Ready and in step with the spec of today. */
const upToDate = (world: World): boolean => {
  const object = seen(world);
  const synced = object?.status?.conditions?.find(({ type }) => type === 'Synced');
  return isReady(object) && synced?.status === 'True' && synced.observedGeneration === object?.metadata.generation;
};

const changing = (spec: object, when: Step['when'] = upToDate): Step => ({
  when,
  act: async ({ cluster, promises }) => promises.wants(await cluster.patch('Cluster', 'ske', { spec })),
});

const rotating = (step: string, when: Step['when'] = upToDate): Step => ({
  when,
  act: ({ cluster }) =>
    cluster.patch('Cluster', 'ske', {
      metadata: { annotations: { 'compute.sostackit.dev/credentials-rotation': step } },
    }),
});

const life: Scenario = { name: 'cluster-create', steps: [creating(ONE)], settled: upToDate };

const removal: Scenario = {
  name: 'cluster-delete',
  steps: [creating(ONE), removing(ONE, upToDate)],
  from: 1,
  settled: allGone,
};

const removalEarly: Scenario = {
  name: 'cluster-delete-early',
  steps: [creating(ONE), removing(ONE, (world) => cloud(world) !== undefined)],
  settled: allGone,
};

const withNetwork: Scenario = {
  name: 'cluster-network',
  steps: [creating(IN_NETWORK), removing(IN_NETWORK, upToDate)],
  settled: allGone,
};

const upgrade: Scenario = {
  name: 'cluster-upgrade',
  steps: [creating(ONE), changing({ kubernetesVersion: '1.35' })],
  from: 1,
  settled: (world) => upToDate(world) && cloud(world)?.kubernetes.version === '1.35.2',
};

/** A PUT that is carried out late brings back what was removed meanwhile, and it has to go again. */
const pools: Scenario = {
  name: 'cluster-pools',
  steps: [
    creating(ONE),
    changing({ nodePools: [POOL, { ...POOL, name: 'more' }] }),
    changing(
      { nodePools: [{ ...POOL, maximum: 5 }], labels: { team: null, tier: 'two' } },
      (world) => upToDate(world) && cloud(world)?.nodepools.length === 2,
    ),
  ],
  from: 1,
  settled: (world) => {
    const [only, ...others] = cloud(world)?.nodepools ?? [];
    const { team, tier } = cloud(world)?.labels ?? {};
    return upToDate(world) && others.length === 0 && only?.maximum === 5 && team === undefined && tier === 'two';
  },
};

const sleep: Scenario = {
  name: 'cluster-hibernate',
  steps: [
    creating(ONE),
    changing({ hibernated: true }),
    changing({ hibernated: false }, (world) => readyOf(seen(world))?.reason === 'Hibernated'),
  ],
  from: 1,
  settled: (world) => upToDate(world) && cloud(world)?.status.aggregated === 'STATE_HEALTHY',
};

const phase = (world: World) => cloud(world)?.status.credentialsRotation.phase;

const rotation: Scenario = {
  name: 'cluster-rotate',
  steps: [
    creating(ONE),
    rotating('prepare'),
    rotating('complete', (world) => upToDate(world) && phase(world) === 'PREPARED'),
  ],
  from: 1,
  // A start that is carried out much later than it was sent begins a further rotation, which no request of ours completes.
  settled: (world) => upToDate(world) && effects(world, 'CompleteCredentialsRotation') === 1,
};

const KEPT: readonly Wanted[] = [['Cluster', 'ske', { ...SPEC, kubeconfig: { secretName: 'config' } }]];
const mirrorSecrets: Scenario['setUp'] = ({ cluster }) => cluster.mirrorSecrets();

/** The kubeconfigs that are kept, by the names of their Secrets. */
const kept = ({ cluster }: World): [name: string, text: string][] =>
  [...cluster.secrets].map(([name, { data }]) => [name, Buffer.from(data?.kubeconfig ?? '', 'base64').toString()]);

/**
 * Is there one kubeconfig, in a Secret of this name, that the cluster takes? A Secret that is written long after it was
 * sent, when its name is wanted no more, stays for as long as the object that owns it.
 */
const keeps = (world: World, secretName: string): boolean => {
  const mayStay = world.struck.some(({ kind, about }) => kind === 'pause-until-rival' && about === 'secret');
  const found = kept(world).filter(([name]) => !mayStay || name === secretName);
  return (
    found.length === 1 &&
    found.every(([name, text]) => name === secretName && world.stackit.takesKubeconfig('ske', text))
  );
};

/** No part of one may be seen anywhere else; judged together with the secrets of all runs. */
const hideKept: Scenario['check'] = (world) => {
  for (const [, text] of kept(world)) {
    world.promises.canaries.push(...[...text.matchAll(/client-key-data: (\S+)/g)].map(([, key = '']) => key));
  }
  return [];
};

const kubeconfig: Scenario = {
  name: 'cluster-kubeconfig',
  setUp: mirrorSecrets,
  steps: [
    creating(KEPT),
    rotating('prepare', (world) => upToDate(world) && keeps(world, 'config')),
    rotating('complete', (world) => upToDate(world) && phase(world) === 'PREPARED'),
    changing({ kubeconfig: { secretName: 'other' } }, (world) => upToDate(world) && phase(world) === 'COMPLETED'),
  ],
  settled: (world) => upToDate(world) && keeps(world, 'other'),
  check: hideKept,
};

const kubeconfigRemoved: Scenario = {
  name: 'cluster-kubeconfig-removed',
  setUp: mirrorSecrets,
  steps: [creating(KEPT), changing({ kubeconfig: null }, (world) => upToDate(world) && keeps(world, 'config'))],
  from: 1,
  settled: (world) => upToDate(world) && kept(world).length === 0 && seen(world)?.status?.kubeconfig === undefined,
};

const lost = new Map<string | undefined, string | undefined>();

const recreate: Scenario = {
  name: 'cluster-recreate',
  steps: [
    creating(ONE),
    {
      when: upToDate,
      act: (world) => {
        lost.set(seen(world)?.metadata.uid, cloud(world)?.status.identity);
        world.stackit.remove('cluster', 'ske');
      },
    },
  ],
  from: 1,
  settled: (world) => {
    const object = seen(world);
    const identity = cloud(world)?.status.identity;
    return upToDate(world) && object?.status?.identity === identity && identity !== lost.get(object?.metadata.uid);
  },
};

/** An object of the Go operator: a finalizer, and a name in the status; STACKIT knows nothing of us. */
const takeOver: Scenario = {
  name: 'cluster-take-over',
  setUp: ({ stackit }) => {
    // The service was enabled when the cluster was made.
    stackit.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, PLACE);
    stackit.add('cluster', { name: 'ske', labels: SPEC.labels }, PLACE);
  },
  steps: [
    {
      when: always,
      act: async ({ cluster, promises }) => {
        const finalizers = ['compute.sostackit.dev/cluster-finalizer'];
        const spec = { ...SPEC, nodePools: [{ ...POOL, name: 'pool', maximum: 1 }] };
        promises.wants(await cluster.create('Cluster', 'ske', spec, { finalizers }));
        await cluster.patch('Cluster', 'ske', { status: { clusterName: 'ske' } }, '/status');
      },
    },
  ],
  settled: (world) => upToDate(world) && world.promises.allStamped(),
  check: (world) => [
    ...(effects(world, 'CreateOrUpdateCluster') < 1 ? ['no PUT was sent'] : []),
    ...(cloud(world)?.kubernetes.version === '1.35.2' ? [] : ['more than our labels was changed']),
  ],
};

/** A cluster of the wanted name belongs to somebody else, who deletes it in the end. */
const taken: Scenario = {
  name: 'cluster-name-taken',
  setUp: ({ stackit }) => {
    stackit.add('cluster', { name: 'ske', labels: { team: 'red' } }, PLACE);
  },
  steps: [
    creating(ONE),
    {
      when: (world) => readyOf(seen(world))?.reason === 'NameTaken',
      act: (world) => {
        if (cloud(world)?.labels?.[OURS] !== undefined) world.promises.broken('the cluster of somebody else was taken');
        world.stackit.remove('cluster', 'ske');
      },
    },
  ],
  settled: upToDate,
};

const FOREIGN: readonly Wanted[] = [['Cluster', 'adopted', { ...PLACE, existingClusterName: 'theirs' }]];

const adopt: Scenario = {
  name: 'cluster-adopt',
  setUp: ({ stackit, promises }) => {
    stackit.add('cluster', { name: 'theirs', labels: { team: 'red' } }, PLACE);
    promises.plantForeign();
  },
  steps: [creating(FOREIGN), removing(FOREIGN, ({ cluster }) => isReady(cluster.get('Cluster', 'adopted')))],
  settled: allGone,
  check: (world) => (cloud(world, 'theirs') ? [] : ['the cluster of somebody else is gone']),
};

export const clusters: readonly Scenario[] = [
  life,
  removal,
  removalEarly,
  withNetwork,
  upgrade,
  pools,
  sleep,
  rotation,
  kubeconfig,
  kubeconfigRemoved,
  recreate,
  takeOver,
  taken,
  adopt,
];
