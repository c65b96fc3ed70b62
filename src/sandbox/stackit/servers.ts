import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { conflict, notFound } from './errors';
import { find, see, seeAll } from './find';
import { createServer } from './server-create';
import type { Stored } from './store';

const updateBody = check.object({ name: check.serverName, labels: check.labelPatch, metadata: check.metadataPatch });

/** States in which a server takes no mutating call but DELETE (iaas.md §7.3). */
export const STEADY: readonly string[] = ['ACTIVE', 'INACTIVE', 'DEALLOCATED', 'RESCUE', 'PAUSED', 'ERROR'];

/** Public addresses by the NIC that has them. */
type PublicAddresses = ReadonlyMap<string, string>;

function publicAddresses(call: Call): PublicAddresses {
  const addresses = new Map<string, string>();
  for (const { value } of call.view.list('publicIp', call.scope)) {
    if (value.networkInterface !== undefined) addresses.set(value.networkInterface, value.ip);
  }
  return addresses;
}

/** How servers answer: NICs, user data and service accounts only with `details`. */
function serverBodies(call: Call, servers: readonly Stored<'server'>[], details: boolean): unknown[] {
  const addresses = details ? publicAddresses(call) : new Map<string, string>();
  return servers.map((server) => {
    const { value, hidden } = server;
    const own = call.settings.behaviour.listBootVolume
      ? value
      : { ...value, volumes: value.volumes.filter((id) => id !== value.bootVolume?.id) };
    if (!details) return own;
    const nics = hidden.nicIds.map((id) => nicOf(call, server, id, addresses)).filter((nic) => nic !== undefined);
    return { ...own, nics, serviceAccountMails: hidden.serviceAccountMails ?? [], userData: hidden.userData };
  });
}

function nicOf(call: Call, server: Stored<'server'>, nicId: string, addresses: PublicAddresses): unknown {
  const nic = call.view.get('nic', server.scope, nicId)?.value;
  if (nic === undefined) return undefined;
  const network = call.view.get('network', server.scope, nic.networkId)?.value;
  const blank = server.value.status === 'CREATING' && call.settings.deviates('Q38');
  return {
    nicId,
    networkId: nic.networkId,
    networkName: blank ? '' : (network?.name ?? ''),
    mac: blank ? '' : nic.mac,
    nicSecurity: nic.nicSecurity,
    ipv4: nic.ipv4,
    ipv6: nic.ipv6,
    publicIp: addresses.get(nicId),
    securityGroups: nic.securityGroups,
    allowedAddresses: nic.allowedAddresses,
  };
}

const wantsDetails = (call: Call): boolean => call.query.get('details') === 'true';

function updateServer(call: Call): Answer {
  updateBody(call.body(), '');
  const stored = find(call, 'server', call.param('serverId'));
  const { value } = stored;
  // A shelved server cannot be updated.
  if (!STEADY.includes(value.status) || value.status === 'DEALLOCATED') throw conflict();
  const { name, labels, metadata } = call.body<{
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string | null>>;
    readonly metadata?: Readonly<Record<string, string | null>>;
  }>();
  const updated = call.update(stored, {
    name: name ?? value.name,
    labels: check.merge(value.labels, labels),
    metadata: check.merge(value.metadata, metadata),
  });
  return { status: 200, body: serverBodies(call, [updated], false)[0] };
}

function deleteServer(call: Call): Answer {
  const stored = find(call, 'server', call.param('serverId'));
  const { repeatedDelete } = call.settings.behaviour;
  if (stored.value.status === 'DELETING') {
    if (repeatedDelete === 204) return { status: 204 };
    throw repeatedDelete === 404 ? notFound('server') : conflict();
  }
  const plans = [{ after: call.settings.durations.serverDelete, remove: true as const }];
  call.update(stored, { status: 'DELETING' }, { steps: call.plan(plans, { status: 'ERROR' }) });
  return { status: 204 };
}

const SERVERS = '/v2/projects/{projectId}/regions/{region}/servers';

export const serverOperations: readonly Operation[] = [
  {
    operationId: 'ListServers',
    method: 'GET',
    path: SERVERS,
    effect: 'none',
    handler: (call) => {
      const items = serverBodies(call, seeAll(call, 'server'), wantsDetails(call));
      return { status: 200, body: { items } };
    },
  },
  { operationId: 'CreateServer', method: 'POST', path: SERVERS, effect: 'created', handler: createServer },
  {
    operationId: 'GetServer',
    method: 'GET',
    path: `${SERVERS}/{serverId}`,
    effect: 'none',
    handler: (call) => ({
      status: 200,
      body: serverBodies(call, [see(call, 'server', call.param('serverId'))], wantsDetails(call))[0],
    }),
  },
  {
    operationId: 'UpdateServer',
    method: 'PATCH',
    path: `${SERVERS}/{serverId}`,
    effect: 'updated',
    handler: updateServer,
  },
  {
    operationId: 'DeleteServer',
    method: 'DELETE',
    path: `${SERVERS}/{serverId}`,
    effect: 'deleted',
    handler: deleteServer,
  },
];
