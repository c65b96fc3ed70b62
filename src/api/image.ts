import type { CommonStatus, Integer, KubernetesObject, Labels, OwnedSpec, Region, Uuid } from './common';

/** Digest of an image's content. */
export interface ImageChecksum {
  /** Hash function. */
  readonly algorithm: 'md5' | 'sha512';
  /**
   * Digest in hexadecimal digits, in lower case.
   * @pattern ^[0-9a-f]+$
   */
  readonly digest: string;
}

/** Hardware that servers made from the image get. What is absent, STACKIT decides. */
export interface ImageConfig {
  /** Processor architecture. Absent: `x86`. */
  readonly architecture?: 'x86' | 'arm64' | (string & {});
  /** Whether the boot menu is shown. Absent: no. */
  readonly bootMenu?: boolean;
  /** Bus of the CD-ROM drive. */
  readonly cdromBus?: 'scsi' | 'virtio' | 'ide' | 'usb' | (string & {});
  /** Bus of the disks. */
  readonly diskBus?: 'scsi' | 'virtio' | 'ide' | 'usb' | (string & {});
  /** Model of the network cards. */
  readonly nicModel?: 'e1000' | 'e1000e' | 'ne2k_pci' | 'pcnet' | 'rtl8139' | 'virtio' | 'vmxnet3' | (string & {});
  /** Family of the operating system. */
  readonly operatingSystem?: 'linux' | 'windows' | (string & {});
  /** Distribution, such as `ubuntu`. */
  readonly operatingSystemDistro?: string;
  /** Version of the distribution, such as `24.04`. */
  readonly operatingSystemVersion?: string;
  /** Bus of the rescue device; goes together with `rescueDevice`. */
  readonly rescueBus?: 'sata' | 'scsi' | 'virtio' | 'usb' | (string & {});
  /** Kind of the rescue device; goes together with `rescueBus`. */
  readonly rescueDevice?: 'cdrom' | 'disk' | (string & {});
  /** Whether servers boot only signed code. Absent: no. */
  readonly secureBoot?: boolean;
  /** Whether servers boot by UEFI rather than BIOS. Absent: UEFI. */
  readonly uefi?: boolean;
  /** Model of the graphics card. */
  readonly videoModel?: 'vga' | 'cirrus' | 'vmvga' | 'qxl' | 'virtio' | 'none' | (string & {});
  /** Whether disks hang on virtio SCSI rather than on virtio block. Absent: virtio block. */
  readonly virtioScsi?: boolean;
}

/**
 * STACKIT's server agent in an image.
 * @rule !has(self.provisionByDefault) || !self.provisionByDefault || (has(self.supported) && self.supported) -- provisionByDefault needs supported
 */
export interface ImageAgent {
  /** Whether the image can run the agent. Absent: no. */
  readonly supported?: boolean;
  /** Whether servers get the agent unless they say otherwise; needs `supported`. Absent: no. */
  readonly provisionByDefault?: boolean;
}

/** Wanted image. */
export interface ImageSpec extends OwnedSpec {
  /**
   * ID of the STACKIT project that holds the image.
   * @immutable the object lives in one project
   */
  readonly projectId: Uuid;
  /**
   * Region that holds the image, such as `eu01`.
   * @minLength 1
   * @immutable the object lives in one region
   */
  readonly region: Region;
  /** Name in STACKIT; absent: `metadata.name`. Up to 127 characters: letters, digits, and between them also blanks and `/ . _ -`. */
  readonly name?: string;
  /**
   * ID of an image that exists already, public ones included. It is then only observed: never changed, never deleted.
   * @immutable an object is either adopted or owned for all its life
   */
  readonly existingId?: string;
  /**
   * Format of the bytes to be uploaded. An image that is not adopted needs it.
   * @immutable an image keeps its content
   */
  readonly diskFormat?: 'raw' | 'qcow2' | 'iso';
  /** Least size of a boot volume made from the image, in GB. */
  readonly minDiskSize?: Integer;
  /** Least memory of a server made from the image, in MB. */
  readonly minRam?: Integer;
  /** Whether STACKIT refuses to delete the image. */
  readonly protected?: boolean;
  /** Hardware that servers made from the image get. */
  readonly config?: ImageConfig;
  /** STACKIT's server agent. */
  readonly agent?: ImageAgent;
  /** Digest that the uploaded content must have. */
  readonly checksum?: ImageChecksum;
  /** Labels of the image in STACKIT. Keys set there by others are left alone. */
  readonly labels?: Labels;
}

/** Observed image. */
export interface ImageStatus extends CommonStatus {
  /** ID of the image in STACKIT. */
  readonly imageId?: string;
  /** How much of the content STACKIT has taken in, in percent. */
  readonly importProgress?: Integer;
  /** Size of the content, in bytes. */
  readonly size?: Integer;
  /**
   * Where to PUT the image's bytes, once and without an authorization header. Whoever has it can fill the image; it is
   * cleared once used.
   */
  readonly uploadUrl?: string;
}

/**
 * An image from which volumes and servers are made: one that the provider registers and keeps, or one that exists and
 * is only observed.
 * @kind images
 * @shortName simg
 * @column Ready string .status.conditions[?(@.type=="Ready")].status
 * @column State string .status.state
 * @column ImageId string .status.imageId
 * @column Reason string .status.conditions[?(@.type=="Ready")].reason wide
 * @column Age date .metadata.creationTimestamp
 */
export interface Image extends KubernetesObject<ImageSpec, ImageStatus> {
  readonly kind: 'Image';
}
