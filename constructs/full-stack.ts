import type { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import type { AvailabilityZone } from '../src/api';
import { gathered } from './collector';
import { type IImage, Image, type ImageProps } from './image';
import { type INetwork, Network, type NetworkProps } from './network';
import type { ResourceProps } from './resource';
import { Server, type ServerProps } from './server';
import { type IVolume, Volume, type VolumeProps } from './volume';

type Shared = 'projectId' | 'region' | 'availabilityZone';

/** Network of a {@link FullStack}. */
export type FullStackNetwork = Omit<NetworkProps, Shared>;

/** Image of a {@link FullStack}. */
export type FullStackImage = Omit<ImageProps, Shared>;

/** Boot volume of a {@link FullStack}; it is filled with the stack's image. */
export type FullStackVolume = Omit<VolumeProps, Shared | 'image' | 'source'>;

/** Server of a {@link FullStack}; it is connected to the stack's network and boots from the stack's volume. */
export type FullStackServer = Omit<
  ServerProps,
  Shared | 'network' | 'networkId' | 'image' | 'imageId' | 'bootVolume' | 'bootFrom'
>;

/** Props of a {@link FullStack}. */
export interface FullStackProps extends Pick<ResourceProps, 'projectId' | 'region'> {
  /** Zone that holds the volume and the server, such as `eu01-1`. */
  readonly availabilityZone: AvailabilityZone;

  /**
   * Metadata of all objects of the stack. A `name` here is the name of each; a part's own metadata is added and wins.
   *
   * @default - names made of the ids; the namespace and labels of the chart
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Labels in STACKIT of all that the stack makes. A part's own labels are added and win; what is only observed gets none.
   *
   * @default - none
   */
  readonly labels?: { readonly [key: string]: string };

  /** Network to which the server is connected: what to make, or one that is defined already. */
  readonly network: FullStackNetwork | INetwork;

  /** Image with which the volume is filled: what to register or to adopt, or one that is defined already. */
  readonly image: FullStackImage | IImage;

  /** Volume from which the server boots: what to make (bootable unless said otherwise), or one that is defined already. */
  readonly volume: FullStackVolume | IVolume;

  /** The server. */
  readonly server: FullStackServer;
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
export class FullStack extends Construct {
  readonly #parts: {
    readonly network: INetwork;
    readonly image: IImage;
    readonly volume: IVolume;
    readonly server: Server;
  };

  constructor(scope: Construct, id: string, props: FullStackProps) {
    super(scope, id);
    this.#parts = gathered(this, () => {
      const network = this.#network(props);
      const image = this.#image(props);
      const volume = this.#volume(props, image);
      const { projectId, region, availabilityZone } = props;
      const server = new Server(this, 'server', {
        ...props.server,
        ...common(props, props.server),
        projectId,
        region,
        availabilityZone,
        network,
        bootFrom: volume,
      });
      return { network, image, volume, server };
    });
  }

  /** Network to which the server is connected. */
  get network(): INetwork {
    return this.#parts.network;
  }

  /** Image with which the volume is filled. */
  get image(): IImage {
    return this.#parts.image;
  }

  /** Volume from which the server boots. */
  get volume(): IVolume {
    return this.#parts.volume;
  }

  /** The server. */
  get server(): Server {
    return this.#parts.server;
  }

  #network(props: FullStackProps): INetwork {
    const { network, projectId, region } = props;
    if (Network.isNetwork(network)) return network;
    return new Network(this, 'network', { ...network, ...common(props, network), projectId, region });
  }

  #image(props: FullStackProps): IImage {
    const { image, projectId, region } = props;
    if (Image.isImage(image)) return image;
    return new Image(this, 'image', { ...image, ...common(props, image), projectId, region });
  }

  #volume(props: FullStackProps, image: IImage): IVolume {
    const { volume, projectId, region, availabilityZone } = props;
    if (Volume.isVolume(volume)) return volume;
    const filled = volume.existingId === undefined ? { image, bootable: true } : {};
    return new Volume(this, 'volume', {
      ...filled,
      ...volume,
      ...common(props, volume),
      projectId,
      region,
      availabilityZone,
    });
  }
}

interface Part {
  readonly metadata?: ApiObjectMetadata;
  readonly labels?: { readonly [key: string]: string };
  readonly existingId?: string;
}

/** Metadata and labels of a part: those of the stack, with the part's own on top. */
function common(stack: Part, part: Part): Pick<Part, 'metadata' | 'labels'> {
  const labels = part.existingId === undefined ? merged(stack.labels, part.labels) : part.labels;
  const metadata = merged(stack.metadata, part.metadata);
  return {
    ...(labels && { labels }),
    ...(metadata && {
      metadata: {
        ...metadata,
        labels: { ...stack.metadata?.labels, ...part.metadata?.labels },
        annotations: { ...stack.metadata?.annotations, ...part.metadata?.annotations },
      },
    }),
  };
}

function merged<Map extends object>(below: Map | undefined, above: Map | undefined): Map | undefined {
  return below && above ? { ...below, ...above } : (above ?? below);
}
