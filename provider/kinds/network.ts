import type { NetworkSpec } from '../../src/api';
import { genericName } from '../../src/api/rules';
import type { CreateNetworkPayload, Network } from '../../src/stackit';
import { type CloudObject, type Desired, defineKind, type Health } from '../engine/kind';
import { decideLifecycle, type Refusal } from '../engine/lifecycle';
import { ownedBy, withLabels } from './cloud';
import { compareField, compareLabels } from './compare';
import { failed, leaving, moving, unheardOf } from './states';
import { labelTexts, nameField, refuseTexts } from './text';

type CloudNetwork = Network & CloudObject;

/** Networks: created at once with their prefix, which never changes. */
export const network = defineKind<NetworkSpec, CloudNetwork, CreateNetworkPayload>({
  kind: 'Network',
  plural: 'networks',
  finalizer: 'compute.sostackit.dev/network-finalizer',
  idField: 'networkId',
  references: [],
  touches: [],
  cloud: {
    list: async (iaas, scope, options) => (await iaas.listNetworks(scope, ownedBy(options))).body.map(withLabels),
    get: async (iaas, scope, id) => withLabels((await iaas.getNetwork(scope, id)).body),
    create: async (iaas, scope, payload) => {
      const object = withLabels((await iaas.createNetwork(scope, payload)).body);
      return { id: object.id, object };
    },
    delete: (iaas, scope, id) => iaas.deleteNetwork(scope, id),
  },
  usable: () => true,
  health,
  decide: (desired, observed, references) =>
    decideLifecycle(
      { desired, observed, references },
      { invalid, payload, isDeleting: (object) => health(object).phase === 'deleting' },
    ),
  status: (object) => ({
    state: object.status,
    ipv4Prefixes: object.ipv4?.prefixes,
    ipv4Gateway: object.ipv4?.gateway ?? undefined,
  }),
  differences: (spec, object) => [
    ...compareField('name', spec.name || undefined, object.name),
    ...compareField('dhcp', spec.dhcp, object.dhcp),
    ...compareLabels(spec.labels, object.labels),
  ],
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

function invalid({ spec, name }: Desired<NetworkSpec>): Refusal | undefined {
  return refuseTexts({ [nameField(spec)]: [name, genericName], ...labelTexts(spec.labels) });
}

function payload({ spec, name, labels }: Desired<NetworkSpec>): CreateNetworkPayload {
  return {
    name,
    labels,
    ...(spec.dhcp !== undefined && { dhcp: spec.dhcp }),
    ...(spec.routed !== undefined && { routed: spec.routed }),
    ...(spec.ipv4 && { ipv4: { ...spec.ipv4, ...nameserversOf(spec.ipv4) } }),
    ...(spec.ipv6 && { ipv6: { ...spec.ipv6, ...nameserversOf(spec.ipv6) } }),
    ...(spec.routingTableId && { routingTableId: spec.routingTableId }),
    ...(spec.vpcId && { vpcId: spec.vpcId }),
  };
}

/** Absent lets the network area's defaults in; an empty list means none. */
function nameserversOf({ nameservers }: { readonly nameservers?: readonly string[] }): { nameservers?: string[] } {
  return nameservers === undefined ? {} : { nameservers: [...nameservers] };
}
