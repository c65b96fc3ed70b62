import type {
  CommonStatus,
  Integer,
  KubernetesObject,
  Labels,
  LocalReference,
  OwnedSpec,
  Region,
  SecretKeyReference,
  Uuid,
} from './common';
import type { AvailabilityZone, PerformanceClass } from './volume';

/** Boot volume that STACKIT makes together with the server, from its image. */
export interface ServerBootVolume {
  /** Whether the volume is deleted with the server. Absent: it stays. */
  readonly deleteOnTermination?: boolean;
  /** Class of speed of the volume. */
  readonly performanceClass?: PerformanceClass;
  /**
   * Size in GB; STACKIT needs it to make the volume.
   * @minimum 1
   */
  readonly size?: Integer;
}

/** STACKIT's server agent on a server. */
export interface ServerAgent {
  /** Whether the agent is installed at creation. Absent: as the image says. */
  readonly provisioned?: boolean;
}

/** Metadata of a server: keys of up to 255 letters, digits and `- _ : .` and blanks, values of up to 255 characters. */
export type ServerMetadata = { readonly [key: string]: string };

/** Size of a server: processors and memory. */
export type MachineType =
  | 't1.1'
  | 'c1.2'
  | 'g1.1'
  | 'g1.2'
  | 'g2i.1'
  | 'g2i.2'
  | 'c2i.2'
  | 'b1.2'
  | 'm2i.8'
  | (string & {});

/**
 * Wanted server. It boots from an image (`imageId` or `imageRef`, with `bootVolume` onto a volume made for it) or from a
 * volume (`bootVolumeRef`), and has one network (`networkId` or `networkRef`).
 * @rule (has(self.bootVolume) && has(self.bootVolume.performanceClass) ? self.bootVolume.performanceClass : '') == (has(oldSelf.bootVolume) && has(oldSelf.bootVolume.performanceClass) ? oldSelf.bootVolume.performanceClass : '') -- bootVolume.performanceClass is immutable: STACKIT cannot change it
 */
export interface ServerSpec extends OwnedSpec {
  /**
   * ID of the STACKIT project that holds the server.
   * @immutable the object lives in one project
   */
  readonly projectId: Uuid;
  /**
   * Region that holds the server, such as `eu01`.
   * @minLength 1
   * @immutable the object lives in one region
   */
  readonly region: Region;
  /**
   * Zone in which the server runs, such as `eu01-1`. Absent: that of its boot volume, else STACKIT decides.
   * @immutable STACKIT cannot move a server
   */
  readonly availabilityZone?: AvailabilityZone;
  /** Name in STACKIT; absent: `metadata.name`. A host name of up to 63 characters. */
  readonly name?: string;
  /**
   * Size of the server, such as `c1.2`. A change resizes the server in place.
   * @minLength 1
   */
  readonly machineType: MachineType;
  /** ID of the image to boot from; excludes `imageRef`. Without `bootVolume` it lies on the machine's own disk. */
  readonly imageId?: Uuid;
  /** Image object in the same namespace to boot from; excludes `imageId`. */
  readonly imageRef?: LocalReference;
  /** Boot volume that is made from the image together with the server. */
  readonly bootVolume?: ServerBootVolume;
  /** Volume object in the same namespace to boot from. */
  readonly bootVolumeRef?: LocalReference;
  /** ID of the network to which the server is connected; excludes `networkRef`. */
  readonly networkId?: Uuid;
  /** Network object in the same namespace to which the server is connected; excludes `networkId`. */
  readonly networkRef?: LocalReference;
  /** Security groups of the server's network interface, by ID or name. */
  readonly securityGroups?: readonly string[];
  /**
   * Name of the SSH key pair for the first login. STACKIT looks it up among those of the provider's own identity.
   * @immutable it takes effect at the first boot only
   */
  readonly keypairName?: string;
  /**
   * Network interfaces that exist already, by ID, in the order in which the server gets them; excludes `networkId` and
   * `networkRef`.
   * @maxItems 32
   * @immutable STACKIT takes them at creation
   */
  readonly nicIds?: readonly Uuid[];
  /**
   * Volume objects in the same namespace to attach. One that is added is attached, one that is removed is detached.
   * @maxItems 32
   */
  readonly dataVolumeRefs?: readonly LocalReference[];
  /**
   * IDs of volumes to attach. One that is added is attached, one that is removed is detached.
   * @maxItems 32
   */
  readonly dataVolumeIds?: readonly Uuid[];
  /**
   * ID of the affinity group that the server joins.
   * @immutable a server joins its group at creation
   */
  readonly affinityGroupId?: Uuid;
  /**
   * STACKIT's server agent.
   * @immutable it is installed at creation
   */
  readonly agent?: ServerAgent;
  /**
   * Whether cloud-init finds its data on a drive of its own. Absent: no.
   * @immutable it takes effect at the first boot only
   */
  readonly configDrive?: boolean;
  /** Metadata that the server can read about itself. Keys set there by others are left alone. */
  readonly metadata?: ServerMetadata;
  /** Data for cloud-init, from a Secret in the same namespace; excludes `userData`. It is read once, at creation. */
  readonly userDataSecretRef?: SecretKeyReference;
  /** Data for cloud-init, as plain text; the provider encodes it. It takes effect at the first boot only. */
  readonly userData?: string;
  /** E-mail addresses of the service accounts that the server may act as; STACKIT takes one at most. */
  readonly serviceAccountMails?: readonly string[];
  /**
   * Whether the server runs. An `Inactive` server is stopped and still billed, of a `Deallocated` one only the volumes are.
   * @default Active
   */
  readonly powerState?: 'Active' | 'Inactive' | 'Deallocated';
  /** Labels of the server in STACKIT. Keys set there by others are left alone. */
  readonly labels?: Labels;
}

/** Network interface of a server. */
export interface ServerNic {
  /** IPv4 address in the network. */
  readonly ipv4?: string;
  /** IPv6 address in the network. */
  readonly ipv6?: string;
  /** Hardware address. */
  readonly mac?: string;
  /** ID of the network. */
  readonly networkId?: string;
}

/** Boot volume of a server. */
export interface ServerBootVolumeStatus {
  /** ID of the volume. */
  readonly id?: string;
  /** Whether the volume is deleted with the server. */
  readonly deleteOnTermination?: boolean;
}

/** Observed server. */
export interface ServerStatus extends CommonStatus {
  /** ID of the server in STACKIT. */
  readonly serverId?: string;
  /** Power state in STACKIT's own word, such as `RUNNING`. */
  readonly powerStatus?: string;
  /** Size that the server has. */
  readonly machineType?: string;
  /** Zone in which the server runs; absent while it is deallocated. */
  readonly availabilityZone?: string;
  /** Volume that the server boots from. */
  readonly bootVolume?: ServerBootVolumeStatus;
  /** IDs of the attached volumes. */
  readonly volumes?: readonly string[];
  /** What STACKIT says of the last failure. */
  readonly errorMessage?: string;
  /** Network interfaces of the server. */
  readonly nics?: readonly ServerNic[];
}

/**
 * A virtual machine.
 * @kind servers
 * @shortName ssrv
 * @column Ready string .status.conditions[?(@.type=="Ready")].status
 * @column State string .status.state
 * @column Power string .status.powerStatus
 * @column MachineType string .spec.machineType
 * @column ServerId string .status.serverId
 * @column Reason string .status.conditions[?(@.type=="Ready")].reason wide
 * @column Age date .metadata.creationTimestamp
 */
export interface Server extends KubernetesObject<ServerSpec, ServerStatus> {
  readonly kind: 'Server';
}
