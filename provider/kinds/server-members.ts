import type { ServerSpec } from '../../src/api';
import { uuid } from '../../src/api/rules';
import { StackitError } from '../../src/stackit';
import type { Clients } from '../cloud/clients';
import { difference } from '../engine/change';
import type { Desired, Difference, Resolutions, Scope, Update } from '../engine/kind';
import type { CloudServer } from './server-object';
import { securityGroupNames } from './server-origins';

/** Calls that put one member in or take it out, carried out one after the other for all that a payload names. */
export const memberUpdates: Readonly<Record<string, Update>> = {
  attachVolume: each((clients, scope, id, member) => clients.iaas.attachVolume(scope, id, member, {})),
  detachVolume: each((clients, scope, id, member) => clients.iaas.detachVolume(scope, id, member)),
  addSecurityGroup: each((clients, scope, id, member) => clients.iaas.addSecurityGroup(scope, id, member)),
  removeSecurityGroup: each((clients, scope, id, member) => clients.iaas.removeSecurityGroup(scope, id, member)),
  addServiceAccount: each((clients, scope, id, member) => clients.iaas.addServiceAccount(scope, id, member)),
  removeServiceAccount: each((clients, scope, id, member) => clients.iaas.removeServiceAccount(scope, id, member)),
  nameSecurityGroups,
};

type One = (clients: Clients, scope: Scope, id: string, member: string) => ReturnType<Update>;

function each(one: One): Update {
  return async (clients, scope, id, payload, _desired, insist) => {
    let last: { readonly requestId?: string } = {};
    for (const member of Object.keys(payload.members as object)) {
      insist();
      last = await one(clients, scope, id, member);
    }
    return last;
  };
}

/** STACKIT takes names of security groups at creation only, so that for a change their IDs are looked up. */
async function nameSecurityGroups(
  ...[{ iaas }, scope, id, { names, former }, { spec }, insist]: Parameters<Update>
): ReturnType<Update> {
  const { body: groups } = await iaas.listSecurityGroups(scope);
  const idsOf = (list: unknown) =>
    (list as readonly string[]).map((name) => ({
      name,
      ids: groups.filter((group) => group.name === name).map(groupId),
    }));
  const wanted = idsOf(names).map(({ name, ids }) => {
    const [only, ...others] = ids;
    if (only !== undefined && others.length === 0) return only;
    const answer =
      only === undefined
        ? `the project has no security group named ${JSON.stringify(name)}`
        : `the project has several security groups named ${JSON.stringify(name)} (${ids.join(', ')}); name it by its ID`;
    throw new StackitError({ operation: 'ListSecurityGroups', method: 'GET', path: '', class: 'invalid', answer });
  });
  const { body: server } = await iaas.getServer(scope, id, { details: true });
  const present = (server.nics ?? []).flatMap(({ securityGroups = [] }) => securityGroups);
  const kept = [...wanted, ...securityGroupIds(spec as ServerSpec)];
  const dropped = idsOf(former).flatMap(({ ids }) => ids.filter((group) => !kept.includes(group)));
  let last: { readonly requestId?: string } = {};
  for (const group of dropped.filter((candidate) => present.includes(candidate))) {
    insist();
    last = await iaas.removeSecurityGroup(scope, id, group);
  }
  for (const group of wanted.filter((candidate) => !present.includes(candidate))) {
    insist();
    last = await iaas.addSecurityGroup(scope, id, group);
  }
  return last;
}

function groupId({ id }: { readonly id?: string }): string {
  return id ?? '';
}

/** Data volumes that the spec declares and whose IDs are known. */
export function dataVolumesOf({ dataVolumeIds = [] }: ServerSpec, references: Resolutions): string[] {
  const resolved = Object.entries(references).flatMap(([field, resolution]) =>
    field.startsWith('dataVolumeRefs[') && resolution.is === 'ready' ? [resolution.id] : [],
  );
  return [...new Set([...dataVolumeIds, ...resolved])];
}

/** Security groups whose presence on the interfaces shows: STACKIT takes names too, and answers IDs. */
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
  const wanted = dataVolumesOf(spec, references);
  return [
    ...bootAmong(wanted, bootVolume),
    ...compareList(
      'volumes',
      wanted.filter((id) => id !== bootVolume),
      volumes,
      surplusVolumes,
      ['attachVolume', 'detachVolume'],
    ),
    ...(object.nics
      ? compareList('securityGroups', securityGroupIds(spec), groups, ours.securityGroups, [
          'addSecurityGroup',
          'removeSecurityGroup',
        ])
      : []),
    ...compareNames(desired),
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

/** The server's own boot volume is attached for good. */
function bootAmong(volumes: readonly string[], bootVolume: string | undefined): Difference[] {
  if (bootVolume === undefined || !volumes.includes(bootVolume)) return [];
  const message = `volumes: ${bootVolume} is the boot volume of the server; take it out of the data volumes`;
  return [{ ...difference('volumes', 'a data volume', bootVolume), reason: 'ValueNotApplied', message }];
}

/** STACKIT answers no names, so those that were sent last stand for what it has. */
function compareNames({ spec, applied }: Desired<ServerSpec>): Difference[] {
  const known = applied?.values?.securityGroupNames;
  const names = securityGroupNames(spec);
  if (known === undefined || known === JSON.stringify(names)) return [];
  const former = JSON.parse(known) as readonly string[];
  return [
    {
      ...difference('securityGroups', names, former),
      fix: {
        call: 'nameSecurityGroups',
        payload: { names, former: former.filter((name) => !names.includes(name)) },
        values: { securityGroupNames: JSON.stringify(names) },
      },
    },
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
