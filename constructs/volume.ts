import type { Size } from 'cdk8s';
import type { Construct } from 'constructs';
import type { AvailabilityZone, PerformanceClass, VolumeEncryption, VolumeSource, VolumeSpec } from '../src/api';
import { genericName, VOLUME_SIZE_LIMIT } from '../src/api/rules';
import { isBranded } from './brand';
import { DefinedElsewhere, type DefinedElsewhereProps } from './defined-elsewhere';
import type { IImage } from './image';
import { type OwnProblem, together } from './problem';
import { type EveryField, existingIdProblems, type IResource, Resource, type ResourceProps } from './resource';
import { gigabytes } from './sizes';
import { type Inherited, inherit } from './stackit-scope';
import { nameProblems } from './text-problems';
import { zoneWarnings } from './zone-warnings';

/** A volume from which a server can boot. */
export interface IVolume extends IResource {
  /** Zone of the volume; absent for one that is defined elsewhere. */
  readonly availabilityZone?: string | undefined;
}

/** Props of a {@link Volume}. */
export interface VolumeProps extends ResourceProps {
  /**
   * Zone that holds the volume, such as `eu01-1`: the same as that of a server that uses it.
   *
   * @default - that of the nearest `StackitScope` or `Stack`
   */
  readonly availabilityZone?: AvailabilityZone;

  /**
   * ID of a volume that exists already. It is then only observed: never changed, never deleted.
   *
   * @default - the provider makes a volume
   */
  readonly existingId?: string;

  /**
   * Text about the volume in STACKIT, up to 255 characters.
   *
   * @default - none
   */
  readonly description?: string;

  /**
   * Size: a number of GB, or a `Size` of whole GB; 1 to 16,000 GB. A volume only ever grows.
   *
   * @default - the size of the source, which must then be a volume, a snapshot or a backup
   */
  readonly size?: number | Size;

  /**
   * Class of speed. It cannot be changed later, nor given with a volume or a snapshot as source.
   *
   * @default - STACKIT decides
   */
  readonly performanceClass?: PerformanceClass;

  /**
   * Image with which the volume is filled. Excludes `source`.
   *
   * @default - none
   */
  readonly image?: IImage;

  /**
   * STACKIT object with which the volume is filled, by type and ID. Excludes `image`.
   *
   * @default - the volume is empty
   */
  readonly source?: VolumeSource;

  /**
   * Volume of which this one is a copy, made at creation. Excludes `image` and `source`.
   *
   * @default - none
   */
  readonly copyOf?: IVolume;

  /**
   * Encryption by a key of STACKIT's key management. It cannot be changed later.
   *
   * @default - STACKIT decides
   */
  readonly encryption?: VolumeEncryption;

  /**
   * Whether a server can boot from the volume.
   *
   * @default - STACKIT decides
   */
  readonly bootable?: boolean;
}

/** What is needed to observe a volume that exists. */
export type ExistingVolumeProps = Pick<VolumeProps, 'projectId' | 'region' | 'availabilityZone' | 'metadata'>;

/**
 * A block storage volume in a STACKIT project.
 *
 * ```ts
 * new Volume(this, 'boot', { projectId, region: 'eu01', availabilityZone: 'eu01-1', size: 32, image, bootable: true });
 * ```
 */
export class Volume extends Resource<VolumeSpec> implements IVolume {
  /** Whether a value is a volume, of this or another copy of the library. */
  static isVolume(value: unknown): value is IVolume {
    return isBranded(value, 'Volume');
  }

  /** Observes the volume with an ID; it is never changed and never deleted. */
  static fromVolumeId(scope: Construct, id: string, volumeId: string, props?: ExistingVolumeProps): Volume {
    return new Volume(scope, id, { ...props, existingId: volumeId });
  }

  /** Refers to a Volume object that is defined elsewhere; nothing is synthesized for it. */
  static fromVolumeName(scope: Construct, id: string, name: string, props?: DefinedElsewhereProps): IVolume {
    return new DefinedElsewhere(scope, id, 'Volume', name, props);
  }

  /** ID of the volume that is only observed; absent for one that the provider makes. */
  readonly existingId: string | undefined;

  /** Zone that holds the volume. */
  readonly availabilityZone: string;

  /** Image with which the volume is filled; absent for one that is empty or filled otherwise. */
  readonly image: IImage | undefined;

  constructor(scope: Construct, id: string, props: VolumeProps = {}) {
    const inherited = inherit(scope, props);
    super(scope, id, {
      kind: 'Volume',
      metadata: inherited.metadata,
      spec: volumeSpec(props, inherited),
      warnings: zoneWarnings,
      rules: (spec, objectName) => together(sourceConflict(props), rules(spec, objectName)),
      references: [
        { prop: 'image', kind: 'Image', target: props.image },
        { prop: 'copyOf', kind: 'Volume', target: props.copyOf },
      ],
    });
    this.existingId = props.existingId;
    this.image = props.image;
    // Absent only beside a problem that is being gathered.
    this.availabilityZone = inherited.availabilityZone ?? '';
  }
}

function volumeSpec(props: VolumeProps, shared: Inherited): EveryField<VolumeSpec> {
  return {
    projectId: shared.projectId,
    region: shared.region,
    availabilityZone: shared.availabilityZone,
    name: props.name || undefined,
    existingId: props.existingId,
    description: props.description,
    size: gigabytes(props.size),
    performanceClass: props.performanceClass,
    source: sourceOf(props),
    encryption: props.encryption,
    bootable: props.bootable,
    labels: shared.labels,
    deletionPolicy: shared.deletionPolicy,
    recreatePolicy: shared.recreatePolicy,
  };
}

function sourceOf({ image, copyOf, source }: VolumeProps): VolumeSource | undefined {
  if (image) return imageSource(image);
  return copyOf ? { volumeRef: { name: copyOf.name } } : source;
}

function imageSource({ existingId, name }: IImage): VolumeSource {
  return existingId === undefined ? { imageRef: { name } } : { type: 'image', id: existingId };
}

function sourceConflict(props: VolumeProps): OwnProblem[] {
  const given = (['image', 'copyOf', 'source'] as const).filter((prop) => props[prop]);
  return given.length > 1 ? [{ field: given.join(' and '), given: 'all of them', allowed: 'one of them' }] : [];
}

function rules(spec: VolumeSpec, objectName: string): OwnProblem[] {
  if (spec.existingId !== undefined) return existingIdProblems(spec.existingId);
  const { source, size, description = '', performanceClass: given } = spec;
  const sized = source?.volumeRef !== undefined || (source?.type !== undefined && source.type !== 'image');
  const problems = nameProblems(spec.name, objectName, genericName);
  if (size === undefined && !sized) {
    problems.push({
      field: 'spec.size',
      allowed: '1 to 16000 (GB), for a volume that is empty or made from an image',
    });
  }
  if (size !== undefined && size > VOLUME_SIZE_LIMIT) {
    problems.push({ field: 'spec.size', given: size, allowed: `1 to ${VOLUME_SIZE_LIMIT} (GB)` });
  }
  if (description.length > 255) {
    problems.push({ field: 'spec.description', given: description, allowed: 'up to 255 characters' });
  }
  if (given !== undefined && (source?.type === 'volume' || source?.type === 'snapshot')) {
    problems.push({ field: 'spec.performanceClass', given, allowed: `none, with a ${source.type} as source` });
  }
  return problems;
}
