/**
 * A whole number. STACKIT and Kubernetes both hold it in 64 bits; beyond 2^53 JavaScript loses digits.
 * @type integer
 * @format int64
 */
export type Integer = number;

/**
 * A point in time as RFC 3339 text, in UTC.
 * @format date-time
 */
export type DateTime = string;

/**
 * A UUID in the only spelling that STACKIT takes: 36 characters, hexadecimal digits in lower case.
 * @pattern ^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$
 */
export type Uuid = string;

/**
 * Labels in STACKIT. A key has 1 to 63 characters, a value up to 63; both hold letters, digits, `-`, `_` and `.`
 * and begin and end with a letter or digit. Keys that begin with `stackit-` are reserved.
 */
export type Labels = { readonly [key: string]: string };

/** Region of STACKIT in which an object lives. */
export type Region = 'eu01' | 'eu02' | (string & {});

/** Another object of ours in the same namespace. */
export interface LocalReference {
  /**
   * `metadata.name` of the object.
   * @minLength 1
   */
  readonly name: string;
}

/** One entry of a Secret in the same namespace. */
export interface SecretKeyReference {
  /**
   * `metadata.name` of the Secret.
   * @minLength 1
   * @maxLength 253
   */
  readonly name: string;
  /**
   * Key of the entry in the Secret's `data`.
   * @minLength 1
   * @maxLength 253
   */
  readonly key: string;
}

/** One aspect of an object's condition, as `kubectl wait` and GitOps tools read it. */
export interface Condition {
  /** When `status` last changed, not when the condition was last looked at. */
  readonly lastTransitionTime: DateTime;
  /**
   * Why the condition is as it is, for people.
   * @maxLength 32768
   */
  readonly message: string;
  /**
   * `metadata.generation` that the condition speaks of.
   * @minimum 0
   */
  readonly observedGeneration?: Integer;
  /**
   * One word for programs, of a closed vocabulary.
   * @minLength 1
   * @maxLength 1024
   * @pattern ^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$
   */
  readonly reason: string;
  /** Whether the condition holds. */
  readonly status: 'True' | 'False' | 'Unknown';
  /**
   * Which aspect this is: `Ready` (usable in STACKIT) or `Synced` (STACKIT matches the spec).
   * @maxLength 316
   * @pattern ^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$
   */
  readonly type: string;
}

/** What every kind that the provider makes has beside its own fields. An adopted object ignores them. */
export interface OwnedSpec {
  /**
   * What happens in STACKIT when this object is deleted: `Delete` deletes it there too, `Orphan` leaves it and takes the
   * provider's own labels off. Absent: `Delete`.
   */
  readonly deletionPolicy?: 'Delete' | 'Orphan';
  /**
   * What happens when the object is gone from STACKIT without having been deleted here: `Recreate` makes it again, `Report`
   * only says so. Absent: `Recreate`.
   */
  readonly recreatePolicy?: 'Recreate' | 'Report';
}

/** A create call that may be under way. It is written before the call, so that a restart knows of it. */
export interface CreateAttempt {
  /** Random text that tells this attempt from any other; a result counts only while it stands here. */
  readonly token: string;
  /** When the attempt was written down; the create grace counts from here. */
  readonly startedAt: DateTime;
}

/** What the provider has set in STACKIT. Without this record it removes nothing there. */
export interface Applied {
  /** Identity of the Kubernetes cluster that owns the STACKIT object: the UID of its namespace `kube-system`. */
  readonly clusterId: string;
  /** STACKIT project in which the object was made; deletion looks there. */
  readonly projectId: string;
  /** Region in which the object was made; deletion looks there. */
  readonly region: string;
  /** Label keys that the provider has set; only these are ever removed. */
  readonly labelKeys?: readonly string[];
  /** Fields whose removal from the spec clears them in STACKIT, as far as they were set. */
  readonly fields?: readonly string[];
  /** IDs that the object was made with, by the field that referred to them. */
  readonly references?: { readonly [field: string]: string };
  /** IDs that the provider has put into lists of the object, by field; only these are ever taken out. */
  readonly members?: { readonly [field: string]: readonly string[] };
  /** Values that STACKIT took and never shows, by field, so that a change of the spec is noticed. */
  readonly values?: { readonly [field: string]: string };
  /** When STACKIT answered the create call; a 404 soon after that does not count as a loss yet. */
  readonly createdAt?: DateTime;
}

/** A field in which STACKIT differs from the spec. */
export interface Drift {
  /** Path below `spec`. */
  readonly field: string;
  /** What the spec says, as text. */
  readonly wanted: string;
  /** What STACKIT has, as text; empty when it has nothing. */
  readonly actual: string;
}

/** A change that STACKIT accepted. */
export interface LastChange {
  /** The kind of call, such as `patch` or `resize`. */
  readonly call: string;
  /** Fields that were sent. */
  readonly fields: readonly string[];
  /** When it was answered. */
  readonly time: DateTime;
  /** STACKIT's own ID of the request, for its support. */
  readonly requestId?: string;
}

/** Status fields of every kind. */
export interface CommonStatus {
  /** `metadata.generation` of the spec that this status speaks of. */
  readonly observedGeneration?: Integer;
  /**
   * Aspects of the object: `Ready` and `Synced`.
   * @listType map type
   */
  readonly conditions?: readonly Condition[];
  /** State in STACKIT's own word. */
  readonly state?: string;
  /** Create call that may be under way. */
  readonly attempt?: CreateAttempt;
  /** What the provider has set in STACKIT. */
  readonly applied?: Applied;
  /** Fields in which STACKIT differs from the spec, for an object with the annotation `compute.sostackit.dev/management: Observe`. */
  readonly drift?: readonly Drift[];
  /** Last change that STACKIT accepted. */
  readonly lastChange?: LastChange;
  /** Last value of the annotation `compute.sostackit.dev/reconcile-requested-at` that was acted on. */
  readonly lastHandledReconcileAt?: string;
}

/** Owner of an object, as Kubernetes writes it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** What Kubernetes keeps about any object; only the fields that we read. */
export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  /** Grows by one with each change of the spec. */
  readonly generation?: number;
  readonly creationTimestamp?: DateTime;
  /** Set once deletion was asked for; the object stays until its finalizers are gone. */
  readonly deletionTimestamp?: DateTime;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
}

/**
 * A custom resource as it comes over the wire.
 *
 * The CRDs admit an object without `spec`, because those of the Go operator do. Whoever takes objects from a cluster
 * answers such a one with `InvalidSpec` at the door; past it `spec` is there.
 */
export interface KubernetesObject<Spec, Status extends CommonStatus = CommonStatus> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: Spec;
  readonly status?: Status;
}
