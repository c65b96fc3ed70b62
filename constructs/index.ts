export type {
  AvailabilityZone,
  ClusterAccess,
  ClusterAcl,
  ClusterControlPlane,
  ClusterDns,
  ClusterExtensions,
  ClusterHibernation,
  ClusterIdp,
  ClusterKubeconfig,
  ClusterMaintenance,
  ClusterNetwork,
  ClusterObservability,
  ClusterSpec,
  HibernationSchedule,
  ImageAgent,
  ImageChecksum,
  ImageConfig,
  ImageSpec,
  KindName,
  KindTypes,
  LocalReference,
  MachineType,
  NetworkIpv4,
  NetworkIpv6,
  NetworkSpec,
  NodePool,
  NodePoolImage,
  NodePoolVolume,
  NodeTaint,
  PerformanceClass,
  Region,
  SecretKeyReference,
  ServerAgent,
  ServerBootVolume,
  ServerSpec,
  VolumeEncryption,
  VolumeSource,
  VolumeSpec,
} from '../src/api';
export { Cluster, type ICluster } from './cluster';
export type { ClusterProps, ExistingClusterProps, NodePoolProps, NodePoolVolumeProps } from './cluster-props';
export { kubernetesVersion, type MaintenanceWindowProps, maintenanceWindow } from './cluster-times';
export type { DefinedElsewhereProps } from './defined-elsewhere';
export {
  type AdditionalServer,
  FullStack,
  type FullStackDataVolume,
  type FullStackImage,
  type FullStackNetwork,
  type FullStackProps,
  type FullStackServer,
  type FullStackVolume,
} from './full-stack';
export { type Graph, type GraphEdge, type GraphNode, graph } from './graph';
export { type ExistingImageProps, type IImage, Image, type ImageProps } from './image';
export type { Subject, SubjectSource } from './kubeconfig-grant';
export { type ExistingNetworkProps, type INetwork, Network, type NetworkProps } from './network';
export { InvalidPropsError, type Problem } from './problem';
export type { Reference } from './references';
export type { IResource, ResourceProps } from './resource';
export { type IServer, Server } from './server';
export type { BootVolumeProps, ServerProps } from './server-props';
export { Stack, type StackProps } from './stack';
export { type StackitDefaults, StackitScope } from './stackit-scope';
export { UserData, type UserDataPart } from './user-data';
export { type ExistingVolumeProps, type IVolume, Volume, type VolumeProps } from './volume';
export { type Warning, type WarningCode, Warnings } from './warnings';
