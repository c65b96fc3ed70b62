import type { AnyKind, CloudObject, CommonSpec, Desired } from '../../provider/engine/kind';
import { OWNER_LABEL, UID_LABEL } from '../../provider/engine/owner';
import { kinds } from '../../provider/kinds';

const PLACE = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01' } as const;
const ID = '00000000-0000-4000-8000-000000000001';
const STAMPS = { [OWNER_LABEL]: 'owner-of-it', [UID_LABEL]: 'uid-of-it' };
/** As JSON.parse gives them: 9007199254740993 comes as 9007199254740992. */
const HUGE = JSON.parse('9007199254740993') as number;
const LIMIT = '9007199254740991';

type Fields = Readonly<Record<string, unknown>>;

function kindOf(name: string): AnyKind {
  const kind = kinds.find((one) => one.kind === name);
  if (!kind) throw new Error(`there is no kind ${name}`);
  return kind;
}

const UNMADE = { id: undefined, recorded: false, applied: undefined };

const wish = (
  spec: Fields,
  more: Pick<Desired<CommonSpec>, 'id' | 'recorded' | 'applied'> = UNMADE,
): Desired<CommonSpec> => ({
  spec: { ...PLACE, ...spec } as CommonSpec,
  name: 'one',
  labels: STAMPS,
  attempted: false,
  deleting: false,
  owned: true,
  observeOnly: false,
  usedBy: [],
  status: {},
  annotations: {},
  generation: 1,
  ...more,
});

const encryption = { kekKeyringId: ID, kekKeyId: ID, kekKeyVersion: HUGE, serviceAccount: 'a@sa.stackit.cloud' };
const bootable = { imageId: ID, networkId: ID, machineType: 'g2i.1', availabilityZone: 'eu01-1' };

test.each<[field: string, kind: string, spec: Fields]>([
  ['spec.encryption.kekKeyVersion', 'Volume', { availabilityZone: 'eu01-1', size: 10, encryption }],
  ['spec.size', 'Volume', { availabilityZone: 'eu01-1', size: HUGE }],
  ['spec.minDiskSize', 'Image', { diskFormat: 'raw', minDiskSize: HUGE }],
  ['spec.minRam', 'Image', { diskFormat: 'raw', minRam: HUGE }],
  ['spec.bootVolume.size', 'Server', { ...bootable, bootVolume: { size: HUGE } }],
])('%s of a new %s is refused when JSON does not hold it exactly', (field, kind, spec) => {
  const action = kindOf(kind).decide(wish(spec), { is: 'absent' }, {}, 0);
  expect(action).toMatchObject({ type: 'refuse', reason: 'InvalidSpec', message: expect.stringContaining(field) });
  expect(action).toMatchObject({ message: expect.stringContaining(LIMIT) });
});

const volume = { status: 'AVAILABLE', availabilityZone: 'eu01-1', name: 'one', size: 10 };
const image = { status: 'AVAILABLE', diskFormat: 'raw', name: 'one', minDiskSize: 10 };

/** What is done about an object that is there, and what is told of it. */
function reactionTo(kind: string, spec: Fields, fields: Fields) {
  const object = { id: ID, labels: STAMPS, status: undefined, createdAt: undefined, ...fields } as CloudObject;
  const applied = { clusterId: 'c', ...PLACE, labelKeys: Object.keys(STAMPS) };
  const desired = wish(spec, { id: ID, recorded: true, applied });
  const { decide, differences } = kindOf(kind);
  return {
    action: decide(desired, { is: 'present', object }, {}, 0),
    told: differences(desired, object, {}).map(({ message }) => message),
  };
}

test.each<[what: string, kind: string, spec: Fields, object: Fields]>([
  ['size of a Volume', 'Volume', { availabilityZone: 'eu01-1', size: HUGE }, volume],
  ['minDiskSize of an Image', 'Image', { diskFormat: 'raw', minDiskSize: HUGE }, image],
])('no call is made for such a %s that is there already, and its message tells why', (_, kind, spec, object) => {
  const { action, told } = reactionTo(kind, spec, object);
  expect(action).toEqual({ type: 'none' });
  expect(told).toEqual([expect.stringContaining(LIMIT)]);
});

test.each<[what: string, kind: string, spec: Fields, object: Fields]>([
  ['an Image', 'Image', { diskFormat: 'raw', minDiskSize: 10 }, { ...image, size: HUGE }],
  ['a Volume that has it', 'Volume', { availabilityZone: 'eu01-1', size: HUGE }, { ...volume, size: HUGE }],
  ['a Volume that wants less', 'Volume', { availabilityZone: 'eu01-1', size: 10 }, { ...volume, size: HUGE }],
])('such a size in an answer about %s leads to no call', (_, kind, spec, object) => {
  expect(reactionTo(kind, spec, object).action).toEqual({ type: 'none' });
});
