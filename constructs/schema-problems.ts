import type { KindName } from '../src/api';
import { uuid } from '../src/api/rules';
import { API_GROUP_VERSION } from '../src/product';
import {
  applyDefaults,
  type FieldError,
  fits,
  hasDefaults,
  judgesNew,
  prune,
  schemas,
  validateObject,
  validateRules,
} from '../src/schema';
import type { OwnProblem } from './problem';

/** What the API server would refuse in a spec: its structure, its CEL rules, and fields that the kind does not have. */
export function schemaProblems(kind: KindName, spec: object, name: string): OwnProblem[] {
  const schema = schemas[kind].openAPIV3Schema;
  const specSchema = schema.properties?.spec;
  const fitting = specSchema !== undefined && fits(specSchema, spec);
  if (fitting && !judgesNew(schema)) return [];
  const object = { apiVersion: API_GROUP_VERSION, kind, metadata: { name }, spec };
  if (fitting) {
    // What fits holds no null, for which a default might stand in.
    const complete = hasDefaults(schema) ? applyDefaults(schema, object) : object;
    return validateRules(schema, complete).map((error) => problem(object, error));
  }
  const { value, unknown } = prune(schema, applyDefaults(schema, object));
  const errors = validateObject(schema, value);
  // An error without a path sums up others, or says that they keep the rules from being checked.
  const telling = errors.filter(({ path }) => path !== '');
  return [
    ...unknown.map((field) => ({ field, given: valueAt(object, field), allowed: 'no such field' })),
    ...(telling.length > 0 ? telling : errors).map((error) => problem(object, error)),
  ];
}

function problem(object: object, error: FieldError): OwnProblem {
  const given = valueAt(object, error.path);
  const hint = typeof given === 'number' && /must be of type string/.test(error.message) ? IN_QUOTES : '';
  return { field: error.path || 'spec', given, allowed: `${allowed(error)}${hint}` };
}

/** `1.30` without quotes is the number 1.3 by the time anybody sees it. */
const IN_QUOTES = ", in quotes: a number loses its zeros ('1.30' is not 1.30)";

/** The API server's phrases, and what is allowed by them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^.* in body should match '\^\[0-9a-f\]\{8\}-(.*)'$/s, uuid('') ?? ''],
  [/^.* in body should match '(.*)'$/s, 'text matching $1'],
  [/^.* in body must be of type (?:int64|integer): .*$/s, 'an integer'],
  [/^.* in body must be of type (\S+): .*$/s, 'a value of type $1'],
  [/^.* in body should be (.*)$/s, '$1'],
  [/^.*supported values: (.*)$/s, '$1'],
  [/^(?:Invalid|Unsupported|Duplicate) value: |^(?:Too long|Too many|Forbidden): /, ''],
];

/** Fields that may also be set for all constructs of a scope. */
const SHARED: readonly string[] = ['spec.projectId', 'spec.region', 'spec.availabilityZone'];

function allowed({ path, type, message }: FieldError): string {
  if (type === 'Required') return SHARED.includes(path) ? 'a value, here or in a StackitScope' : 'a value';
  const phrase = PHRASES.find(([pattern]) => pattern.test(message));
  return phrase ? message.replace(phrase[0], phrase[1]) : message;
}

/** The value at a path such as `spec.labels.a.b`, in which keys may hold dots themselves. */
function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const rest = path.replace(/^\[(\d+)\]/, '.$1').replace(/^\./, '');
  for (const [key, entry] of Object.entries(value)) {
    if (rest === key) return entry;
    if (rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`)) return valueAt(entry, rest.slice(key.length));
  }
  return undefined;
}
