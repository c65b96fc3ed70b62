import { admit, placeIn, refuseInvalid, type WriteOptions } from './admission';
import { apply } from './apply';
import { insert, store } from './create';
import { badRequest, conflict, invalid, invalidValue, modified, notFound } from './failure';
import { withLastApplied } from './last-applied';
import { isReset, type Owned, ownedAfterUpdate, readOwned, type Writer } from './managed-fields';
import { dropEmpty } from './meta';
import { copy, type KubeObject, type ManagedFieldsEntry, same } from './object';
import { type Resource, readAs, writeAs } from './resource';
import { completed } from './schema';
import type { Server } from './server';

/** Which object a request is about. */
export interface Place {
  readonly resource: Resource;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Changes an object: `change` makes the new object of the stored one.
 *
 * @throws Failure 404, 409 for an outdated resourceVersion, 422 for an invalid object
 */
export function update(
  server: Server,
  { resource, namespace, name }: Place,
  change: (live: KubeObject) => KubeObject,
  options: WriteOptions,
): KubeObject {
  const stored = server.store.get(resource.key, namespace, name);
  if (stored === undefined) throw notFound(resource, name);
  const live = readAs(resource, stored);
  const object = admit(resource, named(copy(change(live)), name), options);
  placeIn(resource, object, namespace);
  preserve(resource, object, live);
  const owned = givenOwners(object, live, options.writer);
  return replace(server, resource, live, object, options, (after) =>
    ownedAfterUpdate(resource, live, after, owned, options.writer),
  );
}

/**
 * PUT: the object replaces the stored one.
 *
 * @throws Failure as {@link update}
 */
export function put(server: Server, place: Place, given: KubeObject, options: WriteOptions): KubeObject {
  const { resource, name } = place;
  named(given, name);
  const replacement = (live: KubeObject) => {
    const { uid, resourceVersion = '' } = given.metadata;
    if (resource.custom && resourceVersion === '') {
      const problem = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
      throw invalid(resource, name, [problem], resource.plural);
    }
    if (uid !== undefined && uid !== live.metadata.uid) {
      const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid}`;
      throw conflict(resource, name, why);
    }
    return given;
  };
  return update(server, place, replacement, options);
}

/**
 * Server-side apply. Creates the object if it is absent.
 *
 * @throws Failure 409 for fields of other managers unless `force` is set
 */
export function applyTo(
  server: Server,
  { resource, namespace, name }: Place,
  given: KubeObject,
  force: boolean,
  options: WriteOptions,
): { readonly object: KubeObject; readonly created: boolean } {
  const configuration = named(copy(given), name);
  placeIn(resource, configuration, namespace);
  const stored = server.store.get(resource.key, namespace, name);
  if (stored === undefined) {
    if (options.writer.subresource !== '') throw notFound(resource, name);
    const { uid } = given.metadata;
    if (uid !== undefined) {
      const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
      throw conflict(resource, name, why);
    }
    const { object, managedFields } = apply(resource, undefined, configuration, options.writer, force);
    return { object: insert(server, resource, object, options, managedFields), created: true };
  }
  const live = readAs(resource, stored);
  const { object: merged, managedFields } = apply(resource, live, configuration, options.writer, force);
  const object = withLastApplied(merged, live, given, options.writer.manager);
  preserve(resource, object, live);
  return { object: replace(server, resource, live, object, options, () => managedFields), created: false };
}

/** @throws Failure 400 when the object has another name */
function named(object: KubeObject, name: string): KubeObject {
  if (object.metadata.name === '') object.metadata.name = name;
  if (object.metadata.name === name) return object;
  throw badRequest(`the name of the object (${object.metadata.name}) does not match the name on the URL (${name})`);
}

const serverOwned = ['deletionTimestamp', 'deletionGracePeriodSeconds', 'generation', 'selfLink'] as const;

/** Keeps the metadata that clients cannot change or need not send. */
function preserve(resource: Resource, object: KubeObject, live: KubeObject): void {
  const { metadata } = object;
  const { resourceVersion = '' } = metadata;
  if (resourceVersion !== '' && resourceVersion !== live.metadata.resourceVersion) {
    throw modified(resource, live.metadata.name);
  }
  metadata.resourceVersion = live.metadata.resourceVersion ?? '';
  if ((metadata.uid ?? '') === '') metadata.uid = live.metadata.uid ?? '';
  metadata.creationTimestamp ??= live.metadata.creationTimestamp ?? null;
  for (const field of serverOwned) {
    if (live.metadata[field] === undefined) delete metadata[field];
    else Object.assign(metadata, { [field]: live.metadata[field] });
  }
}

function givenOwners(object: KubeObject, live: KubeObject, writer: Writer): Owned[] {
  const given = object.metadata.managedFields;
  if (isReset(given)) return [];
  // A client may edit the entries themselves: kubectl does so to move from client-side to server-side apply.
  return readOwned(writer.subresource === '' && given !== undefined ? given : live.metadata.managedFields);
}

function replace(
  server: Server,
  resource: Resource,
  live: KubeObject,
  given: KubeObject,
  options: WriteOptions,
  ownedAfter: (object: KubeObject) => ManagedFieldsEntry[],
): KubeObject {
  const toStatus = options.writer.subresource === 'status';
  const content = toStatus ? statusOnly(resource, given, live) : withoutStatus(resource, given, live);
  const object = completed(resource, content, resource.custom && options.writer.operation === 'Apply');
  dropEmpty(object.metadata);
  resource.prepare?.(object, live);
  const { metadata } = object;
  if (resource.counted && !same(counted(resource, object), counted(resource, live))) {
    metadata.generation = (live.metadata.generation ?? 0) + 1;
  }
  refuseInvalid(resource, object, live, options.writer.subresource);
  const managedFields = ownedAfter(object);
  if (managedFields.length > 0) metadata.managedFields = managedFields;
  else delete metadata.managedFields;
  if (sameButTimes(object, live)) return live;
  const { deletionTimestamp, finalizers = [] } = metadata;
  const goes = deletionTimestamp !== undefined && finalizers.length === 0 && !resource.drained;
  if (!goes) return store(server, resource, object, options);
  return options.dryRun ? object : readAs(resource, server.store.remove(resource.key, writeAs(resource, object)));
}

/** A write to the status subresource: of a custom object it changes the status alone. */
function statusOnly(resource: Resource, given: KubeObject, live: KubeObject): KubeObject {
  const { status: _, ...rest } = live;
  const { metadata } = resource.custom ? copy(live) : given;
  return { ...rest, metadata, ...('status' in given ? { status: given.status } : {}) } as KubeObject;
}

function withoutStatus(resource: Resource, given: KubeObject, live: KubeObject): KubeObject {
  if (!resource.hasStatus) return given;
  const { status: _, ...rest } = given;
  return { ...rest, ...('status' in live ? { status: live.status } : {}) } as KubeObject;
}

/** What `metadata.generation` counts: everything but metadata and a status that has its own subresource. */
function counted(resource: Resource, object: KubeObject): Partial<KubeObject> {
  const { metadata: _metadata, status, ...rest } = object;
  return resource.hasStatus ? rest : { ...rest, status };
}

function sameButTimes(a: KubeObject, b: KubeObject): boolean {
  const timeless = ({ metadata, ...rest }: KubeObject) => ({
    ...rest,
    metadata: { ...metadata, managedFields: (metadata.managedFields ?? []).map(({ time: _, ...entry }) => entry) },
  });
  return same(timeless(a), timeless(b));
}
