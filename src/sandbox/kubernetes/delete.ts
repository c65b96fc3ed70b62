import { conflict, forbidden, invalid, notFound } from './failure';
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

/** The namespaces that no cluster can do without; kube-node-lease is none of them. */
const immortal = ['default', 'kube-public', 'kube-system'];

/**
 * Deletes an object: at once when nothing holds it, else it gets a deletionTimestamp and goes with its last finalizer.
 *
 * @throws Failure 404, 409 when a precondition fails, 403 for a namespace that every cluster needs
 */
export function remove(
  server: Server,
  resource: Resource,
  namespace: string,
  name: string,
  options: DeleteOptions,
): Deleted {
  const { propagation, dryRun } = options;
  if (propagation !== undefined && !policies.includes(propagation)) {
    const message = `Unsupported value: ${JSON.stringify(propagation)}: supported values: "Foreground", "Background", "Orphan", "nil"`;
    const subject = { group: 'meta.k8s.io', plural: 'DeleteOptions', kind: 'DeleteOptions' };
    throw invalid(subject, '', [{ field: 'propagationPolicy', reason: 'FieldValueNotSupported', message }]);
  }
  const stored = server.store.get(resource.key, namespace, name);
  if (stored === undefined) throw notFound(resource, name);
  checkPreconditions(resource, stored, options);
  if (resource.key === '/namespaces' && immortal.includes(name))
    throw forbidden(resource, name, 'this namespace may not be deleted');
  const { metadata } = stored;
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

function checkPreconditions(resource: Resource, { metadata }: KubeObject, options: DeleteOptions): void {
  const checks = [
    ['UID', options.uid, metadata.uid, 'deleted and then recreated'],
    ['ResourceVersion', options.resourceVersion, metadata.resourceVersion, 'modified'],
  ] as const;
  for (const [what, wanted, actual, fear] of checks) {
    if (wanted === undefined || wanted === actual) continue;
    const { name } = metadata;
    if (resource.key === '/namespaces') {
      const why = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${actual}`;
      throw conflict(resource, name, why);
    }
    const why = `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${actual}). The object might have been ${fear}`;
    throw conflict({ ...resource, plural: resource.kind }, name, why);
  }
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
