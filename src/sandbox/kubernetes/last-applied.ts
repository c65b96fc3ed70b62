import { difference, emptySet, type FieldSet, setOf, union } from './field-set';
import { compareObjects, ownable } from './managed-fields';
import { type Fields, isFields, type KubeObject, set } from './object';
import type { Resource } from './resource';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** The manager that moves an object from client-side to server-side apply. */
const KUBECTL = 'kubectl';

/**
 * What kubectl may take from other managers when it goes over to server-side apply: the fields of its last client-side apply that
 * nobody has changed since.
 */
export function takenOver(resource: Resource, live: KubeObject, manager: string): FieldSet {
  const text = live.metadata.annotations?.[ANNOTATION];
  if (manager !== KUBECTL || text === undefined) return emptySet();
  const last = parsed(text);
  if (last === undefined) return emptySet();
  const { added, modified } = compareObjects(resource, live, last);
  return difference(ownable(resource, '', setOf(resource.schema, last)), union(added, modified));
}

/** Keeps the annotation of client-side apply in step with what kubectl applies on the server. */
export function withLastApplied(
  object: KubeObject,
  live: KubeObject,
  configuration: KubeObject,
  manager: string,
): KubeObject {
  if (manager !== KUBECTL || live.metadata.annotations?.[ANNOTATION] === undefined) return object;
  const annotations = { ...object.metadata.annotations, [ANNOTATION]: `${JSON.stringify(sorted(configuration))}\n` };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function parsed(text: string): KubeObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && isFields(value.metadata) ? (value as KubeObject) : undefined;
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  const result: Fields = {};
  for (const key of Object.keys(value).sort()) set(result, key, sorted(value[key]));
  return result;
}
