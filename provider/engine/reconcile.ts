import { act } from './act';
import { recordMade } from './create';
import { deleteObjects, discardSurplus } from './delete';
import type { Engine } from './engine';
import { outcomeOfFault } from './fault';
import { ensureFinalizer } from './finalizer';
import type { Action, AnyKind, CloudObject, Observed, Resource } from './kind';
import { type Memo, newest, wishesOf } from './memo';
import { greatestAge, interestOf, observe } from './observe';
import { mergeOutcomes, type Outcome } from './outcome';
import { beginPass, decide, isGoing, MANAGEMENT, type Pass, recordedId, soughtId, statusOf } from './pass';
import { RECONCILE_REQUESTED, report } from './report';

/** Annotation that stops all calls and writes for an object while it is `"true"`. */
export const PAUSED = 'compute.sostackit.dev/paused';

/** When the key runs again by itself; `undefined` when only a change wakes it. `gone`: nothing is left to remember. */
export interface Requeue {
  readonly delay?: number;
  readonly gone?: boolean;
  readonly error?: unknown;
}

const UNSOUGHT: Observed<CloudObject> = { is: 'unsought' };

/** Works on one key: observe → decide → act → report. */
export async function reconcile(
  engine: Engine,
  kind: AnyKind,
  { key, cached, memo }: { readonly key: string; readonly cached: Resource | undefined; readonly memo: Memo },
): Promise<Requeue> {
  const object = withSpec(newest(cached, memo));
  if (memo.made && memo.made.uid !== object?.metadata.uid) disown(memo);
  if (!object) return afterlife(engine, kind, { key, memo });
  memo.looked = wishesOf(object);
  const pass = beginPass(engine, kind, key, memo, object);
  let outcome: Outcome;
  try {
    outcome = await report(pass, await steps(pass));
  } catch (error) {
    outcome = outcomeOfFault(pass, error, { verb: 'observe' });
    await reportFault(pass, outcome);
  }
  return settle(pass, outcome);
}

async function steps(pass: Pass): Promise<Outcome> {
  const halted = haltedBy(pass.object);
  if (halted) return paused(pass, halted);
  const elsewhere = otherCluster(pass);
  if (elsewhere) return elsewhere;
  if (isRequested(pass.object)) forgive(pass);
  await discardSurplus(pass);
  const first = decide(pass, UNSOUGHT);
  // The spec alone, or the lack of anything to do, decides: no call is made, and no finalizer set.
  if (first.type === 'refuse' || first.type === 'none') return act(pass, first, { observed: UNSOUGHT, surplus: [] });
  if (pass.owned && !isGoing(pass.object)) await ensureFinalizer(pass);
  if (first.type === 'wait' && first.on === 'reference') return act(pass, first, { observed: UNSOUGHT, surplus: [] });
  const recorded = pass.memo.made ? await recordMade(pass) : {};
  if (pass.memo.surplus.size > 0) return recorded;
  const held = heldBack(pass, decide(pass, { is: 'absent' }));
  if (held && recordedId(pass) === undefined) return held;
  const observation = await observe(pass);
  await deleteObjects(pass, observation.surplus, 'another object in STACKIT is recorded for this one');
  const action = decide(pass, observation.observed);
  return mergeOutcomes(recorded, heldBack(pass, action) ?? (await act(pass, action, observation)));
}

/** An attempt that failed is not made again before its date, unless something about it changed. */
function heldBack({ memo, now }: Pass, action: Action<unknown>): Outcome | undefined {
  const { hold } = memo;
  if (!hold || hold.until <= now) return undefined;
  const what =
    action.type === 'create' ? JSON.stringify(action.payload) : action.type === 'delete' ? `delete ${action.id}` : '';
  return what === hold.what ? { next: { is: 'after', delay: hold.until - now }, pace: 'slow' } : undefined;
}

function isRequested(object: Resource): boolean {
  const requested = object.metadata.annotations?.[RECONCILE_REQUESTED];
  return requested !== undefined && requested !== statusOf(object).lastHandledReconcileAt;
}

/** Somebody asks for a look right now, so that no earlier failure counts. */
function forgive({ memo, observer }: Pass): void {
  delete memo.hold;
  delete memo.sent;
  delete memo.aside;
  memo.failures = 0;
  observer.retry();
}

/** The annotation that forbids everything, in words. Who writes something unknown into one means to hold us back. */
function haltedBy({ metadata: { annotations = {} } }: Resource): string | undefined {
  if (annotations[PAUSED]?.toLowerCase() === 'true') return `paused by the annotation ${PAUSED}`;
  const management = annotations[MANAGEMENT];
  if (!management || management.toLowerCase() === 'observe') return undefined;
  return `the annotation ${MANAGEMENT} is ${JSON.stringify(management)}, and only "Observe" is known; nothing is done until it is that or removed`;
}

function paused({ object }: Pass, halted: string): Outcome {
  const waits = isGoing(object) ? '; its deletion goes on once the annotation is removed' : '';
  const message = `${halted}${waits}`;
  return {
    synced: { status: 'False', reason: 'Paused', message },
    pace: 'none',
    ...(isGoing(object) && { happenings: [{ type: 'Warning', reason: 'Paused', message }] }),
  };
}

/** A status that names another cluster came with a backup: its STACKIT object may still serve the cluster it was made for. */
function otherCluster({ engine, object }: Pass): Outcome | undefined {
  const { applied } = statusOf(object);
  if (applied === undefined || applied.clusterId === engine.clusterId) return undefined;
  return {
    ready: {
      status: 'False',
      reason: 'AmbiguousMatch',
      message: `the status was written in the cluster ${applied.clusterId}, this is ${engine.clusterId}: nothing is created, changed or deleted until --cluster-id=${applied.clusterId} says that this cluster takes over, or the status is removed`,
    },
    pace: 'none',
  };
}

/** The CRDs admit an object without `spec`, as the Go operator's do; such a one lacks all required fields. */
function withSpec(object: Resource | undefined): Resource | undefined {
  return object && (object.spec as unknown) === undefined ? { ...object, spec: { projectId: '', region: '' } } : object;
}

/** The Kubernetes object is gone: all that may be left is what this process made and could not record. */
async function afterlife(
  engine: Engine,
  kind: AnyKind,
  { key, memo }: { readonly key: string; readonly memo: Memo },
): Promise<Requeue> {
  engine.unwatch({ kind: kind.kind, key });
  try {
    await discardSurplus({ engine, kind, key, memo });
    return { gone: true };
  } catch (error) {
    return { delay: 2_000, error };
  }
}

function disown(memo: Memo): void {
  const { made } = memo;
  if (made) memo.surplus.set(made.id, made);
  delete memo.made;
}

/** Reporting a fault must not hide it by another. */
async function reportFault(pass: Pass, outcome: Outcome): Promise<void> {
  try {
    await report(pass, outcome);
  } catch (error) {
    pass.engine.log.debug({ key: pass.key, error: String(error) }, 'could not write the status');
  }
}

/** Turns an outcome into the next date, and into what has to be observed until then. */
function settle(pass: Pass, outcome: Outcome): Requeue {
  const { engine, kind, key, memo, now } = pass;
  const error = outcome.error === undefined ? {} : { error: outcome.error };
  if (outcome.released) {
    engine.unwatch({ kind: kind.kind, key });
    return { ...error, ...(memo.surplus.size > 0 && { delay: 0 }) };
  }
  const id = soughtId(pass);
  if (outcome.pace === 'none') engine.unwatch({ kind: kind.kind, key });
  else if (outcome.pace !== undefined) pass.observer.watch(key, { ...interestOf(pass, id), pace: outcome.pace });
  const next = outcome.next ?? { is: 'rest' };
  if (next.is === 'backoff') {
    memo.failures += 1;
    const delay = next.delay ?? next.backoff.first;
    if (next.holds !== undefined) memo.hold = { what: next.holds, until: now + delay };
    return { delay, ...error };
  }
  const age = greatestAge(pass.object);
  if (next.is === 'rest' && Number.isFinite(age) && outcome.pace !== 'none') return { delay: age, ...error };
  if (memo.hold && memo.hold.until <= now) delete memo.hold;
  if (outcome.error === undefined && next.is === 'rest') memo.failures = 0;
  return { ...(next.is === 'after' && { delay: next.delay }), ...error };
}
