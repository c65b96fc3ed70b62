import type {
  CommonStatus,
  DateTime,
  Integer,
  KubernetesObject,
  LocalReference,
  OwnedSpec,
  Region,
  Uuid,
} from './common';
import type { NodePool } from './node-pool';

/** When STACKIT may update a cluster, and what it then updates. All four fields or none. */
export interface ClusterMaintenance {
  /**
   * Whether STACKIT raises the Kubernetes version by itself.
   * @lenient
   */
  readonly autoUpdateKubernetesVersion: boolean;
  /**
   * Whether STACKIT raises the version of the machine images by itself.
   * @lenient
   */
  readonly autoUpdateMachineImageVersion: boolean;
  /**
   * Begin of the daily window: a time of day with its offset from UTC, such as `01:00:00Z` or `03:00:00+02:00`. The
   * offset is fixed: the window does not follow daylight saving.
   * @maxLength 40
   * @lenient
   */
  readonly start: string;
  /**
   * End of the daily window, in the same form as `start`.
   * @maxLength 40
   * @lenient
   */
  readonly end: string;
}

/** One rhythm of sleeping and waking. */
export interface HibernationSchedule {
  /**
   * When the cluster falls asleep: five to seven cron fields, a word such as `@daily`, or `@every 1h`.
   * @maxLength 128
   */
  readonly start: string;
  /**
   * When the cluster wakes up, in the same form as `start`.
   * @maxLength 128
   */
  readonly end: string;
  /**
   * Time zone of both by its IANA name, such as `Europe/Berlin`, which follows daylight saving. Absent: STACKIT decides
   * (UTC).
   * @maxLength 64
   */
  readonly timezone?: string;
}

/** When a cluster sleeps. */
export interface ClusterHibernation {
  /**
   * Rhythms of sleeping and waking.
   * @maxItems 20
   */
  readonly schedules: readonly HibernationSchedule[];
}

/** Who may reach the API server of a cluster. Mind the addresses of your own tools. */
export interface ClusterAcl {
  /** Whether the list counts. */
  readonly enabled: boolean;
  /**
   * Ranges of addresses in CIDR notation, such as `203.0.113.7/32`; at most ten. An empty list that counts would lock
   * everybody out and is refused.
   * @maxItems 20
   */
  readonly allowedCidrs: readonly CidrText[];
}

/**
 * A range of addresses.
 * @maxLength 64
 */
export type CidrText = string;

/**
 * A domain name.
 * @maxLength 254
 */
export type DomainText = string;

/** DNS names for services of a cluster. */
export interface ClusterDns {
  /** Whether STACKIT serves names of the cluster. */
  readonly enabled: boolean;
  /**
   * Domain names of the DNS zones, such as `app.runs.onstackit.cloud`; not their IDs, and without `*.`. At most 20.
   * @maxItems 40
   */
  readonly zones?: readonly DomainText[];
  /** Whether names of the Gateway API are served too. */
  readonly gatewayApi?: boolean;
}

/** Metrics and logs of a cluster in STACKIT Observability. */
export interface ClusterObservability {
  /** Whether they are sent. */
  readonly enabled: boolean;
  /**
   * ID of the Observability instance that takes them in.
   * @maxLength 63
   */
  readonly instanceId: string;
}

/** Additions to a cluster. Each is removed in STACKIT when it is removed here; those never set here are left alone. */
export interface ClusterExtensions {
  /** Who may reach the API server. */
  readonly acl?: ClusterAcl;
  /** DNS names for services. */
  readonly dns?: ClusterDns;
  /** Metrics and logs in STACKIT Observability. */
  readonly observability?: ClusterObservability;
}

/** Network side of the control plane. */
export interface ClusterControlPlane {
  /** From where the API server can be reached: from everywhere, or only from within the STACKIT network area. */
  readonly accessScope?: 'PUBLIC' | 'SNA' | (string & {});
}

/**
 * Network in which the nodes are. Only projects in a STACKIT network area can choose one.
 * @rule !has(self.id) || !has(self.networkRef) -- id and networkRef exclude each other
 */
export interface ClusterNetwork {
  /**
   * ID of the network; excludes `networkRef`. It needs name servers, a router and free addresses.
   * @immutable STACKIT cannot move a cluster
   */
  readonly id?: Uuid;
  /**
   * Network object in the same namespace; excludes `id`. It is not deleted in STACKIT before the cluster is gone.
   * @immutable STACKIT cannot move a cluster
   */
  readonly networkRef?: LocalReference;
  /** Network side of the control plane. */
  readonly controlPlane?: ClusterControlPlane;
  /**
   * Network plug-in of the nodes. Absent: STACKIT decides (`calico`).
   * @maxLength 63
   * @immutable STACKIT cannot change it
   */
  readonly cni?: 'calico' | (string & {});
}

/** Logins of STACKIT's own identity provider. */
export interface ClusterIdp {
  /** Whether they may be used in the cluster. */
  readonly enabled: boolean;
  /** Kind of the identity provider. Absent: `stackit`. */
  readonly type?: 'stackit' | (string & {});
}

/** Who may log in to a cluster beside the holders of its certificates. */
export interface ClusterAccess {
  /** Logins of STACKIT's own identity provider. */
  readonly idp?: ClusterIdp;
}

/**
 * A kubeconfig of the cluster, kept in a Secret of the same namespace under the key `kubeconfig`. The Secret belongs to
 * this object and goes with it, or with this block, or when another `secretName` has been written. It is renewed at 80 %
 * of its life, and when the cluster, its credentials or this block changes.
 */
export interface ClusterKubeconfig {
  /**
   * Name of the Secret. One that exists and does not belong to this object is never written.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$
   */
  readonly secretName: string;
  /**
   * Life of an `admin` kubeconfig in seconds, up to some six months. STACKIT cannot revoke a single one. Absent: a day.
   * @minimum 600
   * @maximum 15552000
   */
  readonly expiration?: Integer;
  /**
   * `admin` holds a client certificate with all rights; `login` and `idp` hold no credentials and call STACKIT's own
   * command, which has to be there. Absent: `admin`.
   */
  readonly type?: 'admin' | 'login' | 'idp';
}

/**
 * Wanted cluster. Beside `existingClusterName` nothing else is looked at: such a cluster is observed and never changed.
 * @unless has(self.existingClusterName) && self.existingClusterName != ''
 * @rule !has(self.name) || self.name == '' || self.name.matches('^[a-z0-9]([a-z0-9-]{0,9}[a-z0-9])?$') -- name has 1 to 11 lower-case letters, digits and -, with no - at an end
 * @rule !has(self.kubernetesVersion) || self.kubernetesVersion.matches('^[0-9]+[.][0-9]+([.][0-9]+)?$') -- kubernetesVersion is like 1.34 or 1.34.2
 * @rule has(self.nodePools) && size(self.nodePools) > 0 -- nodePools: at least one is needed
 * @rule !has(self.nodePools) || self.nodePools.exists(pool, has(pool.allowSystemComponents) && pool.allowSystemComponents) -- nodePools: at least one must set allowSystemComponents to true
 * @each nodePools pool has(pool.name) && has(pool.machineType) && has(pool.minimum) && has(pool.maximum) && has(pool.availabilityZones) && has(pool.volume) && has(pool.volume.size) -- name, machineType, minimum, maximum, availabilityZones and volume.size are required
 * @each nodePools pool !has(pool.name) || (size(pool.name) <= 15 && pool.name.matches('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$')) -- name has 1 to 15 lower-case letters, digits and -, with no - at an end
 * @each nodePools pool !has(pool.name) || self.nodePools.exists_one(other, has(other.name) && other.name == pool.name) -- name is used by another pool too
 * @each nodePools pool !has(pool.machineType) || pool.machineType != '' -- machineType is empty
 * @each nodePools pool !has(pool.minimum) || (pool.minimum >= 0 && pool.minimum <= 1000) -- minimum is 0 to 1000
 * @each nodePools pool !has(pool.maximum) || (pool.maximum >= 1 && pool.maximum <= 1000) -- maximum is 1 to 1000
 * @each nodePools pool !has(pool.minimum) || !has(pool.maximum) || pool.minimum <= pool.maximum -- minimum must not exceed maximum
 * @each nodePools pool !has(pool.volume) || !has(pool.volume.size) || (pool.volume.size >= 20 && pool.volume.size <= 10240) -- volume.size is 20 to 10240 GB
 * @each nodePools pool !has(pool.availabilityZones) || size(pool.availabilityZones) > 0 -- availabilityZones needs at least one
 * @each nodePools pool !has(pool.availabilityZones) || pool.availabilityZones.all(zone, pool.availabilityZones.exists_one(other, other == zone)) -- availabilityZones names one twice
 * @each nodePools pool !has(pool.availabilityZones) || pool.availabilityZones.all(zone, zone.startsWith(self.region + '-')) -- availabilityZones lie in spec.region
 * @each nodePools pool !has(pool.availabilityZones) || !has(pool.maximum) || pool.maximum >= size(pool.availabilityZones) -- maximum must be at least the number of availabilityZones
 * @each nodePools pool !(has(pool.maxSurge) || has(pool.maxUnavailable)) || (has(pool.maxSurge) && pool.maxSurge > 0) || (has(pool.maxUnavailable) && pool.maxUnavailable > 0) -- maxSurge and maxUnavailable cannot both be 0
 * @each nodePools pool !has(pool.availabilityZones) || !has(pool.maxSurge) || pool.maxSurge == 0 || pool.maxSurge >= size(pool.availabilityZones) -- maxSurge must be 0 or at least the number of availabilityZones
 * @each nodePools pool !has(pool.availabilityZones) || !has(pool.maxUnavailable) || pool.maxUnavailable == 0 || pool.maxUnavailable >= size(pool.availabilityZones) -- maxUnavailable must be 0 or at least the number of availabilityZones
 * @each nodePools pool !has(pool.kubernetesVersion) || pool.kubernetesVersion.matches('^[0-9]+[.][0-9]+([.][0-9]+)?$') -- kubernetesVersion is like 1.34 or 1.34.2
 * @rule !has(self.maintenance) || (has(self.maintenance.autoUpdateKubernetesVersion) && has(self.maintenance.autoUpdateMachineImageVersion) && has(self.maintenance.start) && has(self.maintenance.end)) -- maintenance needs all four of its fields, or none
 * @rule !has(self.maintenance) || !has(self.maintenance.start) || self.maintenance.start.matches('^(0000-01-01T)?([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$') -- maintenance.start is a time with offset, such as 01:00:00Z or 03:00:00+02:00
 * @rule !has(self.maintenance) || !has(self.maintenance.end) || self.maintenance.end.matches('^(0000-01-01T)?([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$') -- maintenance.end is a time with offset, such as 01:00:00Z or 03:00:00+02:00
 * @rule !has(self.hibernation) || self.hibernation.schedules.all(schedule, [schedule.start, schedule.end].all(text, text.matches('^(@(annually|yearly|monthly|weekly|daily|hourly|reboot)|@every ([0-9]+(ns|us|ms|s|m|h))+|[*,/0-9A-Za-z-]+( +[*,/0-9A-Za-z-]+){4,6})$'))) -- hibernation.schedules: start and end are five to seven cron fields, a word such as @daily, or @every 1h
 * @rule !has(self.extensions) || !has(self.extensions.acl) || !self.extensions.acl.enabled || size(self.extensions.acl.allowedCidrs) > 0 -- extensions.acl: an empty list of allowedCidrs that is enabled locks everybody out
 * @rule !has(self.extensions) || !has(self.extensions.acl) || size(self.extensions.acl.allowedCidrs) <= 10 -- extensions.acl.allowedCidrs has at most 10
 * @rule !has(self.extensions) || !has(self.extensions.acl) || self.extensions.acl.allowedCidrs.all(cidr, cidr.matches('^(([0-9]{1,3}[.]){3}[0-9]{1,3}/([0-9]|[12][0-9]|3[0-2])|[0-9a-fA-F.]*:[0-9a-fA-F:.]+/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))$')) -- extensions.acl.allowedCidrs holds addresses with the length of their prefix, such as 203.0.113.7/32
 * @rule !has(self.extensions) || !has(self.extensions.dns) || !has(self.extensions.dns.zones) || size(self.extensions.dns.zones) <= 20 -- extensions.dns.zones has at most 20
 * @rule !has(self.extensions) || !has(self.extensions.dns) || !has(self.extensions.dns.zones) || self.extensions.dns.zones.all(zone, zone.matches('^([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]*[a-z0-9])?[.]?$')) -- extensions.dns.zones holds domain names such as app.runs.onstackit.cloud: no IDs of zones, no *.
 * @rule has(self.network) == has(oldSelf.network) || !(has(self.network) ? has(self.network.id) || has(self.network.networkRef) || has(self.network.cni) : has(oldSelf.network.id) || has(oldSelf.network.networkRef) || has(oldSelf.network.cni)) -- network can neither be chosen nor left later: STACKIT cannot move a cluster
 */
export interface ClusterSpec extends OwnedSpec {
  /**
   * ID of the STACKIT project that holds the cluster.
   * @immutable the object lives in one project
   */
  readonly projectId: Uuid;
  /**
   * Region that holds the cluster, such as `eu01`.
   * @minLength 1
   * @maxLength 63
   * @immutable the object lives in one region
   */
  readonly region: Region;
  /**
   * Name in STACKIT, which is also the cluster's ID there: 1 to 11 lower-case letters, digits and `-`. Absent:
   * `metadata.name`, which then has to be such a name.
   * @maxLength 253
   * @immutable the name is the cluster's ID in STACKIT
   */
  readonly name?: string;
  /**
   * Name of a cluster that exists already. It is then only observed: never changed, never deleted; no other field is
   * needed, and those that would change something are refused.
   * @maxLength 253
   * @immutable an object is either adopted or owned for all its life
   */
  readonly existingClusterName?: string;
  /**
   * Least Kubernetes version, such as `1.34` or `1.34.2`. A cluster that is ahead of it stays as it is; one that is
   * behind is raised, one minor version at a time. Without a patch the highest supported one is chosen. Absent: the
   * newest supported version for a new cluster, no change for one that is there.
   * @maxLength 32
   */
  readonly kubernetesVersion?: string;
  /**
   * Groups of nodes, known by their names: 1 to 50. At least one sets `allowSystemComponents` to `true`.
   * @maxItems 50
   */
  readonly nodePools?: readonly NodePool[];
  /** When STACKIT may update the cluster. Absent: STACKIT decides. */
  readonly maintenance?: ClusterMaintenance;
  /** When the cluster sleeps. Absent: never by itself. */
  readonly hibernation?: ClusterHibernation;
  /**
   * Whether the cluster sleeps now. Absent: whoever put it to sleep or woke it has the say. Beside
   * `hibernation.schedules` it is acted on once for each change of this object, and the schedules have the say after that.
   */
  readonly hibernated?: boolean;
  /** Additions to the cluster. */
  readonly extensions?: ClusterExtensions;
  /** Network in which the nodes are. Absent: one of STACKIT's own. */
  readonly network?: ClusterNetwork;
  /** Who may log in beside the holders of certificates. */
  readonly access?: ClusterAccess;
  /**
   * Labels of the cluster in STACKIT; a key may have a domain and `/` before it. Keys set there by others are left
   * alone.
   */
  readonly labels?: ClusterLabels;
  /** A kubeconfig that is kept in a Secret. Absent: none. */
  readonly kubeconfig?: ClusterKubeconfig;
}

/** Labels of a cluster in STACKIT: keys of up to 314 characters with an optional `domain/`, values of up to 63. */
export type ClusterLabels = { readonly [key: string]: string };

/** A group of nodes as it is. */
export interface NodePoolStatus {
  /** Name of the group. */
  readonly name: string;
  /** Kubernetes version of the nodes. */
  readonly kubernetesVersion?: string;
  /** When STACKIT ends the support of that version. */
  readonly kubernetesExpiration?: DateTime;
  /** Operating system of the nodes. */
  readonly machineImage?: string;
  /** Version of the operating system. */
  readonly machineImageVersion?: string;
  /** When STACKIT ends the support of that version. */
  readonly machineImageExpiration?: DateTime;
}

/** Something that STACKIT says is wrong with a cluster. */
export interface ClusterError {
  /** STACKIT's code, such as `SKE_NETWORK_NO_DNS_CONFIGURED`. */
  readonly code: string;
  /** STACKIT's words. */
  readonly message: string;
}

/** Where a rotation of the credentials stands. */
export interface CredentialsRotation {
  /** `NEVER`, `PREPARING`, `PREPARED`, `COMPLETING` or `COMPLETED`, in STACKIT's own word. */
  readonly phase?: string;
  /** When the last one began. */
  readonly lastInitiationTime?: DateTime;
  /** When the last one was completed: credentials from before its begin are dead. */
  readonly lastCompletionTime?: DateTime;
  /** Last value of the annotation `compute.sostackit.dev/credentials-rotation` that was acted on. */
  readonly handled?: string;
}

/** The kubeconfig that was written last. */
export interface KubeconfigStatus {
  /** Name of the Secret. */
  readonly secretName: string;
  /** When it was issued. */
  readonly issuedAt?: DateTime;
  /** When its credentials end; absent where it has none. */
  readonly expiresAt?: DateTime;
}

/** Observed cluster. */
export interface ClusterStatus extends CommonStatus {
  /** Name of the cluster in STACKIT. */
  readonly clusterName?: string;
  /** Tells this cluster from any other that has had or will have its name. */
  readonly identity?: string;
  /** When the cluster was made. */
  readonly creationTime?: DateTime;
  /** Kubernetes version that the cluster has. */
  readonly kubernetesVersion?: string;
  /** When STACKIT ends the support of that version. */
  readonly kubernetesExpiration?: DateTime;
  /** Groups of nodes as they are. */
  readonly nodePools?: readonly NodePoolStatus[];
  /** Addresses from which the cluster reaches out, in CIDR notation. */
  readonly egressAddressRanges?: readonly string[];
  /** Addresses of pods, in CIDR notation. */
  readonly podAddressRanges?: readonly string[];
  /** Whether the cluster sleeps. */
  readonly hibernated?: boolean;
  /** `metadata.generation` for which `spec.hibernated` was acted on, beside schedules. */
  readonly hibernatedGeneration?: Integer;
  /** What STACKIT says is wrong. */
  readonly errors?: readonly ClusterError[];
  /** Where a rotation of the credentials stands. */
  readonly credentialsRotation?: CredentialsRotation;
  /** The kubeconfig that was written last. */
  readonly kubeconfig?: KubeconfigStatus;
}

/**
 * A Kubernetes cluster of the STACKIT Kubernetes Engine: one that the provider makes and keeps, or one that exists and is
 * only observed.
 * @kind clusters
 * @shortName sske
 * @column Ready string .status.conditions[?(@.type=="Ready")].status
 * @column State string .status.state
 * @column Version string .status.kubernetesVersion
 * @column ClusterName string .status.clusterName
 * @column Reason string .status.conditions[?(@.type=="Ready")].reason wide
 * @column Age date .metadata.creationTimestamp
 * @rule !has(self.spec) || (has(self.spec.existingClusterName) && self.spec.existingClusterName != '') || (has(self.spec.name) && self.spec.name != '') || (size(self.metadata.name) <= 11 && self.metadata.name.matches('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$')) -- spec.name is required, since metadata.name is no name that STACKIT takes for a cluster: it has 1 to 11 lower-case letters, digits and -, with no - at an end
 */
export interface Cluster extends KubernetesObject<ClusterSpec, ClusterStatus> {
  readonly kind: 'Cluster';
}
