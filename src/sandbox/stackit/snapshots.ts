import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest, conflict } from './errors';
import { find, see, seeAll } from './find';
import type { Labels, SnapshotObject } from './objects';
import { checkQuota } from './quotas';
import { change, create, destroy, REGION, read } from './rows';

const members = { name: check.genericName, description: check.description };
const createBody = check.object({ ...members, volumeId: check.uuid, labels: check.labels }, ['volumeId']);
/** What a PATCH may change of a snapshot or backup. */
export const copyUpdate = check.object({ ...members, labels: check.labelPatch });

type CopyUpdate = Partial<Pick<SnapshotObject, 'name' | 'description'>> & {
  readonly labels?: Readonly<Record<string, string | null>>;
};

/** Members to set for a PATCH of a snapshot or backup. */
export function copyChange(call: Call, current: Labels | undefined): Readonly<Record<string, unknown>> {
  copyUpdate(call.body(), '');
  const { name, description, labels } = call.body<CopyUpdate>();
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    labels: check.merge(current, labels),
  };
}

function createSnapshot(call: Call): Answer {
  createBody(call.body(), '');
  const { volumeId, name, description, labels } = call.body<SnapshotObject>();
  const volume = find(call, 'volume', volumeId);
  const { status, size, availabilityZone } = volume.value;
  if (status !== 'AVAILABLE' && status !== 'ATTACHED') throw conflict();
  checkQuota(call, { snapshots: 1, gigabytes: size });
  const id = call.uuid();
  const value: SnapshotObject = {
    id,
    volumeId,
    name,
    description,
    labels,
    availabilityZone,
    size,
    status: 'CREATING',
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
  const after = call.settings.durations.snapshotCreate;
  call.create('snapshot', id, value, {}, call.plan([{ after, set: { status: 'AVAILABLE' } }], { status: 'ERROR' }));
  call.update(volume, { status: 'BACKING-UP' }, { steps: call.quietPlan([{ after, set: { status } }]) });
  return { status: 201, body: value, resourceId: id };
}

function updateSnapshot(call: Call): Answer {
  const stored = find(call, 'snapshot', call.param('snapshotId'));
  const set = copyChange(call, stored.value.labels);
  return { status: 200, body: call.update(stored, set).value };
}

function deleteSnapshot(call: Call): Answer {
  const stored = find(call, 'snapshot', call.param('snapshotId'));
  // No 409 is declared for this call.
  if (!['AVAILABLE', 'ERROR'].includes(stored.value.status)) throw badRequest('snapshot is not in a deletable state');
  const steps = call.plan([{ after: call.settings.durations.snapshotDelete, remove: true }], { status: 'ERROR' });
  call.update(stored, { status: 'DELETING' }, { steps });
  return { status: 204 };
}

const SNAPSHOTS = `${REGION}/snapshots`;
const SNAPSHOT = `${SNAPSHOTS}/{snapshotId}`;

export const snapshotOperations: readonly Operation[] = [
  read('ListSnapshotsInProject', SNAPSHOTS, (call) => ({
    status: 200,
    body: { items: seeAll(call, 'snapshot').map(({ value }) => value) },
  })),
  create('CreateSnapshot', SNAPSHOTS, createSnapshot),
  read('GetSnapshot', SNAPSHOT, (call) => ({
    status: 200,
    body: see(call, 'snapshot', call.param('snapshotId')).value,
  })),
  change('PATCH')('UpdateSnapshot', SNAPSHOT, updateSnapshot),
  destroy('DeleteSnapshot', SNAPSHOT, deleteSnapshot),
];
