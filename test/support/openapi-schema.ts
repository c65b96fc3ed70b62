import { isLabelKey, isLabelValue } from '../../src/sandbox/stackit/check';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Whether a schema is for what a client sends or for what comes back. */
export type Direction = 'request' | 'response';

/** Whether a value is an object that JSON could hold. */
const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const GENERIC_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 /._-]*[A-Za-z0-9])?$/;
const HOST_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const CRON_PART =
  /^(?:@(?:annually|yearly|monthly|weekly|daily|hourly|reboot|every \S+)|[\d*/,-]+(?: [\d*/,-]+){4,6} ?)$/;
const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Linear checks in place of published expressions that backtrack, by the beginning of the expression. */
const LINEAR: readonly (readonly [start: string, test: (text: string) => boolean])[] = [
  ['^[A-Za-z0-9]+([ /._-]*', (text) => GENERIC_NAME.test(text)],
  ['^(([A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9-]*', (text) => text.split('.').every((label) => HOST_LABEL.test(label))],
  [
    '^(([a-z0-9]|[a-z0-9][a-z0-9\\-]*',
    (text) =>
      text
        .replace(/\.$/, '')
        .split('.')
        .every((label) => DNS_LABEL.test(label)),
  ],
  ['[a-z0-9-]+(?:\\.[a-z0-9]+)*@', (text) => /^[a-z0-9.-]+@[a-z0-9.-]+$/.test(text)],
  ['(@(annually|', (text) => CRON_PART.test(text)],
  ['^(0|[1-9]\\d*)\\.', (text) => SEMVER.test(text)],
];

/** Formats that stand for the linear checks, by name. */
export const LINEAR_FORMATS: Readonly<Record<string, (text: string) => boolean>> = Object.fromEntries(
  LINEAR.map(([, test], index) => [`linear-${index}`, test]),
);

function linear(pattern: string): string | undefined {
  const index = LINEAR.findIndex(([start]) => pattern.startsWith(start));
  return index < 0 ? undefined : `linear-${index}`;
}

/** The rules that the document only tells in prose, for the labels of an object. */
export const labelsFormat = (labels: unknown): boolean =>
  isJsonObject(labels) &&
  Object.entries(labels).every(([key, value]) => isLabelKey(key) && (value === null || isLabelValue(String(value))));

/** An OpenAPI 3.0 schema as JSON Schema for one direction: references kept, `nullable` spelled out, prose dropped. */
export function toJsonSchema(schema: JsonObject, direction: Direction): JsonObject {
  const { nullable, pattern, format, properties, required, ...rest } = schema;
  const own: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key.startsWith('x-') || ['description', 'example', 'title', 'readOnly', 'writeOnly'].includes(key)) continue;
    if (key === '$ref') own.$ref = `stackit${String(value)}`;
    else own[key] = key === 'enum' || key === 'default' ? value : converted(value, direction);
  }
  if (isJsonObject(properties)) {
    const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
    const isHidden = (value: Json | undefined) => isJsonObject(value) && value[hidden] === true;
    own.properties = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, isHidden(value) ? false : converted(value, direction)]),
    );
    if (Array.isArray(required)) own.required = required.filter((name) => !isHidden(properties[String(name)]));
  } else if (required !== undefined) own.required = required;
  const replaced = typeof pattern === 'string' ? linear(pattern) : undefined;
  if (replaced !== undefined) own.format = replaced;
  else {
    if (pattern !== undefined) own.pattern = pattern;
    if (format !== undefined && format !== 'json' && format !== 'crontab') own.format = format;
  }
  return nullable === true ? { anyOf: [{ type: 'null' }, own] } : own;
}

function converted(value: Json | undefined, direction: Direction): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => converted(item, direction) ?? null);
  return isJsonObject(value) ? toJsonSchema(value, direction) : value;
}
