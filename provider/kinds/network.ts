import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { NetworkIpv4, NetworkIpv6, NetworkSpec } from '../../src/api';
import { genericName, type TextRule } from '../../src/api/rules';
import type { CreateNetworkPayload, Network } from '../../src/stackit';
import { compareLabels, difference } from '../engine/change';
import { type CloudObject, type Desired, type Difference, defineKind, type Health } from '../engine/kind';
import { decideLifecycle, type Refusal } from '../engine/lifecycle';
import { ownedBy, withLabels } from './cloud';
import { compareField, compareName, fixedField, patchField, sameMembers } from './compare';
import { failed, leaving, moving, unheardOf } from './states';
import { labelTexts, nameField, refuseTexts } from './text';

/** Text of `gateway` for a network without one. */
const NO_GATEWAY = 'none';

type CloudNetwork = Network & CloudObject;

/** Networks: created at once with their prefix, which never changes. */
export const network = defineKind<NetworkSpec, CloudNetwork, CreateNetworkPayload>({
  kind: 'Network',
  plural: 'networks',
  finalizer: 'compute.sostackit.dev/network-finalizer',
  idField: 'networkId',
  adopts: ({ existingId }) => existingId || undefined,
  references: [],
  touches: [],
  cloud: {
    list: async ({ iaas }, scope, options) => (await iaas.listNetworks(scope, ownedBy(options))).body.map(withLabels),
    get: async ({ iaas }, scope, id) => withLabels((await iaas.getNetwork(scope, id)).body),
    create: async ({ iaas }, scope, payload) => {
      const object = withLabels((await iaas.createNetwork(scope, payload)).body);
      return { id: object.id, object };
    },
    delete: ({ iaas }, scope, id) => iaas.deleteNetwork(scope, id),
    updates: { patch: ({ iaas }, scope, id, payload) => iaas.updateNetwork(scope, id, payload) },
  },
  usable: () => true,
  health,
  decide: (desired, observed, references) =>
    decideLifecycle(
      { desired, observed, references },
      { invalid, payload, isDeleting: (object) => health(object).phase === 'deleting', differences },
    ),
  status: (object) => ({
    state: object.status,
    ipv4Prefixes: object.ipv4?.prefixes,
    ipv4Gateway: object.ipv4?.gateway ?? undefined,
  }),
  differences,
  clearable: ['name'],
  members: () => ({}),
  hiddenValues: () => ({}),
  losses: () => [],
  remarks: () => [],
});

function health({ status }: CloudNetwork): Health {
  switch (status) {
    case 'CREATED':
    case 'UPDATED': {
      const reason = status === 'CREATED' ? 'Created' : 'Updated';
      return { phase: 'steady', ready: { status: 'True', reason, message: 'the network can be used' } };
    }
    case 'CREATING':
      return moving(status, 'Creating');
    case 'UPDATING':
      return moving(status, 'Transitioning');
    case 'DELETING':
    case 'DELETED':
      return leaving(status);
    case 'FAILED':
      return failed(status, undefined);
    default:
      return unheardOf(status);
  }
}

/** Nothing is sent while STACKIT carries out something else. */
function differences(desired: Desired<NetworkSpec>, object: CloudNetwork): Difference[] {
  if (health(object).phase !== 'steady') return [];
  const { spec } = desired;
  return [
    ...fixedField('routed', spec.routed, object.routed),
    ...fixedField('ipv4.prefixLength', spec.ipv4?.prefixLength, lengthOf(object.ipv4?.prefixes)),
    ...fixedField('ipv6.prefixLength', spec.ipv6?.prefixLength, lengthOf(object.ipv6?.prefixes)),
    ...compareName(desired, object.name),
    ...patchField('dhcp', spec.dhcp, object.dhcp),
    ...patchField('routingTableId', spec.routingTableId || undefined, object.routingTableId),
    ...compareSide('ipv4', spec.ipv4, object.ipv4),
    ...compareSide('ipv6', spec.ipv6, object.ipv6),
    ...compareNameservers('ipv4', spec.ipv4?.nameservers, object.ipv4?.nameservers),
    ...compareNameservers('ipv6', spec.ipv6?.nameservers, object.ipv6?.nameservers),
    ...compareLabels(desired, object.labels),
  ];
}

/** The prefix stays, however it is written; the gateway can be changed and taken away. */
function compareSide(
  side: 'ipv4' | 'ipv6',
  wanted: NetworkIpv4 | NetworkIpv6 | undefined,
  actual: { readonly prefixes?: readonly string[]; readonly gateway?: string | null } | undefined,
): Difference[] {
  const prefix = actual?.prefixes?.[0];
  const found =
    wanted?.prefix && prefix && !samePrefix(wanted.prefix, prefix)
      ? fixedField(`${side}.prefix`, wanted.prefix, prefix)
      : [];
  if (wanted?.gateway === undefined) return found;
  const gateway = actual?.gateway || NO_GATEWAY;
  return [
    ...found,
    ...(sameAddress(wanted.gateway, gateway)
      ? []
      : compareField(`${side}.gateway`, wanted.gateway, gateway, {
          fix: { call: 'patch', payload: { [side]: { gateway: gatewayOf(wanted.gateway) } } },
        })),
  ];
}

/** The same network in another notation, such as `2001:DB8::/64` and `2001:db8:0:0::/64`. */
function samePrefix(a: string, b: string): boolean {
  return plainPrefix(a) === plainPrefix(b);
}

function plainPrefix(prefix: string): string {
  const [address = '', length] = prefix.split('/');
  return `${plainAddress(address)}/${length}`;
}

function sameAddress(a: string, b: string): boolean {
  return plainAddress(a) === plainAddress(b);
}

/** An IPv6 address in its shortest form, as STACKIT's patterns take lower case only; other texts as they are. */
function plainAddress(text: string): string {
  return isIPv6(text) ? new SocketAddress({ address: text, family: 'ipv6' }).address : text;
}

/** Length of the one prefix that counts: STACKIT answers a list, and no length. */
function lengthOf(prefixes: readonly string[] | undefined): number | undefined {
  const [, length] = prefixes?.[0]?.split('/') ?? [];
  return length === undefined ? undefined : Number(length);
}

/** Absent leaves STACKIT's own alone. The order is the order of asking, but one that STACKIT prefers is no drift. */
function compareNameservers(
  side: 'ipv4' | 'ipv6',
  wanted: readonly string[] | undefined,
  actual: readonly string[] | undefined,
): Difference[] {
  if (wanted === undefined || sameMembers(wanted.map(plainAddress), (actual ?? []).map(plainAddress))) return [];
  const found = difference(`${side}.nameservers`, wanted, actual ?? []);
  return [{ ...found, fix: { call: 'patch', payload: { [side]: { nameservers: wanted.map(plainAddress) } } } }];
}

function invalid({ spec, name }: Desired<NetworkSpec>): Refusal | undefined {
  const { ipv4, ipv6 } = spec;
  return refuseTexts({
    [nameField(spec)]: [name, genericName],
    'spec.ipv4.prefix': [ipv4?.prefix, cidr(4)],
    'spec.ipv4.gateway': [ipv4?.gateway, gatewayAddress(4)],
    'spec.ipv6.prefix': [ipv6?.prefix, cidr(6)],
    'spec.ipv6.gateway': [ipv6?.gateway, gatewayAddress(6)],
    ...labelTexts(spec.labels),
  });
}

/** The pattern of the CRD sees the form, not whether the numbers can be. */
function cidr(family: 4 | 6): TextRule {
  return (text) => {
    const [address = '', length] = text.split('/');
    const fits = isIP(address) === family && Number(length) <= (family === 4 ? 32 : 128);
    return fits
      ? undefined
      : `an IPv${family} prefix in CIDR notation, such as ${family === 4 ? '10.0.0.0/24' : '2001:db8::/64'}`;
  };
}

function gatewayAddress(family: 4 | 6): TextRule {
  return (text) =>
    text === NO_GATEWAY || isIP(text) === family ? undefined : `an IPv${family} address, or ${NO_GATEWAY}`;
}

function payload({ spec, name, labels }: Desired<NetworkSpec>): CreateNetworkPayload {
  return {
    name,
    labels,
    ...(spec.dhcp !== undefined && { dhcp: spec.dhcp }),
    ...(spec.routed !== undefined && { routed: spec.routed }),
    ...(spec.ipv4 && { ipv4: sideOf(spec.ipv4) }),
    ...(spec.ipv6 && { ipv6: sideOf(spec.ipv6) }),
    ...(spec.routingTableId && { routingTableId: spec.routingTableId }),
    ...(spec.vpcId && { vpcId: spec.vpcId }),
  };
}

/** Absent name servers let the network area's defaults in, an empty list means none; so does `null` as gateway. */
function sideOf({ prefix, prefixLength, gateway, nameservers, vpcNetworkRangeId }: NetworkIpv4 | NetworkIpv6) {
  const common = {
    ...(nameservers !== undefined && { nameservers: nameservers.map(plainAddress) }),
    ...(vpcNetworkRangeId !== undefined && { vpcNetworkRangeId }),
  };
  if (prefix === undefined) return { ...common, prefixLength: prefixLength ?? 0 };
  return { ...common, prefix: plainPrefix(prefix), ...(gateway !== undefined && { gateway: gatewayOf(gateway) }) };
}

function gatewayOf(gateway: string): string | null {
  return gateway === NO_GATEWAY ? null : plainAddress(gateway);
}
