import { difference } from '../engine/change';
import type { CommonSpec, Desired, Difference, Fix } from '../engine/kind';
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

/** A name that the spec gave once and gives no more becomes the object's own again, as at creation. */
export function compareName({ spec, name, applied }: Desired<CommonSpec>, actual: string | undefined): Difference[] {
  return patchField('name', spec.name || (applied?.fields?.includes('name') ? name : undefined), actual);
}

/** Differences that wait for another state of the object: they are told, and nothing is sent. */
export function postponed(differences: readonly Difference[], until: string): Difference[] {
  return differences.map(({ fix, ...found }) =>
    fix ? { ...found, message: `${found.message}; it is changed ${until}`, isPostponed: true } : found,
  );
}

/** Lists whose order means nothing. */
export function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');
}
