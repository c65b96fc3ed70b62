import { type Size, SizeRoundingBehavior } from 'cdk8s';

// A fraction is passed on, so that the schema's "integer" refuses it like one that was given as a number.
const unrounded = { rounding: SizeRoundingBehavior.NONE };

/** A size in GB, as STACKIT counts volumes. Anything that is no cdk8s `Size` is passed through. */
export function gigabytes(size: number | Size | undefined): number | undefined {
  return isSize(size) ? size.toGibibytes(unrounded) : size;
}

/** A size in MB, as STACKIT counts memory. Anything that is no cdk8s `Size` is passed through. */
export function megabytes(size: number | Size | undefined): number | undefined {
  return isSize(size) ? size.toMebibytes(unrounded) : size;
}

function isSize(value: unknown): value is Size {
  return (
    typeof value === 'object' && value !== null && 'toGibibytes' in value && typeof value.toGibibytes === 'function'
  );
}
