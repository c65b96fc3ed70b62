import { admit, needNamespace, placeIn, refuseInvalid, type WriteOptions } from './admission';
import { establish } from './crd';
import { alreadyExists, Failure } from './failure';
import { ownedAfterUpdate } from './managed-fields';
import { dropEmpty } from './meta';
import type { KubeObject, ManagedFieldsEntry } from './object';
import { CRDS, type Resource, readAs, writeAs } from './resource';
import { completed } from './schema';
import type { Server } from './server';

/**
 * Creates an object.
 *
 * @throws Failure 400, 404 without its namespace, 409 when there is one of its name, 422
 */
export function create(
  server: Server,
  resource: Resource,
  namespace: string,
  given: KubeObject,
  options: WriteOptions,
): KubeObject {
  const object = admit(resource, given, options);
  placeIn(resource, object, namespace);
  const { name, generateName = '', resourceVersion = '' } = object.metadata;
  if (name === '' && generateName !== '') object.metadata.name = generateName.slice(0, 58) + suffix();
  const made = insert(server, resource, object, options);
  if (resourceVersion !== '') throw new Failure(500, '', 'resourceVersion should not be set on objects to be created');
  return made;
}

function suffix(): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  return Array.from({ length: 5 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
}

/** Completes, checks and stores a new object. `owned` are its managed fields, if the writer's own are not to be computed. */
export function insert(
  server: Server,
  resource: Resource,
  given: KubeObject,
  options: WriteOptions,
  owned?: ManagedFieldsEntry[],
): KubeObject {
  const object = completed(resource, given, resource.custom && options.writer.operation === 'Apply');
  const { metadata } = object;
  dropEmpty(metadata);
  needNamespace(server, resource, metadata.namespace ?? '', metadata.name);
  if (resource.hasStatus) delete object.status;
  resource.prepare?.(object);
  object.metadata = fresh(server, resource, metadata);
  refuseInvalid(resource, object);
  if (server.store.get(resource.key, metadata.namespace ?? '', metadata.name) !== undefined) {
    throw alreadyExists(resource, metadata.name);
  }
  const managedFields = owned ?? ownedAfterUpdate(resource, undefined, object, [], options.writer);
  if (managedFields.length > 0) object.metadata.managedFields = managedFields;
  return store(server, resource, object, options);
}

function fresh(server: Server, resource: Resource, given: KubeObject['metadata']): KubeObject['metadata'] {
  const { deletionTimestamp: _1, deletionGracePeriodSeconds: _2, selfLink: _3, ...rest } = given;
  const { resourceVersion: _4, generation: _5, managedFields: _6, ...metadata } = rest;
  const generation = resource.counted ? { generation: 1 } : {};
  return { ...metadata, name: given.name, uid: server.uid(), creationTimestamp: server.time(), ...generation };
}

/** Stores an object that has passed all checks. */
export function store(
  server: Server,
  resource: Resource,
  object: KubeObject,
  { dryRun }: { dryRun: boolean },
): KubeObject {
  const settled = resource.key === CRDS ? establish(object, server.time()) : object;
  return dryRun ? settled : readAs(resource, server.store.put(resource.key, writeAs(resource, settled)));
}
