import type { CommonStatus } from '../../src/api';
import { API_GROUP, API_VERSION } from '../../src/product';
import type { Observer } from '../cloud/observer';
import { type JsonPatchOperation, type ResourcePath, slim } from '../kubernetes';
import type { Engine } from './engine';
import type { Action, AnyKind, CloudObject, Desired, Observed, Resource, Scope } from './kind';
import { isNewer, type Memo, wishesOf } from './memo';
import { OWNER_LABEL, ownerOf, UID_LABEL } from './owner';
import { resolveReferences, targetsOf, usersOf } from './references';

/** One look at one object: what is wanted, where it lies, and what is remembered of it. */
export interface Pass {
  readonly engine: Engine;
  readonly kind: AnyKind;
  readonly key: string;
  readonly memo: Memo;
  /** The object; replaced by what each of our own writes answers. */
  object: Resource;
  readonly scope: Scope;
  readonly owner: string;
  readonly owned: boolean;
  readonly observer: Observer;
  readonly now: number;
}

/** Status of an object, never `undefined`. */
export type Status = CommonStatus & Record<string, unknown>;

/** Begins a pass. */
export function beginPass(engine: Engine, kind: AnyKind, key: string, memo: Memo, object: Resource): Pass {
  const { namespace = '', name = '' } = object.metadata;
  const status = statusOf(object);
  // What was made once lies where it was made, whatever the spec says today.
  const scope: Scope = {
    projectId: status.applied?.projectId ?? object.spec.projectId,
    region: status.applied?.region ?? object.spec.region,
  };
  return {
    engine,
    kind,
    key,
    memo,
    object,
    scope,
    owner: ownerOf({ clusterId: engine.clusterId, kind: kind.kind, namespace, name }),
    owned: isOwned(kind, object),
    observer: engine.observer(kind, scope),
    now: engine.clock.now(),
  };
}

/** The status, empty if there is none yet. */
export function statusOf(object: Resource): Status {
  return (object.status ?? {}) as Status;
}

/**
 * Is the STACKIT object ours to change and delete? An object that adopts one is not, unless we made something for it
 * before that field was forced in. One that lost that field has an ID but never had our finalizer, and stays foreign.
 */
export function isOwned(kind: AnyKind, object: Resource): boolean {
  const status = statusOf(object);
  if (status.applied !== undefined || status.attempt !== undefined) return true;
  if (kind.adopts(object.spec)) return false;
  return status[kind.idField] === undefined || hasFinalizer(kind, object);
}

/** Annotation that makes the provider report and never change anything: `Observe`, in upper or lower case. */
export const MANAGEMENT = 'compute.sostackit.dev/management';

/** Is the object only reported on? */
export function isObserveOnly({ metadata }: Resource): boolean {
  return metadata.annotations?.[MANAGEMENT]?.toLowerCase() === 'observe';
}

/** Is the object being deleted? */
export function isGoing({ metadata }: Resource): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Does the object carry our finalizer? */
export function hasFinalizer(kind: AnyKind, object: Resource): boolean {
  return object.metadata.finalizers?.includes(kind.finalizer) ?? false;
}

/** The recorded ID, if any. */
export function recordedId({ kind, object }: Pick<Pass, 'kind' | 'object'>): string | undefined {
  const id = statusOf(object)[kind.idField];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The ID under which the object is looked for: the recorded one, the adopted one, or the name that is to become it. */
export function soughtId(pass: Pick<Pass, 'kind' | 'object' | 'owned'>): string | undefined {
  const { kind, object, owned } = pass;
  const name = kind.isNamesake ? object.spec.name || object.metadata.name : undefined;
  return recordedId(pass) ?? (owned ? name : kind.adopts(object.spec));
}

/** Is what lies under the recorded ID another object than the recorded one? */
export function isNamesake(pass: Pass, candidate: CloudObject): boolean {
  return pass.owned && (pass.kind.isNamesake?.(candidate, desiredOf(pass)) ?? false);
}

/** What the pass is about, for a decision. */
export function desiredOf(pass: Pass): Desired<Resource['spec']> {
  const { engine, kind, key, object, owned, owner } = pass;
  const { spec, metadata } = object;
  const recorded = recordedId(pass);
  const address = { kind: kind.kind, key };
  const deleting = isGoing(object);
  return {
    spec,
    name: spec.name || (metadata.name ?? ''),
    labels: { ...spec.labels, [OWNER_LABEL]: owner, [UID_LABEL]: metadata.uid ?? '' },
    owned,
    deleting,
    id: recorded ?? (owned ? undefined : kind.adopts(spec)),
    recorded: recorded !== undefined,
    attempted: statusOf(object).attempt !== undefined,
    applied: statusOf(object).applied,
    observeOnly: isObserveOnly(object),
    status: statusOf(object),
    annotations: metadata.annotations ?? {},
    generation: metadata.generation ?? 0,
    usedBy: deleting ? usersOf(address, engine.references.sourcesOf(address), engine.lookup) : [],
  };
}

/** Asks the kind what to do about what was seen. */
export function decide(pass: Pass, observed: Observed<CloudObject>): Action<unknown> {
  const { engine, kind, object } = pass;
  return kind.decide(desiredOf(pass), observed, resolveReferences(kind, object, engine.lookup), pass.now);
}

/** Path of an object by its `namespace/name`. */
export function pathOfKey({ plural }: Pick<AnyKind, 'plural'>, key: string): ResourcePath {
  const [namespace = '', name = ''] = key.split('/');
  return { group: API_GROUP, version: API_VERSION, plural, namespace, name };
}

/** Path of the pass's object, or of its status. */
export function pathOf(pass: Pick<Pass, 'kind' | 'object'>, subresource?: 'status'): ResourcePath {
  const { namespace, name = '' } = pass.object.metadata;
  return {
    group: API_GROUP,
    version: API_VERSION,
    plural: pass.kind.plural,
    ...(namespace !== undefined && { namespace }),
    name,
    ...(subresource !== undefined && { subresource }),
  };
}

/** Patches the object or its status, and goes on with what came back. */
export async function patchObject(
  pass: Pass,
  operations: readonly JsonPatchOperation[],
  subresource?: 'status',
): Promise<void> {
  const { engine, kind, key, memo } = pass;
  const address = { kind: kind.kind, key };
  memo.writing = 'quiet';
  let isNews = true;
  try {
    const written = slim(await engine.kube.patch<Resource>(pathOf(pass, subresource), operations));
    pass.object = written;
    const version = written.metadata.resourceVersion;
    const cached = engine.lookup(address)?.object;
    const cachedVersion = cached?.metadata.resourceVersion;
    // The watch may have brought it, or something newer, before the answer came.
    if (isNewer(version, cachedVersion)) memo.written = written;
    else delete memo.written;
    const isOld = cachedVersion === version || isNewer(version, cachedVersion);
    isNews = !isOld || (cached && wishesOf(cached)) !== memo.looked;
  } finally {
    if ((memo.writing as Memo['writing']) === 'heard' && isNews) engine.wake(address);
    delete memo.writing;
  }
}

/** Wakes what this object refers to, since that may have waited for it to go. */
export function wakeTargets({ engine, kind, object }: Pass): void {
  for (const target of targetsOf(kind, object)) engine.wake(target);
}
