import { API_GROUP } from '../product';
import type { KindSchema } from './types';

/** Name of the ClusterRole that the provider runs with. */
export const ROLE_NAME = 'sostackit-provider';

/** A ClusterRole (`rbac.authorization.k8s.io/v1`) with the fields that ours has. */
export interface ClusterRole {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'ClusterRole';
  readonly metadata: { readonly name: string };
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

/**
 * The ClusterRole of the provider, with the calls that it makes and no others: it reads the kinds, patches their
 * finalizers (on the object itself) and their status, reads single Secrets that a spec names and
 * writes and deletes those that keep a kubeconfig, writes events, and holds a lease. Of namespaces it reads `kube-system`, whose UID
 * names the cluster, and makes the lease's when there is none.
 */
export function clusterRole(kinds: readonly KindSchema[]): ClusterRole {
  const plurals = kinds.map(({ plural }) => plural).sort();
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: ROLE_NAME },
    rules: [
      { apiGroups: [API_GROUP], resources: plurals, verbs: ['get', 'list', 'watch', 'patch'] },
      { apiGroups: [API_GROUP], resources: plurals.map((plural) => `${plural}/status`), verbs: ['patch'] },
      {
        apiGroups: [''],
        resources: ['secrets'],
        verbs: kinds.some(keepsKubeconfig) ? ['get', 'create', 'patch', 'delete'] : ['get'],
      },
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'create'] },
    ],
  };
}

/** A kubeconfig is kept in a Secret. */
function keepsKubeconfig({ openAPIV3Schema }: KindSchema): boolean {
  return openAPIV3Schema.properties?.spec?.properties?.kubeconfig !== undefined;
}
