import type {
  CommonStatus,
  Integer,
  KubernetesObject,
  Labels,
  LocalReference,
  OwnedSpec,
  Region,
  SecretKeyReference,
  Uuid,
} from './common';

/** Class of speed of a volume: IOPS and throughput. */
export type PerformanceClass =
  | 'storage_premium_perf0'
  | 'storage_premium_perf1'
  | 'storage_premium_perf2'
  | 'storage_premium_perf4'
  | 'storage_premium_perf6'
  | 'storage_premium_perf12'
  | (string & {});

/** Zone of a region, or `-m` for its metro zone, which spans them. */
export type AvailabilityZone = 'eu01-1' | 'eu01-2' | 'eu01-3' | 'eu01-m' | (string & {});

/**
 * What a volume is filled with: a STACKIT object by `type` and `id`, or an object of the same namespace by `imageRef` or
 * `volumeRef`.
 * @rule has(self.imageRef) || has(self.volumeRef) ? has(self.imageRef) != has(self.volumeRef) && !has(self.type) && !has(self.id) : has(self.type) && has(self.id) -- either imageRef or volumeRef alone, or both type and id are needed
 */
export interface VolumeSource {
  /** Kind of the STACKIT object; goes together with `id`. */
  readonly type?: 'image' | 'volume' | 'snapshot' | 'backup';
  /** ID of the STACKIT object; goes together with `type`. */
  readonly id?: Uuid;
  /** Image object in the same namespace; the volume is made once that image is ready. */
  readonly imageRef?: LocalReference;
  /** Volume object in the same namespace, to be copied once it is ready. It must be in the same zone. */
  readonly volumeRef?: LocalReference;
}

/** Key of STACKIT's key management that encrypts a volume. STACKIT takes it at creation and never shows it again. */
export interface VolumeEncryption {
  /** ID of the keyring that holds the key. */
  readonly kekKeyringId: Uuid;
  /** ID of the key. */
  readonly kekKeyId: Uuid;
  /**
   * Version of the key.
   * @minimum 1
   */
  readonly kekKeyVersion: Integer;
  /** STACKIT project that holds the keyring. Absent: that of the volume. */
  readonly kekProjectId?: Uuid;
  /**
   * E-mail address of the service account that may use the key.
   * @minLength 1
   * @maxLength 255
   */
  readonly serviceAccount: string;
  /** Payload of the key, from a Secret in the same namespace. It is read once, at creation. */
  readonly keyPayloadSecretRef?: SecretKeyReference;
}

/** Wanted volume. */
export interface VolumeSpec extends OwnedSpec {
  /**
   * ID of the STACKIT project that holds the volume.
   * @immutable the object lives in one project
   */
  readonly projectId: Uuid;
  /**
   * Region that holds the volume, such as `eu01`.
   * @minLength 1
   * @immutable the object lives in one region
   */
  readonly region: Region;
  /**
   * Zone that holds the volume, such as `eu01-1`. A server that uses the volume must be in the same zone.
   * @minLength 1
   * @immutable STACKIT cannot move a volume
   */
  readonly availabilityZone: AvailabilityZone;
  /** Name in STACKIT; absent: `metadata.name`. Up to 127 characters: letters, digits, and between them also blanks and `/ . _ -`. */
  readonly name?: string;
  /**
   * ID of a volume that exists already. It is then only observed: never changed, never deleted.
   * @immutable an object is either adopted or owned for all its life
   */
  readonly existingId?: string;
  /** Text about the volume in STACKIT, up to 255 characters. */
  readonly description?: string;
  /**
   * Size in GB. STACKIT needs it for an empty volume and for one made from an image; a volume only ever grows.
   * @minimum 1
   */
  readonly size?: Integer;
  /**
   * Class of speed. STACKIT refuses it together with a volume or a snapshot as source.
   * @immutable STACKIT cannot change it
   */
  readonly performanceClass?: PerformanceClass;
  /**
   * What the volume is filled with at creation. Absent: nothing.
   * @immutable a volume is filled once
   */
  readonly source?: VolumeSource;
  /**
   * Encryption by a key of STACKIT's key management. STACKIT refuses it together with a volume or a snapshot as source.
   * @immutable a volume is encrypted once
   */
  readonly encryption?: VolumeEncryption;
  /** Whether a server can boot from the volume. */
  readonly bootable?: boolean;
  /** Labels of the volume in STACKIT. Keys set there by others are left alone. */
  readonly labels?: Labels;
}

/** Observed volume. */
export interface VolumeStatus extends CommonStatus {
  /** ID of the volume in STACKIT. */
  readonly volumeId?: string;
  /** Whether STACKIT encrypts the volume. */
  readonly encrypted?: boolean;
  /** ID of the server to which the volume is attached; absent while it is attached to none. */
  readonly serverId?: string;
  /** Size in GB that the volume has. */
  readonly size?: Integer;
}

/**
 * A block storage volume: one that the provider makes and keeps, or one that exists and is only observed.
 * @kind volumes
 * @shortName svol
 * @column Ready string .status.conditions[?(@.type=="Ready")].status
 * @column State string .status.state
 * @column Size integer .status.size
 * @column ServerId string .status.serverId
 * @column VolumeId string .status.volumeId
 * @column Reason string .status.conditions[?(@.type=="Ready")].reason wide
 * @column Age date .metadata.creationTimestamp
 */
export interface Volume extends KubernetesObject<VolumeSpec, VolumeStatus> {
  readonly kind: 'Volume';
}
