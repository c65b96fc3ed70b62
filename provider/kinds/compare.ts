import { difference } from '../engine/change';
import type { Difference, Fix } from '../engine/kind';
import type { NotSyncedReason } from '../engine/vocabulary';
import { unlessInexact } from './numbers';

type Scalar = string | number | boolean;

/** A difference in one field, where the spec says anything about it. */
export function compareField(
  field: string,
  wanted: Scalar | undefined,
  actual: Scalar | null | undefined,
  mending: { readonly fix?: Fix; readonly reason?: NotSyncedReason } = {},
): Difference[] {
  if (wanted === undefined || wanted === actual) return [];
  return [{ ...difference(field, wanted, actual ?? undefined), ...mending }];
}

/** The same, mended by a PATCH of that field. */
export function patchField(field: string, wanted: Scalar | undefined, actual: Scalar | null | undefined): Difference[] {
  return compareField(field, wanted, actual, { fix: { call: 'patch', payload: { [field]: wanted } } }).map(
    unlessInexact,
  );
}

/** A field that STACKIT can't change once the object is there. */
export function fixedField(field: string, wanted: Scalar | undefined, actual: Scalar | null | undefined): Difference[] {
  return compareField(field, wanted, actual, { reason: 'ImmutableFieldChanged' }).map((found) => ({
    ...found,
    message: `${found.message}; STACKIT can't change it, so it needs a new object`,
  }));
}

/** Lists whose order means nothing. */
export function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');
}
