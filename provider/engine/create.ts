import { StackitError } from '../../src/stackit';
import { KubeError } from '../kubernetes';
import { setConditions } from './conditions';
import { deleteObjects, discardSurplus } from './delete';
import { isLockedOut, outcomeOfFault } from './fault';
import { appliedNow, findings } from './findings';
import type { CloudObject, Created, Resource } from './kind';
import type { Made } from './memo';
import type { Outcome } from './outcome';
import { desiredOf, isGoing, type Pass, patchObject, pathOf, recordedId, type Status, statusOf } from './pass';
import { resolveReferences } from './references';
import { readSecrets } from './secrets';
import { statusChanges, statusPatch } from './status';

/**
 * Creates the object in STACKIT, once: the intent is written before the call, under the resource version that was looked
 * at, and the ID directly after it, under the intent's token. Whoever dies or loses the lease in between leaves an
 * intent behind, and the next look goes by the owner label.
 */
export async function create(pass: Pass, payload: unknown, useless: readonly CloudObject[]): Promise<Outcome> {
  const { engine, kind, scope } = pass;
  const secrets = await readSecrets(pass);
  if ('waiting' in secrets) return secrets.waiting;
  let filled: unknown;
  try {
    filled = kind.secrets ? kind.secrets.fill(payload, secrets.values) : payload;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'a value of a Secret cannot be used';
    return {
      ready: { status: 'False', reason: 'InvalidSpec', message },
      next: { is: 'after', delay: 60_000 },
      pace: 'none',
    };
  }
  // Before the intent, from which on time counts.
  const turn = await engine.turn(scope.projectId);
  try {
    return await attempt(pass, { payload, filled, useless });
  } finally {
    turn.end();
  }
}

interface Attempt {
  readonly payload: unknown;
  /** The payload with the values of Secrets. */
  readonly filled: unknown;
  readonly useless: readonly CloudObject[];
}

async function attempt(pass: Pass, { payload, filled, useless }: Attempt): Promise<Outcome> {
  const { engine, kind, scope, observer } = pass;
  const token = engine.token();
  const before = statusOf(pass.object);
  await writeIntent(pass, token);
  // Only now: until the new token stood in the status, another attempt could still have recorded one of these.
  await deleteObjects(pass, useless, 'it was registered before, and what is needed to use it is lost');
  // Asked last, as each call before it may have outlived the lease.
  if (!engine.isLeader()) return { next: { is: 'after', delay: engine.createGrace } };
  const tick = observer.begin();
  let created: Created<CloudObject>;
  try {
    created = await kind.cloud.create(engine.clients, scope, filled);
  } catch (error) {
    return createFailed(pass, { error, before, payload });
  }
  const uid = pass.object.metadata.uid ?? '';
  pass.memo.made = { uid, token, id: created.id, scope, status: created.status ?? {} };
  if (created.object) observer.put(created.object, tick);
  const recorded = await recordMade(pass, created.object);
  const warnings = (created.warnings ?? []).map((message) => ({ type: 'Warning', reason: 'Chosen', message }) as const);
  return { ...recorded, happenings: [...(recorded.happenings ?? []), ...warnings] };
}

async function writeIntent(pass: Pass, token: string): Promise<void> {
  const { engine, kind, object, scope } = pass;
  const references = referencesOf(pass);
  const values = kind.hiddenValues(object.spec);
  // What is remembered of an object that was lost says nothing about the next.
  const { values: _values, references: _references, createdAt: _createdAt, ...base } = appliedNow(pass);
  // The ID of an object that was lost goes with the same write that allows a new one.
  const { [kind.idField]: _, ...present } = statusOf(object);
  const now = engine.clock.now();
  const generation = object.metadata.generation ?? 0;
  const ready = isLockedOut(pass)
    ? undefined
    : ({ status: 'False', reason: 'Creating', message: 'creation has begun' } as const);
  const next: Status = {
    ...present,
    observedGeneration: generation,
    conditions: setConditions(statusOf(object).conditions, { Ready: ready }, { generation, now }),
    attempt: { token, startedAt: new Date(now).toISOString() },
    applied: {
      ...base,
      clusterId: engine.clusterId,
      ...scope,
      ...(references && { references }),
      ...(Object.keys(values).length > 0 && { values }),
    },
  };
  await patchObject(pass, statusPatch(object, next), 'status');
}

/** The IDs that the object is made with for good, by field; absent where there are none. */
function referencesOf({ kind, object, engine }: Pass): Record<string, string> | undefined {
  const resolutions = resolveReferences(kind, object, engine.lookup);
  const ready = kind.references.flatMap(({ field, many }) => {
    const resolution = many ? undefined : resolutions[field];
    return resolution?.is === 'ready' ? [[field, resolution.id] as const] : [];
  });
  return ready.length === 0 ? undefined : Object.fromEntries(ready);
}

/**
 * Was nothing made for certain? A PUT is repeated by the client itself, so that of a fault that passes nobody knows what an
 * earlier try has done.
 */
function isCertain({ class: is }: StackitError, byName: boolean): boolean {
  const passes = is === 'transient' || is === 'throttled' || is === 'conflict';
  return is !== 'uncertain' && !(byName && passes);
}

/** A definite refusal takes the intent back; an uncertain end leaves it, for the look-up after the grace. */
async function createFailed(
  pass: Pass,
  { error, before, payload }: { readonly error: unknown; readonly before: Status; readonly payload: unknown },
): Promise<Outcome> {
  const { engine, kind } = pass;
  const certain = error instanceof StackitError && isCertain(error, kind.isNamesake !== undefined);
  if (!certain) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      ready: {
        status: 'False',
        reason: 'Creating',
        message: `it is not known whether STACKIT carried out the creation: ${text}; looking for the ${kind.kind} by its owner label in ${Math.ceil(engine.createGrace / 1000)} s before any further attempt`,
      },
      next: { is: 'after', delay: engine.createGrace },
      pace: 'slow',
      error,
    };
  }
  const { attempt, applied, ...rest } = statusOf(pass.object);
  const next: Status = { ...rest, ...(before.applied !== undefined && { applied: before.applied }) };
  await patchObject(
    pass,
    [{ op: 'test', path: '/status/attempt/token', value: attempt?.token }, ...statusChanges(pass.object, next)],
    'status',
  );
  return outcomeOfFault(pass, error, { verb: 'create', holds: JSON.stringify(payload) });
}

/**
 * Writes down the ID of what was just made, under the intent's token. Where that proves that another attempt took over
 * or the object is gone, what was made is surplus, and its maker deletes it.
 */
export async function recordMade(pass: Pass, object?: CloudObject): Promise<Outcome> {
  const { engine, kind, memo } = pass;
  const made = memo.made;
  if (!made) return {};
  try {
    await patchObject(pass, recordOperations(pass, made, object), 'status');
  } catch (error) {
    if (!(error instanceof KubeError && (error.status === 404 || error.status === 409 || error.status === 422)))
      throw error;
    return recordRefused(pass, made, error);
  }
  delete memo.made;
  memo.failures = 0;
  for (const touched of kind.touches) engine.nudge(touched, made.scope);
  return {
    happenings: [{ type: 'Normal', reason: 'Created', message: `created in STACKIT with the ID ${made.id}` }],
    pace: 'fast',
  };
}

function recordOperations(pass: Pass, made: Made, object: CloudObject | undefined) {
  const { engine, kind } = pass;
  const { attempt: _, ...present } = statusOf(pass.object);
  const generation = pass.object.metadata.generation ?? 0;
  const found = object && findings(pass, object);
  const ready = found?.ready ?? { status: 'False', reason: 'Creating', message: 'creation has begun' };
  const now = engine.clock.now();
  const next: Status = {
    ...present,
    ...(present.applied && { applied: { ...present.applied, createdAt: new Date(now).toISOString() } }),
    ...(object && kind.status(object, desiredOf(pass))),
    ...made.status,
    [kind.idField]: made.id,
    observedGeneration: generation,
    conditions: setConditions(present.conditions, { Ready: ready, Synced: found?.synced }, { generation, now }),
  };
  return [
    { op: 'test' as const, path: '/metadata/uid', value: made.uid },
    { op: 'test' as const, path: '/status/attempt/token', value: made.token },
    ...statusChanges(pass.object, next),
  ];
}

/** The patch was refused: only a look at the stored object tells why. */
async function recordRefused(pass: Pass, made: Made, refusal: KubeError): Promise<Outcome> {
  const { engine, memo } = pass;
  let stored: Resource | undefined;
  try {
    stored = await engine.kube.get<Resource>(pathOf(pass));
  } catch (error) {
    if (!(error instanceof KubeError && error.status === 404)) throw error;
  }
  if (stored && stored.metadata.uid === made.uid) {
    pass.object = stored;
    memo.written = stored;
    if (recordedId(pass) === made.id) {
      delete memo.made;
      return { pace: 'fast' };
    }
    // Same attempt, so the refusal was not about who we are: the patch is tried again on what is stored now.
    if (statusOf(stored).attempt?.token === made.token) throw refusal;
  }
  delete memo.made;
  // Whoever looks after the object now finds by our labels what was made, and takes it up or deletes it: two that judge it
  // would be one too many.
  if (stored?.metadata.uid === made.uid && !isGoing(stored)) return { pace: 'fast', next: { is: 'after', delay: 0 } };
  memo.surplus.set(made.id, made);
  // At once, since this process may be about to end.
  await discardSurplus(pass);
  return { released: stored === undefined, next: { is: 'after', delay: 0 } };
}
