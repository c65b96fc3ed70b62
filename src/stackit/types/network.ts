import type { OpenString, Replace } from './open';
import type { Payload, Seen, SeenResource } from './schemas';

/** States of networks and requests (IaaS `ResourceState`). Ready is `CREATED`, after an update too. */
export type NetworkState = OpenString<
  'CREATING' | 'CREATED' | 'UPDATING' | 'UPDATED' | 'DELETING' | 'DELETED' | 'FAILED'
>;

/** A network. It has no prefix length: that is read from `ipv4.prefixes[0]`. */
export type Network = Replace<SeenResource<'Network'>, { status: NetworkState }>;

/** `ipv4` takes either `prefix` or `prefixLength`; a `gateway` of `null` means none, `nameservers: []` means none. */
export type CreateNetworkPayload = Payload<'CreateNetworkPayload'>;

/** Absent fields stay; `gateway: null` and `nameservers: []` clear. */
export type UpdateNetworkPayload = Payload<'PartialUpdateNetworkPayload'>;

/** A network interface. `name` may be an empty string when none was given. */
export type NetworkInterface = SeenResource<'NIC'>;
export type CreateNetworkInterfacePayload = Payload<'CreateNicPayload'>;
export type UpdateNetworkInterfacePayload = Payload<'UpdateNicPayload'>;

export type PublicIp = SeenResource<'PublicIp'>;
export type CreatePublicIpPayload = Payload<'CreatePublicIPPayload'>;
/** `networkInterface`: a UUID moves the address, `null` detaches it, absent leaves it. */
export type UpdatePublicIpPayload = Payload<'UpdatePublicIPPayload'>;

export type SecurityGroup = SeenResource<'SecurityGroup'>;
export type CreateSecurityGroupPayload = Payload<'CreateSecurityGroupPayload'>;
export type UpdateSecurityGroupPayload = Payload<'UpdateSecurityGroupPayload'>;
/** A rule; an absent `portRange` means the full range. */
export type SecurityGroupRule = SeenResource<'SecurityGroupRule'>;
export type CreateSecurityGroupRulePayload = Payload<'CreateSecurityGroupRulePayload'>;

export type PublicNetwork = Seen<'PublicNetwork'>;
