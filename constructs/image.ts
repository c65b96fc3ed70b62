import type { Size } from 'cdk8s';
import type { Construct } from 'constructs';
import type { ImageAgent, ImageChecksum, ImageConfig, ImageSpec } from '../src/api';
import { genericName } from '../src/api/rules';
import { isBranded } from './brand';
import { DefinedElsewhere, type DefinedElsewhereProps } from './defined-elsewhere';
import type { OwnProblem } from './problem';
import { type EveryField, existingIdProblems, type IResource, Resource, type ResourceProps } from './resource';
import { gigabytes, megabytes } from './sizes';
import { type Inherited, inherit } from './stackit-scope';
import { nameProblems } from './text-problems';
import type { OwnWarning } from './warnings';

/** An image from which volumes and servers can be made. */
export interface IImage extends IResource {
  /** ID of the image, when it is one that exists and is only observed. */
  readonly existingId?: string | undefined;
}

/** Props of an {@link Image}. */
export interface ImageProps extends ResourceProps {
  /**
   * ID of an image that exists already, public ones included. It is then only observed: never changed, never deleted.
   *
   * @default - the provider registers an image, which awaits the upload of its bytes
   */
  readonly existingId?: string;

  /**
   * Format of the bytes to be uploaded. Needed without `existingId`; it cannot be changed later.
   *
   * @default - none
   */
  readonly diskFormat?: 'raw' | 'qcow2' | 'iso';

  /**
   * Least size of a boot volume made from the image: a number of GB, or a `Size` of whole GB.
   *
   * @default - none
   */
  readonly minDiskSize?: number | Size;

  /**
   * Least memory of a server made from the image: a number of MB (2 GB are 2048), or a `Size` of whole MB.
   *
   * @default - none
   */
  readonly minRam?: number | Size;

  /**
   * Whether STACKIT refuses to delete the image.
   *
   * @default - STACKIT decides (no)
   */
  readonly protected?: boolean;

  /**
   * Hardware that servers made from the image get.
   *
   * @default - STACKIT decides
   */
  readonly config?: ImageConfig;

  /**
   * Digest that the uploaded content must have.
   *
   * @default - not checked
   */
  readonly checksum?: ImageChecksum;

  /**
   * STACKIT's server agent: whether the image supports it, and whether servers get it by default.
   *
   * @default - not supported
   */
  readonly agent?: ImageAgent;
}

/** What is needed to observe an image that exists. */
export type ExistingImageProps = Pick<ImageProps, 'projectId' | 'region' | 'metadata'>;

/**
 * An image of a STACKIT project, or a public one that is only observed.
 *
 * ```ts
 * Image.fromImageId(this, 'ubuntu', '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8', { projectId, region: 'eu01' });
 * ```
 */
export class Image extends Resource<ImageSpec> implements IImage {
  /** Whether a value is an image, of this or another copy of the library. */
  static isImage(value: unknown): value is IImage {
    return isBranded(value, 'Image');
  }

  /** Observes the image with an ID, which may be a public one; it is never changed and never deleted. */
  static fromImageId(scope: Construct, id: string, imageId: string, props?: ExistingImageProps): Image {
    return new Image(scope, id, { ...props, existingId: imageId });
  }

  /** Refers to an Image object that is defined elsewhere; nothing is synthesized for it. */
  static fromImageName(scope: Construct, id: string, name: string, props?: DefinedElsewhereProps): IImage {
    return new DefinedElsewhere(scope, id, 'Image', name, props);
  }

  /** ID of the image that is only observed; absent for one that the provider registers. */
  readonly existingId: string | undefined;

  constructor(scope: Construct, id: string, props: ImageProps) {
    const inherited = inherit(scope, props);
    super(scope, id, {
      kind: 'Image',
      metadata: inherited.metadata,
      spec: imageSpec(props, inherited),
      rules,
      warnings,
    });
    this.existingId = props.existingId;
  }
}

function imageSpec(props: ImageProps, shared: Inherited): EveryField<ImageSpec> {
  return {
    projectId: shared.projectId,
    region: shared.region,
    name: props.name || undefined,
    existingId: props.existingId,
    diskFormat: props.diskFormat,
    minDiskSize: gigabytes(props.minDiskSize),
    minRam: megabytes(props.minRam),
    protected: props.protected,
    config: props.config,
    checksum: props.checksum,
    agent: props.agent,
    labels: shared.labels,
    deletionPolicy: shared.deletionPolicy,
    recreatePolicy: shared.recreatePolicy,
  };
}

function rules(spec: ImageSpec, objectName: string): OwnProblem[] {
  if (spec.existingId !== undefined) return existingIdProblems(spec.existingId);
  return [
    ...nameProblems(spec.name, objectName, genericName),
    ...(spec.diskFormat === undefined
      ? [{ field: 'spec.diskFormat', allowed: 'raw, qcow2 or iso, for an image without existingId' }]
      : []),
  ];
}

/** Less memory than any machine type has, in MB: whoever writes it counts in GB. */
const IMPLAUSIBLE_MEMORY = 64;

function warnings({ minRam }: ImageSpec): OwnWarning[] {
  if (typeof minRam !== 'number' || minRam <= 0 || minRam >= IMPLAUSIBLE_MEMORY) return [];
  return [{ code: 'image-memory-unit', message: `minRam is ${minRam} MB; ${minRam} GB are ${minRam * 1024}` }];
}
