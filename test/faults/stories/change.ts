import { isReady, type Scenario, type Step } from '../scenario';
import type { World } from '../world';
import { allUp, creating, IMAGE, NETWORK, SERVER, uploading, VOLUME, type Wanted } from './wanted';

type Cloud = Readonly<Record<string, unknown>> & { readonly labels?: Readonly<Record<string, string>> | undefined };

/** A change of one field, and what STACKIT must show of it. */
interface FieldChange {
  readonly kind: 'Network' | 'Image' | 'Volume' | 'Server';
  readonly field: string;
  readonly patch: object;
  readonly shown: (object: Cloud) => boolean;
  /** What was there before, beside the usual. */
  readonly before?: object;
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
  ({ cluster, stackit }: World) => {
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
      shown(cloud as unknown as Cloud)
    );
  };

const updates = CHANGES.map(({ kind, field, patch, shown, before }): Scenario => {
  const [, name, spec] = SPECS[kind];
  const wanted: Wanted = [kind, name, { ...spec, ...before }];
  const preparing = kind === 'Image' ? [creating([wanted]), uploading] : [creating([wanted])];
  return {
    name: `update-${kind.toLowerCase()}-${field}`,
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
