import { badRequest } from './failure';
import { type Fields, isFields, type KubeObject, set } from './object';
import type { Resource, Schema } from './resource';
import { propertyOf } from './schema';

/**
 * Reads a built-in object as the typed decoder of a real server does: checks JSON types, times and base64, cuts times to the
 * precision they are kept in, and leaves out nulls and empty maps and lists.
 *
 * @throws Failure 400
 */
export function typed(resource: Resource, object: KubeObject): KubeObject {
  const { kind, version } = resource;
  const { metadata, ...content } = object;
  const refuse = (why: string): never => {
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`);
  };
  return { ...(read(resource.schema, content, { path: kind, refuse }) as KubeObject), metadata };
}

interface Place {
  readonly path: string;
  readonly refuse: (why: string) => never;
}

function read(schema: Schema, value: unknown, place: Place): unknown {
  if (value === null || value === undefined || schema['x-kubernetes-preserve-unknown-fields'])
    return value ?? undefined;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? text(schema.format, value, place) : mismatch(value, 'string', place);
    case 'integer':
      return Number.isInteger(value) ? value : mismatch(value, 'int32', place);
    case 'boolean':
      return typeof value === 'boolean' ? value : mismatch(value, 'bool', place);
    case 'array':
      return Array.isArray(value) ? list(schema, value, place) : mismatch(value, '[]string', place);
    case 'object':
      return isFields(value) ? object(schema, value, place) : mismatch(value, 'map[string]string', place);
    default:
      return value;
  }
}

function mismatch(value: unknown, wanted: string, { path, refuse }: Place): never {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return refuse(`json: cannot unmarshal ${found} into Go struct field ${path} of type ${wanted}`);
}

function list(schema: Schema, value: readonly unknown[], place: Place): unknown {
  const { items } = schema;
  if (value.length === 0) return undefined;
  return items === undefined ? value : value.map((item) => read(items, item, place));
}

function object(schema: Schema, value: Fields, place: Place): unknown {
  const isMap = typeof schema.additionalProperties === 'object';
  const result: Fields = {};
  for (const [name, item] of Object.entries(value)) {
    const property = propertyOf(schema, name);
    const found =
      property === undefined ? item : read(property, item, isMap ? place : { ...place, path: `${place.path}.${name}` });
    if (found !== undefined) set(result, name, found);
  }
  return isMap && Object.keys(result).length === 0 ? undefined : result;
}

function text(format: string | undefined, value: string, { refuse }: Place): string {
  const parsing = (layout: string) =>
    refuse(`parsing time ${JSON.stringify(value)} as ${JSON.stringify(layout)}: cannot parse it`);
  switch (format) {
    case 'micro-time':
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/.test(value))
        parsing('2006-01-02T15:04:05.000000Z07:00');
      return value;
    case 'date-time':
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) || Number.isNaN(Date.parse(value))) {
        parsing('2006-01-02T15:04:05Z07:00');
      }
      return `${new Date(value).toISOString().slice(0, 19)}Z`;
    case 'byte':
      if (!/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)) refuse('illegal base64 data');
      return value;
    default:
      return value;
  }
}
