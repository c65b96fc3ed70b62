import type { ServerSpec } from '../../src/api';
import type { ResizeServerPayload } from '../../src/stackit';
import { compareLabels, difference } from '../engine/change';
import type { Desired, Difference, Update } from '../engine/kind';
import { fixedField, patchField } from './compare';
import { type CloudServer, digestOf, encoded } from './server-object';

/** The calls that change a server. */
export const updates: { readonly patch: Update } & Readonly<Record<string, Update>> = {
  patch: ({ iaas }, scope, id, payload) => iaas.updateServer(scope, id, payload),
  start: ({ iaas }, scope, id) => iaas.startServer(scope, id),
  stop: ({ iaas }, scope, id) => iaas.stopServer(scope, id),
  resize: ({ iaas }, scope, id, payload) => iaas.resizeServer(scope, id, payload as unknown as ResizeServerPayload),
};

/**
 * What of a server differs, in the order in which it is mended: a start comes before everything else, since STACKIT
 * changes nothing of a deallocated server, and a stop last.
 */
export function differences(desired: Desired<ServerSpec>, object: CloudServer): Difference[] {
  const { status } = object;
  const power = comparePower(desired.spec, object);
  if (status === 'DEALLOCATED') return power;
  if (status !== 'ACTIVE' && status !== 'INACTIVE') return [];
  const starts = power.filter(({ fix }) => fix?.call === 'start');
  const stops = power.filter(({ fix }) => fix?.call !== 'start');
  return [
    ...starts,
    ...compareFixed(desired.spec, object),
    ...comparePatched(desired, object),
    ...compareSize(desired.spec, object),
    ...stops,
  ];
}

function comparePower({ powerState = 'Active' }: ServerSpec, { status }: CloudServer): Difference[] {
  const actual = status === 'ACTIVE' ? 'Active' : status === 'INACTIVE' ? 'Inactive' : 'Deallocated';
  if (powerState === actual) return [];
  // A deallocated server can't be stopped: it has to run first.
  const call = actual === 'Active' ? 'stop' : 'start';
  return [{ ...difference('powerState', powerState, actual), fix: { call, payload: {} } }];
}

function compareFixed(spec: ServerSpec, object: CloudServer): Difference[] {
  const found = [
    ...fixedField('availabilityZone', spec.availabilityZone, object.availabilityZone),
    ...fixedField('keypairName', spec.keypairName || undefined, object.keypairName),
  ];
  const digest = spec.userData ? digestOf(encoded(spec.userData)) : undefined;
  if (digest !== undefined && object.userDataDigest !== undefined && digest !== object.userDataDigest) {
    const message = 'userData: it was changed, and takes effect at the creation of a server only';
    found.push({ ...difference('userData', '(changed)', '(other)'), reason: 'ImmutableFieldChanged', message });
  }
  return found;
}

function comparePatched(desired: Desired<ServerSpec>, object: CloudServer): Difference[] {
  return [...patchField('name', desired.spec.name || undefined, object.name), ...compareLabels(desired, object.labels)];
}

/** STACKIT may accept a smaller size and silently go back to the old one, so it is asked once. */
function compareSize({ machineType }: ServerSpec, object: CloudServer): Difference[] {
  if (machineType === object.machineType) return [];
  const found = difference('machineType', machineType, object.machineType);
  return [{ ...found, fix: { call: 'resize', payload: { machineType }, tries: 1, ineffective: 'ResizeRejected' } }];
}
