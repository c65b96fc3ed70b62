import type { ServerSpec } from '../../src/api';
import type { ResizeServerPayload } from '../../src/stackit';
import { compareLabels, compareMap, difference } from '../engine/change';
import type { Desired, Difference, Resolutions, Update } from '../engine/kind';
import { fixedField, patchField } from './compare';
import { unlessInexact } from './numbers';
import { compareMembers, memberUpdates } from './server-members';
import { type CloudServer, digestOf, encoded } from './server-object';

/** The calls that change a server. */
export const updates: { readonly patch: Update } & Readonly<Record<string, Update>> = {
  patch: ({ iaas }, scope, id, payload) => iaas.updateServer(scope, id, payload),
  start: ({ iaas }, scope, id) => iaas.startServer(scope, id),
  stop: ({ iaas }, scope, id) => iaas.stopServer(scope, id),
  deallocate: ({ iaas }, scope, id) => iaas.deallocateServer(scope, id),
  resize: ({ iaas }, scope, id, payload) => iaas.resizeServer(scope, id, payload as unknown as ResizeServerPayload),
  // STACKIT refuses a size that the volume has already, as after a resize whose answer was lost.
  resizeBootVolume: async ({ iaas }, scope, _id, { volumeId, size }) => {
    const { body, ...read } = await iaas.getVolume(scope, String(volumeId));
    return body.size === size ? read : iaas.resizeVolume(scope, String(volumeId), { size: Number(size) });
  },
  ...memberUpdates,
};

/** STACKIT changes a server only where it is at rest and holds its machine. */
export function compares({ status }: CloudServer): boolean {
  return status === 'ACTIVE' || status === 'INACTIVE';
}

/**
 * What of a server differs, in the order in which it is mended: a start comes before everything else, since STACKIT
 * changes nothing of a deallocated server, and a stop last.
 */
export function differences(desired: Desired<ServerSpec>, object: CloudServer, references: Resolutions): Difference[] {
  const { status } = object;
  const power = comparePower(desired.spec, object);
  if (status === 'DEALLOCATED') return power;
  if (!compares(object)) return [];
  const starts = power.filter(({ fix }) => fix?.call === 'start');
  const stops = power.filter(({ fix }) => fix?.call !== 'start');
  return [
    ...starts,
    ...compareFixed(desired, object),
    ...comparePatched(desired, object),
    ...compareSize(desired.spec, object),
    ...compareBootVolume(desired, object),
    ...compareMembers(desired, object, references),
    ...stops,
  ];
}

function comparePower({ powerState = 'Active' }: ServerSpec, { status }: CloudServer): Difference[] {
  const actual = status === 'ACTIVE' ? 'Active' : status === 'INACTIVE' ? 'Inactive' : 'Deallocated';
  if (powerState === actual) return [];
  // A deallocated server can't be stopped: it has to run first.
  const call = powerState === 'Deallocated' ? 'deallocate' : actual === 'Active' ? 'stop' : 'start';
  return [{ ...difference('powerState', powerState, actual), fix: { call, payload: {} } }];
}

/** Values that STACKIT takes at creation and never shows. */
export function hiddenValues(spec: ServerSpec): Record<string, string> {
  const { imageId, nicIds, bootVolume } = spec;
  const values = {
    imageId,
    nicIds: nicIds?.length ? JSON.stringify(nicIds) : undefined,
    'bootVolume.size': bootVolume?.size === undefined ? undefined : String(bootVolume.size),
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** STACKIT shows nothing of the boot volume but its ID, so what was asked for last stands for what it has. */
function compareBootVolume({ spec, applied }: Desired<ServerSpec>, object: CloudServer): Difference[] {
  const volumeId = object.bootVolume?.id;
  const former = Number(applied?.values?.['bootVolume.size']);
  const wanted = spec.bootVolumeRef ? undefined : spec.bootVolume?.size;
  if (volumeId === undefined || wanted === undefined || !former || wanted === former) return [];
  const found = difference('bootVolume.size', wanted, former);
  if (wanted < former)
    return [{ ...found, reason: 'ResizeRejected', message: `${found.message}; a volume can't shrink` }];
  const values = { 'bootVolume.size': String(wanted) };
  return [unlessInexact({ ...found, fix: { call: 'resizeBootVolume', payload: { volumeId, size: wanted }, values } })];
}

function compareFixed({ spec, applied }: Desired<ServerSpec>, object: CloudServer): Difference[] {
  const found = [
    ...fixedField('availabilityZone', spec.availabilityZone || undefined, object.availabilityZone),
    ...fixedField('keypairName', spec.keypairName || undefined, object.keypairName),
  ];
  const values = hiddenValues(spec);
  for (const [field, former] of Object.entries(applied?.values ?? {})) {
    if (field !== 'bootVolume.size') found.push(...fixedField(field, values[field], former));
  }
  const digest = spec.userData ? digestOf(encoded(spec.userData)) : undefined;
  if (digest !== undefined && object.userDataDigest !== undefined && digest !== object.userDataDigest) {
    const message = 'userData: it was changed, and takes effect at the creation of a server only';
    found.push({ ...difference('userData', '(changed)', '(other)'), reason: 'ImmutableFieldChanged', message });
  }
  return found;
}

function comparePatched(desired: Desired<ServerSpec>, object: CloudServer): Difference[] {
  const { spec, applied } = desired;
  const metadata = (object.metadata ?? {}) as Readonly<Record<string, string>>;
  return [
    ...patchField('name', spec.name || undefined, object.name),
    ...compareMap('metadata', spec.metadata ?? {}, metadata, applied?.members?.metadata),
    ...compareLabels(desired, object.labels),
  ];
}

/** STACKIT may accept a smaller size and silently go back to the old one, so it is asked once. */
function compareSize({ machineType }: ServerSpec, object: CloudServer): Difference[] {
  if (machineType === object.machineType) return [];
  const found = difference('machineType', machineType, object.machineType);
  return [{ ...found, fix: { call: 'resize', payload: { machineType }, tries: 1, ineffective: 'ResizeRejected' } }];
}
