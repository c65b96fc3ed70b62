import type { Fields, KubeObject } from './object';
import type { Resource } from './resource';

/**
 * A Table as `kubectl get` prints it.
 *
 * @param include what each row holds of its object: `Metadata`, `Object` or `None`
 * @param headers false leaves the columns away, as in all events of a watch but the first
 */
export function tableOf(
  resource: Resource,
  objects: readonly KubeObject[],
  now: number,
  metadata: Fields,
  include: string,
  headers = true,
): Fields {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: headers
      ? resource.columns.map(({ name, type, format = '', description = '', priority = 0 }) => ({
          name,
          type,
          format,
          description,
          priority,
        }))
      : null,
    rows: objects.map((object) => ({
      cells: resource.columns.map((column) => column.cell(object, now) ?? null),
      object: include === 'None' ? null : include === 'Object' ? object : partialOf(object),
    })),
  };
}

/** Metadata alone. */
export function partialOf(object: KubeObject): Fields {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata };
}

/** A list of metadata alone. */
export function partialListOf(objects: readonly KubeObject[], metadata: Fields): Fields {
  return { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata, items: objects.map(partialOf) };
}
