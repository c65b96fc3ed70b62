import type { Answer, Call } from './call';
import { machineType } from './catalogue';
import * as check from './check';
import { badRequest, conflict, notFound, refusal } from './errors';
import { find } from './find';
import { findImage } from './images';
import { findKeyPair } from './keypairs';
import { makeNic } from './nics';
import type { Labels, ServerObject } from './objects';
import { checkQuota } from './quotas';
import type { Stored } from './store';
import { checkZone, makeVolume } from './volumes';

interface CreateServer {
  readonly name: string;
  readonly machineType: string;
  readonly networking: { readonly networkId?: string; readonly nicIds?: readonly string[] };
  readonly imageId?: string;
  readonly bootVolume?: {
    readonly source?: { readonly type: string; readonly id: string };
    readonly size?: number;
    readonly performanceClass?: string;
    readonly deleteOnTermination?: boolean;
  };
  readonly availabilityZone?: string;
  readonly volumes?: readonly string[];
  readonly securityGroups?: readonly string[];
  readonly userData?: string;
  readonly keypairName?: string;
  readonly affinityGroup?: string;
  readonly labels?: Labels;
  readonly metadata?: Labels;
  readonly serviceAccountMails?: readonly string[];
  readonly agent?: { readonly provisioned?: boolean };
  readonly configDrive?: boolean;
}

const createBody = check.object(
  {
    name: check.serverName,
    machineType: check.genericName,
    networking: check.all(
      check.exclusive('v2CreateServer', 'networkId', 'nicIds'),
      check.object({ networkId: check.uuid, nicIds: check.list(check.uuid) }),
    ),
    imageId: check.uuid,
    bootVolume: check.object({
      source: check.object({ type: check.oneOf('image', 'volume', 'snapshot', 'backup'), id: check.uuid }, [
        'type',
        'id',
      ]),
      size: check.integer(1),
      performanceClass: check.genericName,
      deleteOnTermination: check.bool,
    }),
    availabilityZone: check.text(),
    volumes: check.list(check.uuid),
    securityGroups: check.list(check.text()),
    userData: check.base64,
    keypairName: check.keyPairName,
    affinityGroup: check.uuid,
    labels: check.labels,
    metadata: check.metadata,
    serviceAccountMails: check.list(check.text({ max: 255 }), 1),
    agent: check.object({ provisioned: check.bool }),
    configDrive: check.bool,
  },
  ['name', 'machineType', 'networking'],
);

/** Refuses before anything is made, so that a refused call leaves nothing behind. */
export function createServer(call: Call): Answer {
  createBody(call.body(), '');
  const wanted = call.body<CreateServer>();
  const type = machineType(wanted.machineType);
  if (type === undefined) throw badRequest('machine type is not valid');
  if ((wanted.userData ?? '').length > call.settings.behaviour.userDataLimit)
    throw badRequest('user data is too large');
  const zone = zoneFor(call, wanted);
  const boot = bootOf(call, wanted);
  const data = (wanted.volumes ?? []).map((id) => freeVolume(call, id, zone));
  const groups = securityGroupIds(call, wanted);
  if (wanted.keypairName !== undefined) findKeyPair(call, wanted.keypairName);
  if (data.length + 1 > call.settings.behaviour.deviceLimit) throw refusal(403, DEVICE_LIMIT);
  if (wanted.affinityGroup !== undefined) find(call, 'affinityGroup', wanted.affinityGroup);
  const size = wanted.bootVolume?.size;
  const storage = size === undefined ? {} : { volumes: 1, gigabytes: size };
  const nic = wanted.networking.networkId === undefined ? {} : { nics: 1 };
  // 413 is not declared for this call.
  checkQuota(call, { vcpu: type.vcpus, ram: type.ram, ...nic, ...storage }, {});
  const id = call.uuid();
  const done = call.settings.durations.serverCreate;
  const nics = attachNics(call, wanted, groups, id);
  const bootId = boot.make?.(id, zone) ?? boot.volume?.id;
  const attached = [...(boot.volume === undefined ? [] : [boot.volume]), ...data];
  for (const volume of attached) {
    const steps = call.quietPlan([{ after: done, set: { status: 'ATTACHED' } }]);
    call.update(volume, { status: 'ATTACHING', serverId: id }, { steps });
  }
  const terminate = wanted.bootVolume?.deleteOnTermination ?? false;
  const volumeIds = [...(bootId === undefined ? [] : [bootId]), ...data.map((volume) => volume.id)];
  const value = serverOf(call, wanted, { id, zone, volumes: volumeIds });
  const bootVolume = bootId === undefined ? undefined : { id: bootId, deleteOnTermination: terminate };
  const active = { status: 'ACTIVE', powerStatus: 'RUNNING', launchedAt: new Date(call.now + done).toISOString() };
  const stored = call.create(
    'server',
    id,
    { ...value, bootVolume },
    {
      userData: wanted.userData,
      serviceAccountMails: wanted.serviceAccountMails,
      ...nics,
      attachments: Object.fromEntries(volumeIds.map((volume) => [volume, volume === bootId && terminate])),
      zone,
    },
    call.plan([{ after: done, set: active }], { status: 'ERROR' }),
  );
  return { status: 201, body: stored.value, resourceId: id };
}

/** Text of STACKIT's 403 for one volume too many (quirks.md Q57). */
export const DEVICE_LIMIT = 'maximum allowed number of disk devices reached';

function serverOf(
  call: Call,
  wanted: CreateServer,
  { id, zone, volumes }: { readonly id: string; readonly zone: string; readonly volumes: readonly string[] },
): ServerObject {
  return {
    id,
    name: wanted.name,
    machineType: wanted.machineType,
    availabilityZone: zone,
    imageId: wanted.imageId,
    volumes,
    keypairName: wanted.keypairName,
    affinityGroup: wanted.affinityGroup,
    labels: wanted.labels,
    metadata: wanted.metadata,
    agent: wanted.agent,
    configDrive: wanted.configDrive ?? false,
    status: 'CREATING',
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
}

interface Boot {
  /** An existing volume to boot from. */
  readonly volume?: Stored<'volume'>;
  /** Makes the boot volume and answers its ID. */
  readonly make?: (serverId: string, zone: string) => string;
}

function bootOf(call: Call, { imageId, bootVolume }: CreateServer): Boot {
  if (imageId !== undefined && bootVolume !== undefined) {
    throw badRequest('image and boot volume are mutually exclusive');
  }
  if (imageId !== undefined) {
    if (findImage(call, imageId).value.status !== 'AVAILABLE') throw conflict();
    return {};
  }
  const { source, size, performanceClass } = bootVolume ?? {};
  if (source === undefined) throw badRequest('boot device is not valid or missing');
  if (source.type === 'volume') return { volume: freeVolume(call, source.id) };
  if (size === undefined) throw badRequest('boot device size is not valid or missing');
  const zone = `${call.param('region')}-1`;
  const wanted = { source, size, bootable: true, ...(performanceClass === undefined ? {} : { performanceClass }) };
  // Made once to be refused early; the real one gets the server's ID and zone.
  makeVolume(call, { ...wanted, availabilityZone: zone }, {});
  return {
    make: (serverId, availabilityZone) => {
      const volume = makeVolume(call, { ...wanted, availabilityZone }, { serverId });
      const steps = call.quietPlan([{ after: call.settings.durations.serverCreate, set: { status: 'ATTACHED' } }]);
      call.create('volume', volume.id, volume, {}, steps);
      return volume.id;
    },
  };
}

function zoneFor(call: Call, { availabilityZone, bootVolume }: CreateServer): string {
  if (availabilityZone !== undefined) checkZone(call, availabilityZone);
  const { source } = bootVolume ?? {};
  const volume = source?.type === 'volume' ? find(call, 'volume', source.id).value : undefined;
  const zone = availabilityZone ?? volume?.availabilityZone ?? `${call.param('region')}-m`;
  if (volume !== undefined && !isZoneFit(call, volume.availabilityZone, zone)) throw badRequest(ZONE_MISMATCH);
  return zone;
}

function isZoneFit({ settings }: Call, left: string, right: string): boolean {
  if (left === right) return true;
  return settings.behaviour.metroFitsAll && [left, right].some((zone) => zone.endsWith('-m'));
}

const ZONE_MISMATCH = 'availability zones of server and volume do not match';

/** A volume that can be attached now. @throws Refusal 404, 409, or 400 for another zone */
export function freeVolume(call: Call, id: string, zone?: string): Stored<'volume'> {
  const volume = find(call, 'volume', id);
  if (volume.value.status !== 'AVAILABLE' || volume.value.serverId !== undefined) throw conflict();
  if (zone !== undefined && !isZoneFit(call, volume.value.availabilityZone, zone)) throw badRequest(ZONE_MISMATCH);
  return volume;
}

function securityGroupIds(call: Call, { securityGroups, networking }: CreateServer): readonly string[] | undefined {
  if (securityGroups === undefined || securityGroups.length === 0) return undefined;
  if (networking.nicIds !== undefined) throw badRequest('security groups can not be set together with nicIds');
  return securityGroups.map((nameOrId) => {
    for (const { id, value } of call.store.list('securityGroup', call.scope)) {
      if (id === nameOrId || value.name === nameOrId) return id;
    }
    throw notFound('security group');
  });
}

function attachNics(
  call: Call,
  { networking }: CreateServer,
  securityGroups: readonly string[] | undefined,
  serverId: string,
): { readonly nicIds: readonly string[]; readonly ownNicIds: readonly string[] } {
  if (networking.networkId !== undefined) {
    const network = find(call, 'network', networking.networkId);
    const nic = makeNic(call, network, securityGroups === undefined ? {} : { securityGroups }, serverId);
    return { nicIds: [nic.id], ownNicIds: [nic.id] };
  }
  const nicIds = networking.nicIds ?? [];
  const nics = nicIds.map((id) => find(call, 'nic', id));
  if (nics.some(({ value }) => value.device !== undefined)) throw conflict();
  for (const nic of nics) call.update(nic, { device: serverId, status: 'ACTIVE', type: 'server' });
  return { nicIds, ownNicIds: [] };
}
