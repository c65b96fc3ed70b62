import { type Fields, fieldsOf, isFields, same } from './object';
import type { Schema } from './resource';
import { propertyOf } from './schema';

/**
 * A set of field paths, as a tree. A step is `f:<name>`, `k:<keys as JSON>` or `v:<value as JSON>`, the form of fieldsV1.
 */
export interface FieldSet {
  /** The path that leads here is in the set. */
  here: boolean;
  readonly steps: Map<string, FieldSet>;
}

export function emptySet(): FieldSet {
  return { here: false, steps: new Map() };
}

export function isEmpty(set: FieldSet): boolean {
  return !set.here && [...set.steps.values()].every(isEmpty);
}

/** The subset at a step, made if absent. */
export function descend(set: FieldSet, step: string): FieldSet {
  const child = set.steps.get(step) ?? emptySet();
  set.steps.set(step, child);
  return child;
}

function combine(
  a: FieldSet | undefined,
  b: FieldSet | undefined,
  keep: (a: boolean, b: boolean) => boolean,
): FieldSet {
  const result: FieldSet = { here: keep(a?.here ?? false, b?.here ?? false), steps: new Map() };
  for (const step of new Set([...(a?.steps.keys() ?? []), ...(b?.steps.keys() ?? [])])) {
    const child = combine(a?.steps.get(step), b?.steps.get(step), keep);
    if (!isEmpty(child)) result.steps.set(step, child);
  }
  return result;
}

export const union = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, (x, y) => x || y);
export const difference = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, (x, y) => x && !y);
export const intersection = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, (x, y) => x && y);

/** The set without the paths at and below the given ones, each a list of steps. */
export function without(set: FieldSet, paths: readonly (readonly string[])[]): FieldSet {
  const steps = new Map<string, FieldSet>();
  for (const [step, child] of set.steps) {
    const below = paths.filter((path) => path[0] === step).map((path) => path.slice(1));
    if (below.some((path) => path.length === 0)) continue;
    const rest = without(child, below);
    if (!isEmpty(rest)) steps.set(step, rest);
  }
  return { here: set.here, steps };
}

/** Every path in the set: at each level first the members, then what lies below. */
export function pathsOf(set: FieldSet, prefix: readonly string[] = []): string[][] {
  const steps = sortedSteps(set);
  const members = steps.filter(([, child]) => child.here).map(([step]) => [...prefix, step]);
  return [...members, ...steps.flatMap(([step, child]) => pathsOf(child, [...prefix, step]))];
}

function sortedSteps(set: FieldSet): [string, FieldSet][] {
  return [...set.steps].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `.spec.parts[id="a"].v` */
export function pathText(path: readonly string[]): string {
  return path
    .map((step) => {
      const body = step.slice(2);
      if (step.startsWith('f:')) return `.${body}`;
      if (step.startsWith('v:')) return `[=${body}]`;
      const keys = Object.entries(fieldsOf(JSON.parse(body)));
      return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
    })
    .join('');
}

/** The set as `fieldsV1`. */
export function toFieldsV1(set: FieldSet): Fields {
  const result: Fields = {};
  for (const [step, child] of sortedSteps(set)) {
    const nested = toFieldsV1(child);
    result[step] = child.here && Object.keys(nested).length > 0 ? { '.': {}, ...nested } : nested;
  }
  return result;
}

export function fromFieldsV1(fields: unknown): FieldSet {
  const set = emptySet();
  for (const [step, nested] of Object.entries(fieldsOf(fields))) {
    if (step === '.') set.here = true;
    else {
      const child = fromFieldsV1(nested);
      set.steps.set(step, Object.keys(fieldsOf(nested)).length === 0 ? { ...child, here: true } : child);
    }
  }
  return set;
}

/** One member of an object or keyed list. */
export interface Member {
  readonly step: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** A named field of the schema, in contrast to a key of a map or an item of a list. */
  readonly declared: boolean;
}

/** The separately owned members of a value; undefined when it is owned as a whole. */
export function membersOf(schema: Schema, value: unknown): Member[] | undefined {
  if (isFields(value)) {
    if (schema['x-kubernetes-map-type'] === 'atomic') return undefined;
    const properties = fieldsOf(schema.properties);
    return Object.entries(value).map(([name, item]) => ({
      step: `f:${name}`,
      schema: propertyOf(schema, name) ?? {},
      value: item,
      declared: Object.hasOwn(properties, name),
    }));
  }
  if (!Array.isArray(value)) return undefined;
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'map' && type !== 'set') return undefined;
  const items = fieldsOf(schema.items);
  return value.map((item) => ({ step: stepOf(schema, item), schema: items, value: item, declared: false }));
}

function stepOf(schema: Schema, item: unknown): string {
  if (schema['x-kubernetes-list-type'] === 'set') return `v:${JSON.stringify(item)}`;
  const properties = fieldsOf(fieldsOf(schema.items).properties);
  const keys = (schema['x-kubernetes-list-map-keys'] as string[] | undefined) ?? [];
  const source = fieldsOf(item);
  const values = [...keys].sort().map((key) => [key, source[key] ?? fieldsOf(properties[key]).default]);
  return `k:${JSON.stringify(Object.fromEntries(values.filter(([, value]) => value !== undefined)))}`;
}

/** The paths that a manager owns who applies the value. */
export function setOf(schema: Schema, value: unknown): FieldSet {
  const set = emptySet();
  const members = membersOf(schema, value);
  if (members === undefined) {
    set.here = true;
    return set;
  }
  for (const member of members) {
    const child = setOf(member.schema, member.value);
    const hollow = member.value === null || (isFields(member.value) && Object.keys(member.value).length === 0);
    set.steps.set(member.step, { ...child, here: child.here || hollow || !member.declared });
  }
  return set;
}

/** What differs between two values, as paths. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

export function compare(schema: Schema, before: unknown, after: unknown): Comparison {
  const result = { added: emptySet(), modified: emptySet(), removed: emptySet() };
  compareInto(schema, before, after, result);
  return result;
}

function compareInto(schema: Schema, before: unknown, after: unknown, into: Comparison): void {
  if (before === undefined) into.added.here = true;
  if (after === undefined) into.removed.here = true;
  const old = before === undefined || before === null ? [] : membersOf(schema, before);
  const now = after === undefined || after === null ? [] : membersOf(schema, after);
  const different = before !== undefined && after !== undefined && !same(before, after);
  const empty = before === null || after === null;
  if (different && !empty && formOf(old, before) !== formOf(now, after)) {
    into.modified.here = true;
    visit(old ?? [], [], into);
    visit([], now ?? [], into);
  } else if (old === undefined || now === undefined || (old.length === 0 && now.length === 0)) {
    into.modified.here = different;
  } else visit(old, now, into);
}

/** What a value is to its owners. */
function formOf(members: readonly Member[] | undefined, value: unknown): string {
  if (members === undefined) return 'leaf';
  return Array.isArray(value) ? 'list' : 'map';
}

function visit(old: readonly Member[], now: readonly Member[], into: Comparison): void {
  const members = new Map([...old, ...now].map((member) => [member.step, member]));
  const olds = new Map(old.map((member) => [member.step, member.value]));
  const nows = new Map(now.map((member) => [member.step, member.value]));
  for (const [step, member] of members) {
    compareInto(member.schema, olds.get(step), nows.get(step), {
      added: descend(into.added, step),
      modified: descend(into.modified, step),
      removed: descend(into.removed, step),
    });
  }
}
