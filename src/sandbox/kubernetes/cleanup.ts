import { remove } from './delete';
import { fieldsOf, type KubeObject, type OwnerReference } from './object';
import { CRDS, type Resource } from './resource';
import type { Server } from './server';
import type { Change } from './store';

/**
 * What controllers do on a real cluster when things are deleted: empties terminating namespaces and definitions, removes the
 * dependents of gone owners. Runs once after each burst of changes that may matter to it.
 */
export function startCleanup(server: Server): void {
  let scheduled = false;
  server.store.listen((change) => {
    if (scheduled || !matters(change)) return;
    scheduled = true;
    server.clock.after(1, () => {
      scheduled = false;
      collect(server);
      drainNamespaces(server);
      drainDefinitions(server);
    });
  });
}

function matters({ type, object, previous }: Change): boolean {
  if (type === 'DELETED') return true;
  const { deletionTimestamp, ownerReferences } = object.metadata;
  return (
    deletionTimestamp !== undefined ||
    (ownerReferences !== undefined && previous?.metadata.ownerReferences !== ownerReferences)
  );
}

function drainNamespaces(server: Server): void {
  for (const namespace of server.store.list('/namespaces')) {
    const { deletionTimestamp, name, finalizers = [] } = namespace.metadata;
    if (deletionTimestamp === undefined) continue;
    const left = server.registry
      .stored()
      .filter((resource) => resource.namespaced)
      .map((resource) => ({ resource, count: drain(server, resource, server.store.list(resource.key, name)) }))
      .filter(({ count }) => count > 0);
    if (left.length === 0 && finalizers.length === 0) server.store.remove('/namespaces', { ...namespace, spec: {} });
    else if (left.length === 0) release(server, namespace);
    else report(server, namespace, left);
  }
}

function release(server: Server, namespace: KubeObject): void {
  if ((fieldsOf(namespace.spec).finalizers as unknown[] | undefined)?.length)
    server.store.put('/namespaces', { ...namespace, spec: {} });
}

/** Says in the namespace's conditions what still holds it. */
function report(server: Server, namespace: KubeObject, left: readonly { resource: Resource; count: number }[]): void {
  const what = left.map(
    ({ resource, count }) =>
      `${resource.plural}${resource.group === '' ? '' : `.${resource.group}`} has ${count} resource instances`,
  );
  const message = `Some resources are remaining: ${what.join(', ')}`;
  const status = fieldsOf(namespace.status);
  const [known] = Array.isArray(status.conditions) ? status.conditions : [];
  if (fieldsOf(known).message === message) return;
  const condition = {
    type: 'NamespaceContentRemaining',
    status: 'True',
    reason: 'SomeResourcesRemain',
    message,
    lastTransitionTime: server.time(),
  };
  server.store.put('/namespaces', { ...namespace, status: { ...status, conditions: [condition] } });
}

function drainDefinitions(server: Server): void {
  for (const crd of server.store.list(CRDS)) {
    if (crd.metadata.deletionTimestamp === undefined) continue;
    const key = `${String(fieldsOf(crd.spec).group)}/${String(fieldsOf(fieldsOf(crd.spec).names).plural)}`;
    const resource = server.registry.stored().find((item) => item.key === key);
    const left = resource === undefined ? 0 : drain(server, resource, server.store.list(key));
    if (left === 0 && (crd.metadata.finalizers ?? []).length === 0) server.store.remove(CRDS, crd);
  }
}

/** Deletes objects and returns how many are still there. */
function drain(server: Server, resource: Resource, objects: readonly KubeObject[]): number {
  return objects.filter((object) => {
    if (object.metadata.deletionTimestamp !== undefined) return true;
    return !remove(server, resource, object.metadata.namespace ?? '', object.metadata.name, { dryRun: false }).gone;
  }).length;
}

/** Garbage collection by owner references. */
function collect(server: Server): void {
  const resources = server.registry.stored();
  const all = resources.flatMap((resource) => server.store.list(resource.key).map((object) => ({ resource, object })));
  const uids = new Map(all.map(({ object }) => [object.metadata.uid, object]));
  const dependents = new Map<string, typeof all>();
  for (const item of all) {
    for (const owner of item.object.metadata.ownerReferences ?? []) {
      dependents.set(owner.uid, [...(dependents.get(owner.uid) ?? []), item]);
    }
  }
  for (const { resource, object } of all) {
    const { finalizers = [], deletionTimestamp, uid = '' } = object.metadata;
    if (deletionTimestamp === undefined) continue;
    if (finalizers.includes('orphan')) {
      for (const item of dependents.get(uid) ?? [])
        disown(server, item.resource, item.object, (owner) => owner.uid === uid);
      dropFinalizer(server, resource, object, 'orphan');
    } else if (finalizers.includes('foregroundDeletion')) {
      const blocking = (dependents.get(uid) ?? []).filter(
        (item) => current(server, item.resource, item.object) !== undefined,
      );
      for (const item of blocking) drain(server, item.resource, [item.object]);
      const waits = blocking.some((item) => current(server, item.resource, item.object) !== undefined);
      if (!waits) dropFinalizer(server, resource, object, 'foregroundDeletion');
    }
  }
  for (const { resource, object } of all) {
    const now = current(server, resource, object);
    const owners = now?.metadata.ownerReferences ?? [];
    if (now === undefined || owners.length === 0) continue;
    const present = (owner: OwnerReference) => isOwner(uids.get(owner.uid), owner, now);
    if (!owners.some(present)) drain(server, resource, [now]);
    else if (!owners.every(present)) disown(server, resource, now, (owner) => !present(owner));
  }
}

function isOwner(found: KubeObject | undefined, owner: OwnerReference, dependent: KubeObject): boolean {
  if (found === undefined || found.kind !== owner.kind || found.metadata.name !== owner.name) return false;
  return found.metadata.namespace === undefined || found.metadata.namespace === dependent.metadata.namespace;
}

function current(server: Server, resource: Resource, object: KubeObject): KubeObject | undefined {
  const found = server.store.get(resource.key, object.metadata.namespace ?? '', object.metadata.name);
  return found?.metadata.uid === object.metadata.uid ? found : undefined;
}

function disown(
  server: Server,
  resource: Resource,
  object: KubeObject,
  gone: (owner: OwnerReference) => boolean,
): void {
  const now = current(server, resource, object);
  if (now === undefined) return;
  const { ownerReferences = [], ...metadata } = now.metadata;
  const left = ownerReferences.filter((owner) => !gone(owner));
  server.store.put(resource.key, {
    ...now,
    metadata: { ...metadata, ...(left.length === 0 ? {} : { ownerReferences: left }) },
  } as KubeObject);
}

function dropFinalizer(server: Server, resource: Resource, object: KubeObject, finalizer: string): void {
  const now = current(server, resource, object);
  if (now === undefined) return;
  const { finalizers = [], ...metadata } = now.metadata;
  const left = finalizers.filter((name) => name !== finalizer);
  if (left.length === 0) server.store.remove(resource.key, now);
  else server.store.put(resource.key, { ...now, metadata: { ...metadata, finalizers: left } } as KubeObject);
}
