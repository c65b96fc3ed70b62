import { findCondition, setConditions } from './conditions';
import type { Outcome } from './outcome';
import { type Pass, patchObject, recordedId, type Status, statusOf } from './pass';
import { statusPatch } from './status';

/** Annotation by which a person or a tool asks for a look right now. */
export const RECONCILE_REQUESTED = 'compute.sostackit.dev/reconcile-requested-at';

/**
 * Writes what a pass found into the status, if that changed anything, and tells of what happened. This is the only
 * place that turns an outcome into conditions and events.
 */
export async function report(pass: Pass, outcome: Outcome): Promise<void> {
  const { engine, object } = pass;
  const before = statusOf(object);
  if (!outcome.released) {
    const operations = statusPatch(object, nextStatus(pass, outcome));
    if (operations.length > 0) await patchObject(pass, operations, 'status');
  }
  for (const happening of outcome.happenings ?? []) {
    const condition = findCondition(before.conditions, 'Ready');
    // A fault that lasts is told once, not once a pass.
    const told =
      happening.type === 'Warning' &&
      condition?.reason === happening.reason &&
      condition.message.startsWith(happening.message);
    if (!told) engine.events.record(object, happening);
  }
}

function nextStatus(pass: Pass, outcome: Outcome): Status {
  const { object, memo, kind } = pass;
  const generation = object.metadata.generation ?? 0;
  const present = statusOf(object);
  const requested = object.metadata.annotations?.[RECONCILE_REQUESTED];
  const next: Status = {
    ...present,
    ...outcome.status,
    observedGeneration: generation,
    ...(requested !== undefined && { lastHandledReconcileAt: requested }),
    conditions: setConditions(
      present.conditions,
      { Ready: outcome.ready, Synced: outcome.synced },
      { generation, now: pass.engine.clock.now() },
    ),
  };
  const recorded = recordedId(pass) ?? outcome.status?.[kind.idField];
  // An intent ends with the ID that came of it.
  if (recorded === undefined || memo.made !== undefined) return next;
  const { attempt: _, ...ended } = next;
  return ended;
}
