import type { LocalReference, ServerSpec } from '../../src/api';
import { serverName, USER_DATA_LIMIT } from '../../src/api/rules';
import type { CreateServerPayload } from '../../src/stackit';
import { type Desired, defineKind, type Health, type Resolutions } from '../engine/kind';
import { decideLifecycle, type Refusal } from '../engine/lifecycle';
import { ownedBy } from './cloud';
import { refuseNumbers } from './numbers';
import { compares, differences, updates } from './server-changes';
import { dataVolumesOf, membersOf } from './server-members';
import { type CloudServer, encoded, withoutUserData } from './server-object';
import { hiddenValues } from './server-origins';
import { failed, leaving, moving, unheardOf } from './states';
import { labelTexts, nameField, refuseTexts } from './text';

/** Servers: made once from their references, which are not looked at again afterwards. */
export const server = defineKind<ServerSpec, CloudServer, CreateServerPayload>({
  kind: 'Server',
  plural: 'servers',
  finalizer: 'compute.sostackit.dev/server-finalizer',
  idField: 'serverId',
  adopts: () => undefined,
  references: [
    { field: 'networkRef', kind: 'Network', targets: (spec) => nameOf(spec.networkRef), guard: 'always' },
    { field: 'imageRef', kind: 'Image', targets: (spec) => nameOf(spec.imageRef), guard: 'untilCreated' },
    { field: 'bootVolumeRef', kind: 'Volume', targets: (spec) => nameOf(spec.bootVolumeRef), guard: 'always' },
    {
      field: 'dataVolumeRefs',
      kind: 'Volume',
      targets: (spec) => (spec.dataVolumeRefs ?? []).map(({ name }) => name),
      many: true,
      guard: 'always',
    },
  ],
  touches: ['Volume'],
  cloud: {
    // Interfaces and addresses come with details only.
    list: async ({ iaas }, scope, options) =>
      (await iaas.listServers(scope, { ...ownedBy(options), details: true })).body.map(withoutUserData),
    get: async ({ iaas }, scope, id) => withoutUserData((await iaas.getServer(scope, id, { details: true })).body),
    create: async ({ iaas }, scope, payload) => {
      const object = withoutUserData((await iaas.createServer(scope, payload)).body);
      return { id: object.id, object };
    },
    delete: ({ iaas }, scope, id) => iaas.deleteServer(scope, id),
    updates,
  },
  usable: () => true,
  health,
  decide: (desired, observed, references) =>
    decideLifecycle(
      { desired, observed, references },
      { invalid, payload, isDeleting: ({ status }) => status === 'DELETING' || status === 'DELETED', differences },
    ),
  status: (object) => ({
    state: object.status,
    powerStatus: object.powerStatus,
    machineType: object.machineType,
    availabilityZone: object.availabilityZone,
    bootVolume: object.bootVolume && present({ ...object.bootVolume }),
    volumes: object.volumes?.length ? [...object.volumes].sort() : undefined,
    errorMessage: object.errorMessage || undefined,
    nics: object.nics?.map(({ networkId, ipv4, ipv6, mac }) => present({ networkId, ipv4, ipv6, mac })),
  }),
  differences,
  compares,
  clearable: ['name'],
  members: membersOf,
  hiddenValues,
  secrets: {
    uses: ({ userDataSecretRef }) => (userDataSecretRef ? [{ field: 'userDataSecretRef', ...userDataSecretRef }] : []),
    fill: (body, { userDataSecretRef: userData }) => {
      if (userData === undefined) return body;
      const problem = tooLong('spec.userDataSecretRef', userData);
      if (problem) throw new Error(problem);
      return { ...body, userData: encoded(userData) };
    },
  },
  losses: () => ['what lay on its own disk is lost'],
  remarks: ignoredFields,
  leftovers,
});

function health(object: CloudServer, { powerState = 'Active' }: ServerSpec): Health {
  const { status = '', powerStatus, errorMessage } = object;
  switch (status) {
    case 'ACTIVE':
      if (powerStatus === 'CRASHED' || powerStatus === 'ERROR') {
        return failed(`${status} with the power state ${powerStatus}`, errorMessage);
      }
      return rest(status, powerState === 'Active', 'Active');
    case 'INACTIVE':
      return rest(status, powerState === 'Inactive', 'Inactive');
    case 'DEALLOCATED':
      return rest(status, powerState === 'Deallocated', 'Deallocated');
    case 'RESCUE':
    case 'PAUSED':
      return {
        phase: 'steady',
        ready: { status: 'False', reason: 'Transitioning', message: `STACKIT reports ${status}` },
      };
    case 'CREATING':
      return moving(status, 'Creating');
    case 'DELETING':
    case 'DELETED':
      return leaving(status);
    default:
      if (status.startsWith('ERROR')) return failed(status, errorMessage);
      return MOVING.has(status) ? moving(status, 'Transitioning') : unheardOf(status);
  }
}

const MOVING: ReadonlySet<string> = new Set([
  'STARTING',
  'STOPPING',
  'DEALLOCATING',
  'REBOOT',
  'REBOOTING',
  'REBUILD',
  'REBUILDING',
  'RESIZING',
  'RESCUING',
  'UNRESCUING',
  'MIGRATING',
  'UPDATING',
  'SNAPSHOTTING',
  'BACKING-UP',
  'RESTORING',
]);

/** At rest, in the wanted power state or in another. */
function rest(state: string, wanted: boolean, reason: 'Active' | 'Inactive' | 'Deallocated'): Health {
  if (wanted) return { phase: 'steady', ready: { status: 'True', reason, message: `the server is ${state}` } };
  const message = `STACKIT reports ${state}, which is not the wanted power state`;
  return { phase: 'steady', ready: { status: 'False', reason: 'Transitioning', message } };
}

function invalid({ spec, name }: Desired<ServerSpec>): Refusal | undefined {
  return (
    refuseReferences(spec) ??
    refuseValues(spec) ??
    refuseNumbers({ 'spec.bootVolume.size': spec.bootVolume?.size }) ??
    refuseTexts({ [nameField(spec)]: [name, serverName], ...labelTexts(spec.labels) })
  );
}

/** The Go operator's CRDs admit these, so they are answered by a condition rather than at admission. */
function refuseReferences(spec: ServerSpec): Refusal | undefined {
  const problems: string[] = [];
  if (spec.imageId && spec.imageRef) problems.push('spec.imageId and spec.imageRef exclude each other');
  if (spec.networkId && spec.networkRef) problems.push('spec.networkId and spec.networkRef exclude each other');
  if (!spec.networkId && !spec.networkRef)
    problems.push('a server needs a network: set spec.networkId or spec.networkRef');
  if (!spec.imageId && !spec.imageRef && !spec.bootVolumeRef) {
    problems.push('a server needs something to boot from: set spec.imageId, spec.imageRef or spec.bootVolumeRef');
  }
  const boot = spec.bootVolumeRef?.name;
  if (boot !== undefined && spec.dataVolumeRefs?.some(({ name }) => name === boot)) {
    problems.push(`spec.dataVolumeRefs names ${JSON.stringify(boot)}, from which the server boots`);
  }
  return problems.length === 0 ? undefined : { reason: 'InvalidReference', message: problems.join('; ') };
}

function refuseValues(spec: ServerSpec): Refusal | undefined {
  const problems: string[] = [];
  if ((spec.serviceAccountMails?.length ?? 0) > 1) problems.push('spec.serviceAccountMails: STACKIT takes one at most');
  const length = spec.userData === undefined ? undefined : tooLong('spec.userData', spec.userData);
  if (length) problems.push(length);
  if (spec.userData && spec.userDataSecretRef)
    problems.push('spec.userData and spec.userDataSecretRef exclude each other');
  return problems.length === 0 ? undefined : { reason: 'InvalidSpec', message: problems.join('; ') };
}

function tooLong(field: string, userData: string): string | undefined {
  const { length } = encoded(userData);
  return length > USER_DATA_LIMIT
    ? `${field} has ${length} bytes in base64; at most ${USER_DATA_LIMIT} are sent`
    : undefined;
}

function nameOf(reference: LocalReference | undefined): readonly string[] {
  return reference ? [reference.name] : [];
}

function payload({ spec, name, labels }: Desired<ServerSpec>, references: Resolutions): CreateServerPayload {
  const networkId = spec.networkId ?? idOf(references, 'networkRef');
  const volumes = dataVolumesOf(spec, references);
  return {
    name,
    labels,
    machineType: spec.machineType,
    networking: spec.nicIds?.length ? { nicIds: [...spec.nicIds] } : { networkId: networkId ?? '' },
    ...bootOf(spec, references),
    ...(spec.availabilityZone && { availabilityZone: spec.availabilityZone }),
    ...(spec.keypairName && { keypairName: spec.keypairName }),
    ...(spec.securityGroups && { securityGroups: [...spec.securityGroups] }),
    ...(spec.serviceAccountMails && { serviceAccountMails: [...spec.serviceAccountMails] }),
    ...(spec.userData && { userData: encoded(spec.userData) }),
    ...(volumes.length > 0 && { volumes }),
    ...(spec.affinityGroupId && { affinityGroup: spec.affinityGroupId }),
    ...(spec.agent && { agent: spec.agent }),
    ...(spec.configDrive !== undefined && { configDrive: spec.configDrive }),
    ...(spec.metadata && { metadata: spec.metadata }),
  };
}

/** What the server boots from, by the Go operator's rule: a volume, else a volume made from the image, else the image alone. */
function bootOf(spec: ServerSpec, references: Resolutions): Pick<CreateServerPayload, 'bootVolume' | 'imageId'> {
  const volumeId = idOf(references, 'bootVolumeRef');
  if (volumeId !== undefined) return { bootVolume: { source: { type: 'volume', id: volumeId } } };
  const imageId = spec.imageId ?? idOf(references, 'imageRef') ?? '';
  const { size, performanceClass, deleteOnTermination } = spec.bootVolume ?? {};
  if (size === undefined && performanceClass === undefined && deleteOnTermination === undefined) return { imageId };
  return {
    bootVolume: {
      source: { type: 'image', id: imageId },
      ...(size !== undefined && { size }),
      ...(performanceClass !== undefined && { performanceClass }),
      ...(deleteOnTermination !== undefined && { deleteOnTermination }),
    },
  };
}

/** STACKIT keeps the boot volume that it made with the server, unless it was told otherwise. */
function leftovers(spec: ServerSpec, { bootVolume }: Readonly<Record<string, unknown>>): readonly string[] {
  const { id, deleteOnTermination } = (bootVolume ?? {}) as {
    readonly id?: string;
    readonly deleteOnTermination?: boolean;
  };
  if (spec.bootVolumeRef || id === undefined || deleteOnTermination) return [];
  return [`its boot volume ${id} stays, because spec.bootVolume.deleteOnTermination is not true`];
}

/** Fields that have no effect beside `bootVolumeRef`, which wins as in the Go operator. */
function ignoredFields(spec: ServerSpec): readonly string[] {
  if (!spec.bootVolumeRef) return [];
  const fields = Object.keys(spec.bootVolume ?? {}).map((field) => `bootVolume.${field}`);
  if (spec.imageId) fields.push('imageId');
  if (spec.imageRef) fields.push('imageRef');
  return fields.length === 0 ? [] : [`ignored beside bootVolumeRef: ${fields.join(', ')}`];
}

function idOf(references: Resolutions, field: string): string | undefined {
  const resolution = references[field];
  return resolution?.is === 'ready' ? resolution.id : undefined;
}

/** Without what STACKIT leaves empty while it creates a server. */
function present<T>(fields: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, T] => entry[1] !== undefined && entry[1] !== ''),
  );
}
