import type { ServerSpec } from '../../src/api';
import { uuid } from '../../src/api/rules';
import type { Clients } from '../cloud/clients';
import { difference } from '../engine/change';
import type { Desired, Difference, Resolutions, Scope, Update } from '../engine/kind';
import type { CloudServer } from './server-object';

/** Calls that put one member in or take it out, carried out one after the other for all that a payload names. */
export const memberUpdates: Readonly<Record<string, Update>> = {
  attachVolume: each((clients, scope, id, member) => clients.iaas.attachVolume(scope, id, member, {})),
  detachVolume: each((clients, scope, id, member) => clients.iaas.detachVolume(scope, id, member)),
  addSecurityGroup: each((clients, scope, id, member) => clients.iaas.addSecurityGroup(scope, id, member)),
  removeSecurityGroup: each((clients, scope, id, member) => clients.iaas.removeSecurityGroup(scope, id, member)),
  addServiceAccount: each((clients, scope, id, member) => clients.iaas.addServiceAccount(scope, id, member)),
  removeServiceAccount: each((clients, scope, id, member) => clients.iaas.removeServiceAccount(scope, id, member)),
};

type One = (clients: Clients, scope: Scope, id: string, member: string) => ReturnType<Update>;

function each(one: One): Update {
  return async (clients, scope, id, payload) => {
    let last: { readonly requestId?: string } = {};
    for (const member of Object.keys(payload.members as object)) last = await one(clients, scope, id, member);
    return last;
  };
}

/** Data volumes that the spec declares and whose IDs are known. */
export function dataVolumesOf({ dataVolumeIds = [] }: ServerSpec, references: Resolutions): string[] {
  const resolved = Object.entries(references).flatMap(([field, resolution]) =>
    field.startsWith('dataVolumeRefs[') && resolution.is === 'ready' ? [resolution.id] : [],
  );
  return [...new Set([...dataVolumeIds, ...resolved])];
}

/** Security groups can be compared by ID only: STACKIT takes names and answers IDs. */
function securityGroupIds({ securityGroups = [] }: ServerSpec): string[] {
  return securityGroups.filter((group) => uuid(group) === undefined);
}

/** What the spec puts into lists of the server. */
export function membersOf(spec: ServerSpec, references: Resolutions): Record<string, readonly string[]> {
  return {
    volumes: dataVolumesOf(spec, references),
    securityGroups: securityGroupIds(spec),
    serviceAccountMails: spec.serviceAccountMails ?? [],
    metadata: Object.keys(spec.metadata ?? {}),
  };
}

/** Differences in what is attached to a server. Members that others put there are left alone. */
export function compareMembers(
  desired: Desired<ServerSpec>,
  object: CloudServer,
  references: Resolutions,
): Difference[] {
  const { spec, applied } = desired;
  const ours = applied?.members ?? {};
  const bootVolume = object.bootVolume?.id;
  const groups = [...new Set((object.nics ?? []).flatMap(({ securityGroups = [] }) => securityGroups))];
  const volumes = (object.volumes ?? []).filter((id) => id !== bootVolume);
  const open = unresolved(references);
  // Which of ours is wanted no more is known once all references are: a volume under backup is not ready, and still wanted.
  const surplusVolumes = open.length > 0 ? [] : ours.volumes;
  return [
    ...compareList('volumes', dataVolumesOf(spec, references), volumes, surplusVolumes, [
      'attachVolume',
      'detachVolume',
    ]),
    ...(object.nics
      ? compareList('securityGroups', securityGroupIds(spec), groups, ours.securityGroups, [
          'addSecurityGroup',
          'removeSecurityGroup',
        ])
      : []),
    ...(object.serviceAccountMails
      ? compareList(
          'serviceAccountMails',
          spec.serviceAccountMails ?? [],
          object.serviceAccountMails,
          ours.serviceAccountMails,
          ['addServiceAccount', 'removeServiceAccount'],
        )
      : []),
    ...open,
  ];
}

function compareList(
  field: string,
  wanted: readonly string[],
  actual: readonly string[],
  ours: readonly string[] = [],
  [add, remove]: readonly [add: string, remove: string],
): Difference[] {
  const missing = wanted.filter((member) => !actual.includes(member));
  const surplus = ours.filter((member) => !wanted.includes(member) && actual.includes(member));
  const found = (call: string, members: readonly string[]): Difference[] =>
    members.map((member) => ({
      ...difference(field, wanted, actual),
      fix: { call, payload: { members: { [member]: true } } },
    }));
  // Taken out first: a server has room for one service account only.
  return [...found(remove, surplus), ...found(add, missing)];
}

/** A data volume that is declared and not ready yet is attached once it is. */
function unresolved(references: Resolutions): Difference[] {
  return Object.entries(references).flatMap(([field, resolution]): Difference[] => {
    if (!field.startsWith('dataVolumeRefs[') || resolution.is === 'ready') return [];
    return [{ ...difference(field, 'attached', undefined), message: resolution.message }];
  });
}
