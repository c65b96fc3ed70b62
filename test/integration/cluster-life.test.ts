import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allGone, readyOf, type Step } from '../faults/scenario';
import type { World } from '../faults/world';
import {
  annotating,
  changing,
  cloudOf,
  looking,
  PLACE,
  POOL,
  removing,
  type Sent,
  SPEC,
  tell,
  turning,
  unready,
  unsynced,
  upToDate,
  waiting,
} from '../support/cluster-story';

const MINUTE = 60_000;
const NIGHT = { start: '0 17 * * 1-5', end: '0 7 * * 1-5', timezone: 'Europe/Berlin' };
const FINALIZER = 'compute.sostackit.dev/cluster-finalizer';
const pool = (part: object) => ({ nodePools: [{ ...POOL, ...part }] });
const acl = (...allowedCidrs: string[]) => ({ extensions: { acl: { enabled: true, allowedCidrs } } });
const great = (...minima: number[]) => ({
  nodePools: minima.map((minimum, index) => ({ ...POOL, name: `p${index}`, minimum, maximum: 900 })),
});
const asleep = { 'status.aggregated': 'STATE_HIBERNATED', 'status.hibernated': true };
const awake = { 'status.aggregated': 'STATE_HEALTHY', 'status.hibernated': false };

const it_ = ({ cluster }: World) => cluster.get('Cluster', 'it');
const isDeleting = (world: World) => cloudOf(world)?.status.aggregated === 'STATE_DELETING';
const is = (reason: string) => (world: World) => readyOf(it_(world))?.reason === reason;

/** Nothing happens for so many hours. */
const hours = (count: number): Step[] => Array.from({ length: 2 * count }, () => waiting(30 * MINUTE));

const woken = ({ stackit }: World) =>
  stackit.journal.filter(({ operationId }) => operationId === 'TriggerWakeup').length;

/** Arms a fault of the simulator. */
const striking = (fault: Parameters<World['stackit']['faults']['add']>[0], when: Step['when'] = upToDate): Step => ({
  when,
  act: ({ stackit }) => stackit.faults.add(fault),
});

/** Keeps what an object shows at a moment. */
function glance(when: Step['when']): { readonly step: Step; readonly seen: () => ReturnType<typeof it_> } {
  let seen: ReturnType<typeof it_>;
  return {
    seen: () => seen,
    step: {
      when,
      act: (world) => {
        seen = it_(world);
      },
    },
  };
}

describe('SKE-12: a deletion', () => {
  it('of 80 minutes keeps the finalizer, says what remains, and sends one DELETE', async () => {
    const [early, late] = [glance(is('RemainingResources')), glance(is('RemainingResources'))];
    const told = await tell({
      steps: [
        striking({ match: { operationId: 'DeleteCluster' }, effect: { kind: 'remainingResources', ms: 80 * MINUTE } }),
        removing(),
        waiting(2 * MINUTE),
        early.step,
        waiting(38 * MINUTE),
        waiting(39 * MINUTE),
        late.step,
      ],
      until: allGone,
    });
    for (const { seen } of [early, late]) {
      expect(seen()?.metadata.finalizers).toEqual([FINALIZER]);
      expect(readyOf(seen())?.message).toMatch(
        /STATE_DELETING.*SKE_REMAINING_RESOURCES: LoadBalancer services or volumes/,
      );
    }
    expect(told.calls('DeleteCluster')).toBe(1);
    expect(told.cloud).toBeUndefined();
    expect(told.object).toBeUndefined();
  });

  it.each([
    ['GET is 404 and LIST still shows it', 'GetCluster', { kind: 'error', status: 404 }],
    ['LIST is empty and GET still shows it', 'ListClusters', { kind: 'error', status: 200, body: { items: [] } }],
  ] as const)('is not over while %s', async (_what, operationId, effect) => {
    const held = glance(isDeleting);
    const told = await tell({
      stackit: { durations: { clusterDelete: 20 * MINUTE } },
      steps: [removing(), striking({ match: { operationId }, effect }, isDeleting), waiting(15 * MINUTE), held.step],
      until: allGone,
    });
    expect(held.seen()?.metadata.finalizers).toEqual([FINALIZER]);
    expect(told.calls('DeleteCluster')).toBe(1);
  });

  it.each([403, 429, 500, 503])('is not over while STACKIT answers %i', async (status) => {
    const held = glance(isDeleting);
    await tell({
      stackit: { durations: { clusterDelete: 10 * MINUTE } },
      steps: [
        removing(),
        striking({ match: { operationId: 'GetCluster' }, effect: { kind: 'error', status } }, isDeleting),
        striking({ match: { operationId: 'ListClusters' }, effect: { kind: 'error', status } }, isDeleting),
        waiting(5 * MINUTE),
        held.step,
        { when: () => true, act: ({ stackit }) => stackit.faults.clear() },
      ],
      until: allGone,
    });
    expect(held.seen()?.metadata.finalizers).toEqual([FINALIZER]);
  });

  it.each([
    ['GET and LIST show it', []],
    ['only LIST shows it', [{ match: { operationId: 'GetCluster' }, effect: { kind: 'error', status: 404 } }]],
    [
      'only GET shows it',
      [{ match: { operationId: 'ListClusters' }, effect: { kind: 'error', status: 200, body: { items: [] } } }],
    ],
  ] as const)('of a namesake is waited for while %s, and then another cluster is made', async (_what, faults) => {
    const waits = glance(unready('NameTaken'));
    const told = await tell({
      setUp: ({ stackit }) => {
        stackit.add('cluster', { name: 'it', labels: { team: 'b' } }, PLACE);
        stackit.change('cluster', 'it', { 'status.aggregated': 'STATE_DELETING' });
        for (const fault of faults) stackit.faults.add(fault);
      },
      steps: [
        waits.step,
        waiting(10 * MINUTE),
        {
          when: unready('NameTaken'),
          act: ({ stackit }) => {
            stackit.faults.clear();
            stackit.remove('cluster', 'it');
          },
        },
      ],
    });
    expect(readyOf(waits.seen())?.message).toMatch(/is being deleted in STACKIT; its name is free once it is gone/);
    expect(told.puts).toHaveLength(1);
    expect(told.cloud?.labels).not.toHaveProperty('team');
  });
});

describe('SKE-13: zones', () => {
  it('of which one is a metro zone are told of at creation', async () => {
    const { events, puts } = await tell({ spec: pool({ machineType: 'g2i.2', availabilityZones: ['eu01-m'] }) });
    expect(puts).toHaveLength(1);
    expect(events.join('\n')).toMatch(
      /Chosen: nodePools system: eu01-m is a metro zone, where not every machine type .*g2i\.2/,
    );
  });

  it('are told of when one is added later, and not with every other change', async () => {
    const { events } = await tell({
      steps: [
        changing(pool({ availabilityZones: ['eu01-1', 'eu01-m'] })),
        changing(pool({ availabilityZones: ['eu01-1', 'eu01-m'], maximum: 9 })),
      ],
    });
    expect(events.filter((event) => event.includes('metro zone'))).toHaveLength(1);
  });

  it('without a host for the machines are told of in the condition', async () => {
    const troubled = glance(unready('InsufficientCapacity'));
    await tell({
      spec: pool({ machineType: 'g2i.2', availabilityZones: ['eu01-m'] }),
      setUp: ({ stackit }) => {
        const errors = [{ code: 'SKE_NODE_NO_VALID_HOST_FOUND', message: 'no host' }];
        stackit.faults.add({
          match: { operationId: 'CreateOrUpdateCluster', count: 1 },
          effect: { kind: 'errors', errors, ms: 10 * MINUTE },
        });
      },
      steps: [troubled.step],
    });
    expect(readyOf(troubled.seen())?.message).toMatch(
      /NO_VALID_HOST_FOUND: no host; nodePools system with g2i\.2: eu01-m is a metro zone/,
    );
  });

  it.each([
    ['Q71: one zone', ['eu01-1'], {}, [1, undefined]],
    ['Q71: three zones', ['eu01-1', 'eu01-2', 'eu01-3'], {}, [3, undefined]],
    ['what may be missing instead', ['eu01-1', 'eu01-2'], { maxUnavailable: 2 }, [undefined, 2]],
    ['both', ['eu01-1'], { maxSurge: 4, maxUnavailable: 1 }, [4, 1]],
    ['none of the one', ['eu01-1'], { maxSurge: 0, maxUnavailable: 1 }, [0, 1]],
  ])('give a surge that STACKIT takes: %s', async (_what, availabilityZones, part, wanted) => {
    const { puts } = await tell({ spec: pool({ availabilityZones, ...part }) });
    expect(puts.map(({ nodepools: [one] }) => [one?.maxSurge, one?.maxUnavailable])).toEqual([wanted]);
  });

  it('Q72: keep their order, take further ones at the end, and lose none', async () => {
    const { puts, message } = await tell({
      spec: pool({ availabilityZones: ['eu01-2', 'eu01-1'] }),
      steps: [
        changing(pool({ availabilityZones: ['eu01-1', 'eu01-2'] })),
        changing(pool({ availabilityZones: ['eu01-3', 'eu01-1', 'eu01-2'] })),
        changing(pool({ availabilityZones: ['eu01-3'] })),
      ],
      until: unsynced('ImmutableFieldChanged'),
    });
    expect(puts.map(({ nodepools: [one] }) => one?.availabilityZones)).toEqual([
      ['eu01-2', 'eu01-1'],
      ['eu01-2', 'eu01-1', 'eu01-3'],
    ]);
    expect(message('Synced')).toMatch(/system\.availabilityZones.*needs a new node pool/);
  });
});

describe('sleep', () => {
  it('SKE-14: by a schedule in Berlin’s time is ready, and is followed by no PUT', async () => {
    const night = glance(is('Hibernated'));
    const { puts, calls } = await tell({
      spec: { hibernation: { schedules: [NIGHT] } },
      steps: [...hours(20), night.step, ...hours(12)],
    });
    expect(readyOf(night.seen())).toMatchObject({ status: 'True', reason: 'Hibernated' });
    expect(puts.map(({ hibernation }) => hibernation?.schedules)).toEqual([[NIGHT]]);
    expect(calls('TriggerWakeup') + calls('TriggerHibernate')).toBe(0);
  });

  it('Q77: of a cluster that a person put to sleep is left alone, and changes are made in it', async () => {
    const { puts, object, calls } = await tell({
      steps: [turning(asleep), ...looking(3), changing({ labels: { env: 'dev' } })],
    });
    expect(readyOf(object)).toMatchObject({ status: 'True', reason: 'Hibernated' });
    expect(puts).toHaveLength(2);
    expect(calls('TriggerWakeup')).toBe(0);
  });

  it('that is not wanted is ended again and again where there is no schedule', async () => {
    const { calls } = await tell({
      spec: { hibernated: false },
      steps: [turning(asleep), turning(asleep, (world) => upToDate(world) && woken(world) === 1)],
      until: (world) => upToDate(world) && is('Healthy')(world) && woken(world) > 1,
    });
    expect(calls('TriggerWakeup')).toBe(2);
  });

  it('beside a schedule is acted on once for each generation', async () => {
    const { calls } = await tell({
      spec: { hibernated: true, hibernation: { schedules: [NIGHT] } },
      steps: [
        turning(awake, (world) => upToDate(world) && is('Hibernated')(world)),
        ...looking(5, (world) => upToDate(world) && is('Healthy')(world)),
        changing({ labels: { env: 'dev' } }),
      ],
      until: (world) => upToDate(world) && is('Hibernated')(world),
    });
    expect(calls('TriggerHibernate')).toBe(2);
  });

  it('is not asked for while a creation is stuck, in which STACKIT refuses it', async () => {
    const { calls } = await tell({
      spec: { hibernated: true },
      setUp: ({ stackit }) => {
        const errors = [{ code: 'SKE_NETWORK_NO_DNS_CONFIGURED', message: '' }];
        stackit.faults.add({
          match: { operationId: 'CreateOrUpdateCluster', count: 1 },
          effect: { kind: 'errors', errors, ms: 10 * MINUTE },
        });
      },
      until: (world) => upToDate(world) && is('Hibernated')(world),
    });
    expect(calls('TriggerHibernate')).toBe(1);
  });
});

describe('what STACKIT reports', () => {
  it.each([
    ['Q79', 'SKE_NETWORK_NO_DNS_CONFIGURED', 'Error'],
    ['Q79', 'SKE_NETWORK_NO_AVAILABLE_IPS', 'Error'],
    ['Q79', 'SKE_NODE_MACHINE_TYPE_NOT_FOUND', 'Error'],
    ['Q79', 'SKE_INFRA_SNA_NETWORK_NO_ROUTER', 'Error'],
    ['Q79', 'SKE_QUOTA_EXCEEDED', 'QuotaExceeded'],
    ['Q79', 'SKE_NODE_NO_VALID_HOST_FOUND', 'InsufficientCapacity'],
    ['Q78', 'SKE_TMP_AUTH_ERROR', 'Creating'],
    ['Q78', 'SKE_RATE_LIMITS', 'Creating'],
    ['Q80', 'SKE_FETCHING_ERRORS_NOT_POSSIBLE', 'Creating'],
    ['Q80', 'SKE_A_CODE_OF_TOMORROW', 'Creating'],
  ])('%s: %s in a creation stands in the condition at once, as %s', async (_quirk, code, reason) => {
    const troubled = glance((world) => readyOf(it_(world))?.message?.includes(code) ?? false);
    const { object } = await tell({
      setUp: ({ stackit }) =>
        stackit.faults.add({
          match: { operationId: 'CreateOrUpdateCluster', count: 1 },
          effect: { kind: 'errors', errors: [{ code, message: 'in words' }], ms: 5 * MINUTE },
        }),
      steps: [troubled.step],
    });
    expect(readyOf(troubled.seen())).toMatchObject({ status: 'False', reason });
    expect(readyOf(troubled.seen())?.message).toContain(`${code}: in words`);
    expect(troubled.seen()?.status?.errors).toEqual([{ code, message: 'in words' }]);
    expect(object?.status?.errors).toBeUndefined();
  });

  it('Q78: UNHEALTHY on the way is progress, and no warning', async () => {
    const unhealthy = glance((world) => it_(world)?.status?.state === 'STATE_UNHEALTHY');
    const { events } = await tell({
      setUp: ({ stackit }) =>
        stackit.faults.add({
          match: { operationId: 'CreateOrUpdateCluster', count: 1 },
          effect: { kind: 'unhealthy', ms: 3 * MINUTE },
        }),
      steps: [unhealthy.step],
    });
    expect(readyOf(unhealthy.seen())).toMatchObject({ status: 'False', reason: 'Transitioning' });
    expect(events.filter((event) => event.includes('UNHEALTHY'))).toEqual([]);
  });

  it('an observability instance that is not there leaves the cluster usable, and says what is missing', async () => {
    const { message, object } = await tell({
      steps: [
        turning({
          'status.aggregated': 'STATE_UNHEALTHY',
          'status.errors': [{ code: 'SKE_OBSERVABILITY_INSTANCE_NOT_FOUND', message: 'instance x was not found' }],
        }),
      ],
      until: (world) => it_(world)?.status?.state === 'STATE_UNHEALTHY',
    });
    expect(message('Ready')).toContain('SKE_OBSERVABILITY_INSTANCE_NOT_FOUND: instance x was not found');
    expect(object?.status?.errors).toHaveLength(1);
  });

  it('a state of tomorrow makes Ready Unknown, and sends nothing', async () => {
    const { object, puts } = await tell({
      stackit: { recorder: undefined },
      steps: [turning({ 'status.aggregated': 'STATE_DREAMING' }), changing({ labels: { a: 'b' } }, is('Unknown'))],
      until: is('Unknown'),
    });
    expect(readyOf(object)).toMatchObject({ status: 'Unknown' });
    expect(puts).toHaveLength(1);
  });

  it('Q81: an unknown region is an error of the spec, which nobody tries again and again', async () => {
    const { message, calls } = await tell({
      stackit: { deviations: ['Q81'] },
      spec: { region: 'xx99', ...pool({ availabilityZones: ['xx99-1'] }) },
      steps: [waiting(10 * MINUTE)],
      until: (world) => readyOf(it_(world))?.status === 'False',
    });
    expect(message('Ready')).toMatch(/unknown region/);
    expect(calls('CreateOrUpdateCluster')).toBe(0);
  });

  it('Q91, SKE-08: a minimal cluster is made of nothing but what the spec says', async () => {
    const { puts } = await tell({});
    expect(puts.map((sent) => Object.keys(sent).sort())).toEqual([['kubernetes', 'labels', 'nodepools']]);
    expect(Object.keys(puts[0]?.nodepools[0] ?? {}).sort()).toEqual([
      'allowSystemComponents',
      'availabilityZones',
      'machine',
      'maxSurge',
      'maximum',
      'minimum',
      'name',
      'volume',
    ]);
  });

  it('USR-08: an ACL that is off and empty is sent as it is', async () => {
    const { puts } = await tell({
      spec: { extensions: { acl: { enabled: false, allowedCidrs: [] } } },
      steps: looking(3),
    });
    expect(puts.map((sent: Sent) => sent.extensions)).toEqual([{ acl: { enabled: false, allowedCidrs: [] } }]);
  });

  it('Q89: a cluster is ready without a call to its own API server, which may be out of reach', async () => {
    const { puts } = await tell({ spec: { network: { controlPlane: { accessScope: 'SNA' } } } });
    expect(puts.map(({ network }) => network)).toEqual([{ controlPlane: { accessScope: 'SNA' } }]);
  });
});

describe('a Cluster of the Go operator', () => {
  /** All that it knows; the rest is managed by others. */
  const ITS_SPEC = {
    kubernetesVersion: '1.34',
    nodePools: [
      {
        ...POOL,
        machineImage: { name: 'flatcar', version: '4459.2.3' },
        volume: { size: 20, type: 'storage_premium_perf1' },
      },
    ],
    maintenance: {
      autoUpdateKubernetesVersion: true,
      autoUpdateMachineImageVersion: true,
      start: '01:00:00Z',
      end: '03:00:00Z',
    },
  };

  it('is made by one upsert, under its finalizer and with its status fields', async () => {
    const { puts, object, calls } = await tell({ spec: ITS_SPEC, steps: looking(3) });
    expect(puts).toHaveLength(1);
    expect(object?.metadata.finalizers).toEqual([FINALIZER]);
    expect(object?.status).toMatchObject({ clusterName: 'it', state: 'STATE_HEALTHY', observedGeneration: 1 });
    expect(readyOf(object)).toMatchObject({ status: 'True', reason: 'Healthy', observedGeneration: 1 });
    expect(calls('CreateKubeconfig') + calls('TriggerHibernate') + calls('StartCredentialsRotation')).toBe(0);
  });

  it('leaves what it does not know alone, and is ready asleep too', async () => {
    const { puts, object, cloud } = await tell({
      spec: ITS_SPEC,
      steps: [
        turning({
          access: { idp: { enabled: true, type: 'stackit' } },
          hibernation: { schedules: [NIGHT] },
          'extensions.dns': { enabled: true, zones: ['a.example.com'] },
          'status.credentialsRotation': { phase: 'PREPARED' },
        }),
        turning(asleep),
        ...looking(3, (world) => upToDate(world) && is('Hibernated')(world)),
      ],
    });
    expect(puts).toHaveLength(1);
    expect(readyOf(object)).toMatchObject({ status: 'True', reason: 'Hibernated' });
    expect(cloud?.hibernation?.schedules).toEqual([NIGHT]);
  });

  it('mends drift by the same upsert', async () => {
    const { puts } = await tell({
      spec: ITS_SPEC,
      steps: [
        {
          when: upToDate,
          act: (world) => {
            const [first] = cloudOf(world)?.nodepools ?? [];
            world.stackit.change('cluster', 'it', { nodepools: [{ ...first, maximum: 9 }] });
          },
        },
        ...looking(3, (world) => upToDate(world) && cloudOf(world)?.nodepools[0]?.maximum === 3),
      ],
    });
    expect(puts.map(({ nodepools: [one] }) => one?.maximum)).toEqual([3, 3]);
  });
});

it('a cluster whose object was removed by force belongs to the next object of that name', async () => {
  const before: (string | undefined)[] = [];
  const { puts, cloud, object } = await tell({
    steps: [
      {
        when: upToDate,
        act: async (world) => {
          before.push(cloudOf(world)?.status.identity);
          await world.cluster.patch('Cluster', 'it', { metadata: { finalizers: null } });
          await world.cluster.delete('Cluster', 'it');
          await world.cluster.create('Cluster', 'it', it_(world)?.spec ?? SPEC);
        },
      },
    ],
    until: (world) => upToDate(world) && cloudOf(world)?.labels?.['sostackit-uid'] === it_(world)?.metadata.uid,
  });
  expect(cloud?.status.identity).toBe(before[0]);
  expect(object?.status?.identity).toBe(before[0]);
  expect(puts).toHaveLength(2);
});

test('Q90: nothing of the installation assumes which addresses pods have', () => {
  const deploy = join(__dirname, '../../deploy');
  const manifests = readdirSync(deploy).map((name) => readFileSync(join(deploy, name), 'utf8'));
  expect(manifests.join('\n')).toMatch(/kind: Deployment/);
  expect(manifests.join('\n')).not.toMatch(/\b(?:10|100|172|192)\.\d+\.\d+\.\d+|kind: NetworkPolicy|::\//);
});

describe('what admission can’t judge', () => {
  it.each<[what: string, spec: object, message: RegExp]>([
    ['USR-08: a range of no address', acl('300.1.1.1/24'), /allowedCidrs is "300\.1\.1\.1\/24"/],
    ['SKE-11: more minimum than STACKIT takes', great(600, 600), /sum of all minimum is 1200/],
    ['SKE-11: a taint without effect', pool({ taints: [{ key: 'a' }] }), /system: taints need key and effect/],
    ['a key of a label with a space', { labels: { 'a b': 'c' } }, /labels key is "a b"/],
    ['a label of the provider’s own', { labels: { 'sostackit-owner': 'me' } }, /does not begin with sostackit-/],
  ])('is refused without a call: %s', async (_what, spec, message) => {
    const { message: told, calls } = await tell({ spec, until: unready('InvalidSpec') });
    expect(told('Ready')).toMatch(message);
    expect(calls('GetCluster') + calls('ListProviderOptions') + calls('CreateOrUpdateCluster')).toBe(0);
  });

  it('is refused for a cluster that is there too, which stays ready', async () => {
    const { message, object, puts } = await tell({
      steps: [changing(great(600, 600))],
      until: unsynced('UpdateFailed'),
    });
    expect(message('Synced')).toMatch(/sum of all minimum is 1200/);
    expect(readyOf(object)).toMatchObject({ status: 'True' });
    expect(puts).toHaveLength(1);
  });

  it('is told in STACKIT’s words where only it knows: a time zone that is none', async () => {
    const { message } = await tell({
      spec: { hibernation: { schedules: [{ ...NIGHT, timezone: 'Mars/Base' }] } },
      until: unready('CreateFailed'),
    });
    expect(message('Ready')).toMatch(/answered 400: .*timezone/);
  });
});

describe('a rotation of the credentials', () => {
  const phase = (world: World) => cloudOf(world)?.status.credentialsRotation.phase;
  const rotate = (step: string | null, when?: Step['when']) => annotating({ 'credentials-rotation': step }, when);

  it('that nobody asked for is told of, with what to do', async () => {
    const { message, calls } = await tell({
      steps: [turning({ 'status.credentialsRotation': { phase: 'PREPARED' } }), ...looking(2)],
    });
    expect(message('Synced')).toMatch(/PREPARED.*credentials-rotation is set to complete/);
    expect(calls('CompleteCredentialsRotation')).toBe(0);
  });

  it('can be asked for once more when the annotation is set anew', async () => {
    const { calls } = await tell({
      steps: [
        rotate('prepare'),
        rotate('complete', (world) => upToDate(world) && phase(world) === 'PREPARED'),
        rotate(null, (world) => upToDate(world) && phase(world) === 'COMPLETED'),
        rotate('prepare'),
        rotate('complete', (world) => upToDate(world) && phase(world) === 'PREPARED'),
        ...looking(3, (world) => upToDate(world) && phase(world) === 'COMPLETED'),
      ],
    });
    expect([calls('StartCredentialsRotation'), calls('CompleteCredentialsRotation')]).toEqual([2, 2]);
  });

  it('waits while the cluster sleeps, and says so', async () => {
    const { message, calls } = await tell({
      steps: [turning(asleep), rotate('prepare', (world) => is('Hibernated')(world) && upToDate(world))],
      until: unsynced('DriftDetected'),
    });
    expect(message('Synced')).toMatch(/asks to prepare, which waits.*STATE_HEALTHY.*STATE_HIBERNATED/);
    expect(calls('StartCredentialsRotation')).toBe(0);
  });
});
