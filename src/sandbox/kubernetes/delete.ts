import { conflict, invalid, notFound } from './failure';
import type { KubeObject } from './object';
import { type Resource, readAs, writeAs } from './resource';
import type { Server } from './server';

/** What a deletion asks for, as in DeleteOptions. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly propagation?: string;
}

/** The object after the request, and whether it is gone already. */
export interface Deleted {
  readonly object: KubeObject;
  readonly gone: boolean;
}

const policies = ['Foreground', 'Background', 'Orphan'];

/**
 * Deletes an object: at once when nothing holds it, else it gets a deletionTimestamp and goes with its last finalizer.
 *
 * @throws Failure 404, 409 when a precondition fails
 */
export function remove(
  server: Server,
  resource: Resource,
  namespace: string,
  name: string,
  options: DeleteOptions,
): Deleted {
  const { propagation, uid, resourceVersion, dryRun } = options;
  if (propagation !== undefined && !policies.includes(propagation)) {
    const message = `Unsupported value: ${JSON.stringify(propagation)}: supported values: "Foreground", "Background", "Orphan", "nil"`;
    const subject = { group: 'meta.k8s.io', plural: 'DeleteOptions', kind: 'DeleteOptions' };
    throw invalid(subject, '', [{ field: 'propagationPolicy', reason: 'FieldValueNotSupported', message }]);
  }
  const stored = server.store.get(resource.key, namespace, name);
  if (stored === undefined) throw notFound(resource, name);
  const { metadata } = stored;
  const subject = { ...resource, plural: resource.kind };
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      subject,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      subject,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
  const finalizers = finalizersAfter(metadata.finalizers ?? [], propagation);
  if (finalizers.length === 0 && !resource.drained) {
    if (dryRun) return { object: readAs(resource, stored), gone: true };
    return { object: readAs(resource, server.store.remove(resource.key, stored)), gone: true };
  }
  if (metadata.deletionTimestamp !== undefined && finalizers.length === (metadata.finalizers ?? []).length) {
    return { object: readAs(resource, stored), gone: false };
  }
  const marked = mark(server, resource, stored, finalizers);
  if (dryRun) return { object: readAs(resource, marked), gone: false };
  return { object: readAs(resource, server.store.put(resource.key, writeAs(resource, marked))), gone: false };
}

function finalizersAfter(before: readonly string[], propagation: string | undefined): string[] {
  const others = before.filter((name) => name !== 'orphan' && name !== 'foregroundDeletion');
  if (propagation === 'Orphan') return [...others, 'orphan'];
  if (propagation === 'Foreground') return [...others, 'foregroundDeletion'];
  return propagation === undefined ? [...before] : others;
}

function mark(server: Server, resource: Resource, stored: KubeObject, finalizers: string[]): KubeObject {
  const { metadata } = stored;
  const first = metadata.deletionTimestamp === undefined;
  const marked: KubeObject = {
    ...stored,
    metadata: {
      ...metadata,
      finalizers,
      deletionTimestamp: metadata.deletionTimestamp ?? server.time(),
      deletionGracePeriodSeconds: 0,
      ...(first && metadata.generation !== undefined ? { generation: metadata.generation + 1 } : {}),
    },
  };
  if (finalizers.length === 0) delete marked.metadata.finalizers;
  if (resource.key === '/namespaces') {
    marked.status = { ...(stored.status as object), phase: 'Terminating' };
    delete marked.metadata.deletionGracePeriodSeconds;
  }
  return marked;
}
