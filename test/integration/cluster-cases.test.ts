import {
  annotating,
  changing,
  cloudOf,
  looking,
  PLACE,
  POOL,
  SPEC,
  type Story,
  tell,
  turning,
  unready,
  unsynced,
  upToDate,
  waiting,
} from '../support/cluster-story';

const WINDOW = {
  autoUpdateKubernetesVersion: true,
  autoUpdateMachineImageVersion: true,
  start: '01:00:00Z',
  end: '02:00:00Z',
};
const NIGHT = { start: '0 17 * * 1-5', end: '0 7 * * 1-5', timezone: 'Europe/Berlin' };
const OBSERVABILITY = '3f0d2f9c-1111-4222-8333-444455556666';
const ALL = { deviations: 'all' } as const;
/** Answers that STACKIT’s documents do not allow are let through. */
const UNCHECKED = { ...ALL, recorder: undefined } as const;

const pool = (part: object) => ({ nodePools: [{ ...POOL, ...part }] });
const dns = (part: object) => ({ extensions: { dns: { enabled: true, ...part } } });
const acl = (...allowedCidrs: string[]) => ({ extensions: { acl: { enabled: true, allowedCidrs } } });

describe('versions', () => {
  it.each([
    [
      'SKE-01: raised by STACKIT to another minor version',
      '1.33',
      '1.34.4',
      /1\.34\.4, ahead of the least version 1\.33/,
    ],
    ['SKE-02: lowered in the spec', '1.34', '1.35.2', /never lowered/],
    ['SKE-02: of a lower patch in the spec', '1.34.4', '1.34.6', /1\.34\.6, ahead of the least version 1\.34\.4/],
  ])('%s, a version is left alone, told of, and sent with other changes', async (_what, floor, version, message) => {
    const {
      puts,
      object,
      message: told,
      calls,
    } = await tell({
      spec: { kubernetesVersion: floor, maintenance: WINDOW },
      steps: [
        turning({ 'kubernetes.version': version }),
        ...looking(5),
        changing({ labels: { env: 'dev' } }),
        ...looking(2),
      ],
    });
    expect(puts.slice(1).map(({ kubernetes }) => kubernetes.version)).toEqual([version]);
    expect(object?.status?.kubernetesVersion).toBe(version);
    expect(told('Synced')).toMatch(message);
    expect(calls('DeleteCluster')).toBe(0);
  });

  it('SKE-01: STACKIT’s own update, by its own clock, is followed by no PUT', async () => {
    const { puts, object } = await tell({
      spec: { kubernetesVersion: '1.33.8' },
      stackit: { behaviour: { autoUpdateAfter: 600_000 } },
      steps: [waiting(3_000_000)],
    });
    expect(object?.status?.kubernetesVersion).toBe('1.33.10');
    expect(puts).toHaveLength(1);
  });

  it('SKE-02: a lower wish for a running cluster sends and deletes nothing', async () => {
    const { puts, calls, message } = await tell({
      steps: [changing({ kubernetesVersion: '1.33' }), changing({ kubernetesVersion: '1.33.8' }), ...looking(3)],
    });
    expect(puts).toHaveLength(1);
    expect(calls('DeleteCluster')).toBe(0);
    expect(message('Synced')).toMatch(/never lowered/);
  });

  it('SKE-03: a deprecated version in use is kept, and other changes are made with it', async () => {
    const { puts } = await tell({
      spec: { kubernetesVersion: '1.33' },
      steps: [
        turning({ 'kubernetes.version': '1.32.9' }),
        changing({ kubernetesVersion: '1.32', ...pool({ maximum: 4 }) }),
      ],
      until: (world) => upToDate(world) && cloudOf(world)?.nodepools[0]?.maximum === 4,
    });
    expect(puts.at(-1)?.kubernetes.version).toBe('1.32.9');
  });

  it('Q82: a floor two minor versions up is reached step by step, each begun in a healthy cluster', async () => {
    const { puts } = await tell({
      spec: { kubernetesVersion: '1.33.8' },
      steps: [changing({ kubernetesVersion: '1.35.2' })],
    });
    expect(puts.map(({ kubernetes }) => kubernetes.version)).toEqual(['1.33.8', '1.34.6', '1.35.2']);
  });

  it.each([
    ['SKE-05: retired', '3815.2.1', '4459.2.3'],
    ['SKE-05, Q69: deprecated', '4230.2.1', '4459.2.3'],
    ['SKE-05: a line only', '4459', '4459.2.3'],
    ['SKE-05: supported', '4459.2.1', '4459.2.1'],
  ])('%s, an image version of new nodes is a floor', async (_what, version, chosen) => {
    const { puts } = await tell({ spec: pool({ machineImage: { name: 'flatcar', version } }) });
    expect(puts.map(({ nodepools }) => nodepools[0]?.machine.image.version)).toEqual([chosen]);
  });

  it('SKE-05, Q69: an image version above all that is on offer is refused with those, without a PUT', async () => {
    const { message, puts } = await tell({
      spec: pool({ machineImage: { name: 'flatcar', version: '9999.0.0' } }),
      until: unready('InvalidSpec'),
    });
    expect(message('Ready')).toMatch(/system: .*flatcar 9999\.0\.0 is not on offer.*4459\.2\.1, 4459\.2\.3/);
    expect(puts).toEqual([]);
  });

  it('SKE-05: a pool that runs a retired image keeps it, without a loop, through other edits', async () => {
    const image = { name: 'flatcar', version: '3815.2.1' };
    const { puts } = await tell({
      steps: [
        annotating({ paused: 'true' }),
        turning({ nodepools: [stored({ machine: { type: 'g1.2', image } })] }, () => true),
        changing(pool({ machineImage: image }), () => true),
        annotating({ paused: null }, () => true),
        ...looking(5),
        changing(pool({ machineImage: image, maximum: 7 })),
      ],
    });
    expect(puts.slice(1).map(({ nodepools }) => [nodepools[0]?.machine.image, nodepools[0]?.maximum])).toEqual([
      [image, 7],
    ]);
  });

  it('Q83: another operating system gets a version of its own', async () => {
    const { puts } = await tell({
      spec: pool({ machineImage: { name: 'flatcar', version: '4459.2.1' } }),
      steps: [changing(pool({ machineImage: { name: 'ubuntu', version: '2204' } }))],
    });
    expect(puts.map(({ nodepools }) => nodepools[0]?.machine.image)).toEqual([
      { name: 'flatcar', version: '4459.2.1' },
      { name: 'ubuntu', version: '2204.20250728.0' },
    ]);
  });
});

describe('SKE-16: the Kubernetes version of a pool', () => {
  it('may be one minor version behind', async () => {
    const { puts } = await tell({ spec: { kubernetesVersion: '1.33.8', ...pool({ kubernetesVersion: '1.32.9' }) } });
    expect(puts.map(({ nodepools }) => nodepools[0]?.kubernetes?.version)).toEqual(['1.32.9']);
  });

  it.each([
    [
      '1.31.9',
      '1.33.8',
      /system: kubernetesVersion 1\.31\.9 is more than one minor version behind the cluster's 1\.33\.8/,
    ],
    [
      '1.32.9',
      '1.34',
      /system: kubernetesVersion 1\.32\.9 is more than one minor version behind the cluster's 1\.34\.6/,
    ],
    ['1.34.4', '1.33.8', /system: kubernetesVersion 1\.34\.4 is ahead of the cluster's 1\.33\.8/],
    ['1.35', '1.34', /system: kubernetesVersion 1\.35 is ahead of the cluster's 1\.34\.6/],
  ])('%s in a new cluster of %s is refused before any PUT', async (own, kubernetesVersion, message) => {
    const told = await tell({
      spec: { kubernetesVersion, ...pool({ kubernetesVersion: own }) },
      until: unready('InvalidSpec'),
    });
    expect(told.message('Ready')).toMatch(message);
    expect(told.puts).toEqual([]);
  });

  it('never goes down', async () => {
    const { puts, message } = await tell({
      spec: { kubernetesVersion: '1.34', ...pool({ kubernetesVersion: '1.33.10' }) },
      steps: [changing(pool({ kubernetesVersion: '1.33.8' })), ...looking(3)],
    });
    expect(puts).toHaveLength(1);
    expect(message('Synced')).toMatch(/system: kubernetesVersion is 1\.33\.10, ahead of the least version 1\.33\.8/);
  });

  it('that falls behind by STACKIT’s update of the cluster is reported before a PUT fails', async () => {
    const { puts, message } = await tell({
      spec: { kubernetesVersion: '1.33.8', ...pool({ kubernetesVersion: '1.32.9' }) },
      steps: [turning({ 'kubernetes.version': '1.34.6' })],
      until: unsynced('UpdateFailed'),
    });
    expect(message('Synced')).toMatch(
      /system.kubernetesVersion: .*more than one minor version behind the cluster's 1\.34\.6/,
    );
    expect(puts).toHaveLength(1);
  });

  it('taken out of the spec follows the cluster again', async () => {
    const { puts, cloud } = await tell({
      spec: { kubernetesVersion: '1.34', ...pool({ kubernetesVersion: '1.33' }) },
      steps: [changing(pool({})), ...looking(3)],
      until: (world) => upToDate(world) && cloudOf(world)?.nodepools[0]?.kubernetes === undefined,
    });
    expect(puts).toHaveLength(2);
    expect(puts[1]?.nodepools[0]).not.toHaveProperty('kubernetes');
    expect(cloud?.kubernetes.version).toBe('1.34.6');
  });

  it('and that of the cluster rise together, the pool never ahead', async () => {
    const { puts } = await tell({
      spec: { kubernetesVersion: '1.33', ...pool({ kubernetesVersion: '1.33' }) },
      steps: [changing({ kubernetesVersion: '1.35', ...pool({ kubernetesVersion: '1.35' }) })],
    });
    expect(puts.map(({ kubernetes, nodepools }) => [kubernetes.version, nodepools[0]?.kubernetes?.version])).toEqual([
      ['1.33.10', '1.33.10'],
      ['1.34.6', '1.33.10'],
      ['1.34.6', '1.34.6'],
      ['1.35.2', '1.34.6'],
      ['1.35.2', '1.35.2'],
    ]);
  });
});

describe('what is no difference', () => {
  it.each<[what: string, spec: object, set: Readonly<Record<string, unknown>>]>([
    ['SKE-07, Q74: a taint without value', pool({ taints: [{ key: 'gpu', effect: 'NoSchedule' }] }), {}],
    ['SKE-07: no taints', pool({ taints: [] }), {}],
    ['SKE-07: no labels', { ...pool({ labels: {} }), labels: {} }, {}],
    ['SKE-08, Q73: an empty network', {}, { network: {} }],
    [
      'SKE-08, Q73: a network that STACKIT chose',
      {},
      {
        network: { id: OBSERVABILITY, controlPlane: { accessScope: 'PUBLIC' }, cni: { calico: {} } },
      },
    ],
    ['SKE-08: the scope that counts anyway', { network: { controlPlane: { accessScope: 'PUBLIC' } } }, { network: {} }],
    ['SKE-09, Q74: zones of DNS that are not there', dns({}), { 'extensions.dns': { enabled: true, zones: [] } }],
    ['SKE-09: gatewayApi that is off', dns({}), { 'extensions.dns': { enabled: true, gatewayApi: false } }],
    [
      'SKE-09: zones in another order and spelling',
      dns({ zones: ['b.example.com.', 'a.example.com'] }),
      {
        'extensions.dns': { enabled: true, zones: ['a.example.com', 'b.example.com'] },
      },
    ],
    [
      'USR-08: ranges in another order and spelling',
      acl('203.0.113.7/24', '2001:DB8::1/32'),
      {
        'extensions.acl': { enabled: true, allowedCidrs: ['2001:db8::/32', '203.0.113.0/24'] },
      },
    ],
    [
      'USR-08: a range given twice',
      acl('203.0.113.0/24', '203.0.113.0/24'),
      {
        'extensions.acl': { enabled: true, allowedCidrs: ['203.0.113.0/24'] },
      },
    ],
    ['SKE-10, Q87: a window in Z', { maintenance: WINDOW }, window('01:00:00Z', '02:00:00+00:00')],
    [
      'SKE-10: a window in +00:00',
      { maintenance: { ...WINDOW, start: '01:00:00+00:00' } },
      window('01:00:00Z', '02:00:00Z'),
    ],
    [
      'SKE-10: a window in +02:00',
      { maintenance: { ...WINDOW, start: '03:00:00+02:00', end: '04:00+02:00' } },
      window('01:00:00Z', '02:00:00Z'),
    ],
    [
      'SKE-10: a window over midnight',
      { maintenance: { ...WINDOW, start: '00:30:00+01:00', end: '01:30:00+01:00' } },
      window('23:30:00Z', '00:30:00.000Z'),
    ],
    ['Q87: a window that nobody wishes', {}, window('11:00:00Z', '12:00:00Z')],
    [
      'SKE-14, Q88: a time zone that STACKIT fills in',
      { hibernation: { schedules: [{ start: NIGHT.start, end: NIGHT.end }] } },
      {
        'hibernation.schedules': [{ start: NIGHT.start, end: NIGHT.end, timezone: 'UTC' }],
      },
    ],
    ['Q74: no schedules', { hibernation: { schedules: [] } }, { hibernation: null }],
    ['Q91: blocks that are newer than this provider', {}, { audit: { enabled: true }, somethingNew: { a: [1] } }],
    [
      'Q80: an error code and a range that mean nothing',
      {},
      {
        'status.errors': [{ code: 'SKE_FETCHING_ERRORS_NOT_POSSIBLE', message: '' }],
        'status.podAddressRanges': [''],
      },
    ],
  ])('%s', async (_what, spec, set) => {
    const { puts, object } = await tell({
      spec,
      stackit: UNCHECKED,
      setUp: enabled,
      steps: [turning(set), ...looking(20)],
    });
    expect(puts).toHaveLength(1);
    expect(JSON.stringify(object?.status)).not.toMatch(/\[""\]|null/);
  });

  it('SKE-07, Q74: null for whatever is not there, which goes into no PUT either', async () => {
    const { puts, object } = await tell({
      spec: { ...pool({ taints: [], labels: {}, maxUnavailable: 0, maxSurge: 1 }), hibernation: { schedules: [] } },
      stackit: UNCHECKED,
      steps: [
        {
          when: upToDate,
          act: (world) => {
            const body = withNulls(cloudOf(world));
            const effect = { kind: 'error', status: 200 } as const;
            world.stackit.faults.add({ match: { operationId: 'GetCluster' }, effect: { ...effect, body } });
            const items = { items: [body] };
            world.stackit.faults.add({ match: { operationId: 'ListClusters' }, effect: { ...effect, body: items } });
          },
        },
        ...looking(5),
        changing({ labels: { env: 'dev' } }),
        { when: (world) => changes(world) > 1, act: ({ stackit }) => stackit.faults.clear() },
      ],
    });
    expect(puts).toHaveLength(2);
    expect(JSON.stringify(puts)).not.toContain('null');
    expect(JSON.stringify(object?.status)).not.toContain('null');
  });

  it('SKE-06: the order of pools; and each stays as it is when others come and go', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ ...POOL, name, machineType: 'g2i.2' }));
    const { puts } = await tell({
      spec: { nodePools: [a, b] },
      steps: [
        {
          when: upToDate,
          act: (world) =>
            world.stackit.change('cluster', 'it', { nodepools: [...(cloudOf(world)?.nodepools ?? [])].reverse() }),
        },
        ...looking(3),
        changing({ nodePools: [c, a, b] }),
        changing({ nodePools: [b, c, a] }),
        changing({ nodePools: [a] }),
      ],
    });
    expect(puts.map(({ nodepools }) => nodepools.map(({ name }) => name))).toEqual([
      ['a', 'b'],
      ['c', 'a', 'b'],
      ['a'],
    ]);
    const [before, between] = puts.map(({ nodepools }) => nodepools);
    expect(between?.find(({ name }) => name === 'a')).toMatchObject(before?.[0] ?? {});
  });
});

describe('what is put back or taken away', () => {
  it.each<[what: string, set: Readonly<Record<string, unknown>>, back: (sent: Given) => unknown, wanted: unknown]>([
    [
      'SKE-10: a window',
      window('04:00:00Z', '05:00:00Z'),
      ({ maintenance }) => maintenance?.timeWindow?.start,
      '0000-01-01T01:00:00Z',
    ],
    ['a schedule', { 'hibernation.schedules': [] }, ({ hibernation }) => hibernation?.schedules, [NIGHT]],
    [
      'the ACL',
      { 'extensions.acl': { enabled: true, allowedCidrs: ['0.0.0.0/0'] } },
      ({ extensions }) => extensions?.acl,
      { enabled: true, allowedCidrs: ['203.0.113.0/24'] },
    ],
    [
      'logins',
      { access: { idp: { enabled: false, type: 'stackit' } } },
      ({ access }) => access,
      { idp: { enabled: true, type: 'stackit' } },
    ],
    ['a pool', { nodepools: [stored({})] }, ({ nodepools }) => nodepools?.map(({ name }) => name), ['system', 'more']],
  ])('%s, by one PUT', async (_what, set, back, wanted) => {
    const { puts } = await tell({
      spec: {
        maintenance: WINDOW,
        hibernation: { schedules: [NIGHT] },
        ...acl('203.0.113.0/24'),
        access: { idp: { enabled: true } },
        nodePools: [POOL, { ...POOL, name: 'more' }],
      },
      steps: [turning(set), ...looking(3, (world) => upToDate(world) && changes(world) === 2)],
    });
    expect(puts).toHaveLength(2);
    expect(back(puts[1] as unknown as Given)).toEqual(wanted);
  });

  it.each<[what: string, with_: object, without: object, is: (cloud: Given) => unknown, wanted: unknown]>([
    [
      'Q76: hibernation',
      { hibernation: { schedules: [NIGHT] } },
      { hibernation: null },
      ({ hibernation }) => hibernation?.schedules ?? [],
      [],
    ],
    [
      'the ACL beside DNS',
      { extensions: { acl: { enabled: true, allowedCidrs: ['10.0.0.0/8'] }, dns: { enabled: true } } },
      { extensions: { acl: null } },
      ({ extensions }) => Object.keys(extensions ?? {}),
      ['dns'],
    ],
    ['DNS', dns({ zones: ['a.example.com'] }), { extensions: null }, ({ extensions }) => extensions?.dns, undefined],
    [
      'observability',
      { extensions: { observability: { enabled: true, instanceId: OBSERVABILITY } } },
      { extensions: null },
      ({ extensions }) => extensions?.observability,
      undefined,
    ],
    [
      'the zones of DNS',
      dns({ zones: ['a.example.com'] }),
      dns({ zones: null }),
      ({ extensions }) => extensions?.dns,
      { enabled: true, zones: [] },
    ],
    [
      'names of the Gateway API',
      dns({ gatewayApi: true }),
      dns({ gatewayApi: null }),
      ({ extensions }) => extensions?.dns,
      { enabled: true, gatewayApi: false },
    ],
    [
      'logins',
      { access: { idp: { enabled: true } } },
      { access: null },
      ({ access }) => access,
      { idp: { enabled: false, type: 'stackit' } },
    ],
    [
      'the scope of the control plane',
      { network: { controlPlane: { accessScope: 'SNA' } } },
      { network: null },
      ({ network }) => network?.controlPlane ?? {},
      {},
    ],
    [
      'a time zone',
      { hibernation: { schedules: [NIGHT] } },
      { hibernation: { schedules: [{ start: NIGHT.start, end: NIGHT.end }] } },
      ({ hibernation }) => hibernation?.schedules,
      [{ ...NIGHT, timezone: 'UTC' }],
    ],
    [
      'a label',
      { labels: { env: 'dev', team: 'a' } },
      { labels: { env: null } },
      ({ labels }) => Object.keys(labels ?? {}).filter((key) => !key.startsWith('sostackit-')),
      ['team'],
    ],
    ['labels of nodes', pool({ labels: { a: 'b' } }), pool({}), ({ nodepools }) => nodepools?.[0]?.labels, {}],
    [
      'taints of nodes',
      pool({ taints: [{ key: 'gpu', effect: 'NoSchedule' }] }),
      pool({}),
      ({ nodepools }) => nodepools?.[0]?.taints,
      [],
    ],
    ['surge', pool({ maxSurge: 5 }), pool({}), ({ nodepools }) => nodepools?.[0]?.maxSurge, 1],
    [
      'what may be missing',
      pool({ maxUnavailable: 2 }),
      pool({}),
      ({ nodepools: [one] = [] }) => [one?.maxSurge, one?.maxUnavailable],
      [1, 0],
    ],
    [
      'surge beside what may be missing',
      pool({ maxSurge: 3, maxUnavailable: 2 }),
      pool({ maxUnavailable: 2 }),
      ({ nodepools: [one] = [] }) => [one?.maxSurge, one?.maxUnavailable],
      [0, 2],
    ],
    [
      'the ban on system components',
      { nodePools: [POOL, { ...POOL, name: 'more', allowSystemComponents: false }] },
      { nodePools: [POOL, { ...POOL, name: 'more', allowSystemComponents: undefined }] },
      ({ nodepools }) => nodepools?.[1]?.allowSystemComponents,
      true,
    ],
  ])('%s goes with its field, by one PUT', async (_what, with_, without, is, wanted) => {
    const { puts, cloud } = await tell({
      spec: with_,
      stackit: ALL,
      steps: [changing(without), ...looking(3, (world) => upToDate(world) && changes(world) === 2)],
    });
    expect(puts).toHaveLength(2);
    expect(is(cloud as unknown as Given)).toEqual(wanted);
  });

  it('a maintenance window goes by one PUT without it', async () => {
    const { puts } = await tell({
      spec: { maintenance: WINDOW },
      steps: [changing({ maintenance: null }), ...looking(3, (world) => upToDate(world) && changes(world) === 2)],
    });
    expect(puts.map(({ maintenance }) => maintenance !== undefined)).toEqual([true, false]);
  });
});

it.each([
  ['network.id', { network: { id: OBSERVABILITY } }, { network: { id: PLACE.projectId } }],
  ['network.cni', { network: { cni: 'calico' } }, { network: { cni: { other: {} } } }],
])('SKE-08, Q73: %s that got around admission is told of and never sent', async (field, spec, set) => {
  const { puts, message, calls } = await tell({
    stackit: UNCHECKED,
    steps: [turning(set), changing(spec), ...looking(3, unsynced('ImmutableFieldChanged'))],
    until: unsynced('ImmutableFieldChanged'),
  });
  expect(puts).toHaveLength(1);
  expect(calls('DeleteCluster')).toBe(0);
  expect(message('Synced')).toContain(`${field}: `);
});

describe('what a PUT leaves as it is', () => {
  /** Every block that there is, as others set it, and one that this provider does not know. */
  const OTHERS = {
    access: { idp: { enabled: true, type: 'stackit' } },
    audit: { enabled: true },
    extensions: {
      acl: { enabled: true, allowedCidrs: ['198.51.100.0/24'] },
      dns: { enabled: true, zones: ['app.runs.onstackit.cloud'], gatewayApi: true },
      observability: { enabled: true, instanceId: OBSERVABILITY },
      applicationLoadBalancer: { enabled: true },
    },
    hibernation: { schedules: [{ start: '0 20 * * *', end: '0 6 * * *', timezone: 'UTC' }] },
    maintenance: {
      autoUpdate: { kubernetesVersion: true, machineImageVersion: false },
      timeWindow: { start: '0000-01-01T05:00:00Z', end: '0000-01-01T06:00:00Z' },
    },
    network: { controlPlane: { accessScope: 'SNA' }, cni: { calico: {} } },
  };
  const OTHER_POOL = {
    labels: { role: 'theirs' },
    taints: [{ key: 'theirs', effect: 'NoSchedule', value: 'x' }],
    maxSurge: 4,
    maxUnavailable: 2,
    volume: { size: 20, type: 'storage_premium_perf2' },
    kubernetes: { version: '1.33.10' },
  };

  it.each<[change: string, spec: object, own: readonly string[]]>([
    ['a pool’s maximum', pool({ maximum: 5 }), []],
    ['another pool', { nodePools: [POOL, { ...POOL, name: 'more' }] }, []],
    ['a label', { labels: { env: 'dev' } }, []],
    ['the version', { kubernetesVersion: '1.34.6' }, []],
    ['logins', { access: { idp: { enabled: false } } }, ['access']],
    ['the window', { maintenance: WINDOW }, ['maintenance']],
    ['a schedule', { hibernation: { schedules: [NIGHT] } }, ['hibernation']],
    ['the ACL', acl('203.0.113.0/24'), ['extensions.acl']],
    ['DNS, but for its other members', dns({ zones: ['b.example.com'] }), ['extensions.dns.zones']],
    [
      'observability',
      { extensions: { observability: { enabled: false, instanceId: OBSERVABILITY } } },
      ['extensions.observability'],
    ],
    [
      'the scope of the control plane',
      { network: { controlPlane: { accessScope: 'PUBLIC' } } },
      ['network.controlPlane'],
    ],
  ])('besides %s', async (_what, spec, own) => {
    const before = { ...OTHERS, labels: { 'example.com/team': 'b' } };
    const { puts } = await tell({
      spec: { kubernetesVersion: '1.34.4' },
      steps: [
        {
          when: upToDate,
          act: (world) => {
            const [first] = cloudOf(world)?.nodepools ?? [];
            const labels = { ...cloudOf(world)?.labels, ...before.labels };
            world.stackit.change('cluster', 'it', { ...OTHERS, labels, nodepools: [{ ...first, ...OTHER_POOL }] });
          },
        },
        ...looking(3),
        changing(spec),
      ],
    });
    expect(puts).toHaveLength(2);
    const sent = puts[1] as unknown as Readonly<Record<string, unknown>>;
    expect(sent).not.toHaveProperty('name');
    expect(sent).not.toHaveProperty('status');
    expect(without(pick(sent, Object.keys(OTHERS)), own)).toEqual(without(OTHERS, own));
    expect(sent.labels).toMatchObject(before.labels);
    expect((sent.nodepools as object[])[0]).toMatchObject(OTHER_POOL);
  });

  it('a take-over sends what is there with our two labels, and nothing else, whatever the spec says', async () => {
    const { puts } = await tell({
      spec: {
        kubernetesVersion: '1.34',
        labels: { env: 'dev' },
        ...pool({ name: 'pool', maximum: 9 }),
        maintenance: WINDOW,
      },
      setUp: (world) => {
        enabled(world);
        world.stackit.add('cluster', { name: 'it', labels: { team: 'b' }, ...OTHERS }, PLACE);
      },
      steps: [
        {
          when: () => true,
          act: async ({ cluster }) => {
            await cluster.patch('Cluster', 'it', {
              metadata: { finalizers: ['compute.sostackit.dev/cluster-finalizer'] },
            });
            await cluster.patch('Cluster', 'it', { status: { clusterName: 'it' } }, '/status');
          },
        },
      ],
    });
    const [first, second] = puts;
    const { labels, nodepools, kubernetes, ...blocks } = first ?? { labels: {} };
    expect(Object.keys(labels ?? {}).sort()).toEqual(['sostackit-owner', 'sostackit-uid', 'team']);
    expect(nodepools?.map(({ name, maximum }) => [name, maximum])).toEqual([['pool', 1]]);
    expect(kubernetes?.version).toBe('1.35.2');
    expect(blocks).toEqual(OTHERS);
    // Only then is the rest made as the spec says.
    expect(second).toMatchObject({ labels: { team: 'b', env: 'dev' }, kubernetes: { version: '1.35.2' } });
    expect(second?.nodepools.map(({ maximum }) => maximum)).toEqual([9]);
    expect(puts).toHaveLength(2);
  });
});

interface Given {
  readonly [field: string]: unknown;
  readonly maintenance?: { readonly timeWindow?: { readonly start?: string } };
  readonly hibernation?: { readonly schedules?: unknown };
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly access?: unknown;
  readonly labels?: object;
  readonly network?: { readonly controlPlane?: unknown };
  readonly nodepools?: readonly Readonly<Record<string, unknown>>[];
}

/** A pool of {@link SPEC} as STACKIT stores it. */
function stored(part: object): object {
  const image = { name: 'flatcar', version: '4459.2.3' };
  return {
    ...{ name: 'system', minimum: 1, maximum: 3, maxSurge: 1, maxUnavailable: 0, cri: { name: 'containerd' } },
    machine: { type: 'g1.2', image },
    availabilityZones: ['eu01-1'],
    volume: { size: 20, type: 'storage_premium_perf1' },
    allowSystemComponents: true,
    ...part,
  };
}

/** A cluster as an answer that says `null` for each optional member that it lacks, and for those that are empty. */
function withNulls(cluster: ReturnType<typeof cloudOf>): object {
  const nodepools = cluster?.nodepools.map((one) => ({
    ...one,
    ...{ labels: null, taints: null, maxUnavailable: null, kubernetes: null },
  }));
  const blocks = { access: null, audit: null, extensions: null, hibernation: null, maintenance: null, network: null };
  const status = {
    ...cluster?.status,
    ...{ credentialsRotation: null, error: null, errors: null, expiration: null },
    ...{ egressAddressRanges: null, podAddressRanges: null, hibernated: null },
  };
  return { ...cluster, ...blocks, nodepools, status };
}

function window(start: string, end: string) {
  return { 'maintenance.timeWindow': { start: `0000-01-01T${start}`, end: `0000-01-01T${end}` } };
}

function enabled({ stackit }: Parameters<NonNullable<Story['setUp']>>[0]): void {
  stackit.add('service', { serviceId: 'cloud.stackit.ske', state: 'ENABLED' }, PLACE);
}

function changes({ stackit }: Parameters<typeof upToDate>[0]): number {
  return stackit.journal.filter(({ operationId }) => operationId === 'CreateOrUpdateCluster').length;
}

function pick(whole: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}

/** The same without the members at some paths. */
function without(whole: object, paths: readonly string[]): object {
  const copy = structuredClone(whole) as Record<string, unknown>;
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const holder = names.reduce((at, name) => at[name] as Record<string, unknown>, copy);
    delete holder[last];
  }
  return copy;
}
