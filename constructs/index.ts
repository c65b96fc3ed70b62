export type { DefinedElsewhereProps } from './defined-elsewhere';
export {
  FullStack,
  type FullStackImage,
  type FullStackNetwork,
  type FullStackProps,
  type FullStackServer,
  type FullStackVolume,
} from './full-stack';
export { type ExistingImageProps, type IImage, Image, type ImageProps } from './image';
export { type ExistingNetworkProps, type INetwork, Network, type NetworkProps } from './network';
export { InvalidPropsError, type Problem } from './problem';
export type { IResource, ResourceProps } from './resource';
export { type BootVolumeProps, type IServer, Server, type ServerProps } from './server';
export { type ExistingVolumeProps, type IVolume, Volume, type VolumeProps } from './volume';
