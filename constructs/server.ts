import type { Construct } from 'constructs';
import type { LocalReference, ServerBootVolume, ServerSpec } from '../src/api';
import { appended, entered } from './additions';
import { isBranded } from './brand';
import { DefinedElsewhere, type DefinedElsewhereProps } from './defined-elsewhere';
import type { IImage } from './image';
import type { INetwork } from './network';
import { type OwnProblem, together } from './problem';
import { type EveryField, type IResource, Resource } from './resource';
import { serverProblems, serverWarnings } from './server-problems';
import type { BootVolumeProps, ServerProps } from './server-props';
import { gigabytes } from './sizes';
import { type Inherited, inherit } from './stackit-scope';
import { UserData } from './user-data';
import type { IVolume } from './volume';

/** A virtual machine. */
export interface IServer extends IResource {}

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
      spec: serverSpec(props, { ...inherited, availabilityZone: zone }),
      rules: (spec, objectName) => together(userDataOf(props).problems, serverProblems(spec, objectName)),
      warnings: serverWarnings,
      incomplete: props.nicIds?.length === 0,
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

  /**
   * Attaches one more volume: a construct or an ID.
   *
   * @throws InvalidPropsError for a construct of another zone, project, region or namespace
   */
  addDataVolume(volume: IVolume | string): void {
    if (typeof volume !== 'string') this.refer({ prop: 'dataVolumes', kind: 'Volume', target: volume });
    this.change((spec) => {
      if (typeof volume === 'string') spec.dataVolumeIds = appended(this, spec.dataVolumeIds, volume);
      else spec.dataVolumeRefs = appended(this, spec.dataVolumeRefs, { name: volume.name });
    });
  }

  /** Adds a security group to the server's network interface, by ID or name. It is checked at synth. */
  addSecurityGroup(group: string): void {
    this.change((spec) => {
      spec.securityGroups = appended(this, spec.securityGroups, group);
    });
  }

  /** Gives the server one more network interface that exists already, by ID. It is checked at synth. */
  addNic(nicId: string): void {
    this.change((spec) => {
      spec.nicIds = appended(this, spec.nicIds, nicId);
    });
  }

  /** Lets the server act as a service account, by its e-mail address; STACKIT takes one. It is checked at synth. */
  addServiceAccount(mail: string): void {
    this.change((spec) => {
      spec.serviceAccountMails = appended(this, spec.serviceAccountMails, mail);
    });
  }

  /** Adds an entry to what the server can read about itself in STACKIT, or gives it another value. It is checked at synth. */
  addServerMetadata(key: string, value: string): void {
    this.change((spec) => {
      spec.metadata = entered(this, spec.metadata, key, value);
    });
  }
}

function serverSpec(props: ServerProps, shared: Inherited): EveryField<ServerSpec> {
  return {
    projectId: shared.projectId,
    region: shared.region,
    availabilityZone: shared.availabilityZone,
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
    labels: shared.labels,
    deletionPolicy: shared.deletionPolicy,
    recreatePolicy: shared.recreatePolicy,
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

function reference(target: IResource | undefined): LocalReference | undefined {
  return target && { name: target.name };
}

function bootVolumeSpec(props: BootVolumeProps): EveryField<ServerBootVolume> {
  const { performanceClass, deleteOnTermination } = props;
  return { size: gigabytes(props.size), performanceClass, deleteOnTermination };
}
