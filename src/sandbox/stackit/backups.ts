import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest } from './errors';
import { find, see, seeAll } from './find';
import type { BackupObject, Labels } from './objects';
import { checkQuota } from './quotas';
import { change, create, destroy, REGION, read } from './rows';
import { copyChange } from './snapshots';
import type { Stored } from './store';

const createBody = check.object(
  {
    source: check.object({ type: check.oneOf('volume', 'snapshot'), id: check.uuid }, ['type', 'id']),
    name: check.genericName,
    description: check.description,
    labels: check.labels,
  },
  ['source'],
);

interface CreateBackup {
  readonly source: { readonly type: string; readonly id: string };
  readonly name?: string;
  readonly description?: string;
  readonly labels?: Labels;
}

function createBackup(call: Call): Answer {
  createBody(call.body(), '');
  const { source, name, description, labels } = call.body<CreateBackup>();
  const snapshot = source.type === 'snapshot' ? find(call, 'snapshot', source.id) : undefined;
  if (snapshot !== undefined && snapshot.value.status !== 'AVAILABLE') throw badRequest('snapshot is not available');
  const origin = find(call, 'volume', snapshot?.value.volumeId ?? source.id);
  const { status, availabilityZone, encrypted, performanceClass } = origin.value;
  if (snapshot === undefined && status !== 'AVAILABLE' && status !== 'ATTACHED') {
    throw badRequest('volume is not available');
  }
  const size = snapshot?.value.size ?? origin.value.size;
  checkQuota(call, { backups: 1, backupGigabytes: size });
  const id = call.uuid();
  const value: BackupObject = {
    id,
    volumeId: origin.id,
    snapshotId: snapshot?.id,
    name,
    description,
    labels,
    availabilityZone,
    size,
    encrypted,
    status: 'CREATING',
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
  const after = call.settings.durations.backupCreate;
  const steps = call.plan([{ after, set: { status: 'AVAILABLE' } }], { status: 'ERROR' });
  call.create('backup', id, value, { performanceClass }, steps);
  if (snapshot === undefined) {
    call.update(origin, { status: 'BACKING-UP' }, { steps: call.quietPlan([{ after, set: { status } }]) });
  }
  return { status: 201, body: value, resourceId: id };
}

const findBackup = (call: Call): Stored<'backup'> => find(call, 'backup', call.param('backupId'));

function updateBackup(call: Call): Answer {
  const stored = findBackup(call);
  const set = copyChange(call, stored.value.labels);
  return { status: 200, body: call.update(stored, set).value };
}

function deleteBackup(call: Call): Answer {
  const stored = findBackup(call);
  const isSteady = ['AVAILABLE', 'ERROR'].includes(stored.value.status);
  if (!isSteady && call.query.get('force') !== 'true') throw badRequest('backup is not in a deletable state');
  const steps = call.plan([{ after: call.settings.durations.backupDelete, remove: true }], { status: 'ERROR' });
  call.update(stored, { status: 'DELETING' }, { steps });
  return { status: 204 };
}

/** Back onto the volume that the backup was made from, which must be detached (iaas.md §8). */
function restoreBackup(call: Call): Answer {
  const stored = findBackup(call);
  if (stored.value.status !== 'AVAILABLE') throw badRequest('backup is not available');
  const volume = find(call, 'volume', stored.value.volumeId ?? '');
  if (volume.value.status !== 'AVAILABLE') throw badRequest('volume is not available');
  const plans = [{ after: call.settings.durations.backupRestore, set: { status: 'AVAILABLE' } }];
  call.update(stored, { status: 'RESTORING' }, { steps: call.quietPlan(plans) });
  const steps = call.plan(plans, { status: 'ERROR_RESTORING-BACKUP' });
  call.update(volume, { status: 'RESTORING-BACKUP' }, { steps });
  return { status: 202 };
}

const BACKUPS = `${REGION}/backups`;
const BACKUP = `${BACKUPS}/{backupId}`;

export const backupOperations: readonly Operation[] = [
  read('ListBackups', BACKUPS, (call) => ({
    status: 200,
    body: { items: seeAll(call, 'backup').map(({ value }) => value) },
  })),
  create('CreateBackup', BACKUPS, createBackup),
  read('GetBackup', BACKUP, (call) => ({ status: 200, body: see(call, 'backup', call.param('backupId')).value })),
  change('PATCH')('UpdateBackup', BACKUP, updateBackup),
  destroy('DeleteBackup', BACKUP, deleteBackup),
  change('POST')('RestoreBackup', `${BACKUP}/restore`, restoreBackup),
];
