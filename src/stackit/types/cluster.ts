import type { components } from './generated/ske';
import type { Answered, OpenString, Replace, Sent } from './open';

type Schemas = components['schemas'];

/** `status.aggregated` of a cluster (SKE fact sheet). */
export type ClusterState = OpenString<Schemas['ClusterStatusState']>;

/** A cluster as SKE answers it. Blocks that nobody set come back as empty objects. */
export type Cluster = Replace<Answered<Schemas['Cluster']>, { name: string }>;
export type ClusterStatus = Answered<Schemas['ClusterStatus']>;
export type Nodepool = Answered<Schemas['Nodepool']>;

/** The whole wanted state: a block left out is reset, so start from what a GET gave, without `name` and `status`. */
export type ClusterPayload = Sent<Omit<Schemas['CreateOrUpdateClusterPayload'], 'status'>>;

/** `expirationSeconds` is a number written as text. */
export type CreateKubeconfigPayload = Sent<Schemas['CreateKubeconfigPayload']>;
/** A kubeconfig with credentials: a secret as a whole. */
export type Kubeconfig = Answered<Schemas['Kubeconfig']>;
export type LoginKubeconfig = Answered<Schemas['LoginKubeconfig']>;
export type IdpKubeconfig = Answered<Schemas['IDPKubeconfig']>;
/** Versions, machine types, images, zones and volume types on offer. */
export type ProviderOptions = Answered<Schemas['ProviderOptions']>;

/** Whether a service may be used in a project. STACKIT publishes no document for it here; fields as in SKE fact sheet §6. */
export interface ServiceStatus {
  serviceId?: string;
  state?: OpenString<'ENABLED' | 'ENABLING' | 'DISABLED' | 'DISABLING'>;
  enablement?: OpenString<'REQUEST' | 'AUTO'>;
  lifecycle?: OpenString<'FLEX' | 'PROJECT'>;
  error?: { action?: string; code?: string; reason?: string };
}
