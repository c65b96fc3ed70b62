import type { Difference } from '../engine/kind';
import type { NotSyncedReason } from '../engine/vocabulary';

/** A difference in one field, where the spec says anything about it. */
export function compareField<T extends string | number | boolean>(
  field: string,
  wanted: T | undefined,
  actual: T | undefined,
  reason: NotSyncedReason = 'DriftDetected',
): Difference[] {
  if (wanted === undefined || wanted === actual) return [];
  return [
    { reason, field, message: `${field}: ${JSON.stringify(wanted)} is wanted, STACKIT has ${JSON.stringify(actual)}` },
  ];
}

/** Differences in the label keys that the spec names. Keys set by others are none of our business. */
export function compareLabels(
  wanted: Readonly<Record<string, string>> | undefined,
  actual: Readonly<Record<string, string>>,
): Difference[] {
  return Object.entries(wanted ?? {}).flatMap(([key, value]) => compareField(`labels.${key}`, value, actual[key]));
}
