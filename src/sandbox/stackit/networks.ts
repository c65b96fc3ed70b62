import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { type Block, formatAddress, formatBlock, overlap, parseAddress, parseBlock, withoutHostBits } from './cidr';
import { badRequest, conflict } from './errors';
import { find, see, seeAll } from './find';
import type { AddressFamily, Labels, NetworkObject } from './objects';
import { checkQuota } from './quotas';

interface FamilyPayload {
  readonly prefix?: string;
  readonly prefixLength?: number;
  readonly gateway?: string | null;
  readonly nameservers?: readonly string[];
}

interface CreateNetwork {
  readonly name: string;
  readonly dhcp?: boolean;
  readonly routed?: boolean;
  readonly labels?: Labels;
  readonly ipv4?: FamilyPayload;
  readonly ipv6?: FamilyPayload;
  readonly routingTableId?: string;
  readonly vpcId?: string;
}

interface UpdateNetwork {
  readonly name?: string;
  readonly dhcp?: boolean;
  readonly labels?: Readonly<Record<string, string | null>>;
  readonly ipv4?: Pick<FamilyPayload, 'gateway' | 'nameservers'>;
  readonly ipv6?: Pick<FamilyPayload, 'gateway' | 'nameservers'>;
  readonly routingTableId?: string;
}

const address = check.text({ max: 45 });
const nameservers = check.list(address, 3);

function family(schema: string, lengths: check.Check): check.Check {
  return check.all(
    check.exclusive(schema, 'prefix', 'prefixLength'),
    check.object({
      prefix: check.text({ max: 64 }),
      prefixLength: lengths,
      gateway: check.nullable(address),
      nameservers,
    }),
    (value, at) => {
      const { prefixLength, gateway } = value as FamilyPayload;
      if (prefixLength !== undefined && gateway !== undefined) {
        throw badRequest(
          `request body has an error: doesn't match schema #/components/schemas/${schema}: Error at "${at}": value doesn't match any schema from oneOf`,
        );
      }
    },
  );
}

const createBody = check.object(
  {
    name: check.genericName,
    dhcp: check.bool,
    routed: check.bool,
    labels: check.labels,
    ipv4: family('CreateNetworkIPv4', check.integer(8, 29)),
    ipv6: family('CreateNetworkIPv6', check.integer(56, 128)),
    routingTableId: check.uuid,
    vpcId: check.uuid,
  },
  ['name'],
);

const updateFamily = check.object({ gateway: check.nullable(address), nameservers });
const updateBody = check.object({
  name: check.genericName,
  dhcp: check.bool,
  labels: check.labelPatch,
  ipv4: updateFamily,
  ipv6: updateFamily,
  routingTableId: check.uuid,
});

const SPACE: Block = { start: 10 * 2 ** 24, length: 8 };

function createNetwork(call: Call, isRouted = call.settings.behaviour.routed): Answer {
  createBody(call.body(), '');
  const {
    name,
    dhcp = true,
    routed = isRouted,
    labels,
    ipv4,
    ipv6,
    routingTableId,
    vpcId,
  } = call.body<CreateNetwork>();
  checkQuota(call, { networks: 1 });
  const id = call.uuid();
  const value: NetworkObject = {
    id,
    name,
    status: 'CREATING',
    dhcp,
    routed,
    labels,
    // Without any family STACKIT picks an IPv4 prefix by itself.
    ipv4: ipv4 === undefined && ipv6 !== undefined ? undefined : ipv4Of(call, ipv4 ?? {}),
    ipv6: ipv6 === undefined ? undefined : ipv6Of(call, ipv6),
    routingTableId,
    vpcId,
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
  const steps = call.plan([{ after: call.settings.durations.networkCreate, set: { status: 'CREATED' } }], {
    status: 'FAILED',
  });
  call.create('network', id, value, {}, steps);
  return { status: 202, body: value, resourceId: id };
}

function ipv4Of(call: Call, wanted: FamilyPayload): AddressFamily {
  const { behaviour } = call.settings;
  const { prefix, prefixLength = behaviour.prefixLength, gateway, nameservers = behaviour.nameservers } = wanted;
  const block = prefix === undefined ? freeBlock(call, prefixLength) : givenBlock(call, prefix);
  if (typeof gateway === 'string') {
    const at = parseAddress(gateway);
    if (at === undefined || !overlap(block, { start: at, length: 32 })) {
      throw badRequest('gateway is not within the prefix');
    }
  }
  return {
    prefixes: [formatBlock(block)],
    gateway: gateway === null ? undefined : (gateway ?? formatAddress(block.start + 1)),
    nameservers,
    publicIp: `193.148.${Math.floor(call.settings.random() * 256)}.${Math.floor(call.settings.random() * 256)}`,
  };
}

function ipv6Of(call: Call, { prefix, prefixLength = 64, gateway, nameservers = [] }: FamilyPayload): AddressFamily {
  if (prefix !== undefined && !/^[0-9a-fA-F:]+\/\d{1,3}$/.test(prefix)) throw badRequest('prefix is not a valid CIDR');
  const group = () => Math.floor(call.settings.random() * 0x1_0000).toString(16);
  const block = prefix ?? `fd00:${group()}:${group()}:${group()}::/${prefixLength}`;
  return {
    prefixes: [block],
    gateway: gateway === null ? undefined : (gateway ?? block.replace(/\/.*$/, '1')),
    nameservers,
  };
}

function givenBlock(call: Call, prefix: string): Block {
  const block = parseBlock(call.settings.behaviour.hostBits === 'clear' ? withoutHostBits(prefix) : prefix);
  if (block === undefined) throw badRequest('prefix is not a valid CIDR');
  if (call.settings.behaviour.refuseOverlap && call.store.ranges(call.scope).overlaps(block)) throw conflict();
  return block;
}

function freeBlock(call: Call, length: number): Block {
  const block = call.store.ranges(call.scope).free(SPACE, length);
  if (block === undefined) throw conflict();
  return block;
}

function updateNetwork(call: Call): Answer {
  updateBody(call.body(), '');
  const stored = find(call, 'network', call.param('networkId'));
  const { value } = stored;
  if (value.status !== 'CREATED' && value.status !== 'UPDATED') throw conflict();
  const { labels, ipv4, ipv6, ...plain } = call.body<UpdateNetwork>();
  const { name, dhcp, routingTableId } = plain;
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(dhcp === undefined ? {} : { dhcp }),
    ...(routingTableId === undefined ? {} : { routingTableId }),
    labels: check.merge(value.labels, labels),
    ipv4: updatedFamily(value.ipv4, ipv4),
    ipv6: updatedFamily(value.ipv6, ipv6),
  };
  const plans = [{ after: call.settings.durations.networkUpdate, set: { ...set, status: 'CREATED' } }];
  call.update(stored, { status: 'UPDATING' }, { steps: call.plan(plans, { status: 'FAILED' }) });
  return { status: 202 };
}

function updatedFamily(current: AddressFamily | undefined, patch: UpdateNetwork['ipv4']): AddressFamily | undefined {
  if (current === undefined || patch === undefined) return current;
  const { gateway = current.gateway, nameservers = current.nameservers } = patch;
  return { ...current, gateway: gateway ?? undefined, nameservers };
}

function deleteNetwork(call: Call): Answer {
  const stored = find(call, 'network', call.param('networkId'));
  if (!['CREATED', 'UPDATED', 'FAILED'].includes(stored.value.status)) throw conflict();
  if (call.store.tenants(call.scope, stored.id).ids.size > 0) throw conflict();
  const plans = [{ after: call.settings.durations.networkDelete, remove: true as const }];
  call.update(stored, { status: 'DELETING' }, { steps: call.plan(plans, { status: 'FAILED' }) });
  return { status: 202 };
}

const NETWORKS = '/v2/projects/{projectId}/regions/{region}/networks';

export const networkOperations: readonly Operation[] = [
  {
    operationId: 'ListNetworks',
    method: 'GET',
    path: NETWORKS,
    effect: 'none',
    handler: (call) => ({ status: 200, body: { items: seeAll(call, 'network').map(({ value }) => value) } }),
  },
  {
    operationId: 'CreateNetwork',
    method: 'POST',
    path: NETWORKS,
    effect: 'created',
    handler: (call) => createNetwork(call),
  },
  {
    operationId: 'CreateIsolatedNetwork',
    method: 'POST',
    path: '/v2/projects/{projectId}/regions/{region}/isolated-network',
    effect: 'created',
    handler: (call) => createNetwork(call, false),
  },
  {
    operationId: 'GetNetwork',
    method: 'GET',
    path: `${NETWORKS}/{networkId}`,
    effect: 'none',
    handler: (call) => ({ status: 200, body: see(call, 'network', call.param('networkId')).value }),
  },
  {
    operationId: 'PartialUpdateNetwork',
    method: 'PATCH',
    path: `${NETWORKS}/{networkId}`,
    effect: 'updated',
    handler: updateNetwork,
  },
  {
    operationId: 'DeleteNetwork',
    method: 'DELETE',
    path: `${NETWORKS}/{networkId}`,
    effect: 'deleted',
    handler: deleteNetwork,
  },
];
