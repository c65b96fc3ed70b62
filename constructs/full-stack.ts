import type { ApiObjectMetadata } from 'cdk8s';
import type { Construct } from 'constructs';
import { type IImage, Image, type ImageProps } from './image';
import { type INetwork, Network, type NetworkProps } from './network';
import { Server } from './server';
import type { ServerProps } from './server-props';
import { Stack, type StackProps } from './stack';
import { type IVolume, Volume, type VolumeProps } from './volume';

/** Network of a {@link FullStack}. */
export type FullStackNetwork = Omit<NetworkProps, 'projectId' | 'region'>;

/** Image of a {@link FullStack}: adopted by `existingId`, or registered and awaiting its upload. */
export type FullStackImage = Omit<ImageProps, 'projectId' | 'region'>;

/** Boot volume of a {@link FullStack}; it is filled with the stack's image. */
export type FullStackVolume = Omit<
  VolumeProps,
  'projectId' | 'region' | 'availabilityZone' | 'image' | 'copyOf' | 'source'
>;

/** Data volume of a {@link FullStack}. */
export type FullStackDataVolume = Omit<VolumeProps, 'projectId' | 'region' | 'availabilityZone'>;

/** Server of a {@link FullStack}; it is connected to the stack's network and boots from the stack's volume. */
export type FullStackServer = Omit<
  ServerProps,
  | 'projectId'
  | 'region'
  | 'availabilityZone'
  | 'network'
  | 'networkId'
  | 'nicIds'
  | 'image'
  | 'imageId'
  | 'bootVolume'
  | 'bootFrom'
>;

/** One more server of a {@link FullStack}. */
export interface AdditionalServer extends FullStackServer {
  /**
   * Volume from which the server boots: what to make and fill with the stack's image, or one that is defined already.
   *
   * @default - one as the stack's first volume is made; needed when that was defined already or is only observed
   */
  readonly volume?: FullStackVolume | IVolume;
}

/** Props of a {@link FullStack}. */
export interface FullStackProps extends Omit<StackProps, 'metadata'> {
  /**
   * Metadata of all objects of the stack. A `name` here is the name of each; a part's own metadata is added and wins.
   *
   * @default - names made of the ids; namespace and labels of the scopes and the chart
   */
  readonly metadata?: ApiObjectMetadata;

  /** Network to which the servers are connected: what to make, or one that is defined already. */
  readonly network: FullStackNetwork | INetwork;

  /** Image with which volumes are filled: what to register or to adopt, or one that is defined already. */
  readonly image: FullStackImage | IImage;

  /** Volume from which the server boots: what to make (bootable unless said otherwise), or one that is defined already. */
  readonly volume: FullStackVolume | IVolume;

  /** The server. {@link FullStack.addServer} adds others. */
  readonly server: FullStackServer;

  /**
   * Data volumes of the server, by their ids: what to make, or ones that are defined already. Named objects get the id at the
   * end of their name.
   *
   * @default - none
   */
  readonly dataVolumes?: { readonly [id: string]: FullStackDataVolume | IVolume };
}

/**
 * A server with its network, its image and its boot volume, wired to each other.
 *
 * ```ts
 * new FullStack(this, 'web', {
 *   projectId: '11111111-2222-4333-8444-555555555555',
 *   region: 'eu01',
 *   availabilityZone: 'eu01-1',
 *   network: { ipv4: { prefixLength: 24 } },
 *   image: { existingId: '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8' },
 *   volume: { size: 32 },
 *   server: { machineType: 'c1.2' },
 * });
 * ```
 */
export class FullStack extends Stack {
  readonly #props: FullStackProps;
  readonly #servers: Server[];
  readonly #parts: { readonly network: INetwork; readonly image: IImage; readonly volume: IVolume };

  constructor(scope: Construct, id: string, props: FullStackProps) {
    const { network, image, volume, server, dataVolumes = {}, metadata: { name, ...metadata } = {}, ...stack } = props;
    const compositeName = stack.compositeName ?? (typeof name === 'string' ? name : undefined);
    super(scope, id, { ...stack, metadata, ...(compositeName !== undefined && { compositeName }) });
    this.#props = props;
    const parts = this.compose(() => {
      const wired = {
        network: Network.isNetwork(network) ? network : new Network(this, 'network', this.#named(network)),
        image: Image.isImage(image) ? image : new Image(this, 'image', this.#named(image)),
      };
      const boot = Volume.isVolume(volume) ? volume : this.#bootVolume('volume', volume, wired.image);
      return { ...wired, volume: boot, server: this.#server('server', server, wired.network, boot) };
    });
    this.#parts = parts;
    this.#servers = [parts.server];
    this.compose(() => {
      for (const [key, data] of Object.entries(dataVolumes)) this.addDataVolume(key, data);
    });
  }

  /** Network to which the servers are connected. */
  get network(): INetwork {
    return this.#parts.network;
  }

  /** Image with which volumes are filled. */
  get image(): IImage {
    return this.#parts.image;
  }

  /** Volume from which the first server boots. */
  get volume(): IVolume {
    return this.#parts.volume;
  }

  /** The first server. */
  get server(): Server {
    return this.#servers[0] as Server;
  }

  /** All servers, in the order in which they were added. */
  get servers(): readonly Server[] {
    return [...this.#servers];
  }

  /** Adds a server to the stack's network, with a boot volume of its own. Named objects get the id at the end of their name. */
  addServer(id: string, props: AdditionalServer): Server {
    const { volume = this.#props.volume, ...server } = props;
    if (props.volume === undefined && (Volume.isVolume(volume) || volume.existingId !== undefined)) {
      throw new Error(
        `${this.node.path}: the server ${id} needs a volume of its own, since the first one cannot be made twice`,
      );
    }
    const { network, image } = this.#parts;
    const added = this.compose(() => {
      const boot = Volume.isVolume(volume) ? volume : this.#bootVolume(`${id}-volume`, volume, image, id);
      return this.#server(id, server, network, boot, id);
    });
    this.#servers.push(added);
    return added;
  }

  /** Attaches one more volume to a server, by default the first. `server.addDataVolume` also takes a volume's ID. */
  addDataVolume(id: string, volume: FullStackDataVolume | IVolume, server: Server = this.server): IVolume {
    const data = Volume.isVolume(volume) ? volume : new Volume(this, id, this.#named(volume, id));
    server.addDataVolume(data);
    return data;
  }

  #bootVolume(id: string, volume: FullStackVolume, image: IImage, suffix?: string): Volume {
    const filled = volume.existingId === undefined ? { image, bootable: true } : {};
    return new Volume(this, id, { ...filled, ...this.#named(volume, suffix) });
  }

  #server(id: string, server: FullStackServer, network: INetwork, bootFrom: IVolume, suffix?: string): Server {
    const { availabilityZone: zone } = this.#props;
    return new Server(this, id, {
      ...this.#named(server, suffix),
      // Said outright, so that a boot volume of another zone is refused.
      ...(zone !== undefined && { availabilityZone: zone }),
      network,
      bootFrom,
    });
  }

  /** Props of a part, with the name that all objects of the stack have. */
  #named<Props extends { readonly metadata?: ApiObjectMetadata }>(props: Props, suffix?: string): Props {
    const name = this.#props.metadata?.name;
    if (name === undefined) return props;
    return { ...props, metadata: { name: suffix === undefined ? name : `${name}-${suffix}`, ...props.metadata } };
  }
}
