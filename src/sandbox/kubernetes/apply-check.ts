import { badRequest, Failure } from './failure';
import { membersOf, pathText } from './field-set';
import { type Fields, fieldsOf, isFields } from './object';
import { groupVersionOf, type Resource, type Schema } from './resource';
import { propertyOf } from './schema';

/**
 * Checks a configuration as it was sent: its type, and that every field fits the schema.
 *
 * @throws Failure 400 for an object of another type or one that sets managedFields; 500, as a real server answers, for fields that
 * the schema does not know or that are of another type
 */
export function checkConfiguration(resource: Resource, raw: unknown): asserts raw is Fields {
  const { apiVersion = '', kind = '', metadata } = fieldsOf(raw);
  const isOfType = apiVersion === groupVersionOf(resource) && kind === resource.kind;
  const type = `${String(apiVersion).includes('/') ? '' : '/'}${String(apiVersion)}, Kind=${String(kind)}`;
  if (!isFields(raw) || !isOfType) throw badRequest(`invalid object type: ${type}`);
  const { managedFields, namespace, name } = fieldsOf(metadata);
  if (managedFields !== undefined && managedFields !== null) throw badRequest('metadata.managedFields must be nil');
  const found = misfits(resource.schema, raw).map(({ path, text }) => (path === '' ? text : `${path}: ${text}`));
  if (found.length === 0) return;
  const list = found.length === 1 ? found[0] : `errors:\n${found.map((line) => `  ${line}`).join('\n')}`;
  const named = [namespace, name].map((part) => (typeof part === 'string' ? part : '')).join('/');
  throw new Failure(500, '', `failed to create typed patch object (${named}; ${type}): ${list}`);
}

/** A value that does not fit, and why. */
interface Misfit {
  readonly path: string;
  readonly text: string;
}

function misfits(schema: Schema, value: unknown): Misfit[] {
  if (value === null || value === undefined) return [];
  const wrong = (text: string): Misfit[] => [{ path: '', text }];
  switch (schema.type) {
    case 'object':
      return isFields(value) ? fieldMisfits(schema, value) : wrong(`expected map, got ${shown(value)}`);
    case 'array':
      return Array.isArray(value) ? itemMisfits(schema, value) : wrong(`expected list, got ${shown(value)}`);
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : wrong(`expected numeric (int or float), got ${typeOf(value)}`);
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong(`expected boolean, got ${shown(value)}`);
    case 'string':
      // A format other than bytes in base64 makes it any scalar.
      if (schema.format !== undefined && schema.format !== 'byte')
        return typeof value === 'object' ? wrong(`expected any scalar, got ${shown(value)}`) : [];
      return typeof value === 'string'
        ? []
        : wrong(`expected string, got &value.valueUnstructured{Value:${literal(value)}}`);
    default:
      return [];
  }
}

function below(prefix: string, list: readonly Misfit[]): Misfit[] {
  return list.map(({ path, text }) => ({ path: prefix + path, text }));
}

function fieldMisfits(schema: Schema, value: Fields): Misfit[] {
  const entries = Object.entries(value);
  const known = entries.flatMap(([name, item]) => {
    const property = propertyOf(schema, name);
    return property === undefined ? [] : below(`.${name}`, misfits(property, item));
  });
  if (isOpen(schema)) return known;
  // A real server walks the fields in random order and leaves the map at the first that it does not know.
  const unknown = entries.find(([name]) => propertyOf(schema, name) === undefined);
  return unknown === undefined ? known : [...known, { path: `.${unknown[0]}`, text: 'field not declared in schema' }];
}

function isOpen(schema: Schema): boolean {
  const { properties, additionalProperties } = schema;
  const free = additionalProperties === undefined && Object.keys(fieldsOf(properties)).length === 0;
  return schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true || free;
}

function itemMisfits(schema: Schema, value: readonly unknown[]): Misfit[] {
  const items = fieldsOf(schema.items);
  const seen = new Set<string>();
  const result: Misfit[] = [];
  for (const [index, item] of value.entries()) {
    const why = unidentified(schema, item);
    // Nothing can be told of what lies below, nor of the items behind it.
    if (why !== undefined) return [...result, { path: '', text: `element ${index}: ${why}` }];
    const step = membersOf(schema, [item])?.[0]?.step;
    const place = step === undefined ? `[${index}]` : pathText([step]);
    if (step !== undefined && seen.has(step)) result.push({ path: '', text: `duplicate entries for key ${place}` });
    if (step !== undefined) seen.add(step);
    result.push(...below(place, misfits(items, item)));
  }
  return result;
}

/** Why an item of a list has no identity; undefined when it has one or needs none. */
function unidentified(schema: Schema, item: unknown): string | undefined {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      if (isFields(item)) return "associative list without keys has an element that's a map type";
      if (Array.isArray(item)) return 'not supported: associative list with lists as elements';
      return item === null ? "associative list without keys has an element that's an explicit null" : undefined;
    case 'map': {
      if (item === null) return 'associative list with keys may not have a null element';
      if (!isFields(item)) return 'associative list with keys may not have non-map elements';
      if (membersOf(schema, [item])?.[0]?.step !== 'k:{}') return undefined;
      const keys = ((schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[]).map((key) =>
        JSON.stringify(key),
      );
      return `associative list with keys has an element that omits all key fields [${keys.join(' ')}] (and doesn't have default values for any key fields)`;
    }
    default:
      return undefined;
  }
}

// The texts hold values as Go prints them: `%v`, `%#v` and `%T`.

function shown(value: unknown): string {
  return `&{${plain(value)}}`;
}

function plain(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(plain).join(' ')}]`;
  if (!isFields(value)) return String(value);
  return `map[${sorted(value)
    .map(([key, item]) => `${key}:${plain(item)}`)
    .join(' ')}]`;
}

function literal(value: unknown): string {
  if (value === null) return 'interface {}(nil)';
  if (Array.isArray(value)) return `${typeOf(value)}{${value.map(literal).join(', ')}}`;
  if (!isFields(value)) return JSON.stringify(value);
  const items = sorted(value).map(([key, item]) => `${JSON.stringify(key)}:${literal(item)}`);
  return `${typeOf(value)}{${items.join(', ')}}`;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isFields(value)) return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function sorted(value: Fields): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
