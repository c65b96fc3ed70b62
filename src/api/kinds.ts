import type { Cluster } from './cluster';
import type { Image } from './image';
import type { Network } from './network';
import type { Server } from './server';
import type { Volume } from './volume';

/** Names of all kinds, in the order in which they depend on each other: the one list of them. */
export const KIND_NAMES = ['Network', 'Image', 'Volume', 'Server', 'Cluster'] as const;

/** Name of a kind of ours. */
export type KindName = (typeof KIND_NAMES)[number];

/** The type of an object, by the name of its kind. */
export interface KindTypes {
  readonly Network: Network;
  readonly Image: Image;
  readonly Volume: Volume;
  readonly Server: Server;
  readonly Cluster: Cluster;
}

/** Any object of ours. */
export type AnyKind = KindTypes[KindName];
