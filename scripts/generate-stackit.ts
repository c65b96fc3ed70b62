import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { iaasOperations } from '../src/stackit/operations';
import { skeOperations } from '../src/stackit/ske-operations';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** Keys that hold prose, samples or rules that have no place in a type. */
const PROSE = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  'default',
  'format',
  'tags',
]);

/** Schemas that the document gives as plain objects, though they are maps in which `null` removes a key. */
const MAPS = new Set(['Labels', 'Metadata']);

/** Where the official documents lie beside the repository; they are no part of it. */
export const OPENAPI_FOLDER = resolve(__dirname, '../../shared/stackit/openapi');

/** One generated file of types. */
export interface GeneratedTypes {
  /** Path of the file below `src/stackit/types/generated/`. */
  readonly file: string;
  readonly content: string;
}

/** Makes the types of `src/stackit/types/generated/`, or nothing when `folder` does not exist. */
export async function generateStackitTypes(folder: string = OPENAPI_FOLDER): Promise<readonly GeneratedTypes[]> {
  if (!existsSync(folder)) return [];
  return Promise.all([
    generate(folder, 'iaas-v2.json', 'iaas.ts', iaasOperations),
    generate(folder, 'ske-v2.json', 'ske.ts', skeOperations),
  ]);
}

async function generate(
  folder: string,
  source: string,
  file: string,
  operations: Readonly<Record<string, { readonly operationId: string }>>,
): Promise<GeneratedTypes> {
  const wanted = new Set(Object.values(operations).map((operation) => operation.operationId));
  const document = JSON.parse(readFileSync(join(folder, source), 'utf8')) as JsonObject;
  return { file, content: await typesOf(prune(document, wanted)) };
}

/** The generated files whose content is not what {@link generateStackitTypes} makes. */
export async function staleStackitTypes(folder: string = OPENAPI_FOLDER): Promise<readonly GeneratedTypes[]> {
  const files = await generateStackitTypes(folder);
  return files.filter(
    ({ file, content }) => !existsSync(pathOf(file)) || readFileSync(pathOf(file), 'utf8') !== content,
  );
}

/** Writes what {@link generateStackitTypes} makes and says what it did, or that it was left out. */
export async function writeStackitTypes(folder: string = OPENAPI_FOLDER): Promise<void> {
  if (!existsSync(folder)) console.log(`types of the STACKIT API left out: ${folder} does not exist`);
  for (const { file, content } of await staleStackitTypes(folder)) {
    writeFileSync(pathOf(file), content);
    console.log(`wrote ${pathOf(file)}`);
  }
}

/** Writes nothing, says what is stale, and makes the process fail then. */
async function check(): Promise<void> {
  for (const { file } of await staleStackitTypes()) {
    console.error(`${pathOf(file)} is not what the official document gives: run npm run generate`);
    process.exitCode = 1;
  }
}

function pathOf(file: string): string {
  return resolve(__dirname, '../src/stackit/types/generated', file);
}

/** The schemas of an OpenAPI document that the given operations reach, without prose. */
export function prune(document: JsonObject, operationIds: ReadonlySet<string>): JsonObject {
  const missing = new Set(operationIds);
  const paths: JsonObject = {};
  for (const [path, item] of Object.entries(document.paths as JsonObject)) {
    const kept = Object.entries(item as JsonObject).filter(([key, value]) => {
      if (!METHODS.includes(key)) return key === 'parameters';
      const id = String((value as JsonObject).operationId);
      missing.delete(id);
      return operationIds.has(id);
    });
    if (kept.some(([key]) => key !== 'parameters')) paths[path] = strip(Object.fromEntries(kept));
  }
  if (missing.size > 0) throw new Error(`the document has no operation ${[...missing].join(', ')}`);
  const { schemas = {} } = reached(document, paths);
  return { openapi: document.openapi ?? null, info: { title: '', version: '' }, paths: {}, components: { schemas } };
}

function reached(document: JsonObject, paths: JsonObject): JsonObject {
  const components: Record<string, JsonObject> = {};
  const queue = references(paths);
  for (let reference = queue.pop(); reference !== undefined; reference = queue.pop()) {
    const [, , group, name] = reference.split('/');
    if (group === undefined || name === undefined || components[group]?.[name] !== undefined) continue;
    const source = ((document.components as JsonObject)[group] as JsonObject)[name];
    const stripped = strip(source as Json) as JsonObject;
    if (group === 'schemas' && MAPS.has(name)) stripped.additionalProperties = { type: 'string', nullable: true };
    components[group] = { ...components[group], [name]: stripped };
    queue.push(...references(stripped));
  }
  return Object.fromEntries(Object.entries(components).map(([group, entries]) => [group, sorted(entries)]));
}

function sorted(entries: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function references(value: Json): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(references);
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

function strip(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(strip);
  const result: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'x-extensible-enum') result.enum = inner;
    if (PROSE.has(key) || key.startsWith('x-')) continue;
    result[key] = key === 'properties' ? stripEach(inner as JsonObject) : strip(inner);
  }
  return result;
}

// A property may be named like a keyword ('description'): names are kept, only what they hold is stripped.
function stripEach(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strip(schema)]));
}

async function typesOf(document: JsonObject): Promise<string> {
  const nodes = await openapiTypescript(document as unknown as OpenAPI3, {
    defaultNonNullable: false,
    silent: true,
    emptyObjectsUnknown: true,
  });
  const code = astToString(nodes).replace(/^\s*\/\*\*.*?\*\/\n/gms, '');
  return `// Made by scripts/generate-stackit.ts from STACKIT's OpenAPI document; do not edit.\n\n${code}`;
}

if (require.main === module) void (process.argv.includes('--check') ? check() : writeStackitTypes());
