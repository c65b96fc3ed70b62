import type { Construct } from 'constructs';
import type { NetworkIpv4, NetworkIpv6, NetworkSpec } from '../src/api';
import { genericName } from '../src/api/rules';
import { amended, appended } from './additions';
import { isBranded } from './brand';
import { DefinedElsewhere, type DefinedElsewhereProps } from './defined-elsewhere';
import { type OwnProblem, together } from './problem';
import { type EveryField, existingIdProblems, type IResource, Resource, type ResourceProps } from './resource';
import { type Inherited, inherit } from './stackit-scope';
import { nameProblems } from './text-problems';

/** A network to which servers can be connected. */
export interface INetwork extends IResource {}

/** Props of a {@link Network}. */
export interface NetworkProps extends ResourceProps {
  /**
   * ID of a network that exists already. It is then only observed: never changed, never deleted.
   *
   * @default - the provider makes a network
   */
  readonly existingId?: string;

  /**
   * Whether servers get their addresses by DHCP.
   *
   * @default - STACKIT decides (yes)
   */
  readonly dhcp?: boolean;

  /**
   * Whether the network reaches other networks through a router. It cannot be changed later.
   *
   * @default - STACKIT decides
   */
  readonly routed?: boolean;

  /**
   * IPv4 side: length of the prefix (8 to 29) and name servers.
   *
   * @default - without `ipv6` a prefix of the network area's default length, else none
   */
  readonly ipv4?: NetworkIpv4;

  /**
   * IPv6 side: length of the prefix (56 to 128) and name servers.
   *
   * @default - none
   */
  readonly ipv6?: NetworkIpv6;

  /**
   * ID of the routing table that the network uses.
   *
   * @default - the default table
   */
  readonly routingTableId?: string;

  /**
   * ID of the VPC in which the network lies. It cannot be changed later.
   *
   * @default - none
   */
  readonly vpcId?: string;
}

/** What is needed to observe a network that exists. */
export type ExistingNetworkProps = Pick<NetworkProps, 'projectId' | 'region' | 'metadata'>;

/**
 * A network in a STACKIT project.
 *
 * ```ts
 * new Network(this, 'network', { projectId, region: 'eu01', ipv4: { prefixLength: 24 } });
 * ```
 */
export class Network extends Resource<NetworkSpec> implements INetwork {
  /** Whether a value is a network, of this or another copy of the library. */
  static isNetwork(value: unknown): value is INetwork {
    return isBranded(value, 'Network');
  }

  /** Observes the network with an ID; it is never changed and never deleted. */
  static fromNetworkId(scope: Construct, id: string, networkId: string, props?: ExistingNetworkProps): Network {
    return new Network(scope, id, { ...props, existingId: networkId });
  }

  /** Refers to a Network object that is defined elsewhere; nothing is synthesized for it. */
  static fromNetworkName(scope: Construct, id: string, name: string, props?: DefinedElsewhereProps): INetwork {
    return new DefinedElsewhere(scope, id, 'Network', name, props);
  }

  /** ID of the network that is only observed; absent for one that the provider makes. */
  readonly existingId: string | undefined;

  constructor(scope: Construct, id: string, props: NetworkProps = {}) {
    const inherited = inherit(scope, props);
    super(scope, id, { kind: 'Network', metadata: inherited.metadata, spec: networkSpec(props, inherited), rules });
    this.existingId = props.existingId;
  }

  /**
   * Adds a name server, by its address. It is checked at synth.
   *
   * @throws Error when the network has no `ipv4` or `ipv6` side for an address of this family
   */
  addNameserver(address: string): void {
    const side = address.includes(':') ? 'ipv6' : 'ipv4';
    this.change((spec) => {
      spec[side] = amended(this, spec[side], (present) => {
        if (!present) throw new Error(`${this.node.path}: cannot add the name server ${address} without ${side}`);
        return { ...present, nameservers: appended(this, present.nameservers, address) };
      });
    });
  }
}

function networkSpec(props: NetworkProps, shared: Inherited): EveryField<NetworkSpec> {
  return {
    projectId: shared.projectId,
    region: shared.region,
    name: props.name || undefined,
    existingId: props.existingId,
    dhcp: props.dhcp,
    routed: props.routed,
    ipv4: props.ipv4,
    ipv6: props.ipv6,
    routingTableId: props.routingTableId,
    vpcId: props.vpcId,
    labels: shared.labels,
    deletionPolicy: shared.deletionPolicy,
    recreatePolicy: shared.recreatePolicy,
  };
}

function rules(spec: NetworkSpec, objectName: string): readonly OwnProblem[] {
  if (spec.existingId !== undefined) return existingIdProblems(spec.existingId);
  return together(
    nameProblems(spec.name, objectName, genericName),
    rangeProblems('spec.ipv4.prefixLength', spec.ipv4?.prefixLength, 8, 29),
    rangeProblems('spec.ipv6.prefixLength', spec.ipv6?.prefixLength, 56, 128),
    nameserverProblems('spec.ipv4.nameservers', spec.ipv4?.nameservers),
    nameserverProblems('spec.ipv6.nameservers', spec.ipv6?.nameservers),
  );
}

function rangeProblems(field: string, given: number | undefined, least: number, greatest: number): OwnProblem[] {
  if (given === undefined || (given >= least && given <= greatest)) return [];
  return [{ field, given, allowed: `${least} to ${greatest}` }];
}

function nameserverProblems(field: string, given: readonly string[] | undefined): OwnProblem[] {
  return given && given.length > 3 ? [{ field, given, allowed: 'at most 3' }] : [];
}
