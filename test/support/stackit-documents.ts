import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { ENABLEMENT_DOCUMENT } from './enablement-schema';
import { type Direction, type JsonObject, LINEAR_FORMATS, labelsFormat, toJsonSchema } from './openapi-schema';

/** Where the official documents lie beside the repository; they are no part of it. */
const FOLDER = resolve(__dirname, '../../../shared/stackit/openapi');
const FILES = ['iaas-v2.json', 'ske-v2.json', 'service-account-v2.json'];

/** Whether STACKIT's documents are there. */
export const areDocumentsThere = existsSync(FOLDER);

/** An operation and the document that describes it. */
export interface Described {
  readonly document: JsonObject;
  readonly operation: JsonObject;
}

let operations: ReadonlyMap<string, Described> | undefined;

/** The description of an operation. Service enablement is described by ourselves. */
export function describedOperation(operationId: string): Described | undefined {
  operations ??= new Map([...(areDocumentsThere ? FILES.map(read) : []), ENABLEMENT_DOCUMENT].flatMap(operationsOf));
  return operations.get(operationId);
}

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as JsonObject;
}

function operationsOf(document: JsonObject): [string, Described][] {
  const items = Object.values(document.paths as Record<string, JsonObject>);
  return items
    .flatMap((item) => Object.values(item) as JsonObject[])
    .filter((operation) => typeof operation?.operationId === 'string')
    .map((operation) => [operation.operationId as string, { document, operation }]);
}

const validators = new Map<JsonObject, Record<Direction, ValidateFunction | undefined>>();

/** Compiles a schema of a document, once. */
export function validatorOf(document: JsonObject, schema: JsonObject, direction: Direction): ValidateFunction {
  const known = validators.get(schema) ?? { request: undefined, response: undefined };
  validators.set(schema, known);
  known[direction] ??= ajvOf(document, direction).compile(toJsonSchema(schema, direction));
  return known[direction];
}

const compilers: Record<Direction, Map<JsonObject, Ajv>> = { request: new Map(), response: new Map() };

function ajvOf(document: JsonObject, direction: Direction): Ajv {
  const known = compilers[direction].get(document);
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: false, allErrors: true, addUsedSchema: false, validateSchema: false });
  addFormats(ajv, ['date-time', 'uuid', 'uri', 'email', 'byte', 'int32', 'int64']);
  for (const [name, test] of Object.entries(LINEAR_FORMATS)) ajv.addFormat(name, test);
  ajv.addKeyword({ keyword: 'labels', type: 'object', validate: (_: unknown, value: unknown) => labelsFormat(value) });
  const { schemas = {} } = (document.components ?? {}) as { readonly schemas?: Record<string, JsonObject> };
  const converted = Object.entries(schemas).map(([name, schema]) => {
    const own = toJsonSchema(schema, direction);
    return [name, name === 'Labels' ? { ...own, labels: true } : own];
  });
  ajv.addSchema({ $id: 'stackit', components: { schemas: Object.fromEntries(converted) } });
  compilers[direction].set(document, ajv);
  return ajv;
}

/** What a reference of a document stands for. */
export function resolved(document: JsonObject, value: JsonObject): JsonObject {
  if (typeof value.$ref !== 'string') return value;
  const path = value.$ref.replace('#/', '').split('/');
  return path.reduce<unknown>((at, name) => (at as JsonObject)[name], document) as JsonObject;
}

/** The schema of a body, if one is declared. */
export function bodySchema(document: JsonObject, holder: JsonObject | undefined): JsonObject | undefined {
  if (holder === undefined) return undefined;
  const { content } = resolved(document, holder) as { readonly content?: Record<string, { schema?: JsonObject }> };
  return (content?.['application/json'] ?? content?.['application/x-www-form-urlencoded'])?.schema;
}
