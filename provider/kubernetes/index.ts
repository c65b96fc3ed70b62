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
export { Reflector, type ReflectorOptions } from './reflector';
export * from './types';
