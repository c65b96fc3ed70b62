import { isReady, type Scenario, type Step } from '../scenario';
import type { World } from '../world';
import { allUp, creating, effects, IMAGE, NETWORK, PLACE, SERVER, uploading, VOLUME, type Wanted } from './wanted';

type Cloud = Readonly<Record<string, unknown>> & { readonly labels?: Readonly<Record<string, string>> | undefined };

/** A change of one field, and what STACKIT must show of it. */
interface FieldChange {
  readonly kind: 'Network' | 'Image' | 'Volume' | 'Server';
  readonly field: string;
  readonly patch: object;
  readonly shown: (object: Cloud, world: World) => boolean;
  /** What was there before, beside the usual. */
  readonly before?: object;
  /** What STACKIT held before. */
  readonly stock?: Scenario['setUp'];
}

const SPECS: Readonly<Record<FieldChange['kind'], Wanted>> = {
  Network: ['Network', 'net', NETWORK],
  Image: ['Image', 'own', IMAGE],
  Volume: ['Volume', 'disk', VOLUME],
  Server: ['Server', 'web', SERVER],
};

/** One key changed, one removed, one added. */
const LABELS = { team: 'red', tier: null, cost: 'low' };

const relabeled = ({ labels }: Cloud): boolean =>
  labels?.team === 'red' && labels.tier === undefined && labels.cost === 'low';

const KINDS = ['Network', 'Image', 'Volume', 'Server'] as const;

const CHANGES: readonly FieldChange[] = [
  ...KINDS.flatMap((kind): FieldChange[] => [
    { kind, field: 'name', patch: { name: 'renamed' }, shown: ({ name }) => name === 'renamed' },
    {
      kind,
      field: 'no-name',
      before: { name: 'renamed' },
      patch: { name: null },
      shown: ({ name }) => name === SPECS[kind][1],
    },
    { kind, field: 'labels', patch: { labels: LABELS }, shown: relabeled },
  ]),
  { kind: 'Network', field: 'dhcp', patch: { dhcp: false }, shown: ({ dhcp }) => dhcp === false },
  {
    kind: 'Network',
    field: 'nameservers',
    patch: { ipv4: { nameservers: ['9.9.9.9'] } },
    shown: ({ ipv4 }) => JSON.stringify((ipv4 as Cloud).nameservers) === '["9.9.9.9"]',
  },
  {
    kind: 'Volume',
    field: 'description',
    patch: { description: 'for the database' },
    shown: ({ description }) => description === 'for the database',
  },
  {
    kind: 'Volume',
    field: 'no-description',
    before: { description: 'for the database' },
    patch: { description: null },
    shown: ({ description }) => !description,
  },
  { kind: 'Volume', field: 'size', patch: { size: 20 }, shown: ({ size }) => size === 20 },
  { kind: 'Volume', field: 'bootable', patch: { bootable: true }, shown: ({ bootable }) => bootable === true },
  { kind: 'Image', field: 'minRam', patch: { minRam: 512 }, shown: ({ minRam }) => minRam === 512 },
  { kind: 'Image', field: 'minDiskSize', patch: { minDiskSize: 12 }, shown: ({ minDiskSize }) => minDiskSize === 12 },
  { kind: 'Image', field: 'protected', patch: { protected: true }, shown: (image) => image.protected === true },
  {
    kind: 'Image',
    field: 'config',
    patch: { config: { operatingSystem: 'linux' } },
    shown: ({ config }) => (config as Cloud | undefined)?.operatingSystem === 'linux',
  },
  {
    kind: 'Network',
    field: 'ipv6-nameservers',
    before: { ipv6: { prefixLength: 64 } },
    patch: { ipv6: { nameservers: ['2001:4860:4860::8888'] } },
    shown: ({ ipv6 }) => JSON.stringify((ipv6 as Cloud).nameservers) === '["2001:4860:4860::8888"]',
  },
  {
    kind: 'Network',
    field: 'no-gateway',
    before: { ipv4: { prefix: '10.1.0.0/24', gateway: '10.1.0.1' } },
    patch: { ipv4: { gateway: 'none' } },
    shown: ({ ipv4 }) => !(ipv4 as Cloud).gateway,
  },
  {
    kind: 'Image',
    field: 'agent',
    patch: { agent: { supported: true } },
    shown: ({ agent }) => (agent as Cloud | undefined)?.supported === true,
  },
];

const GROUPS = ['11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb'] as const;
const DATA = '33333333-cccc-4ccc-8ccc-cccccccccccc';
const MAIL = 'app@sa.stackit.cloud';

/** Two security groups named `one` and `two`, and a volume that nobody has. */
const STOCK: Scenario['setUp'] = ({ stackit }) => {
  for (const [index, name] of ['one', 'two'].entries()) {
    stackit.add('securityGroup', { id: GROUPS[index] ?? '', name }, PLACE);
  }
  stackit.add('volume', { id: DATA, name: 'data', size: 1, status: 'AVAILABLE', availabilityZone: 'eu01-1' }, PLACE);
};

/** All interfaces have just these security groups. */
const grouped =
  (...groups: readonly (string | undefined)[]): FieldChange['shown'] =>
  (_, { stackit }) =>
    stackit.objects('nic').every(({ securityGroups }) => JSON.stringify(securityGroups) === JSON.stringify(groups));

const bootVolumeOf = ({ bootVolume }: Cloud) =>
  bootVolume as { readonly id: string; readonly deleteOnTermination: boolean };

const SERVER_CHANGES: readonly FieldChange[] = [
  {
    kind: 'Server',
    field: 'metadata',
    before: { metadata: { role: 'web', tier: 'one' } },
    patch: { metadata: { role: 'db', tier: null } },
    shown: ({ metadata }) => JSON.stringify(metadata) === '{"role":"db"}',
  },
  {
    kind: 'Server',
    field: 'securityGroups',
    stock: STOCK,
    before: { securityGroups: [GROUPS[0]] },
    patch: { securityGroups: [GROUPS[1]] },
    shown: grouped(GROUPS[1]),
  },
  {
    kind: 'Server',
    field: 'securityGroups-by-name',
    stock: STOCK,
    before: { securityGroups: ['one'] },
    patch: { securityGroups: ['two'] },
    shown: grouped(GROUPS[1]),
  },
  {
    kind: 'Server',
    field: 'serviceAccountMails',
    before: { serviceAccountMails: ['old@sa.stackit.cloud'] },
    patch: { serviceAccountMails: [MAIL] },
    shown: (_, world) =>
      effects(world, 'RemoveServiceAccountFromServer') > 0 && effects(world, 'AddServiceAccountToServer') > 0,
  },
  {
    kind: 'Server',
    field: 'dataVolumeIds',
    stock: STOCK,
    before: { availabilityZone: 'eu01-1' },
    patch: { dataVolumeIds: [DATA] },
    shown: ({ volumes }) => (volumes as readonly string[]).includes(DATA),
  },
  {
    kind: 'Server',
    field: 'no-dataVolumeIds',
    stock: STOCK,
    before: { availabilityZone: 'eu01-1', dataVolumeIds: [DATA] },
    patch: { dataVolumeIds: [] },
    shown: ({ volumes }) => !(volumes as readonly string[]).includes(DATA),
  },
  {
    kind: 'Server',
    field: 'bootVolume-size',
    patch: { bootVolume: { size: 30 } },
    shown: (server, { stackit }) =>
      stackit.objects('volume').some(({ id, size }) => id === bootVolumeOf(server).id && size === 30),
  },
  {
    kind: 'Server',
    field: 'bootVolume-kept',
    patch: { bootVolume: { deleteOnTermination: false } },
    shown: (server) => !bootVolumeOf(server).deleteOnTermination,
  },
  {
    kind: 'Server',
    field: 'deallocated',
    before: { labels: { team: 'blue', tier: 'one' } },
    patch: { powerState: 'Deallocated' },
    shown: ({ status }) => status === 'DEALLOCATED',
  },
  {
    kind: 'Server',
    field: 'machineType',
    patch: { machineType: 'c1.3' },
    shown: ({ machineType }) => machineType === 'c1.3',
  },
  {
    kind: 'Server',
    field: 'power',
    patch: { powerState: 'Inactive' },
    shown: ({ status }) => status === 'INACTIVE',
  },
];

const changing = ([kind, name]: Wanted, patch: object, when: Step['when']): Step => ({
  when,
  act: async ({ cluster, promises }) => promises.wants(await cluster.patch(kind, name, { spec: patch })),
});

/** The spec is carried out, and both conditions say so. */
const shows =
  ([kind, name]: Wanted, shown: FieldChange['shown']): Step['when'] =>
  (world: World) => {
    const { cluster, stackit } = world;
    const object = cluster.get(kind, name);
    const synced = object?.status?.conditions?.find(({ type }) => type === 'Synced');
    const id = object?.status?.[`${kind.toLowerCase()}Id`];
    const cloud = (stackit.objects(kind.toLowerCase() as 'network') as readonly { readonly id: string }[]).find(
      (candidate) => candidate.id === id,
    );
    return (
      isReady(object) &&
      synced?.status === 'True' &&
      synced.observedGeneration === object?.metadata.generation &&
      cloud !== undefined &&
      shown(cloud as unknown as Cloud, world)
    );
  };

const updates = [...CHANGES, ...SERVER_CHANGES].map(({ kind, field, patch, shown, before, stock }): Scenario => {
  const [, name, spec] = SPECS[kind];
  const wanted: Wanted = [kind, name, { ...spec, ...before }];
  const preparing = kind === 'Image' ? [creating([wanted]), uploading] : [creating([wanted])];
  return {
    name: `update-${kind.toLowerCase()}-${field}`,
    ...(stock && { setUp: stock }),
    steps: [...preparing, changing(wanted, patch, ({ cluster }) => isReady(cluster.get(kind, name)))],
    from: preparing.length,
    settled: shows(wanted, shown),
  };
});

const powerCycle: Scenario = {
  name: 'power-cycle',
  steps: [
    creating([SPECS.Server]),
    changing(SPECS.Server, { powerState: 'Inactive' }, allUp([SPECS.Server])),
    changing(
      SPECS.Server,
      { powerState: 'Active' },
      shows(SPECS.Server, ({ status }) => status === 'INACTIVE'),
    ),
  ],
  from: 1,
  settled: shows(SPECS.Server, ({ status }) => status === 'ACTIVE'),
};

export const changes: readonly Scenario[] = [...updates, powerCycle];
