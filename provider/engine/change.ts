import type { Change, CommonSpec, Desired, Difference } from './kind';
import { OWNER_LABEL, UID_LABEL } from './owner';

/** The next call that mends a difference, with all that the same call mends; `undefined` when nothing can be mended. */
export function changeOf(differences: readonly Difference[]): Change | undefined {
  const first = differences.find(({ fix }) => fix !== undefined)?.fix;
  if (!first) return undefined;
  const mended = differences.filter(({ fix }) => fix?.call === first.call);
  const payload: Record<string, unknown> = {};
  for (const { fix } of mended) merge(payload, fix?.payload ?? {});
  const values = Object.assign({}, ...mended.map(({ fix }) => fix?.values)) as Record<string, string>;
  const fields = mended.map(({ field }) => field);
  return { ...first, payload, fields, ...(Object.keys(values).length > 0 && { values }) };
}

/** Takes the fields of `part` into `whole`; objects on both sides are put together, everything else is replaced. */
function merge(whole: Record<string, unknown>, part: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(part)) {
    const former = whole[key];
    if (isObject(former) && isObject(value)) {
      const both = { ...former };
      merge(both, value);
      whole[key] = both;
    } else whole[key] = value;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Differences in labels: keys of the spec, our owner labels, and keys that we set and that the spec names no more. An
 * object taken over from another operator gets our owner labels first and alone.
 */
export function compareLabels(
  { labels, applied }: Desired<CommonSpec>,
  actual: Readonly<Record<string, string>>,
): Difference[] {
  const stamps = [OWNER_LABEL, UID_LABEL].filter((key) => labels[key] !== actual[key]);
  if (stamps.length > 0) return stamps.map((key) => entryDifference('labels', key, labels[key], actual[key]));
  return applied === undefined ? [] : compareMap('labels', labels, actual, applied.labelKeys);
}

/** Differences in a map: wanted keys, and keys of ours that are wanted no more, which `null` removes. Others' keys are left alone. */
export function compareMap(
  field: string,
  wanted: Readonly<Record<string, string>>,
  actual: Readonly<Record<string, string>>,
  ours: readonly string[] = [],
): Difference[] {
  const changed = Object.keys(wanted).filter((key) => wanted[key] !== actual[key]);
  const removed = ours.filter((key) => !(key in wanted) && key in actual);
  return [...changed, ...removed].map((key) => entryDifference(field, key, wanted[key], actual[key]));
}

function entryDifference(map: string, key: string, wanted: string | undefined, actual: string | undefined): Difference {
  const found = difference(`${map}.${key}`, wanted, actual);
  return { ...found, fix: { call: 'patch', payload: { [map]: { [key]: wanted ?? null } } } };
}

/** A difference as a sentence. */
export function difference(field: string, wanted: unknown, actual: unknown): Difference {
  const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return {
    reason: 'DriftDetected',
    field,
    wanted,
    actual,
    message: `${field}: ${text(wanted)} is wanted, STACKIT has ${text(actual)}`,
  };
}
