import type { LocalReference, VolumeEncryption, VolumeSpec } from '../../src/api';
import { genericName } from '../../src/api/rules';
import type { CreateVolumePayload, ResizeVolumePayload, Volume } from '../../src/stackit';
import { compareLabels, difference } from '../engine/change';
import {
  type CloudObject,
  type Desired,
  type Difference,
  defineKind,
  type Health,
  type Resolutions,
} from '../engine/kind';
import { decideLifecycle, type Refusal } from '../engine/lifecycle';
import { ownedBy, withLabels } from './cloud';
import { compareField, compareName, fixedField, patchField } from './compare';
import { refuseNumbers, unlessInexact } from './numbers';
import { failed, leaving, moving, unheardOf } from './states';
import { labelTexts, nameField, refuseTexts } from './text';

type CloudVolume = Volume & CloudObject;

/** Volumes: empty, or a copy of an image, a volume, a snapshot or a backup. */
export const volume = defineKind<VolumeSpec, CloudVolume, CreateVolumePayload>({
  kind: 'Volume',
  plural: 'volumes',
  finalizer: 'compute.sostackit.dev/volume-finalizer',
  idField: 'volumeId',
  adopts: ({ existingId }) => existingId || undefined,
  references: [
    {
      field: 'source.imageRef',
      kind: 'Image',
      targets: (spec) => nameOf(spec, spec.source?.imageRef),
      guard: 'untilCreated',
    },
    {
      field: 'source.volumeRef',
      kind: 'Volume',
      targets: (spec) => nameOf(spec, spec.source?.volumeRef),
      guard: 'untilCreated',
    },
  ],
  touches: [],
  cloud: {
    list: async ({ iaas }, scope, options) => (await iaas.listVolumes(scope, ownedBy(options))).body.map(withLabels),
    get: async ({ iaas }, scope, id) => withLabels((await iaas.getVolume(scope, id)).body),
    create: async ({ iaas }, scope, payload) => {
      const object = withLabels((await iaas.createVolume(scope, payload)).body);
      return { id: object.id, object };
    },
    delete: ({ iaas }, scope, id) => iaas.deleteVolume(scope, id),
    updates: {
      patch: ({ iaas }, scope, id, payload) => iaas.updateVolume(scope, id, payload),
      resize: ({ iaas }, scope, id, payload) => iaas.resizeVolume(scope, id, payload as ResizeVolumePayload),
    },
  },
  usable: () => true,
  health,
  decide: (desired, observed, references) =>
    decideLifecycle(
      { desired, observed, references },
      { invalid, payload, isDeleting: (object) => health(object).phase === 'deleting', blockedBy, differences },
    ),
  status: (object) => ({
    state: object.status,
    size: object.size,
    serverId: object.serverId || undefined,
    encrypted: object.encrypted,
  }),
  differences,
  clearable: ['name', 'description'],
  members: () => ({}),
  hiddenValues: () => ({}),
  secrets: {
    uses: ({ encryption }) =>
      encryption?.keyPayloadSecretRef
        ? [{ field: 'encryption.keyPayloadSecretRef', ...encryption.keyPayloadSecretRef }]
        : [],
    fill: (body, { 'encryption.keyPayloadSecretRef': keyPayload }) => {
      const { encryptionParameters } = body;
      if (!encryptionParameters || keyPayload === undefined) return body;
      const encoded = Buffer.from(keyPayload, 'utf8').toString('base64');
      return { ...body, encryptionParameters: { ...encryptionParameters, keyPayload: encoded } };
    },
  },
  losses: () => ['the data on it is lost'],
  remarks: () => [],
});

/** STACKIT refuses to delete a volume that a server has; whose server that is, is not ours to judge. */
function blockedBy({ serverId }: CloudVolume): string | undefined {
  return serverId ? `attached to the server ${serverId} in STACKIT; detach it or delete that server` : undefined;
}

/** An adopted volume is filled already, whatever its spec says. */
function nameOf({ existingId }: VolumeSpec, reference: LocalReference | undefined): readonly string[] {
  return existingId || !reference ? [] : [reference.name];
}

function health({ status = '' }: CloudVolume): Health {
  switch (status) {
    case 'AVAILABLE':
      return { phase: 'steady', ready: { status: 'True', reason: 'Available', message: 'the volume can be attached' } };
    case 'ATTACHED':
      return {
        phase: 'steady',
        ready: { status: 'True', reason: 'Attached', message: 'the volume is attached to a server' },
      };
    case 'CREATING':
    case 'DOWNLOADING':
      return moving(status, 'Creating');
    case 'ATTACHING':
    case 'DETACHING':
    case 'RESERVED':
    case 'RESIZING':
    case 'RETYPING':
    case 'UPLOADING':
    case 'BACKING-UP':
    case 'RESTORING-BACKUP':
    case 'MAINTENANCE':
    case 'AWAITING-TRANSFER':
      return moving(status, 'Transitioning');
    case 'DELETING':
    case 'DELETED':
      return leaving(status);
    default:
      return status.startsWith('ERROR') ? failed(status, undefined) : unheardOf(status);
  }
}

/** Nothing is sent while STACKIT carries out something else. */
function differences(desired: Desired<VolumeSpec>, object: CloudVolume): Difference[] {
  if (health(object).phase !== 'steady') return [];
  const { spec, applied } = desired;
  const cleared = spec.description === undefined && applied?.fields?.includes('description') ? '' : spec.description;
  return [
    ...fixedField('availabilityZone', spec.availabilityZone, object.availabilityZone),
    // STACKIT may deliver another class than was asked for, without a word.
    ...compareField('performanceClass', spec.performanceClass || undefined, object.performanceClass, {
      reason: 'ValueNotApplied',
    }),
    ...compareSize(spec.size, object.size),
    ...compareName(desired, object.name),
    ...patchField('description', cleared, object.description ?? ''),
    ...patchField('bootable', spec.bootable, object.bootable ?? false),
    ...compareLabels(desired, object.labels),
  ];
}

/** A volume only ever grows. */
function compareSize(wanted: number | undefined, actual: number | undefined): Difference[] {
  if (wanted === undefined || actual === undefined || wanted === actual) return [];
  const found = difference('size', wanted, actual);
  if (wanted < actual) {
    return [{ ...found, reason: 'ResizeRejected', message: `${found.message}; a volume can't shrink` }];
  }
  const fix = { call: 'resize', payload: { size: wanted }, tries: 1, ineffective: 'ResizeRejected' } as const;
  return [unlessInexact({ ...found, fix })];
}

function invalid({ spec, name }: Desired<VolumeSpec>): Refusal | undefined {
  const { source, size } = spec;
  if (size === undefined && (source === undefined || source.type === 'image' || source.imageRef !== undefined)) {
    const message = 'spec.size is required for an empty volume and for one made from an image; give it in GB';
    return { reason: 'InvalidSpec', message };
  }
  const kekKeyVersion = spec.encryption?.kekKeyVersion;
  return (
    refuseNumbers({ 'spec.size': size, 'spec.encryption.kekKeyVersion': kekKeyVersion }) ??
    refuseTexts({ [nameField(spec)]: [name, genericName], ...labelTexts(spec.labels) })
  );
}

function payload({ spec, name, labels }: Desired<VolumeSpec>, references: Resolutions): CreateVolumePayload {
  const source = sourceOf(spec, references);
  return {
    name,
    labels,
    availabilityZone: spec.availabilityZone,
    ...(spec.description !== undefined && { description: spec.description }),
    ...(spec.size !== undefined && { size: spec.size }),
    ...(spec.performanceClass && { performanceClass: spec.performanceClass }),
    ...(spec.bootable !== undefined && { bootable: spec.bootable }),
    ...(source && { source }),
    ...(spec.encryption && { encryptionParameters: encryptionOf(spec.encryption) }),
  };
}

function sourceOf({ source }: VolumeSpec, references: Resolutions): CreateVolumePayload['source'] {
  for (const type of ['image', 'volume'] as const) {
    const resolution = references[`source.${type}Ref`];
    if (resolution?.is === 'ready') return { type, id: resolution.id };
  }
  return source?.type !== undefined && source.id !== undefined ? { type: source.type, id: source.id } : undefined;
}

function encryptionOf({ keyPayloadSecretRef: _, ...parameters }: VolumeEncryption) {
  return parameters;
}
