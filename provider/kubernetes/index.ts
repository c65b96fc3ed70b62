export {
  type CallOptions,
  type DeleteOptions,
  FIELD_MANAGER,
  KubeClient,
  type KubeClientOptions,
  type ListOptions,
  type WatchOptions,
} from './client';
export { KubeError } from './errors';
export { EventRecorder, type EventRecorderOptions, type RecordedEvent } from './events';
export { type KubeConfig, KubeConfigError, type KubeConfigOptions, loadKubeConfig } from './kubeconfig';
export { LeaderElection, type LeaderElectionOptions } from './lease';
export { Reflector, type ReflectorOptions, slim } from './reflector';
export { createKubeTransport, type KubeTransport } from './transport';
export * from './types';
