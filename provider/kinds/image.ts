import type { ImageSpec } from '../../src/api';
import { genericName } from '../../src/api/rules';
import type { CreateImagePayload, Image } from '../../src/stackit';
import { compareLabels } from '../engine/change';
import { type CloudObject, type Desired, type Difference, defineKind, type Health } from '../engine/kind';
import { decideLifecycle, type Refusal } from '../engine/lifecycle';
import { ownedBy, withLabels } from './cloud';
import { compareField, compareName, fixedField, patchField, postponed } from './compare';
import { refuseNumbers } from './numbers';
import { failed, leaving, moving, unheardOf } from './states';
import { labelTexts, nameField, refuseTexts } from './text';

type CloudImage = Image & CloudObject;

/** How long an image without its bytes is watched closely. An upload by hand mostly follows soon; later it is seen at the slow pace. */
const UPLOAD_WATCH = 3_600_000;

/** Images: adopted, or registered for an upload by hand to the URL in the status. */
export const image = defineKind<ImageSpec, CloudImage, CreateImagePayload>({
  kind: 'Image',
  plural: 'images',
  finalizer: 'compute.sostackit.dev/image-finalizer',
  idField: 'imageId',
  adopts: ({ existingId }) => existingId || undefined,
  references: [],
  touches: [],
  cloud: {
    list: async ({ iaas }, scope, options) => {
      const query = { ...ownedBy(options), ...(options.wide && { all: true }) };
      return (await iaas.listImages(scope, query)).body.map(withLabels);
    },
    get: async ({ iaas }, scope, id) => withLabels((await iaas.getImage(scope, id)).body),
    create: async ({ iaas }, scope, payload) => {
      const { id, uploadUrl } = (await iaas.createImage(scope, payload)).body;
      return { id, status: { state: 'CREATING', uploadUrl } };
    },
    delete: ({ iaas }, scope, id) => iaas.deleteImage(scope, id),
    updates: { patch: ({ iaas }, scope, id, payload) => iaas.updateImage(scope, id, payload) },
  },
  // STACKIT gives the upload URL once: without it, an image that has no bytes yet never gets any.
  usable: (object) => !awaitsUpload(object),
  health,
  decide: (desired, observed, references) => {
    const rules = { invalid, payload, isDeleting: isLeaving, blockedBy, differences };
    const action = decideLifecycle({ desired, observed, references }, rules);
    if (action.type === 'wait' && action.on === 'dependents' && action.inStackit && desired.spec.protected === false) {
      return { type: 'update', call: 'patch', payload: { protected: false }, fields: ['protected'] };
    }
    const stranded = observed.is === 'present' && action.type === 'none' && isStranded(desired, observed.object);
    return stranded ? { type: 'delete', id: observed.object.id } : action;
  },
  status: (object) => ({
    state: object.status,
    size: object.size,
    importProgress: object.importProgress,
    ...(!awaitsUpload(object) && { uploadUrl: undefined }),
  }),
  differences,
  compares,
  clearable: ['name'],
  members: () => ({}),
  hiddenValues: () => ({}),
  losses: () => ['its content is lost, and has to be uploaded again'],
  remarks: () => [],
});

function compares(object: CloudImage): boolean {
  return object.status === 'AVAILABLE' || object.status === 'DEACTIVATED' || awaitsUpload(object);
}

/** Nothing is sent before the content is there, or while STACKIT carries out something else. */
function differences(desired: Desired<ImageSpec>, object: CloudImage): Difference[] {
  if (!compares(object)) return [];
  const found = allDifferences(desired, object);
  return object.status === 'AVAILABLE' ? found : postponed(found, 'once the image is AVAILABLE');
}

function allDifferences(desired: Desired<ImageSpec>, object: CloudImage): Difference[] {
  const { spec } = desired;
  const { checksum } = object;
  return [
    ...fixedField('diskFormat', spec.diskFormat, object.diskFormat),
    ...(spec.checksum && checksum?.algorithm === spec.checksum.algorithm
      ? compareField('checksum.digest', spec.checksum.digest, checksum.digest, { reason: 'ValueNotApplied' })
      : []),
    ...compareName(desired, object.name),
    ...patchField('protected', spec.protected, object.protected ?? false),
    ...patchField('minDiskSize', spec.minDiskSize, object.minDiskSize),
    ...patchField('minRam', spec.minRam, object.minRam),
    ...compareBlock('config', spec.config, object.config),
    ...compareBlock('agent', spec.agent, object.agent),
    ...compareLabels(desired, object.labels),
  ];
}

/** Switches that are on unless they were turned off; all others are off where STACKIT names none. */
const ON: ReadonlySet<string> = new Set(['config.uefi']);

/** The fields of a block that the spec names. */
function compareBlock(block: 'config' | 'agent', wanted: object | undefined, actual: object | undefined): Difference[] {
  const present = (actual ?? {}) as Readonly<Record<string, string | boolean | null>>;
  return Object.entries((wanted ?? {}) as Readonly<Record<string, string | boolean>>).flatMap(([field, value]) =>
    compareField(`${block}.${field}`, value, present[field] ?? switchOf(`${block}.${field}`, value), {
      fix: { call: 'patch', payload: { [block]: { [field]: value } } },
    }),
  );
}

function switchOf(field: string, value: string | boolean): boolean | undefined {
  return typeof value === 'boolean' ? ON.has(field) : undefined;
}

/** STACKIT refuses to delete a protected image. */
function blockedBy(object: CloudImage): string | undefined {
  return object.protected
    ? `the image ${object.id} is protected; set spec.protected to false to have it deleted, or spec.deletionPolicy to Orphan to leave it in STACKIT`
    : undefined;
}

function isLeaving({ status }: CloudImage): boolean {
  return status === 'DELETING' || status === 'DELETED';
}

/** Recorded without its content and without the URL that could bring it: it is of no use, and is registered anew. */
function isStranded({ owned, deleting, observeOnly, spec, status }: Desired<ImageSpec>, object: CloudImage): boolean {
  if (!owned || deleting || observeOnly || spec.recreatePolicy === 'Report') return false;
  return awaitsUpload(object) && !status.uploadUrl;
}

function awaitsUpload({ status, importProgress, size }: CloudImage): boolean {
  return status === 'CREATING' && !importProgress && !size;
}

function health(object: CloudImage, _spec: ImageSpec, now: number): Health {
  const { status = '', importProgress, createdAt } = object;
  switch (status) {
    case 'AVAILABLE':
      return { phase: 'steady', ready: { status: 'True', reason: 'Available', message: 'the image can be used' } };
    case 'CREATING': {
      if (!awaitsUpload(object)) return moving(status, 'Uploading', `${importProgress ?? 0} % imported`);
      const message = 'PUT the bytes of the image to status.uploadUrl, with Content-Length and without Authorization';
      const young = createdAt === undefined || now - Date.parse(createdAt) < UPLOAD_WATCH;
      return { phase: young ? 'moving' : 'steady', ready: { status: 'False', reason: 'AwaitingUpload', message } };
    }
    case 'DEACTIVATED':
      return {
        phase: 'steady',
        ready: {
          status: 'False',
          reason: 'Deactivated',
          message: 'STACKIT reports DEACTIVATED: the image cannot be used',
        },
      };
    case 'DELETING':
    case 'DELETED':
      return leaving(status);
    default:
      return status.startsWith('ERROR') ? failed(status, undefined) : unheardOf(status);
  }
}

function invalid({ spec, name }: Desired<ImageSpec>): Refusal | undefined {
  if (spec.diskFormat === undefined) {
    const message =
      'spec.diskFormat (raw, qcow2 or iso) is required to register an image; to adopt one, set spec.existingId';
    return { reason: 'InvalidSpec', message };
  }
  return (
    refuseNumbers({ 'spec.minDiskSize': spec.minDiskSize, 'spec.minRam': spec.minRam }) ??
    refuseTexts({ [nameField(spec)]: [name, genericName], ...labelTexts(spec.labels) })
  );
}

function payload({ spec, name, labels }: Desired<ImageSpec>): CreateImagePayload {
  return {
    name,
    labels,
    diskFormat: spec.diskFormat ?? 'raw',
    ...(spec.minDiskSize !== undefined && { minDiskSize: spec.minDiskSize }),
    ...(spec.minRam !== undefined && { minRam: spec.minRam }),
    ...(spec.protected !== undefined && { protected: spec.protected }),
    ...(spec.config && { config: spec.config }),
    ...(spec.agent && { agent: spec.agent }),
  };
}
