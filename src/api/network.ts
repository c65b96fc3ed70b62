import type { CommonStatus, Integer, KubernetesObject, Labels, OwnedSpec, Region, Uuid } from './common';

/**
 * IPv4 side of a network.
 * @rule has(self.prefix) != has(self.prefixLength) -- exactly one of prefix and prefixLength is needed
 * @rule !has(self.gateway) || has(self.prefix) -- gateway needs prefix: without it STACKIT picks both
 */
export interface NetworkIpv4 {
  /**
   * Name servers that DHCP hands out, at most three in STACKIT. Absent at creation: those of the network area; an
   * empty list: none.
   */
  readonly nameservers?: readonly string[];
  /**
   * Length of the prefix that STACKIT picks for the network; it takes 8 to 29.
   * @minimum 1
   * @immutable a network keeps its prefix
   */
  readonly prefixLength?: Integer;
  /**
   * The prefix itself, in CIDR notation; excludes `prefixLength`.
   * @maxLength 18
   * @pattern ^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$
   * @immutable a network keeps its prefix
   */
  readonly prefix?: string;
  /**
   * Address of the gateway in `prefix`, or `none` for a network without one. Absent at creation: the first address.
   * @maxLength 18
   */
  readonly gateway?: string;
  /**
   * ID of the VPC network range from which the prefix is picked.
   * @immutable a network keeps its prefix
   */
  readonly vpcNetworkRangeId?: string;
}

/**
 * IPv6 side of a network.
 * @rule has(self.prefix) != has(self.prefixLength) -- exactly one of prefix and prefixLength is needed
 * @rule !has(self.gateway) || has(self.prefix) -- gateway needs prefix: without it STACKIT picks both
 */
export interface NetworkIpv6 {
  /**
   * Name servers that are handed out, at most three in STACKIT. Absent at creation: those of the network area; an
   * empty list: none.
   */
  readonly nameservers?: readonly string[];
  /**
   * Length of the prefix that STACKIT picks for the network; it takes 56 to 128.
   * @minimum 1
   * @immutable a network keeps its prefix
   */
  readonly prefixLength?: Integer;
  /**
   * The prefix itself, in CIDR notation; excludes `prefixLength`.
   * @maxLength 43
   * @pattern ^[0-9A-Fa-f:.]+/[0-9]{1,3}$
   * @immutable a network keeps its prefix
   */
  readonly prefix?: string;
  /**
   * Address of the gateway in `prefix`, or `none` for a network without one. Absent at creation: the first address.
   * @maxLength 43
   */
  readonly gateway?: string;
  /**
   * ID of the VPC network range from which the prefix is picked.
   * @immutable a network keeps its prefix
   */
  readonly vpcNetworkRangeId?: string;
}

/**
 * Wanted network.
 * @rule has(self.ipv4) == has(oldSelf.ipv4) -- ipv4 cannot be added or removed: a network keeps its prefix
 * @rule has(self.ipv6) == has(oldSelf.ipv6) -- ipv6 cannot be added or removed: a network keeps its prefix
 */
export interface NetworkSpec extends OwnedSpec {
  /**
   * ID of the STACKIT project that holds the network.
   * @immutable the object lives in one project
   */
  readonly projectId: Uuid;
  /**
   * Region that holds the network, such as `eu01`.
   * @minLength 1
   * @immutable the object lives in one region
   */
  readonly region: Region;
  /** Name in STACKIT; absent: `metadata.name`. Up to 127 characters: letters, digits, and between them also blanks and `/ . _ -`. */
  readonly name?: string;
  /**
   * ID of a network that exists already. It is then only observed: never changed, never deleted.
   * @immutable an object is either adopted or owned for all its life
   */
  readonly existingId?: string;
  /** Whether servers get their addresses by DHCP. Absent: STACKIT decides (yes). */
  readonly dhcp?: boolean;
  /**
   * Whether the network reaches other networks through a router. Absent: STACKIT decides.
   * @immutable STACKIT cannot change it
   */
  readonly routed?: boolean;
  /** IPv4 side. When neither side is given, STACKIT picks an IPv4 prefix of its default length. */
  readonly ipv4?: NetworkIpv4;
  /** IPv6 side. */
  readonly ipv6?: NetworkIpv6;
  /** ID of the routing table that the network uses. Absent: the default table. */
  readonly routingTableId?: string;
  /**
   * ID of the VPC in which the network lies.
   * @immutable STACKIT cannot move a network
   */
  readonly vpcId?: string;
  /** Labels of the network in STACKIT. Keys set there by others are left alone. */
  readonly labels?: Labels;
}

/** Observed network. */
export interface NetworkStatus extends CommonStatus {
  /** ID of the network in STACKIT. */
  readonly networkId?: string;
  /** Address of the IPv4 gateway; absent when the network has none. */
  readonly ipv4Gateway?: string;
  /** IPv4 prefixes that STACKIT picked, in CIDR notation. */
  readonly ipv4Prefixes?: readonly string[];
}

/**
 * A network in a STACKIT project: one that the provider makes and keeps, or one that exists and is only observed.
 * @kind networks
 * @shortName snet
 * @column Ready string .status.conditions[?(@.type=="Ready")].status
 * @column State string .status.state
 * @column NetworkId string .status.networkId
 * @column Reason string .status.conditions[?(@.type=="Ready")].reason wide
 * @column Age date .metadata.creationTimestamp
 */
export interface Network extends KubernetesObject<NetworkSpec, NetworkStatus> {
  readonly kind: 'Network';
}
