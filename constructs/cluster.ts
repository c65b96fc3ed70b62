import type { Construct } from 'constructs';
import type { ClusterExtensions, ClusterNetwork, ClusterSpec, HibernationSchedule, NodePool } from '../src/api';
import { clusterLabelKey, clusterLabelValue, clusterName, problemsBeyondSchema } from '../src/api/cluster-rules';
import { amended, appended } from './additions';
import { isBranded } from './brand';
import type { ClusterProps, ExistingClusterProps, NodePoolProps } from './cluster-props';
import { DefinedElsewhere, type DefinedElsewhereProps } from './defined-elsewhere';
import { grantSecret, type Subject, type SubjectSource } from './kubeconfig-grant';
import type { INetwork } from './network';
import type { OwnProblem } from './problem';
import { type EveryField, type IResource, Resource } from './resource';
import { gigabytes } from './sizes';
import { type Inherited, inherit } from './stackit-scope';
import { textProblems } from './text-problems';

/** A Kubernetes cluster. */
export interface ICluster extends IResource {}

/**
 * A Kubernetes cluster of the STACKIT Kubernetes Engine.
 *
 * ```ts
 * const cluster = new Cluster(this, 'cluster', { projectId, region: 'eu01', name: 'team-a', kubernetesVersion: '1.34' });
 * cluster.addNodePool({ name: 'system', machineType: 'g1.2', minimum: 1, maximum: 3, availabilityZones: ['eu01-1'],
 *   volume: { size: 50 }, allowSystemComponents: true });
 * ```
 */
export class Cluster extends Resource<ClusterSpec> implements ICluster {
  /** Whether a value is a cluster, of this or another copy of the library. */
  static isCluster(value: unknown): value is ICluster {
    return isBranded(value, 'Cluster');
  }

  /** Observes the cluster with a name in STACKIT; it is never changed and never deleted. */
  static fromExistingName(scope: Construct, id: string, clusterName: string, props?: ExistingClusterProps): Cluster {
    return new Cluster(scope, id, { ...props, existingClusterName: clusterName });
  }

  /** Refers to a Cluster object that is defined elsewhere; nothing is synthesized for it. */
  static fromClusterName(scope: Construct, id: string, name: string, props?: DefinedElsewhereProps): ICluster {
    return new DefinedElsewhere(scope, id, 'Cluster', name, props);
  }

  /** Name of the cluster that is only observed; absent for one that the provider makes. */
  readonly existingClusterName: string | undefined;

  /** Network in which the nodes are; absent when it was given by `networkId`, or is one of STACKIT's own. */
  readonly network: INetwork | undefined;

  /** Name of the Secret that keeps the kubeconfig; absent when none is kept. */
  readonly kubeconfigSecretName: string | undefined;

  constructor(scope: Construct, id: string, props: ClusterProps) {
    const inherited = inherit(scope, { ...props, ...existing(props) });
    super(scope, id, {
      kind: 'Cluster',
      metadata: inherited.metadata,
      spec: clusterSpec(props, inherited),
      rules,
      labelRules: { key: clusterLabelKey, value: clusterLabelValue },
      references: [{ prop: 'network', kind: 'Network', target: props.network }],
      incomplete: !props.existingClusterName && !props.nodePools?.length,
    });
    this.existingClusterName = props.existingClusterName;
    this.network = props.network;
    this.kubeconfigSecretName = props.kubeconfig?.secretName;
  }

  /** Adds a group of nodes. It is checked at synth. */
  addNodePool(pool: NodePoolProps): void {
    this.change((spec) => {
      spec.nodePools = appended(this, spec.nodePools, nodePoolSpec(pool) as NodePool);
    });
  }

  /** Adds a rhythm of sleeping and waking. It is checked at synth. */
  addHibernationSchedule(schedule: HibernationSchedule): void {
    this.change((spec) => {
      spec.hibernation = amended(this, spec.hibernation, (present) => ({
        ...present,
        schedules: appended(this, present?.schedules, schedule),
      }));
    });
  }

  /**
   * Lets a range of addresses reach the API server, such as `203.0.113.7/32`. The list counts, unless the props say otherwise:
   * all others are locked out by it. It is checked at synth.
   */
  addAllowedCidr(cidr: string): void {
    this.#extend((extensions) => ({
      ...extensions,
      acl: amended(this, extensions?.acl, (present) => ({
        enabled: true,
        ...present,
        allowedCidrs: appended(this, present?.allowedCidrs, cidr),
      })),
    }));
  }

  /** Has names of a DNS zone served, by its domain name, unless the props switch that off. It is checked at synth. */
  addDnsZone(domain: string): void {
    this.#extend((extensions) => ({
      ...extensions,
      dns: amended(this, extensions?.dns, (present) => ({
        enabled: true,
        ...present,
        zones: appended(this, present?.zones, domain),
      })),
    }));
  }

  #extend(edit: (extensions: ClusterExtensions | undefined) => ClusterExtensions): void {
    this.change((spec) => {
      spec.extensions = amended(this, spec.extensions, edit);
    });
  }

  /**
   * Lets a subject read the Secret that keeps the kubeconfig, and nothing else: a Role and a RoleBinding beside it.
   *
   * @param subject `{ kind, name }`, with the namespace of a service account, or a construct of cdk8s-plus that is one
   * @throws Error when no kubeconfig is kept
   */
  grantKubeconfig(subject: Subject | SubjectSource): void {
    const { kubeconfigSecretName: secretName, namespace } = this;
    if (secretName === undefined) throw new Error(`${this.node.path}: no kubeconfig is kept; set the prop kubeconfig`);
    const grants = this.node.children.filter(({ node }) => /^grant\d+-role$/.test(node.id)).length;
    grantSecret(this, `grant${grants + 1}`, { secretName, namespace, subject });
  }
}

/** By this, what scopes set beyond the place is left out of what is only observed. */
function existing({ existingClusterName }: ClusterProps): { existingId?: string } {
  return existingClusterName ? { existingId: existingClusterName } : {};
}

function clusterSpec(props: ClusterProps, shared: Inherited): EveryField<ClusterSpec> {
  return {
    projectId: shared.projectId,
    region: shared.region,
    name: props.name || undefined,
    existingClusterName: props.existingClusterName,
    kubernetesVersion: props.kubernetesVersion,
    nodePools: props.nodePools?.map(nodePoolSpec) as readonly NodePool[] | undefined,
    maintenance: props.maintenance,
    hibernation: props.hibernation,
    hibernated: props.hibernated,
    extensions: props.extensions,
    network: networkSpec(props),
    access: props.access,
    kubeconfig: props.kubeconfig,
    labels: shared.labels,
    deletionPolicy: shared.deletionPolicy,
    recreatePolicy: shared.recreatePolicy,
  };
}

function nodePoolSpec({ volume, ...pool }: NodePoolProps): EveryField<NodePool> {
  const size = volume && { ...volume, size: gigabytes(volume.size) };
  return { ...pool, volume: size } as EveryField<NodePool>;
}

function networkSpec({ network, networkId, accessScope, cni }: ClusterProps): EveryField<ClusterNetwork> | undefined {
  if (!network && !networkId && !accessScope && !cni) return undefined;
  return {
    id: networkId,
    networkRef: network && { name: network.name },
    controlPlane: accessScope ? { accessScope } : undefined,
    cni,
  };
}

function rules(spec: ClusterSpec): OwnProblem[] {
  return [
    ...textProblems('spec.existingClusterName', spec.existingClusterName || undefined, clusterName),
    ...problemsBeyondSchema(spec).map((allowed) => ({ field: 'spec', allowed })),
  ];
}
