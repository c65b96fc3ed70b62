import type { Size } from 'cdk8s';
import type { AvailabilityZone, MachineType, PerformanceClass, SecretKeyReference, ServerAgent } from '../src/api';
import type { IImage } from './image';
import type { INetwork } from './network';
import type { ResourceProps } from './resource';
import type { UserData } from './user-data';
import type { IVolume } from './volume';

/** A boot volume that STACKIT makes together with the server, from its image. */
export interface BootVolumeProps {
  /** Size: a number of GB, or a `Size` of whole GB; 1 to 16,000 GB. */
  readonly size: number | Size;

  /**
   * Class of speed. It cannot be changed later.
   *
   * @default - STACKIT decides
   */
  readonly performanceClass?: PerformanceClass;

  /**
   * Whether the volume is deleted with the server.
   *
   * @default false
   */
  readonly deleteOnTermination?: boolean;
}

/** Props of a {@link Server}. It needs one network, and one image or volume to boot from. */
export interface ServerProps extends ResourceProps {
  /** Size of the server, such as `c1.2`. A change resizes it in place. */
  readonly machineType: MachineType;

  /**
   * Zone in which the server runs, such as `eu01-1`. It cannot be changed later.
   *
   * @default - that of the boot volume, else that of the nearest `StackitScope` or `Stack`, else STACKIT decides
   */
  readonly availabilityZone?: AvailabilityZone;

  /**
   * Network to which the server is connected. Excludes `networkId`.
   *
   * @default - the one of `networkId`
   */
  readonly network?: INetwork;

  /**
   * ID of the network to which the server is connected. Excludes `network`.
   *
   * @default - the one of `network`
   */
  readonly networkId?: string;

  /**
   * Image to boot from. Excludes `imageId`. Without `bootVolume` it lies on the machine's own disk.
   *
   * @default - the one of `imageId`, unless `bootFrom` is given
   */
  readonly image?: IImage;

  /**
   * ID of the image to boot from. Excludes `image`. Without `bootVolume` it lies on the machine's own disk.
   *
   * @default - the one of `image`, unless `bootFrom` is given
   */
  readonly imageId?: string;

  /**
   * Volume that STACKIT makes from the image together with the server, to boot from it. Excludes `bootFrom`.
   *
   * @default - none
   */
  readonly bootVolume?: BootVolumeProps;

  /**
   * Volume to boot from, which has a life of its own. Excludes `bootVolume`.
   *
   * @default - the server boots from its image
   */
  readonly bootFrom?: IVolume;

  /**
   * Security groups of the server's network interface, by ID or name.
   *
   * @default - STACKIT decides (the project's default group)
   */
  readonly securityGroups?: readonly string[];

  /**
   * Name of the SSH key pair for the first login. STACKIT looks it up among those of the provider's own identity.
   *
   * @default - none
   */
  readonly keypairName?: string;

  /**
   * Data for cloud-init, as plain text or made by `UserData`; the provider encodes it. It takes effect at the first boot only.
   * At most 65,535 bytes in base64, which is about 48 KB of text.
   *
   * @default - none
   */
  readonly userData?: string | UserData;

  /**
   * E-mail addresses of the service accounts that the server may act as; STACKIT takes one at most.
   *
   * @default - none
   */
  readonly serviceAccountMails?: readonly string[];

  /**
   * Whether the server runs. A stopped server is still billed.
   *
   * @default Active
   */
  readonly powerState?: 'Active' | 'Inactive' | 'Deallocated';

  /**
   * Network interfaces that exist already, by ID, in the order in which the server gets them. Excludes `network` and
   * `networkId`. With an empty list `addNic` has to add one.
   *
   * @default - STACKIT makes one in the network
   */
  readonly nicIds?: readonly string[];

  /**
   * Volumes to attach beside the one to boot from: constructs or IDs. They can be attached and detached later.
   *
   * @default - none
   */
  readonly dataVolumes?: readonly (IVolume | string)[];

  /**
   * ID of the affinity group that the server joins. It cannot be changed later.
   *
   * @default - none
   */
  readonly affinityGroupId?: string;

  /**
   * Whether STACKIT's server agent is installed. It cannot be changed later.
   *
   * @default - as the image says
   */
  readonly agent?: ServerAgent;

  /**
   * Whether cloud-init finds its data on a drive of its own. It cannot be changed later.
   *
   * @default false
   */
  readonly configDrive?: boolean;

  /**
   * Metadata that the server can read about itself in STACKIT. Metadata of the Kubernetes object is `metadata`.
   *
   * @default - none
   */
  readonly serverMetadata?: { readonly [key: string]: string };

  /**
   * Data for cloud-init from a Secret in the same namespace. Excludes `userData`.
   *
   * @default - none
   */
  readonly userDataSecret?: SecretKeyReference;
}
