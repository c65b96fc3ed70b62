import { ageColumn, nameColumn } from './columns';
import type { Resource, Schema } from './resource';
import { described, objectMeta, struct, text } from './shapes';

/** What tells one built-in resource from the next. */
interface Traits
  extends Partial<
    Pick<
      Resource,
      | 'shortNames'
      | 'hasStatus'
      | 'counted'
      | 'drained'
      | 'columns'
      | 'selectable'
      | 'prepare'
      | 'check'
      | 'read'
      | 'write'
    >
  > {
  readonly group?: string;
  readonly version?: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced?: boolean;
  readonly description: string;
  readonly fields: Readonly<Record<string, Schema>>;
}

/** Completes the traits of a built-in resource. */
export function builtin(traits: Traits): Resource {
  const { group = '', version = 'v1', plural, kind, namespaced = true, description, fields, ...rest } = traits;
  return {
    group,
    version,
    plural,
    kind,
    namespaced,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: [],
    categories: [],
    key: `${group}/${plural}`,
    custom: false,
    hasStatus: false,
    counted: false,
    drained: false,
    selectable: [],
    columns: [nameColumn, ageColumn],
    ...rest,
    schema: described(description, struct({ apiVersion: text, kind: text, metadata: objectMeta, ...fields })),
  };
}
