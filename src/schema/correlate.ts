import { isDeepStrictEqual } from 'node:util';
import { isObject } from './field-error';
import type { Schema } from './types';

/**
 * Where a value stood before an update. `node` is the old value of the very same place, when that can be told;
 * `changed` says whether the nearest place that can be told is another now. Complaints about what did not change are
 * not held against an update.
 */
export interface Before {
  readonly node: unknown;
  readonly changed: boolean;
}

/** Nothing stood before: the object is new. */
export const NOTHING: Before = { node: undefined, changed: true };

/** What stood at the root before. */
export function before(value: unknown, old: unknown): Before {
  return old === undefined ? NOTHING : { node: old, changed: !isDeepStrictEqual(value, old) };
}

/** What stood before under a key of an object or map. */
export function beforeKey(parent: Before, key: string, value: unknown): Before {
  const old = isObject(parent.node) && Object.hasOwn(parent.node, key) ? parent.node[key] : undefined;
  return below(parent, value, old);
}

/** What stood before as an item of a list: told by its keys in a list of type `map`, in no other. */
export function beforeItem(schema: Schema, parent: Before, item: unknown): Before {
  const keys = schema['x-kubernetes-list-type'] === 'map' ? schema['x-kubernetes-list-map-keys'] : undefined;
  if (!keys || !Array.isArray(parent.node) || !isObject(item)) return below(parent, item, undefined);
  const old: unknown = parent.node.find(
    (candidate) => isObject(candidate) && keys.every((key) => isDeepStrictEqual(candidate[key], item[key])),
  );
  return below(parent, item, old);
}

function below(parent: Before, value: unknown, old: unknown): Before {
  if (old === undefined) return { node: undefined, changed: parent.changed };
  return { node: old, changed: parent.changed && !isDeepStrictEqual(value, old) };
}
