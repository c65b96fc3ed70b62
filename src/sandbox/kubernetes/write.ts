import { apply, checkConfiguration } from './apply';
import { establish } from './crd';
import { alreadyExists, badRequest, conflict, forbidden, invalid, invalidValue, modified, notFound } from './failure';
import { isReset, ownedAfterUpdate, readOwned, type Writer } from './managed-fields';
import { metaChangeProblems, metaProblems } from './meta';
import { copy, fieldsOf, type KubeObject, same } from './object';
import { type Resource, readAs, writeAs } from './resource';
import { customProblems, defaultFields, pruneFields } from './schema';
import type { Server } from './server';

/** How a write is to be done. */
export interface WriteOptions {
  readonly writer: Writer;
  /** Do everything but store. */
  readonly dryRun: boolean;
  readonly fieldValidation: 'Strict' | 'Warn' | 'Ignore';
  /** Gets a text for each thing that the client should know. */
  readonly warnings: string[];
}

/** What a change of one object gives. */
export interface Written {
  readonly object: KubeObject;
  readonly created: boolean;
}

const namespaceResource = { group: '', plural: 'namespaces', kind: 'Namespace' };

/** Creates an object. */
export function create(
  server: Server,
  resource: Resource,
  namespace: string,
  given: KubeObject,
  options: WriteOptions,
): KubeObject {
  const object = admit(resource, given, options);
  placeIn(resource, object, namespace);
  const { metadata } = object;
  if (metadata.name === '' && typeof metadata.generateName === 'string' && metadata.generateName !== '') {
    metadata.name = metadata.generateName.slice(0, 58) + suffix();
  }
  if (metadata.resourceVersion !== undefined && metadata.resourceVersion !== '') {
    throw badRequest('resourceVersion should not be set on objects to be created');
  }
  if (metadata.name !== '' && server.store.get(resource.key, namespace, metadata.name) !== undefined) {
    throw alreadyExists(resource, metadata.name);
  }
  return insert(server, resource, object, options);
}

function suffix(): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  return Array.from({ length: 5 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
}

function insert(
  server: Server,
  resource: Resource,
  object: KubeObject,
  options: WriteOptions,
  owned?: KubeObject['metadata']['managedFields'],
): KubeObject {
  const { metadata } = object;
  defaultFields(resource.schema, object);
  if (resource.hasStatus) delete object.status;
  resource.prepare?.(object);
  metadata.uid = server.uid();
  metadata.creationTimestamp = server.time();
  for (const field of [
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'selfLink',
    'resourceVersion',
    'generation',
  ] as const)
    delete metadata[field];
  if (resource.counted) metadata.generation = 1;
  delete metadata.managedFields;
  refuse(resource, object);
  needNamespace(server, resource, metadata.namespace ?? '', metadata.name);
  const managedFields = owned ?? ownedAfterUpdate(resource, undefined, object, [], options.writer);
  if (managedFields.length > 0) metadata.managedFields = managedFields;
  return store(server, resource, object, options);
}

function refuse(resource: Resource, object: KubeObject, old?: KubeObject): void {
  const problems = [
    ...(old === undefined
      ? metaProblems(object.metadata, nameRule(resource))
      : metaChangeProblems(object.metadata, old.metadata)),
    ...(old === undefined ? [] : metaProblems({ ...object.metadata, name: 'unchanged' }, 'subdomain')),
    ...(resource.custom ? customProblems(resource, object, old) : []),
    ...(resource.check?.(object, old) ?? []),
  ];
  if (problems.length > 0) throw invalid(resource, object.metadata.name, problems);
}

function nameRule(resource: Resource): 'subdomain' | 'label' | 'path' {
  if (resource.group === 'rbac.authorization.k8s.io') return 'path';
  return resource.key === '/namespaces' ? 'label' : 'subdomain';
}

function needNamespace(server: Server, resource: Resource, namespace: string, name: string): void {
  if (!resource.namespaced) return;
  const found = server.store.get('/namespaces', '', namespace);
  if (found === undefined) throw notFound(namespaceResource, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  throw forbidden(
    resource,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}

function placeIn(resource: Resource, object: KubeObject, namespace: string): void {
  const { metadata } = object;
  if (!resource.namespaced) {
    if (metadata.namespace !== undefined && metadata.namespace !== '') {
      throw badRequest('namespace is not allowed on cluster-scoped objects');
    }
    delete metadata.namespace;
    return;
  }
  if (metadata.namespace === undefined || metadata.namespace === '') metadata.namespace = namespace;
  if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** Takes an object in: drops unknown fields, with a warning or a refusal if so wanted. */
function admit(
  resource: Resource,
  given: KubeObject,
  options: Pick<WriteOptions, 'fieldValidation' | 'warnings'>,
): KubeObject {
  const object = copy(given);
  const unknown = pruneFields(resource.schema, object);
  if (unknown.length === 0 || options.fieldValidation === 'Ignore') return object;
  const texts = unknown.map((path) => `unknown field ${JSON.stringify(path)}`);
  if (options.fieldValidation === 'Strict') {
    const { kind, version } = resource;
    throw badRequest(
      `${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: ${texts.join(', ')}`,
    );
  }
  options.warnings.push(...texts);
  return object;
}

/**
 * Changes an object: `change` makes the new object of the stored one.
 *
 * @throws Failure 404, 409 for an outdated resourceVersion, 422 for an invalid object
 */
export function update(
  server: Server,
  resource: Resource,
  namespace: string,
  name: string,
  change: (live: KubeObject) => KubeObject,
  options: WriteOptions,
): KubeObject {
  const stored = server.store.get(resource.key, namespace, name);
  if (stored === undefined) throw notFound(resource, name);
  const live = readAs(resource, stored);
  const changed = change(live);
  if (changed.metadata.name === '') changed.metadata.name = name;
  if (changed.metadata.name !== name) {
    throw badRequest(`the name of the object (${changed.metadata.name}) does not match the name on the URL (${name})`);
  }
  const object = admit(resource, changed, options);
  placeIn(resource, object, namespace);
  preserve(resource, object, live);
  const owned = givenOwners(object, live, options.writer);
  return replace(server, resource, live, object, options, (after) =>
    ownedAfterUpdate(resource, live, after, owned, options.writer),
  );
}

function preserve(resource: Resource, object: KubeObject, live: KubeObject): void {
  const { metadata } = object;
  const { resourceVersion } = metadata;
  if (resourceVersion !== undefined && resourceVersion !== '' && resourceVersion !== live.metadata.resourceVersion) {
    throw modified(resource, live.metadata.name);
  }
  metadata.resourceVersion = live.metadata.resourceVersion ?? '';
  metadata.uid ??= live.metadata.uid ?? '';
  if (metadata.uid === '') metadata.uid = live.metadata.uid ?? '';
  if (metadata.creationTimestamp === undefined || metadata.creationTimestamp === null)
    metadata.creationTimestamp = live.metadata.creationTimestamp ?? null;
  for (const field of ['deletionTimestamp', 'deletionGracePeriodSeconds', 'generation', 'selfLink'] as const) {
    if (live.metadata[field] === undefined) delete metadata[field];
    else Object.assign(metadata, { [field]: live.metadata[field] });
  }
}

function givenOwners(object: KubeObject, live: KubeObject, writer: Writer) {
  const given = object.metadata.managedFields;
  if (isReset(given)) return [];
  // A client may edit the entries themselves: kubectl does so to move from client-side to server-side apply.
  return readOwned(writer.subresource === '' && given !== undefined ? given : live.metadata.managedFields);
}

function replace(
  server: Server,
  resource: Resource,
  live: KubeObject,
  object: KubeObject,
  options: WriteOptions,
  ownedAfter: (object: KubeObject) => KubeObject['metadata']['managedFields'],
): KubeObject {
  const { metadata } = object;
  if (options.writer.subresource === 'status') limitToStatus(resource, object, live);
  else if (resource.hasStatus) keep(object, live, 'status');
  defaultFields(resource.schema, object);
  resource.prepare?.(object, live);
  if (resource.counted && !same(wanted(object), wanted(live)))
    metadata.generation = (live.metadata.generation ?? 0) + 1;
  refuse(resource, object, live);
  const managedFields = ownedAfter(object) ?? [];
  if (managedFields.length > 0) metadata.managedFields = managedFields;
  else delete metadata.managedFields;
  if (same(object, live)) return live;
  if (sameButTimes(object, live)) return live;
  const going =
    metadata.deletionTimestamp !== undefined &&
    (metadata.finalizers ?? []).length === 0 &&
    !holdsNamespace(resource, object);
  if (!going) return store(server, resource, object, options);
  if (options.dryRun) return object;
  return readAs(resource, server.store.remove(resource.key, writeAs(resource, object)));
}

function holdsNamespace(resource: Resource, object: KubeObject): boolean {
  const { finalizers } = fieldsOf(object.spec);
  return resource.key === '/namespaces' && Array.isArray(finalizers) && finalizers.length > 0;
}

function sameButTimes(a: KubeObject, b: KubeObject): boolean {
  const timeless = (object: KubeObject) => ({
    ...object,
    metadata: {
      ...object.metadata,
      managedFields: (object.metadata.managedFields ?? []).map(({ time: _, ...entry }) => entry),
    },
  });
  return same(timeless(a), timeless(b));
}

/** A write to the status subresource changes the status and, on built-in resources, labels and annotations. */
function limitToStatus(resource: Resource, object: KubeObject, live: KubeObject): void {
  for (const field of new Set([...Object.keys(object), ...Object.keys(live)])) {
    if (field === 'status' || field === 'metadata') continue;
    keep(object, live, field);
  }
  if (!resource.custom) return;
  const { managedFields } = object.metadata;
  object.metadata = { ...copy(live.metadata), ...(managedFields === undefined ? {} : { managedFields }) };
}

function keep(object: KubeObject, live: KubeObject, field: string): void {
  if (live[field] === undefined) delete object[field];
  else object[field] = live[field];
}

function wanted(object: KubeObject): Partial<KubeObject> {
  const { metadata: _meta, status: _status, ...rest } = object;
  return rest;
}

/** PUT: the object replaces the stored one. */
export function put(
  server: Server,
  resource: Resource,
  namespace: string,
  name: string,
  given: KubeObject,
  options: WriteOptions,
): KubeObject {
  if (given.metadata.name !== '' && given.metadata.name !== name) {
    throw badRequest(`the name of the object (${given.metadata.name}) does not match the name on the URL (${name})`);
  }
  return update(
    server,
    resource,
    namespace,
    name,
    (live) => {
      if (resource.custom && (given.metadata.resourceVersion ?? '') === '') {
        throw invalid(
          resource,
          name,
          [invalidValue('metadata.resourceVersion', 0, 'must be specified for an update')],
          resource.plural,
        );
      }
      if (given.metadata.uid !== undefined && given.metadata.uid !== live.metadata.uid) {
        throw conflict(
          resource,
          name,
          `Precondition failed: UID in precondition: ${given.metadata.uid}, UID in object meta: ${live.metadata.uid}`,
        );
      }
      return given;
    },
    options,
  );
}

/** Server-side apply. Creates the object if it is absent. */
export function applyTo(
  server: Server,
  resource: Resource,
  namespace: string,
  name: string,
  given: KubeObject,
  force: boolean,
  options: WriteOptions,
): Written {
  checkConfiguration(resource, given);
  const configuration = copy(given);
  if (configuration.metadata.name !== '' && configuration.metadata.name !== name) {
    throw badRequest(
      `the name of the object (${configuration.metadata.name}) does not match the name on the URL (${name})`,
    );
  }
  configuration.metadata.name = name;
  placeIn(resource, configuration, namespace);
  const stored = server.store.get(resource.key, namespace, name);
  if (stored === undefined) {
    if (options.writer.subresource !== '') throw notFound(resource, name);
    if (given.metadata.uid !== undefined) {
      throw conflict(
        resource,
        name,
        `uid mismatch: the provided object specified uid ${given.metadata.uid}, and no existing object was found`,
      );
    }
    const { object, managedFields } = apply(resource, undefined, configuration, options.writer, force);
    return { object: insert(server, resource, object, options, managedFields), created: true };
  }
  const live = readAs(resource, stored);
  const { object, managedFields } = apply(resource, live, configuration, options.writer, force);
  preserve(resource, object, live);
  return { object: replace(server, resource, live, object, options, () => managedFields), created: false };
}

function store(
  server: Server,
  resource: Resource,
  object: KubeObject,
  options: Pick<WriteOptions, 'dryRun'>,
): KubeObject {
  const settled = resource.key === CRDS && resource.custom === false ? establish(object, server.time()) : object;
  if (options.dryRun) return settled;
  return readAs(resource, server.store.put(resource.key, writeAs(resource, settled)));
}

/** Where the store keeps CustomResourceDefinitions. */
export const CRDS = 'apiextensions.k8s.io/customresourcedefinitions';
