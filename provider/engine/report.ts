import { setConditions } from './conditions';
import type { Happening, Outcome } from './outcome';
import { type Pass, patchObject, recordedId, type Status, statusOf } from './pass';
import { statusPatch } from './status';

/** Annotation by which a person or a tool asks for a look right now. */
export const RECONCILE_REQUESTED = 'compute.sostackit.dev/reconcile-requested-at';

/**
 * Writes what a pass found into the status, if that changed anything, and tells of what happened. This is the only
 * place that turns an outcome into conditions and events.
 */
export async function report(pass: Pass, outcome: Outcome): Promise<void> {
  const { object, memo } = pass;
  if (outcome.ready?.status === 'True') delete memo.told;
  if (!outcome.released && saysAnything(pass, outcome)) {
    const operations = statusPatch(object, nextStatus(pass, outcome));
    if (operations.length > 0) await patchObject(pass, operations, 'status');
  }
  for (const happening of outcome.happenings ?? []) tell(pass, happening);
}

/** A fault that lasts is told once, not once a pass; each of its answers has a request ID of its own. */
function tell({ engine, object, memo }: Pass, happening: Happening): void {
  if (happening.type === 'Warning') {
    const text = `${happening.reason} ${happening.message.replace(/ \(request [^)]*\)/g, '')}`;
    if (memo.told === text) return;
    memo.told = text;
  }
  engine.events.record(object, happening);
}

/** A pass that could not look yet has nothing to tell, not even that it saw this generation. */
function saysAnything({ object }: Pass, { ready, synced, status }: Outcome): boolean {
  const requested = object.metadata.annotations?.[RECONCILE_REQUESTED];
  return (
    ready !== undefined ||
    synced !== undefined ||
    Object.keys(status ?? {}).length > 0 ||
    (requested !== undefined && requested !== statusOf(object).lastHandledReconcileAt)
  );
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
