import type { IConstruct } from 'constructs';

/**
 * A list with one more item at its end.
 *
 * @throws Error when the list is a `Lazy` value, which only synthesis knows
 */
export function appended<Item>(
  construct: IConstruct,
  field: string,
  list: readonly Item[] | undefined,
  item: Item,
): readonly Item[] {
  if (list === undefined) return [item];
  if (!Array.isArray(list)) throw new Error(`${construct.node.path}: cannot add to ${field}, which is a Lazy value`);
  return [...list, item];
}
