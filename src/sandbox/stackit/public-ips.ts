import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { conflict, notFound, refusal } from './errors';
import { find, see, seeAll } from './find';
import type { Labels, PublicIpObject } from './objects';
import { checkQuota } from './quotas';
import type { Stored } from './store';

const createBody = check.object({ labels: check.labels, networkInterface: check.nullable(check.uuid) });
const updateBody = check.object({ labels: check.labelPatch, networkInterface: check.nullable(check.uuid) });

/** A NIC has one public address at most. @throws Refusal 404, 409 */
function checkFree(call: Call, nicId: string, own?: string): void {
  find(call, 'nic', nicId);
  for (const { id, value } of call.store.list('publicIp', call.scope)) {
    if (value.networkInterface === nicId && id !== own) throw conflict();
  }
}

/** A network without a router leads nowhere (Q19). @throws Refusal 404, which does not mean that anything is gone */
function checkReachable(call: Call, nicId: string): void {
  const { networkId } = find(call, 'nic', nicId).value;
  const network = call.store.get('network', call.scope, networkId)?.value;
  if (network?.routed !== false || !call.settings.deviates('Q19')) return;
  throw refusal(404, `External network ${call.uuid()} is not reachable from subnet ${networkId}`);
}

function createPublicIp(call: Call): Answer {
  const payload = call.body<{ labels?: Labels; networkInterface?: string | null } | undefined>() ?? {};
  createBody(payload, '');
  const { labels, networkInterface } = payload;
  if (typeof networkInterface === 'string') checkReachable(call, networkInterface);
  if (typeof networkInterface === 'string') checkFree(call, networkInterface);
  checkQuota(call, { publicIps: 1 });
  const id = call.uuid();
  const octet = () => 1 + Math.floor(call.settings.random() * 254);
  const ip = `193.148.${octet()}.${octet()}`;
  const value: PublicIpObject = { id, ip, labels, networkInterface: networkInterface ?? undefined };
  call.create('publicIp', id, value, {});
  return { status: 201, body: value, resourceId: id };
}

/** `null` detaches, a UUID moves, nothing keeps (quirks.md Q41). */
function updatePublicIp(call: Call): Answer {
  updateBody(call.body(), '');
  const stored = find(call, 'publicIp', call.param('publicIpId'));
  const { labels, networkInterface } = call.body<{
    labels?: Readonly<Record<string, string | null>>;
    networkInterface?: string | null;
  }>();
  if (typeof networkInterface === 'string') checkFree(call, networkInterface, stored.id);
  const updated = call.update(stored, {
    labels: check.merge(stored.value.labels, labels),
    ...(networkInterface === undefined ? {} : { networkInterface }),
  });
  return { status: 200, body: updated.value };
}

/** The first NIC of a server takes the address. */
function firstNic(call: Call): string {
  const [nicId] = find(call, 'server', call.param('serverId')).hidden.nicIds;
  if (nicId === undefined) throw notFound('nic');
  return nicId;
}

function addToServer(call: Call): Answer {
  const nicId = firstNic(call);
  const stored = find(call, 'publicIp', call.param('publicIpId'));
  if (stored.value.networkInterface !== undefined) throw conflict();
  checkFree(call, nicId);
  call.update(stored, { networkInterface: nicId });
  return { status: 202 };
}

function removeFromServer(call: Call): Answer {
  const { nicIds } = find(call, 'server', call.param('serverId')).hidden;
  const stored: Stored<'publicIp'> = find(call, 'publicIp', call.param('publicIpId'));
  if (!nicIds.includes(stored.value.networkInterface ?? '')) throw notFound('public ip');
  call.update(stored, { networkInterface: null });
  return { status: 204 };
}

const REGION = '/v2/projects/{projectId}/regions/{region}';
const ADDRESSES = `${REGION}/public-ips`;
const ADDRESS = `${ADDRESSES}/{publicIpId}`;
const OF_SERVER = `${REGION}/servers/{serverId}/public-ips/{publicIpId}`;

export const publicIpOperations: readonly Operation[] = [
  {
    operationId: 'ListPublicIPs',
    method: 'GET',
    path: ADDRESSES,
    effect: 'none',
    handler: (call) => ({ status: 200, body: { items: seeAll(call, 'publicIp').map(({ value }) => value) } }),
  },
  { operationId: 'CreatePublicIP', method: 'POST', path: ADDRESSES, effect: 'created', handler: createPublicIp },
  {
    operationId: 'GetPublicIP',
    method: 'GET',
    path: ADDRESS,
    effect: 'none',
    handler: (call) => ({ status: 200, body: see(call, 'publicIp', call.param('publicIpId')).value }),
  },
  { operationId: 'UpdatePublicIP', method: 'PATCH', path: ADDRESS, effect: 'updated', handler: updatePublicIp },
  {
    operationId: 'DeletePublicIP',
    method: 'DELETE',
    path: ADDRESS,
    effect: 'deleted',
    handler: (call) => {
      const stored = find(call, 'publicIp', call.param('publicIpId'));
      const isRefused = call.settings.behaviour.publicIpInUse === 'refuse';
      if (stored.value.networkInterface !== undefined && isRefused) throw conflict();
      call.remove(stored);
      return { status: 204 };
    },
  },
  { operationId: 'AddPublicIpToServer', method: 'PUT', path: OF_SERVER, effect: 'updated', handler: addToServer },
  {
    operationId: 'RemovePublicIpFromServer',
    method: 'DELETE',
    path: OF_SERVER,
    effect: 'updated',
    handler: removeFromServer,
  },
];
