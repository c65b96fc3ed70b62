import type { Schema } from './resource';

export const text: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const flag: Schema = { type: 'boolean' };
export const anything: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
export const anyValue: Schema = { 'x-kubernetes-preserve-unknown-fields': true };

export function described(description: string, schema: Schema): Schema {
  return { description, ...schema };
}

export function struct(properties: Readonly<Record<string, Schema>>, required?: readonly string[]): Schema {
  return { type: 'object', properties, ...(required === undefined ? {} : { required }) };
}

export function mapOf(value: Schema): Schema {
  return { type: 'object', additionalProperties: value };
}

/** A list that has one owner as a whole. */
export function atomicList(items: Schema): Schema {
  return { type: 'array', items, 'x-kubernetes-list-type': 'atomic' };
}

/** A list of values that each have an owner. */
export function setOf(items: Schema): Schema {
  return { type: 'array', items, 'x-kubernetes-list-type': 'set' };
}

/** A list of objects with a key. */
export function keyedList(key: string, items: Schema): Schema {
  return { type: 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] };
}

export const objectReference: Schema = {
  ...struct({
    apiVersion: text,
    fieldPath: text,
    kind: text,
    name: text,
    namespace: text,
    resourceVersion: text,
    uid: text,
  }),
  'x-kubernetes-map-type': 'atomic',
};

export const condition: Schema = struct(
  { lastTransitionTime: text, message: text, observedGeneration: integer, reason: text, status: text, type: text },
  ['type', 'status'],
);

/** `metadata` of every object. */
export const objectMeta: Schema = described(
  'Standard metadata of the object.',
  struct({
    annotations: described('Arbitrary data that tools keep on the object.', mapOf(text)),
    creationTimestamp: described('When the server created the object.', { type: 'string', format: 'date-time' }),
    deletionGracePeriodSeconds: described('Seconds that the object may take to end.', integer),
    deletionTimestamp: described('When the object was asked to go.', { type: 'string', format: 'date-time' }),
    finalizers: described('Who has still to act before the object is removed.', setOf(text)),
    generateName: described('Prefix of a name that the server completes.', text),
    generation: described('Counts the changes of what is wanted.', integer),
    labels: described('Keys and values to select objects by.', mapOf(text)),
    managedFields: described('Which manager owns which fields.', atomicList(anything)),
    name: described('Unique within a namespace and kind.', text),
    namespace: described('The space in which the name is unique.', text),
    ownerReferences: described(
      'Objects that this one depends on; when all are gone, it is removed.',
      keyedList('uid', {
        ...struct({ apiVersion: text, blockOwnerDeletion: flag, controller: flag, kind: text, name: text, uid: text }, [
          'apiVersion',
          'kind',
          'name',
          'uid',
        ]),
        'x-kubernetes-map-type': 'atomic',
      }),
    ),
    resourceVersion: described('The stored version of the object.', text),
    selfLink: text,
    uid: described('Unique in time and space.', text),
  }),
);
