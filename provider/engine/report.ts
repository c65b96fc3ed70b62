import { isDeepStrictEqual } from 'node:util';
import { findCondition, setConditions } from './conditions';
import type { Happening, Outcome } from './outcome';
import { type Pass, patchObject, recordedId, type Status, statusOf } from './pass';
import { statusPatch } from './status';

/** Annotation by which a person or a tool asks for a look right now. */
export const RECONCILE_REQUESTED = 'compute.sostackit.dev/reconcile-requested-at';

/**
 * Writes what a pass found into the status, if that changed anything, and tells of what happened. This is the only
 * place that turns an outcome into conditions and events. Answers the outcome, with a date for what is yet to be written.
 */
export async function report(pass: Pass, outcome: Outcome): Promise<Outcome> {
  const { memo } = pass;
  if (outcome.ready?.status === 'True') delete memo.told;
  const delay = outcome.released || !saysAnything(pass, outcome) ? 0 : await write(pass, outcome);
  for (const happening of outcome.happenings ?? []) tell(pass, happening);
  return delay > 0 ? { ...outcome, next: { is: 'after', delay } } : outcome;
}

/** Milliseconds for which a step of a creation under way is not written by itself. */
const STEPS = 90_000;

/** Writes what changed, if anything did, and answers 0; or the milliseconds after which it is to be written. */
async function write(pass: Pass, outcome: Outcome): Promise<number> {
  const { object, memo, engine } = pass;
  const status = nextStatus(pass, outcome);
  const operations = statusPatch(object, status);
  if (operations.length === 0) return 0;
  if ((outcome.next?.is ?? 'rest') === 'rest' && isStep(pass, status)) {
    const now = engine.clock.now();
    memo.stepAt ??= now;
    if (memo.stepAt + STEPS > now) return memo.stepAt + STEPS - now;
  }
  delete memo.stepAt;
  await patchObject(pass, operations, 'status');
  return 0;
}

/** What of a status a creation under way leaves as it is. All else of it mirrors STACKIT, and each step brings other values. */
const FIXED = ['applied', 'attempt', 'drift', 'lastHandledReconcileAt', 'observedGeneration'];

/** Is the only news that a creation has come a step further? A step may be short, and nobody can do anything until the last. */
function isStep({ object, kind }: Pass, next: Status): boolean {
  const present = statusOf(object);
  const sameField = (field: string) => isDeepStrictEqual(present[field], next[field]);
  const sameVerdict = (type: string) => {
    const [former, later] = [present, next].map(({ conditions }) => findCondition(conditions, type));
    return former?.status === later?.status && former?.reason === later?.reason;
  };
  return (
    findCondition(next.conditions, 'Ready')?.reason === 'Creating' &&
    ['Ready', 'Synced'].every(sameVerdict) &&
    [kind.idField, ...FIXED].every(sameField)
  );
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
