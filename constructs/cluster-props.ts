import type { Size } from 'cdk8s';
import type {
  ClusterAccess,
  ClusterExtensions,
  ClusterHibernation,
  ClusterKubeconfig,
  ClusterMaintenance,
  NodePool,
  PerformanceClass,
} from '../src/api';
import type { INetwork } from './network';
import type { ResourceProps } from './resource';

/** Disk of each node. */
export interface NodePoolVolumeProps {
  /** Size of 20 to 10240 GB; a number counts GB. */
  readonly size: number | Size;

  /**
   * Class of speed.
   *
   * @default - STACKIT decides
   */
  readonly type?: PerformanceClass;
}

/** A group of equal nodes. At least one of a cluster sets `allowSystemComponents` to `true`. */
export interface NodePoolProps extends Omit<NodePool, 'volume'> {
  /** Disk of each node. A change makes new nodes. */
  readonly volume: NodePoolVolumeProps;
}

/** Props of a {@link Cluster}. */
export interface ClusterProps extends ResourceProps {
  /**
   * Name in STACKIT: 1 to 11 lower-case letters, digits and `-`. It cannot be changed later.
   *
   * @default - the name of the Kubernetes object, which then has to be such a name
   */
  readonly name?: string;

  /**
   * Labels in STACKIT; a key may have a domain and `/` before it. They are added to those of enclosing scopes.
   *
   * @default - those of enclosing scopes, unless the cluster is only observed
   */
  readonly labels?: { readonly [key: string]: string };

  /**
   * Name of a cluster that exists already. It is then only observed: never changed, never deleted.
   *
   * @default - the provider makes a cluster
   */
  readonly existingClusterName?: string;

  /**
   * Least Kubernetes version, such as `1.34`, `1.34.2` or `kubernetesVersion(1, 34)`. It is never lowered in STACKIT, and
   * raised one minor version at a time.
   *
   * @default - the newest supported version for a new cluster, no change for one that is there
   */
  readonly kubernetesVersion?: string;

  /**
   * Groups of nodes, 1 to 50; more can be added by `addNodePool`.
   *
   * @default - those that `addNodePool` adds
   */
  readonly nodePools?: readonly NodePoolProps[];

  /**
   * When STACKIT may update the cluster, and what; `maintenanceWindow` makes one.
   *
   * @default - STACKIT decides
   */
  readonly maintenance?: ClusterMaintenance;

  /**
   * When the cluster sleeps.
   *
   * @default - never by itself
   */
  readonly hibernation?: ClusterHibernation;

  /**
   * Whether the cluster sleeps now.
   *
   * @default - whoever put it to sleep or woke it has the say
   */
  readonly hibernated?: boolean;

  /**
   * Additions: ACL of the API server, DNS, observability.
   *
   * @default - none
   */
  readonly extensions?: ClusterExtensions;

  /**
   * Network in which the nodes are; excludes `networkId`. It cannot be changed later.
   *
   * @default - one of STACKIT's own
   */
  readonly network?: INetwork;

  /**
   * ID of the network in which the nodes are; excludes `network`.
   *
   * @default - none
   */
  readonly networkId?: string;

  /**
   * From where the API server can be reached.
   *
   * @default - STACKIT decides (`PUBLIC`)
   */
  readonly accessScope?: 'PUBLIC' | 'SNA' | (string & {});

  /**
   * Network plug-in of the nodes. It cannot be changed later.
   *
   * @default - STACKIT decides (`calico`)
   */
  readonly cni?: 'calico' | (string & {});

  /**
   * Who may log in beside the holders of certificates.
   *
   * @default - nobody
   */
  readonly access?: ClusterAccess;

  /**
   * A kubeconfig that is kept in a Secret, under the key `kubeconfig`.
   *
   * @default - none
   */
  readonly kubeconfig?: ClusterKubeconfig;
}

/** What is needed to observe a cluster that exists. */
export type ExistingClusterProps = Pick<ClusterProps, 'projectId' | 'region' | 'metadata'>;
