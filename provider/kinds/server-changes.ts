import type { Applied, ServerSpec } from '../../src/api';
import type { ResizeServerPayload, UpdateVolumeAttachmentPayload } from '../../src/stackit';
import { compareLabels, compareMap, difference } from '../engine/change';
import type { Desired, Difference, Resolutions, Update } from '../engine/kind';
import { compareField, compareName, postponed } from './compare';
import { unlessInexact } from './numbers';
import { compareMembers, memberUpdates } from './server-members';
import type { CloudServer } from './server-object';
import { compareOrigins } from './server-origins';

/** The calls that change a server. */
export const updates: { readonly patch: Update } & Readonly<Record<string, Update>> = {
  patch: ({ iaas }, scope, id, payload) => iaas.updateServer(scope, id, payload),
  start: ({ iaas }, scope, id) => iaas.startServer(scope, id),
  stop: ({ iaas }, scope, id) => iaas.stopServer(scope, id),
  deallocate: ({ iaas }, scope, id) => iaas.deallocateServer(scope, id),
  resize: ({ iaas }, scope, id, payload) => iaas.resizeServer(scope, id, payload as unknown as ResizeServerPayload),
  resizeBootVolume,
  keepBootVolume: ({ iaas }, scope, id, { volumeId, ...payload }) =>
    iaas.updateVolumeAttachment(scope, id, String(volumeId), payload as UpdateVolumeAttachmentPayload),
  ...memberUpdates,
};

/**
 * What the volume has says whether there is anything to do: STACKIT refuses a size that it has already, as after a resize
 * whose answer was lost, and a smaller one.
 */
async function resizeBootVolume(
  ...[{ iaas }, scope, _id, { volumeId, size }, _desired, insist]: Parameters<Update>
): ReturnType<Update> {
  const { body, ...read } = await iaas.getVolume(scope, String(volumeId));
  const actual = body.size ?? 0;
  if (actual >= Number(size)) return { ...read, values: { 'bootVolume.size': String(actual) } };
  insist();
  return iaas.resizeVolume(scope, String(volumeId), { size: Number(size) });
}

/** STACKIT changes a server only where it holds its machine; what differs otherwise is told. */
export function compares({ status = '' }: CloudServer): boolean {
  return status === 'ACTIVE' || status === 'INACTIVE' || IDLE.has(status);
}

/** At rest, and without a machine that could be changed. */
const IDLE: ReadonlySet<string> = new Set(['DEALLOCATED', 'RESCUE', 'PAUSED']);

/**
 * What of a server differs, in the order in which it is mended: a start comes before everything else, since STACKIT
 * changes nothing of a deallocated server, and a stop last.
 */
export function differences(desired: Desired<ServerSpec>, object: CloudServer, references: Resolutions): Difference[] {
  const { status = '' } = object;
  if (!compares(object)) return [];
  const others = [
    ...compareOrigins(desired, object, references),
    ...comparePatched(desired, object),
    ...compareSize(desired.spec, object),
    ...compareBootVolume(desired, object),
    ...compareMembers(desired, object, references),
  ];
  if (status === 'RESCUE' || status === 'PAUSED') return postponed(others, `once the server is no longer ${status}`);
  const power = comparePower(desired.spec, object);
  if (status === 'DEALLOCATED') return [...power, ...postponed(others, 'once the server is no longer DEALLOCATED')];
  const starts = power.filter(({ fix }) => fix?.call === 'start');
  const stops = power.filter(({ fix }) => fix?.call !== 'start');
  return [...starts, ...others, ...stops];
}

function comparePower({ powerState = 'Active' }: ServerSpec, { status }: CloudServer): Difference[] {
  const actual = status === 'ACTIVE' ? 'Active' : status === 'INACTIVE' ? 'Inactive' : 'Deallocated';
  if (powerState === actual) return [];
  // A deallocated server can't be stopped: it has to run first.
  const call = powerState === 'Deallocated' ? 'deallocate' : actual === 'Active' ? 'stop' : 'start';
  return [{ ...difference('powerState', powerState, actual), fix: { call, payload: {} } }];
}

/** What can be changed of the boot volume that was made with the server. */
function compareBootVolume({ spec, applied }: Desired<ServerSpec>, { bootVolume }: CloudServer): Difference[] {
  const { size, deleteOnTermination } = spec.bootVolume ?? {};
  if (spec.bootVolumeRef) return [];
  if (bootVolume?.id === undefined) return size === undefined ? [] : [onOwnDisk(size)];
  const payload = { volumeId: bootVolume.id, deleteOnTermination };
  return [
    ...compareBootSize(bootVolume.id, size, applied),
    ...(bootVolume.deleteOnTermination === undefined
      ? []
      : compareField('bootVolume.deleteOnTermination', deleteOnTermination, bootVolume.deleteOnTermination, {
          fix: { call: 'keepBootVolume', payload },
        })),
  ];
}

/** A server that was made without a boot volume gets none later. */
function onOwnDisk(size: number): Difference {
  const message = "bootVolume: the server was made without one, and lies on the machine's own disk for good";
  return { ...difference('bootVolume.size', size, undefined), reason: 'ImmutableFieldChanged', message };
}

/** STACKIT shows nothing of the boot volume but its ID, so what was asked for last stands for what it has. */
function compareBootSize(volumeId: string, wanted: number | undefined, applied: Applied | undefined): Difference[] {
  const known = applied?.values?.['bootVolume.size'];
  const former = known === undefined ? undefined : Number(known);
  if (applied?.values === undefined || wanted === undefined || wanted === former) return [];
  const found = difference('bootVolume.size', wanted, former);
  if (former !== undefined && wanted < former)
    return [{ ...found, reason: 'ResizeRejected', message: `${found.message}; a volume can't shrink` }];
  const values = { 'bootVolume.size': String(wanted) };
  return [unlessInexact({ ...found, fix: { call: 'resizeBootVolume', payload: { volumeId, size: wanted }, values } })];
}

function comparePatched(desired: Desired<ServerSpec>, object: CloudServer): Difference[] {
  const { spec, applied } = desired;
  const metadata = (object.metadata ?? {}) as Readonly<Record<string, string>>;
  return [
    ...compareName(desired, object.name),
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
