import type { ClusterObject, ServiceObject } from './objects-ske';

/** The objects that the simulator holds, in the shape that STACKIT answers (iaas.md §2–§8). */
export type Labels = Readonly<Record<string, string>>;

interface Stamped {
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface AddressFamily {
  readonly prefixes: readonly string[];
  readonly gateway?: string | null | undefined;
  readonly nameservers?: readonly string[] | undefined;
  readonly publicIp?: string | undefined;
}

export interface NetworkObject extends Stamped {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly dhcp: boolean;
  readonly routed: boolean;
  readonly labels?: Labels | undefined;
  readonly ipv4?: AddressFamily | undefined;
  readonly ipv6?: AddressFamily | undefined;
  readonly routingTableId?: string | undefined;
  readonly vpcId?: string | undefined;
}

export interface NicObject {
  readonly id: string;
  readonly networkId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly ipv4?: string | undefined;
  readonly ipv6?: string | undefined;
  readonly mac: string;
  readonly device?: string | undefined;
  readonly status: string;
  readonly type: string;
  readonly nicSecurity: boolean;
  readonly securityGroups?: readonly string[] | undefined;
  readonly allowedAddresses?: readonly string[] | undefined;
}

export interface VolumeObject extends Stamped {
  readonly id: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly availabilityZone: string;
  readonly size: number;
  readonly performanceClass: string;
  readonly source?: { readonly type: string; readonly id: string } | undefined;
  readonly bootable: boolean;
  readonly encrypted: boolean;
  readonly imageConfig?: Readonly<Record<string, unknown>> | undefined;
  readonly serverId?: string | undefined;
  readonly status: string;
}

export interface ImageObject extends Stamped {
  readonly id: string;
  readonly name: string;
  readonly diskFormat: string;
  readonly minDiskSize?: number | undefined;
  readonly minRam?: number | undefined;
  readonly protected: boolean;
  readonly labels?: Labels | undefined;
  readonly agent?: Readonly<Record<string, unknown>> | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly scope: string;
  readonly owner: string;
  readonly size?: number | undefined;
  readonly checksum?: { readonly algorithm: string; readonly digest: string } | undefined;
  readonly importProgress: number;
  readonly status: string;
}

export interface ServerObject extends Stamped {
  readonly id: string;
  readonly name: string;
  readonly machineType: string;
  readonly availabilityZone?: string | undefined;
  readonly imageId?: string | undefined;
  readonly bootVolume?: { readonly id: string; readonly deleteOnTermination: boolean } | undefined;
  readonly volumes: readonly string[];
  readonly keypairName?: string | undefined;
  readonly affinityGroup?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly metadata?: Labels | undefined;
  readonly agent?: { readonly provisioned?: boolean | undefined } | undefined;
  readonly configDrive?: boolean | undefined;
  readonly status: string;
  readonly powerStatus?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly launchedAt?: string | undefined;
}

export interface KeyPairObject extends Stamped {
  readonly name: string;
  readonly publicKey: string;
  readonly fingerprint: string;
  readonly labels?: Labels | undefined;
}

export interface SecurityGroupObject extends Stamped {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly stateful: boolean;
  readonly rules: readonly SecurityGroupRuleObject[];
}

export interface SecurityGroupRuleObject extends Stamped {
  readonly id: string;
  readonly securityGroupId: string;
  readonly direction: string;
  readonly ethertype: string;
  readonly description?: string | undefined;
  readonly ipRange?: string | undefined;
  readonly remoteSecurityGroupId?: string | undefined;
  readonly portRange?: { readonly min: number; readonly max: number } | undefined;
  readonly icmpParameters?: { readonly type: number; readonly code: number } | undefined;
  readonly protocol?: { readonly name?: string | undefined; readonly number?: number | undefined } | undefined;
}

export interface PublicIpObject {
  readonly id: string;
  readonly ip: string;
  readonly labels?: Labels | undefined;
  readonly networkInterface?: string | undefined;
}

export interface SnapshotObject extends Stamped {
  readonly id: string;
  readonly volumeId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly availabilityZone: string;
  readonly size: number;
  readonly status: string;
}

export interface BackupObject extends Stamped {
  readonly id: string;
  readonly volumeId?: string | undefined;
  readonly snapshotId?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly availabilityZone: string;
  readonly size: number;
  readonly encrypted: boolean;
  readonly status: string;
}

/** Its members are computed from the servers. */
export interface AffinityGroupObject {
  readonly id: string;
  readonly name: string;
  readonly policy: string;
}

/** Wire shape by kind. */
export interface Objects {
  readonly network: NetworkObject;
  readonly nic: NicObject;
  readonly volume: VolumeObject;
  readonly image: ImageObject;
  readonly server: ServerObject;
  readonly keypair: KeyPairObject;
  readonly securityGroup: SecurityGroupObject;
  readonly publicIp: PublicIpObject;
  readonly snapshot: SnapshotObject;
  readonly backup: BackupObject;
  readonly affinityGroup: AffinityGroupObject;
  readonly cluster: ClusterObject;
  readonly service: ServiceObject;
}

export type Kind = keyof Objects;
export const KINDS = [
  'network',
  'nic',
  'volume',
  'image',
  'server',
  'keypair',
  'securityGroup',
  'publicIp',
  'snapshot',
  'backup',
  'affinityGroup',
  'cluster',
  'service',
] as const;

/** What belongs to an object but is never echoed as it is. */
export interface Hidden {
  readonly network: Record<never, never>;
  readonly nic: Record<never, never>;
  readonly volume: Record<never, never>;
  readonly image: { readonly upload?: Upload | undefined; readonly share?: Share | undefined };
  readonly server: {
    readonly userData?: string | undefined;
    readonly serviceAccountMails?: readonly string[] | undefined;
    /** In the order of interfaces. */
    readonly nicIds: readonly string[];
    /** Those that go away with the server. */
    readonly ownNicIds: readonly string[];
    /** Volumes by ID, with `deleteOnTermination`. */
    readonly attachments: Readonly<Record<string, boolean>>;
    /** Comes back with the next start, because STACKIT hides the zone of a deallocated server. */
    readonly zone: string;
  };
  readonly keypair: Record<never, never>;
  readonly securityGroup: Record<never, never>;
  readonly publicIp: Record<never, never>;
  readonly snapshot: Record<never, never>;
  readonly backup: { readonly performanceClass?: string | undefined };
  readonly affinityGroup: Record<never, never>;
  readonly cluster: {
    /** NICs that the nodes hold in a network of the project. */
    readonly nicIds: readonly string[];
    /** How many kubeconfigs have been issued. */
    readonly serial: number;
    /** Counts rotations begun; what was issued before the last one dies with its completion. */
    readonly generation: number;
  };
  readonly service: Record<never, never>;
}

/** Who may use an image besides its project. */
export interface Share {
  readonly parentOrganization?: boolean | undefined;
  /** Time of the grant (RFC 3339) by consumer project. */
  readonly projects: Readonly<Record<string, string>>;
}

/** The one-time upload of an image. */
export interface Upload {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  readonly state: 'open' | 'running' | 'done';
}
