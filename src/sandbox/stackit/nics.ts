import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { type Block, formatAddress, overlap, parseAddress, parseBlock, sizeOf } from './cidr';
import { badRequest, conflict, notFound } from './errors';
import { find, see, seeAll } from './find';
import type { Labels, NicObject } from './objects';
import { checkQuota } from './quotas';
import type { Stored, Tenants } from './store';

interface NicPayload {
  readonly name?: string;
  readonly description?: string;
  readonly labels?: Labels;
  readonly ipv4?: string;
  readonly ipv6?: string;
  readonly allowedAddresses?: readonly string[];
  readonly nicSecurity?: boolean;
  readonly securityGroups?: readonly string[];
}

const common = {
  name: check.genericName,
  description: check.description,
  allowedAddresses: check.list(check.text({ max: 64 })),
  nicSecurity: check.bool,
  securityGroups: check.list(check.uuid),
};
const createBody = check.object({
  ...common,
  labels: check.labels,
  ipv4: check.text({ test: (text) => parseAddress(text) !== undefined }),
  ipv6: check.text({ max: 45 }),
});
const updateBody = check.object({ ...common, labels: check.labelPatch });

/**
 * Makes a NIC in a network that is ready, with the given or the next free address.
 *
 * @throws Refusal 404 for an unknown security group, 409 when the address is in use or none is left
 */
export function makeNic(call: Call, network: Stored<'network'>, payload: NicPayload, device?: string): Stored<'nic'> {
  const { nicSecurity = true, securityGroups } = payload;
  if (!['CREATED', 'UPDATED', 'UPDATING'].includes(network.value.status)) throw conflict();
  if (!nicSecurity && securityGroups?.length) throw badRequest('security groups need nicSecurity');
  for (const id of securityGroups ?? []) {
    if (call.store.get('securityGroup', call.scope, id) === undefined) throw notFound('security group');
  }
  const id = call.uuid();
  const byte = () =>
    Math.floor(call.settings.random() * 256)
      .toString(16)
      .padStart(2, '0');
  const value: NicObject = {
    id,
    networkId: network.id,
    name: payload.name,
    description: payload.description,
    labels: payload.labels,
    ipv4: addressFor(call, network, payload.ipv4),
    ipv6: payload.ipv6,
    mac: `fa:16:3e:${byte()}:${byte()}:${byte()}`,
    device,
    status: device === undefined ? 'DOWN' : 'ACTIVE',
    type: device === undefined ? 'none' : 'server',
    nicSecurity,
    securityGroups: securityGroups ?? [],
    allowedAddresses: payload.allowedAddresses,
  };
  return call.create('nic', id, value, {});
}

function addressFor(call: Call, network: Stored<'network'>, wanted: string | undefined): string | undefined {
  const block = parseBlock(network.value.ipv4?.prefixes[0] ?? '');
  if (block === undefined) return undefined;
  const tenants = call.store.tenants(call.scope, network.id);
  if (wanted === undefined) return nextFree(block, tenants);
  const start = parseAddress(wanted);
  if (start === undefined || !overlap(block, { start, length: 32 })) throw badRequest('ipv4 is not in the network');
  if (tenants.addresses.has(wanted)) throw conflict();
  return wanted;
}

/** Host 1 is the gateway, the last one the broadcast address. Goes round from where the last search ended. */
function nextFree(block: Block, tenants: Tenants): string {
  const count = sizeOf(block) - 3;
  for (let tried = 0; tried < count; tried++) {
    const offset = (tenants.mark + tried) % count;
    const address = formatAddress(block.start + 2 + offset);
    if (tenants.addresses.has(address)) continue;
    tenants.mark = offset + 1;
    return address;
  }
  throw conflict('No more IP addresses available on network');
}

/** How a NIC answers; see deviation Q39 for the name. */
export function nicBody(call: Call, { value }: Stored<'nic'>): NicObject {
  return value.name === undefined && call.settings.deviates('Q39') ? { ...value, name: '' } : value;
}

function createNic(call: Call): Answer {
  createBody(call.body(), '');
  checkQuota(call, { nics: 1 });
  const nic = makeNic(call, find(call, 'network', call.param('networkId')), call.body<NicPayload>());
  return { status: 201, body: nicBody(call, nic), resourceId: nic.id };
}

function findNic(call: Call): Stored<'nic'> {
  const nic = find(call, 'nic', call.param('nicId'));
  if (nic.value.networkId !== call.param('networkId')) throw notFound('nic');
  return nic;
}

function updateNic(call: Call): Answer {
  updateBody(call.body(), '');
  const nic = findNic(call);
  // NIC changes fail while the server is coming up (Q36).
  const server = call.store.get('server', call.scope, nic.value.device ?? '');
  if (server?.value.status === 'CREATING') throw conflict();
  const { name, description, labels, allowedAddresses, nicSecurity, securityGroups } = call.body<
    Omit<NicPayload, 'labels'> & { readonly labels?: Readonly<Record<string, string | null>> }
  >();
  const set = { name, description, allowedAddresses, nicSecurity, securityGroups };
  const given = Object.fromEntries(Object.entries(set).filter(([, member]) => member !== undefined));
  const updated = call.update(nic, { ...given, labels: check.merge(nic.value.labels, labels) });
  return { status: 200, body: nicBody(call, updated) };
}

function deleteNic(call: Call): Answer {
  const nic = findNic(call);
  const server = call.store.get('server', call.scope, nic.value.device ?? '');
  if (nic.value.device !== undefined && call.settings.behaviour.attachedNic === 'refuse') throw conflict();
  if (server !== undefined) {
    const without = (ids: readonly string[]) => ids.filter((id) => id !== nic.id);
    const { nicIds, ownNicIds } = server.hidden;
    call.update(server, {}, { hidden: { nicIds: without(nicIds), ownNicIds: without(ownNicIds) } });
  }
  call.remove(nic);
  return { status: 204 };
}

const REGION = '/v2/projects/{projectId}/regions/{region}';
const NICS = `${REGION}/networks/{networkId}/nics`;

export const nicOperations: readonly Operation[] = [
  {
    operationId: 'ListNics',
    method: 'GET',
    path: NICS,
    effect: 'none',
    handler: (call) => {
      const network = see(call, 'network', call.param('networkId'));
      const nics = seeAll(call, 'nic').filter(({ value }) => value.networkId === network.id);
      if (call.settings.deviates('Q46') && call.settings.random() < 0.5) nics.reverse();
      return { status: 200, body: { items: nics.map((nic) => nicBody(call, nic)) } };
    },
  },
  { operationId: 'CreateNic', method: 'POST', path: NICS, effect: 'created', handler: createNic },
  {
    operationId: 'GetNic',
    method: 'GET',
    path: `${NICS}/{nicId}`,
    effect: 'none',
    handler: (call) => {
      const nic = see(call, 'nic', call.param('nicId'));
      if (nic.value.networkId !== call.param('networkId')) throw notFound('nic');
      return { status: 200, body: nicBody(call, nic) };
    },
  },
  { operationId: 'UpdateNic', method: 'PATCH', path: `${NICS}/{nicId}`, effect: 'updated', handler: updateNic },
  { operationId: 'DeleteNic', method: 'DELETE', path: `${NICS}/{nicId}`, effect: 'deleted', handler: deleteNic },
  {
    operationId: 'ListProjectNICs',
    method: 'GET',
    path: `${REGION}/nics`,
    effect: 'none',
    handler: (call) => ({ status: 200, body: { items: seeAll(call, 'nic').map((nic) => nicBody(call, nic)) } }),
  },
  {
    operationId: 'GetProjectNIC',
    method: 'GET',
    path: `${REGION}/nics/{nicId}`,
    effect: 'none',
    handler: (call) => ({ status: 200, body: nicBody(call, see(call, 'nic', call.param('nicId'))) }),
  },
];
