import { StackitError } from '../../src/stackit';
import { KubeError } from '../kubernetes';
import { setConditions } from './conditions';
import { outcomeOfFault } from './fault';
import { releaseFinalizer } from './finalizer';
import type { CloudObject, Resource, Scope } from './kind';
import { listOwned, type Observation } from './observe';
import type { Outcome } from './outcome';
import { UID_LABEL } from './owner';
import {
  isGoing,
  isNamesake,
  isObserveOnly,
  MANAGEMENT,
  type Pass,
  patchObject,
  pathOfKey,
  recordedId,
  statusOf,
  wakeTargets,
} from './pass';
import { statusPatch } from './status';

/** Deletes the object in STACKIT. That it is accepted is not the end: absence is proven by later looks. */
export async function deleteOwned(pass: Pass, id: string): Promise<Outcome> {
  const { engine, kind, memo } = pass;
  if (!engine.isLeader()) return { next: { is: 'after', delay: engine.createGrace } };
  try {
    // A 404 here proves nothing about an object that may not be visible yet.
    if (await deleteOne(pass, id, pass.scope, (found) => !isNamesake(pass, found))) memo.seen = id;
  } catch (error) {
    return { ...outcomeOfFault(pass, error, { verb: 'delete', holds: `delete ${id}` }), pace: 'fast' };
  }
  memo.failures = 0;
  for (const touched of kind.touches) engine.nudge(touched, pass.scope);
  return { ready: deleting(`STACKIT has accepted the deletion of ${id}`), pace: 'fast', ...lookAgain(pass) };
}

/** The observer wakes an object by its recorded ID; one that has none looks again by itself. */
export function lookAgain(pass: Pass): Pick<Outcome, 'next'> {
  return recordedId(pass) === undefined ? { next: { is: 'after', delay: pass.engine.settle } } : {};
}

/** Drops the finalizer when nothing with our owner label and UID is left either. */
export async function release(pass: Pass, { observed }: Observation): Promise<Outcome> {
  const { object, memo } = pass;
  // What was looked for by its owner label and found absent needs no second look.
  if (observed.is === 'gone') {
    const left = (await listOwned(pass)).filter((candidate) => candidate.labels[UID_LABEL] === object.metadata.uid);
    if (left.length > 0) {
      const going = left.filter((candidate) => pass.kind.health(candidate, object.spec, pass.now).phase !== 'deleting');
      await deleteObjects(pass, going, 'its Kubernetes object is being deleted');
      return {
        ready: deleting(`waiting for ${left.map(({ id }) => id).join(', ')} to go`),
        pace: 'fast',
        next: { is: 'after', delay: 2_000 },
      };
    }
  }
  const id = observed.is === 'gone' ? observed.id : undefined;
  await sayGoodbye(pass, id);
  await releaseFinalizer(pass);
  wakeTargets(pass);
  // What it held is free only now.
  for (const touched of pass.kind.touches) pass.engine.nudge(touched, pass.scope);
  delete memo.made;
  const left = id === undefined ? leftBehind(pass) : undefined;
  return {
    released: true,
    ...(id !== undefined && { happenings: [{ type: 'Normal', reason: 'Deleted', message: farewellOf(pass, id) }] }),
    ...(left !== undefined && { happenings: [{ type: 'Normal', reason: 'LeftInStackit', message: left }] }),
  };
}

/** What of ours outlives its Kubernetes object is billed on, and nobody else names it. */
function leftBehind(pass: Pass): string | undefined {
  const { kind, object, owned } = pass;
  const id = recordedId(pass);
  if (!owned || id === undefined) return undefined;
  const why = isObserveOnly(object)
    ? `the annotation ${MANAGEMENT} forbids to delete it, and it keeps the owner labels`
    : `spec.deletionPolicy is ${object.spec.deletionPolicy}`;
  return `the ${kind.kind} ${id} stays in STACKIT: ${why}`;
}

function farewellOf({ kind, object }: Pass, id: string): string {
  const left = kind.leftovers?.(object.spec, statusOf(object)) ?? [];
  return [`deleted in STACKIT; it had the ID ${id}`, ...left].join('; ');
}

/** While others' finalizers hold the object, its status must not speak of what is over. */
async function sayGoodbye(pass: Pass, id: string | undefined): Promise<void> {
  const { object, engine } = pass;
  if (id === undefined || (object.metadata.finalizers?.length ?? 0) < 2) return;
  const status = statusOf(object);
  const generation = object.metadata.generation ?? 0;
  const ready = deleting(`${farewellOf(pass, id)}; other finalizers hold this object`);
  const conditions = setConditions(status.conditions, { Ready: ready }, { generation, now: engine.clock.now() });
  const { state: _, ...rest } = status;
  await patchObject(pass, statusPatch(object, { ...rest, conditions }), 'status');
}

/** Deletes what nobody wants, and says so. */
export async function deleteObjects(pass: Pass, objects: readonly CloudObject[], why: string): Promise<void> {
  const { engine, kind, scope } = pass;
  if (objects.length === 0 || !engine.isLeader()) return;
  for (const { id } of objects) await deleteOne(pass, id, scope, (found) => !isNamesake(pass, found));
  engine.events.record(pass.object, {
    type: 'Warning',
    reason: 'SurplusDeleted',
    message: `deleted ${kind.kind} ${objects.map(({ id }) => id).join(', ')} in STACKIT: ${why}`,
  });
}

/**
 * Deletes what this process made and could not record. Its maker does so, leader or not: nobody else knows of it before
 * the next LIST.
 */
export async function discardSurplus(pass: Pick<Pass, 'engine' | 'kind' | 'key' | 'memo'>): Promise<void> {
  for (const { id, uid, scope } of [...pass.memo.surplus.values()]) {
    if (!(await isTakenUp(pass, id, uid))) {
      const made = (found: CloudObject) => found.labels[UID_LABEL] === uid;
      await deleteOne({ ...pass, observer: pass.engine.observer(pass.kind, scope) }, id, scope, made);
    }
    pass.memo.surplus.delete(id);
  }
}

/** Does the Kubernetes object name it, or will whoever looks after that find it? One that is on its way out may have been looked after for the last time. */
async function isTakenUp(
  { engine, kind, key }: Pick<Pass, 'engine' | 'kind' | 'key'>,
  id: string,
  uid: string,
): Promise<boolean> {
  try {
    const stored = await engine.kube.get<Resource>(pathOfKey(kind, key));
    return recordedId({ kind, object: stored }) === id || (stored.metadata.uid === uid && !isGoing(stored));
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return false;
    throw error;
  }
}

/**
 * `false` when STACKIT answers that there is no such object.
 * @param isOurs asked of what lies under the ID right now, where that is a name and may be somebody else's meanwhile
 */
async function deleteOne(
  { engine, kind, observer }: Pick<Pass, 'engine' | 'kind' | 'observer'>,
  id: string,
  scope: Scope,
  isOurs: (found: CloudObject) => boolean,
): Promise<boolean> {
  try {
    if (kind.isNamesake && !isOurs(await kind.cloud.get(engine.clients, scope, id))) return false;
    await kind.cloud.delete(engine.clients, scope, id);
    return true;
  } catch (error) {
    if (error instanceof StackitError && error.class === 'gone') return false;
    throw error;
  } finally {
    observer.wrote(id);
  }
}

/** `Ready=False/Deleting`. */
export function deleting(message: string) {
  return { status: 'False', reason: 'Deleting', message } as const;
}
