import type * as Cel from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { childOf, set } from './defaults';
import { isObject } from './field-error';
import type { Schema } from './types';

/** A compiled expression over `self` and, in transition rules, `oldSelf`. */
export interface Expression {
  readonly usesOldSelf: boolean;
  /** Its result. @throws Error as CEL does, such as for a key that is not there */
  evaluate(variables: { readonly self: unknown; readonly oldSelf?: unknown }): unknown;
}

let loaded: typeof Cel | undefined;
let environment: Cel.Environment | undefined;

/** Loading takes 40 ms and not everyone who wants a schema wants its rules, so it waits for the first one. */
function cel(): typeof Cel {
  loaded ??= require('@marcbachmann/cel-js') as typeof Cel;
  return loaded;
}

/** Compiles an expression. @throws Error that says where it is no CEL */
export function compile(expression: string): Expression {
  environment ??= new (cel().Environment)({ homogeneousAggregateLiterals: false, enableOptionalTypes: true })
    .registerVariable('self', 'dyn')
    .registerVariable('oldSelf', 'dyn')
    .registerFunction('string.find(string): string', (text: string, pattern: string) => text.match(pattern)?.[0] ?? '')
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) => [
      ...(text.match(new RegExp(pattern, 'gu')) ?? []),
    ])
    .registerFunction('string.replace(string, string): string', (text: string, from: string, to: string) =>
      text.replaceAll(from, to),
    );
  const program = environment.parse(expression);
  return { usesOldSelf: mentions(program.ast, 'oldSelf'), evaluate: (variables) => program(variables) };
}

/** What a failed expression says about itself, without the excerpt of its source that the library adds. */
export function celProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'summary' in error && typeof error.summary === 'string' ? error.summary : error.message;
}

/** `oldSelf` as an optional value, for rules that set `optionalOldSelf`. */
export function optional(value: unknown): unknown {
  const { Optional } = cel();
  return value === undefined ? Optional.none() : Optional.of(value);
}

function mentions(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some((part) => mentions(part, name));
  if (!isObject(node) || !('op' in node)) return false;
  return (node.op === 'id' && node.args === name) || mentions(node.args, name);
}

/**
 * A value as CEL sees it by its schema: whole numbers are `int` (BigInt), dates are timestamps, and what the schema
 * does not describe is not there. Names of fields are escaped where CEL needs it; keys of maps are not.
 */
export function toCel(schema: Schema, value: unknown, isResource = false): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'number') return numberToCel(schema, value);
  if (typeof value === 'string') return stringToCel(schema, value);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => toCel(items, item, items['x-kubernetes-embedded-resource'])) : [];
  }
  return isObject(value) ? objectToCel(schema, value, isResource) : value;
}

function numberToCel(schema: Schema, value: number): unknown {
  const whole = schema.type === 'integer' || schema['x-kubernetes-int-or-string'] === true;
  return whole && Number.isInteger(value) ? BigInt(value) : value;
}

function stringToCel({ type, format }: Schema, value: string): unknown {
  if (type !== 'string') return value;
  if (format === 'byte') return new Uint8Array(Buffer.from(value, 'base64'));
  if (format !== 'date-time' && format !== 'date') return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date;
}

function objectToCel(schema: Schema, value: Readonly<Record<string, unknown>>, isResource: boolean): unknown {
  const result: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(value)) {
    if (isResource && key === 'metadata') continue;
    const child = childOf(schema, key);
    if (!child) continue;
    const named = schema.properties !== undefined && Object.hasOwn(schema.properties, key);
    set(result, named ? escaped(key) : key, toCel(child, held, child['x-kubernetes-embedded-resource']));
  }
  if (isResource) {
    const { apiVersion, kind, metadata } = value;
    const { name, generateName } = isObject(metadata) ? metadata : {};
    Object.assign(result, {
      apiVersion,
      kind,
      metadata: { ...(name !== undefined && { name }), ...(generateName !== undefined && { generateName }) },
    });
  }
  return result;
}

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

function escaped(name: string): string {
  if (RESERVED.has(name)) return `__${name}__`;
  return name.replace(/__|\.|-|\//g, (part) =>
    part === '__' ? '__underscores__' : part === '.' ? '__dot__' : part === '-' ? '__dash__' : '__slash__',
  );
}
