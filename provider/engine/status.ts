import { isDeepStrictEqual } from 'node:util';
import type { JsonPatchOperation } from '../kubernetes';
import type { Resource } from './kind';
import type { Status } from './pass';

/**
 * A JSON patch that turns the status of `object` into `next`, or nothing where they are the same. It holds only for the
 * version of the object that was looked at, so that nothing is decided on a stale cache.
 */
export function statusPatch(object: Resource, next: Status): JsonPatchOperation[] {
  const changes = statusChanges(object, next);
  if (changes.length === 0) return [];
  return [{ op: 'test', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion }, ...changes];
}

/** The operations of {@link statusPatch} without its guard, for a patch that brings its own. */
export function statusChanges(object: Resource, next: Status): JsonPatchOperation[] {
  const present = object.status as Status | undefined;
  const wanted = withoutUndefined(next);
  if (present === undefined) {
    return Object.keys(wanted).length === 0 ? [] : [{ op: 'add', path: '/status', value: wanted }];
  }
  const operations: JsonPatchOperation[] = [];
  for (const [field, value] of Object.entries(wanted)) {
    if (!isDeepStrictEqual(present[field], value)) operations.push({ op: 'add', path: `/status/${field}`, value });
  }
  for (const field of Object.keys(present)) {
    if (!(field in wanted)) operations.push({ op: 'remove', path: `/status/${field}` });
  }
  return operations;
}

function withoutUndefined(status: Status): Status {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined)) as Status;
}
