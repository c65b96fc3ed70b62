import { badRequest, forbidden, invalid, notFound } from './failure';
import type { Writer } from './managed-fields';
import { finalizerWarnings, metaChangeProblems, metaProblems } from './meta';
import type { KubeObject } from './object';
import type { Resource } from './resource';
import { known } from './schema';
import type { Server } from './server';
import { typed } from './typed';

/** How a write is to be done. */
export interface WriteOptions {
  readonly writer: Writer;
  /** Do everything but store. */
  readonly dryRun: boolean;
  readonly fieldValidation: 'Strict' | 'Warn' | 'Ignore';
  /** Gets a text for each thing that the client should know. */
  readonly warnings: string[];
}

/**
 * Takes an object in: drops unknown fields, with a warning or a refusal if so wanted.
 *
 * @throws Failure 400
 */
export function admit(
  resource: Resource,
  given: KubeObject,
  options: Pick<WriteOptions, 'fieldValidation' | 'warnings'>,
): KubeObject {
  const { object: pruned, unknown } = known(resource, given);
  const object = resource.custom ? pruned : typed(resource, pruned);
  if (resource.custom) options.warnings.push(...finalizerWarnings(object.metadata));
  if (unknown.length === 0 || options.fieldValidation === 'Ignore') return object;
  const texts = unknown.map((path) => `unknown field ${JSON.stringify(path)}`);
  if (options.fieldValidation === 'Strict') {
    const { kind, version } = resource;
    const what = `${kind} in version "${version}" cannot be handled as a ${kind}`;
    throw badRequest(`${what}: strict decoding error: ${texts.join(', ')}`);
  }
  options.warnings.push(...texts);
  return object;
}

/**
 * Puts the object into the namespace of the request.
 *
 * @throws Failure 400 when the object says another one
 */
export function placeIn(resource: Resource, object: KubeObject, namespace: string): void {
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

/**
 * Checks that the namespace of a new object takes new objects.
 *
 * @throws Failure 404 without the namespace, 403 while it is going
 */
export function needNamespace(server: Server, resource: Resource, namespace: string, name: string): void {
  if (!resource.namespaced) return;
  const found = server.store.get('/namespaces', '', namespace);
  if (found === undefined) throw notFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const message = `namespace ${namespace} is being terminated`;
  throw forbidden(resource, name, why, [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }]);
}

/**
 * Checks an object, or the change of one, in whole.
 *
 * @throws Failure 422
 */
export function refuseInvalid(resource: Resource, object: KubeObject, old?: KubeObject, subresource = ''): void {
  const changes = old === undefined ? [] : metaChangeProblems(object.metadata, old.metadata);
  const problems = [
    ...metaProblems(object.metadata, nameRule(resource)),
    ...changes,
    // A real server looks at the metadata of a custom object twice, and tells both.
    ...(resource.custom ? changes : []),
    ...(resource.check?.(object, old, subresource) ?? []),
  ];
  if (problems.length === 0) return;
  // The group is that of the stored form: events are of the core group, whichever way they come.
  const [group = ''] = resource.key.split('/');
  throw invalid({ ...resource, group }, object.metadata.name, problems);
}

function nameRule(resource: Resource): 'subdomain' | 'label' | 'path' {
  if (resource.group === 'rbac.authorization.k8s.io') return 'path';
  return resource.key === '/namespaces' ? 'label' : 'subdomain';
}
