import { type ApiObject, Lazy, resolve } from 'cdk8s';
import { isToken } from './tokens';

/** Whose field it is that is added to. */
interface Owner {
  readonly apiObject: ApiObject;
}

type Entries<Value> = { readonly [key: string]: Value };

/** A value after a change. One that only synthesis knows, such as a `Lazy` list, is changed once it is resolved. */
export function amended<Before, After>({ apiObject }: Owner, value: Before, edit: (known: Before) => After): After {
  if (!isToken(value)) return edit(value);
  return Lazy.any({ produce: () => edit(resolve([], value, apiObject) as Before) });
}

/** A list with one more item at its end. */
export function appended<Item>(owner: Owner, list: readonly Item[] | undefined, item: Item): readonly Item[] {
  // What resolves to something else is left as it is, to be refused with the field's name at synth.
  return amended(owner, list ?? [], (known) => (Array.isArray(known) ? [...known, item] : (known ?? [item])));
}

/** A map with one more entry, or another value of one. */
export function entered<Value>(
  owner: Owner,
  map: Entries<Value> | undefined,
  key: string,
  value: Value,
): Entries<Value> {
  return amended(owner, map ?? {}, (known) => ({ ...known, [key]: value }));
}
