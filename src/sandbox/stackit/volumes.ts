import type { Answer, Call, Operation } from './call';
import { PERFORMANCE_CLASSES, zonesOf } from './catalogue';
import * as check from './check';
import { badRequest, conflict } from './errors';
import { find, see, seeAll } from './find';
import { findImage } from './images';
import type { Labels, VolumeObject } from './objects';
import { checkQuota } from './quotas';
import type { Stored } from './store';

interface Source {
  readonly type: string;
  readonly id: string;
}

interface CreateVolume {
  readonly availabilityZone: string;
  readonly name?: string;
  readonly description?: string;
  readonly labels?: Labels;
  readonly size?: number;
  readonly performanceClass?: string;
  readonly source?: Source;
  readonly bootable?: boolean;
  readonly encryptionParameters?: unknown;
}

/** GB; iaas.md §4.1. */
const LARGEST = 16_000;
const DEFAULT_CLASS = 'storage_premium_perf0';
const FAILURE = { status: 'ERROR' };

export const sourceCheck = check.object(
  { type: check.oneOf('image', 'volume', 'snapshot', 'backup'), id: check.uuid },
  ['type', 'id'],
);

const createBody = check.object(
  {
    availabilityZone: check.text(),
    name: check.genericName,
    description: check.description,
    labels: check.labels,
    size: check.integer(1),
    performanceClass: check.genericName,
    source: sourceCheck,
    bootable: check.bool,
    encryptionParameters: check.object(
      { serviceAccount: check.text(), kekKeyringId: check.uuid, kekKeyId: check.uuid, kekKeyVersion: check.integer(1) },
      ['serviceAccount', 'kekKeyringId', 'kekKeyId', 'kekKeyVersion'],
    ),
  },
  ['availabilityZone'],
);
const updateBody = check.object({
  name: check.genericName,
  description: check.description,
  labels: check.labelPatch,
  bootable: check.bool,
  imageConfig: check.object({}),
});
const resizeBody = check.object({ size: check.integer(1) }, ['size']);

/** @throws Refusal 400 for a zone that the region doesn't have */
export function checkZone(call: Call, zone: string): void {
  if (!zonesOf(call.param('region')).includes(zone)) throw badRequest('availability zone is not valid');
}

/** What a new volume is made of: size and class from the payload, checked against its source. */
function contentOf(
  call: Call,
  wanted: CreateVolume,
): Pick<VolumeObject, 'size' | 'performanceClass' | 'bootable'> & {
  readonly imageConfig?: VolumeObject['imageConfig'];
} {
  const { source, size, performanceClass, bootable } = wanted;
  if (performanceClass !== undefined && !PERFORMANCE_CLASSES.some(({ name }) => name === performanceClass)) {
    throw badRequest('volume performance class is not valid');
  }
  if (size !== undefined && size > LARGEST) throw badRequest('volume size is not valid');
  const given = { performanceClass: performanceClass ?? DEFAULT_CLASS };
  if (source === undefined || source.type === 'image') {
    if (size === undefined) throw badRequest('volume size is not valid or missing');
    if (source === undefined) return { ...given, size, bootable: bootable ?? false };
    const image = findImage(call, source.id).value;
    if (image.status !== 'AVAILABLE') throw conflict();
    if (size < (image.minDiskSize ?? 0)) throw badRequest('volume size is smaller than the minimum disk size');
    return { ...given, size, bootable: bootable ?? true, imageConfig: image.config };
  }
  return copyOf(call, wanted, source);
}

/** A volume made of another one, a snapshot or a backup; only a backup may change its zone and class. */
function copyOf(call: Call, wanted: CreateVolume, source: Source) {
  const { size, performanceClass, bootable } = wanted;
  const origin = originOf(call, source);
  if (source.type !== 'backup') {
    if (performanceClass !== undefined) throw badRequest('performance class can not be set with this source');
    if (wanted.encryptionParameters !== undefined) throw badRequest('encryption can not be set with this source');
    if (origin.availabilityZone !== wanted.availabilityZone) {
      throw badRequest('availability zone is not that of the source');
    }
  }
  if (size !== undefined && size < origin.size) throw badRequest('volume size is smaller than its source');
  return {
    performanceClass: performanceClass ?? origin.performanceClass,
    size: size ?? origin.size,
    bootable: bootable ?? origin.bootable,
    ...(origin.imageConfig === undefined ? {} : { imageConfig: origin.imageConfig }),
  };
}

type Origin = Pick<VolumeObject, 'size' | 'availabilityZone' | 'performanceClass' | 'bootable' | 'imageConfig'>;

function originOf(call: Call, { type, id }: Source): Origin {
  if (type === 'volume') {
    const { value } = find(call, 'volume', id);
    if (!['AVAILABLE', 'ATTACHED'].includes(value.status)) throw conflict();
    return value;
  }
  const copy = type === 'snapshot' ? find(call, 'snapshot', id) : find(call, 'backup', id);
  if (copy.value.status !== 'AVAILABLE') throw conflict();
  const { volumeId = '', size, availabilityZone } = copy.value;
  const volume = call.store.get('volume', call.scope, volumeId)?.value;
  const { bootable = false, performanceClass = DEFAULT_CLASS, imageConfig } = volume ?? {};
  return { size, availabilityZone, bootable, performanceClass, imageConfig };
}

/** Makes a volume in its first state; what happens to it next is the caller's plan. */
export function makeVolume(call: Call, wanted: CreateVolume, own: Partial<VolumeObject> = {}): VolumeObject {
  checkZone(call, wanted.availabilityZone);
  return {
    id: call.uuid(),
    name: wanted.name,
    description: wanted.description,
    labels: wanted.labels,
    availabilityZone: wanted.availabilityZone,
    source: wanted.source,
    ...contentOf(call, wanted),
    encrypted: wanted.encryptionParameters !== undefined,
    status: 'CREATING',
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
    ...surprises(call, wanted),
    ...own,
  };
}

/** What the cloud does of its own accord: another class (Q53), a label for a backup's copy (Q54). */
function surprises(call: Call, { performanceClass: asked, source, labels }: CreateVolume): Partial<VolumeObject> {
  const { deviates } = call.settings;
  const swapped = asked === 'storage_premium_perf6' && deviates('Q53') ? 'storage_premium_perf1' : undefined;
  const performanceClass = call.effects.performanceClass?.performanceClass ?? swapped;
  const marked = source?.type === 'backup' && deviates('Q54');
  return {
    ...(performanceClass === undefined ? {} : { performanceClass }),
    ...(marked ? { labels: { ...labels, src_backup_id: source.id } } : {}),
  };
}

function createVolume(call: Call): Answer {
  createBody(call.body(), '');
  const wanted = call.body<CreateVolume>();
  const value = makeVolume(call, wanted);
  checkQuota(call, { volumes: 1, gigabytes: value.size });
  const { volumeCreate, volumeDownload } = call.settings.durations;
  const plans =
    wanted.source?.type === 'image'
      ? [
          { after: volumeCreate, set: { status: 'DOWNLOADING' } },
          { after: volumeDownload, set: { status: 'AVAILABLE' } },
        ]
      : [{ after: volumeCreate, set: { status: 'AVAILABLE' } }];
  const stored = call.create('volume', value.id, value, {}, call.plan(plans, FAILURE));
  return { status: 201, body: volumeBody(call, stored), resourceId: value.id };
}

/** How a volume answers; see deviation Q39 for the name. */
export function volumeBody(call: Call, { value }: Stored<'volume'>): VolumeObject {
  return value.name === undefined && call.settings.deviates('Q39') ? { ...value, name: '' } : value;
}

function updateVolume(call: Call): Answer {
  updateBody(call.body(), '');
  const stored = find(call, 'volume', call.param('volumeId'));
  const { labels, name, description, bootable, imageConfig } = call.body<
    Partial<Omit<VolumeObject, 'labels'>> & { readonly labels?: Readonly<Record<string, string | null>> }
  >();
  if (stored.value.status === 'DELETING') throw conflict();
  const set = { name, description, bootable, imageConfig };
  const given = Object.fromEntries(Object.entries(set).filter(([, member]) => member !== undefined));
  const updated = call.update(stored, { ...given, labels: check.merge(stored.value.labels, labels) });
  return { status: 200, body: volumeBody(call, updated) };
}

function resizeVolume(call: Call): Answer {
  resizeBody(call.body(), '');
  const stored = find(call, 'volume', call.param('volumeId'));
  const { size } = call.body<{ readonly size: number }>();
  const { status } = stored.value;
  if (status !== 'AVAILABLE' && status !== 'ATTACHED') throw conflict();
  if (size > LARGEST) throw badRequest('volume size is not valid');
  if (size <= stored.value.size) throw badRequest('new volume size must be larger than the current size');
  checkQuota(call, { gigabytes: size - stored.value.size });
  const set = call.effects.rollback === undefined ? { status, size } : { status };
  const plans = [{ after: call.settings.durations.volumeResize, set }];
  call.update(stored, { status: 'RESIZING' }, { steps: call.plan(plans, { status: 'ERROR_RESIZING' }) });
  return { status: 202 };
}

function deleteVolume(call: Call): Answer {
  const stored = find(call, 'volume', call.param('volumeId'));
  const { status, serverId } = stored.value;
  if (serverId !== undefined || (status !== 'AVAILABLE' && !status.startsWith('ERROR'))) throw conflict();
  const snapshots = [...call.store.list('snapshot', call.scope)].filter(({ value }) => value.volumeId === stored.id);
  if (snapshots.length > 0 && call.query.get('cascade') !== 'true' && call.settings.behaviour.snapshotsKeepVolume) {
    throw conflict();
  }
  for (const snapshot of snapshots) call.remove(snapshot);
  const plans = [{ after: call.settings.durations.volumeDelete, remove: true as const }];
  call.update(stored, { status: 'DELETING' }, { steps: call.plan(plans, { status: 'ERROR_DELETING' }) });
  return { status: 204 };
}

const VOLUMES = '/v2/projects/{projectId}/regions/{region}/volumes';

export const volumeOperations: readonly Operation[] = [
  {
    operationId: 'ListVolumes',
    method: 'GET',
    path: VOLUMES,
    effect: 'none',
    handler: (call) => ({ status: 200, body: { items: seeAll(call, 'volume').map((one) => volumeBody(call, one)) } }),
  },
  { operationId: 'CreateVolume', method: 'POST', path: VOLUMES, effect: 'created', handler: createVolume },
  {
    operationId: 'GetVolume',
    method: 'GET',
    path: `${VOLUMES}/{volumeId}`,
    effect: 'none',
    handler: (call) => ({ status: 200, body: volumeBody(call, see(call, 'volume', call.param('volumeId'))) }),
  },
  {
    operationId: 'UpdateVolume',
    method: 'PATCH',
    path: `${VOLUMES}/{volumeId}`,
    effect: 'updated',
    handler: updateVolume,
  },
  {
    operationId: 'DeleteVolume',
    method: 'DELETE',
    path: `${VOLUMES}/{volumeId}`,
    effect: 'deleted',
    handler: deleteVolume,
  },
  {
    operationId: 'ResizeVolume',
    method: 'POST',
    path: `${VOLUMES}/{volumeId}/resize`,
    effect: 'updated',
    handler: resizeVolume,
  },
];
