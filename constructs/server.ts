import type { Size } from 'cdk8s';
import type { Construct } from 'constructs';
import type {
  AvailabilityZone,
  LocalReference,
  MachineType,
  PerformanceClass,
  SecretKeyReference,
  ServerAgent,
  ServerBootVolume,
  ServerSpec,
} from '../src/api';
import { keypairName, serverName, VOLUME_SIZE_LIMIT } from '../src/api/rules';
import { isBranded } from './brand';
import { DefinedElsewhere, type DefinedElsewhereProps } from './defined-elsewhere';
import type { IImage } from './image';
import { appended } from './lists';
import type { INetwork } from './network';
import type { OwnProblem } from './problem';
import { type EveryField, type IResource, Resource, type ResourceProps } from './resource';
import { gigabytes } from './sizes';
import { inherit } from './stackit-scope';
import { nameProblems, textProblems } from './text-problems';
import { UserData } from './user-data';
import { userDataProblems } from './user-data-problems';
import type { IVolume } from './volume';
import type { OwnWarning } from './warnings';
import { zoneWarnings } from './zone-warnings';

/** A virtual machine. */
export interface IServer extends IResource {}

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
   * `networkId`.
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

/**
 * A virtual machine in a STACKIT project.
 *
 * ```ts
 * new Server(this, 'web', { projectId, region: 'eu01', machineType: 'c1.2', network, image, bootVolume: { size: 32 } });
 * ```
 */
export class Server extends Resource<ServerSpec> implements IServer {
  /** Whether a value is a server, of this or another copy of the library. */
  static isServer(value: unknown): value is IServer {
    return isBranded(value, 'Server');
  }

  /** Refers to a Server object that is defined elsewhere; nothing is synthesized for it. */
  static fromServerName(scope: Construct, id: string, name: string, props?: DefinedElsewhereProps): IServer {
    return new DefinedElsewhere(scope, id, 'Server', name, props);
  }

  /** Zone in which the server runs; absent when nothing here says it. */
  readonly availabilityZone: string | undefined;

  /** Network to which the server is connected; absent when it was given by `networkId`. */
  readonly network: INetwork | undefined;

  /** Image from which the server boots; absent when it was given by `imageId` or boots from a volume. */
  readonly image: IImage | undefined;

  /** Volume from which the server boots; absent when it boots from an image. */
  readonly bootFrom: IVolume | undefined;

  constructor(scope: Construct, id: string, props: ServerProps) {
    const inherited = inherit(scope, props);
    const zone = props.availabilityZone ?? inheritedZone(props.bootFrom, inherited.availabilityZone);
    super(scope, id, {
      kind: 'Server',
      metadata: inherited.metadata,
      spec: { ...serverSpec(inherited), availabilityZone: zone },
      rules: (spec, objectName) => [...userDataOf(props).problems, ...rules(spec, objectName)],
      warnings,
      references: [
        { prop: 'network', kind: 'Network', target: props.network },
        { prop: 'image', kind: 'Image', target: props.image },
        { prop: 'bootFrom', kind: 'Volume', target: props.bootFrom },
        ...(props.dataVolumes ?? []).flatMap((volume) =>
          typeof volume === 'string' ? [] : [{ prop: 'dataVolumes', kind: 'Volume' as const, target: volume }],
        ),
      ],
    });
    this.network = props.network;
    this.image = props.image;
    this.bootFrom = props.bootFrom;
    this.availabilityZone = zone ?? props.bootFrom?.availabilityZone;
  }

  /** Adds a security group to the server's network interface, by ID or name. It is checked at synth. */
  addSecurityGroup(group: string): void {
    this.change((spec) => {
      spec.securityGroups = appended(this, 'securityGroups', spec.securityGroups, group);
    });
  }
}

function serverSpec(props: ServerProps): EveryField<ServerSpec> {
  return {
    projectId: props.projectId,
    region: props.region,
    availabilityZone: props.availabilityZone,
    name: props.name || undefined,
    machineType: props.machineType,
    imageId: props.imageId,
    imageRef: reference(props.image),
    bootVolume: props.bootVolume && bootVolumeSpec(props.bootVolume),
    bootVolumeRef: reference(props.bootFrom),
    networkId: props.networkId,
    networkRef: reference(props.network),
    securityGroups: props.securityGroups,
    keypairName: props.keypairName,
    userData: userDataOf(props).text,
    serviceAccountMails: props.serviceAccountMails,
    powerState: props.powerState,
    nicIds: props.nicIds,
    dataVolumeRefs: dataVolumes(props, (volume) => (typeof volume === 'string' ? undefined : { name: volume.name })),
    dataVolumeIds: dataVolumes(props, (volume) => (typeof volume === 'string' ? volume : undefined)),
    affinityGroupId: props.affinityGroupId,
    agent: props.agent,
    configDrive: props.configDrive,
    metadata: props.serverMetadata,
    userDataSecretRef: props.userDataSecret,
    labels: props.labels,
    deletionPolicy: props.deletionPolicy,
    recreatePolicy: props.recreatePolicy,
  };
}

/** The data volumes of one sort; absent where there are none of it. */
function dataVolumes<T>({ dataVolumes: given }: ServerProps, pick: (volume: IVolume | string) => T | undefined) {
  const picked = given?.flatMap((volume) => pick(volume) ?? []);
  return picked?.length ? picked : undefined;
}

/** User data as text; a string, or a `Lazy` one, is checked as it is. */
function userDataOf({ userData }: ServerProps): {
  readonly text?: string | undefined;
  problems: readonly OwnProblem[];
} {
  return UserData.isUserData(userData) ? userData : { text: userData, problems: [] };
}

/** Zone of the scope, unless the boot volume lies elsewhere or nobody here knows where. */
function inheritedZone(bootFrom: IVolume | undefined, zone: string | undefined): string | undefined {
  return bootFrom === undefined || bootFrom.availabilityZone === zone ? zone : undefined;
}

function warnings(spec: ServerSpec): OwnWarning[] {
  if (spec.availabilityZone !== undefined || spec.bootVolumeRef) return zoneWarnings(spec);
  return [{ code: 'server-without-zone', message: 'without availabilityZone it is STACKIT that picks the zone' }];
}

function reference(target: IResource | undefined): LocalReference | undefined {
  return target && { name: target.name };
}

function bootVolumeSpec(props: BootVolumeProps): EveryField<ServerBootVolume> {
  const { performanceClass, deleteOnTermination } = props;
  return { size: gigabytes(props.size), performanceClass, deleteOnTermination };
}

function rules(spec: ServerSpec, objectName: string): OwnProblem[] {
  const { bootVolume, serviceAccountMails = [] } = spec;
  return [
    ...nameProblems(spec.name, objectName, serverName),
    ...connectionProblems(spec),
    ...bootProblems(spec),
    ...(bootVolume && (bootVolume.size === undefined || bootVolume.size > VOLUME_SIZE_LIMIT)
      ? [{ field: 'spec.bootVolume.size', given: bootVolume.size, allowed: `1 to ${VOLUME_SIZE_LIMIT} (GB)` }]
      : []),
    ...textProblems('spec.keypairName', spec.keypairName, keypairName),
    ...(typeof spec.userData === 'string' ? userDataProblems(spec.userData) : []),
    ...(spec.userData !== undefined && spec.userDataSecretRef
      ? both('userData', 'userDataSecret (userDataSecretRef)')
      : []),
    ...(serviceAccountMails.length > 1
      ? [{ field: 'spec.serviceAccountMails', given: serviceAccountMails, allowed: 'at most 1' }]
      : []),
  ];
}

function connectionProblems({ networkId, networkRef, nicIds }: ServerSpec): OwnProblem[] {
  const given = Object.entries({ 'network (networkRef)': networkRef, networkId, nicIds }).filter(
    ([, value]) => value !== undefined,
  );
  const [first, second] = given;
  if (first && second) return both(first[0], second[0]);
  if (first) return [];
  return [{ field: 'network (networkRef) and networkId', allowed: 'one of the two: a server needs a network' }];
}

function bootProblems({ imageId, imageRef, bootVolume, bootVolumeRef }: ServerSpec): OwnProblem[] {
  const problems: OwnProblem[] = [];
  if (imageId !== undefined && imageRef) problems.push(...both('image (imageRef)', 'imageId'));
  if (bootVolume && bootVolumeRef) problems.push(...both('bootFrom (bootVolumeRef)', 'bootVolume'));
  if (imageId === undefined && !imageRef && !bootVolumeRef) {
    problems.push({
      field: 'image (imageRef), imageId and bootFrom (bootVolumeRef)',
      allowed: 'one of the three: a server needs something to boot from',
    });
  }
  return problems;
}

function both(one: string, other: string): OwnProblem[] {
  return [{ field: `${one} and ${other}`, given: 'both', allowed: 'one of the two' }];
}
