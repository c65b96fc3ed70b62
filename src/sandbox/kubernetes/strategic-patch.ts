import { badRequest } from './failure';
import { copy, type Fields, fieldsOf, isFields, same, set } from './object';
import type { Schema } from './resource';
import { propertyOf } from './schema';

/**
 * A strategic merge patch on a built-in object: like a merge patch, but lists with keys merge by key and sets by value. Knows the
 * directives `$patch` (replace, delete, merge), `$deleteFromPrimitiveList`, `$retainKeys` and `$setElementOrder`.
 *
 * @throws Failure 400 for an unknown directive
 */
export function strategicPatch(schema: Schema, target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return copy(patch);
  const { $patch: directive, $retainKeys: retain, ...changes } = patch;
  if (directive === 'replace') return copy(changes);
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') throw badRequest(`unknown patch type: ${String(directive)}`);
  const result: Fields = isFields(target) ? { ...target } : {};
  if (Array.isArray(retain)) for (const key of Object.keys(result)) if (!retain.includes(key)) delete result[key];
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith('$setElementOrder/')) continue;
    if (key.startsWith('$deleteFromPrimitiveList/')) {
      const name = key.slice('$deleteFromPrimitiveList/'.length);
      const gone = Array.isArray(value) ? value : [];
      if (Array.isArray(result[name])) result[name] = result[name].filter((item: unknown) => !gone.includes(item));
    } else if (key.startsWith('$')) throw badRequest(`unknown patch directive ${JSON.stringify(key)}`);
    else if (value === null) delete result[key];
    else set(result, key, patchMember(propertyOf(schema, key) ?? {}, result[key], value));
  }
  return result;
}

function patchMember(schema: Schema, target: unknown, value: unknown): unknown {
  if (!Array.isArray(value)) return strategicPatch(schema, target, value);
  const items = Array.isArray(target) ? target : [];
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return [...items, ...value.filter((item) => !items.some((known) => same(known, item)))];
  const [key] = Array.isArray(schema['x-kubernetes-list-map-keys']) ? schema['x-kubernetes-list-map-keys'] : [];
  if (type !== 'map' || typeof key !== 'string') return copy(value);
  return mergeByKey(fieldsOf(schema.items), key, items, value);
}

function mergeByKey(schema: Schema, key: string, items: readonly unknown[], patch: readonly unknown[]): unknown[] {
  if (patch.some((item) => isFields(item) && item.$patch === 'replace')) {
    return copy(patch.filter((item) => fieldsOf(item).$patch === undefined));
  }
  let result = [...items];
  for (const change of patch) {
    const id = fieldsOf(change)[key];
    const at = result.findIndex((item) => fieldsOf(item)[key] === id);
    if (fieldsOf(change).$patch === 'delete') result = result.filter((_, index) => index !== at);
    else if (at === -1) result.push(strategicPatch(schema, undefined, change));
    else result[at] = strategicPatch(schema, result[at], change);
  }
  return result;
}
