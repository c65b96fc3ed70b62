import { celProblem, compile, type Expression, optional, toCel } from './cel';
import { type Before, before, beforeItem, beforeKey } from './correlate';
import { type FieldError, type FieldErrorType, fieldError, isObject } from './field-error';
import { fits } from './fits';
import type { Schema, ValidationRule } from './types';

/** A rule whose expressions are compiled when they are first needed: a new object needs none of a transition rule. */
interface LazyRule {
  readonly rule: ValidationRule;
  /** Whether it can be told without compiling that the rule speaks of `oldSelf`. */
  readonly plainlyOnUpdate: boolean;
  readonly expression: Expression;
  readonly message: Expression | undefined;
}

/** A schema as far as rules lie in it; parts without any are left out. */
interface RuleTree {
  readonly schema: Schema;
  readonly rules: readonly LazyRule[];
  /** Whether a rule here or below may say something about what is new. */
  readonly onCreate: boolean;
  /** New values that fulfil the rules of this place, as JSON. */
  readonly fulfilled: Set<string>;
  readonly properties: ReadonlyMap<string, RuleTree>;
  readonly items?: RuleTree;
  readonly additional?: RuleTree;
}

interface Node {
  readonly value: unknown;
  readonly path: string;
  readonly before: Before;
  readonly isResource: boolean;
}

const trees = new WeakMap<Schema, RuleTree | null>();

/**
 * Evaluates a schema's `x-kubernetes-validations` over an object. Rules that speak of `oldSelf` count only where `old`
 * has a value in the same place; other rules, only where something has changed.
 * @throws Error when a rule is not CEL; {@link ruleProblems} tells so beforehand
 */
export function validateRules(schema: Schema, value: unknown, old?: unknown): FieldError[] {
  const tree = treeOf(schema);
  return tree ? evaluated(tree, { value, path: '', before: before(value, old), isResource: true }) : [];
}

/** Whether some rule of a schema may say something about a new object, and not only about a change. */
export function judgesNew(schema: Schema): boolean {
  return treeOf(schema)?.onCreate === true;
}

/** What keeps a schema's rules from being compiled, each with the path of its place in the schema. */
export function ruleProblems(schema: Schema, path = 'openAPIV3Schema'): string[] {
  const own = (schema['x-kubernetes-validations'] ?? []).flatMap((rule, index) => {
    try {
      compile(rule.rule);
      if (rule.messageExpression) compile(rule.messageExpression);
      return [];
    } catch (error) {
      return [`${path}.x-kubernetes-validations[${index}].rule: ${celProblem(error)}`];
    }
  });
  const { properties = {}, items, additionalProperties } = schema;
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, child]) => ruleProblems(child, `${path}.properties[${name}]`)),
    ...(items ? ruleProblems(items, `${path}.items`) : []),
    ...(typeof additionalProperties === 'object'
      ? ruleProblems(additionalProperties, `${path}.additionalProperties`)
      : []),
  ];
}

function treeOf(schema: Schema): RuleTree | null {
  const known = trees.get(schema);
  if (known !== undefined) return known;
  const { properties = {}, items, additionalProperties } = schema;
  const rules = (schema['x-kubernetes-validations'] ?? []).map(lazy);
  const named = new Map<string, RuleTree>();
  for (const [name, child] of Object.entries(properties)) {
    const tree = treeOf(child);
    if (tree) named.set(name, tree);
  }
  const ofItems = items && treeOf(items);
  const additional = typeof additionalProperties === 'object' && treeOf(additionalProperties);
  const below = [...named.values(), ...(ofItems ? [ofItems] : []), ...(additional ? [additional] : [])];
  const onCreate = rules.some((rule) => !rule.plainlyOnUpdate) || below.some((tree) => tree.onCreate);
  const tree =
    rules.length === 0 && below.length === 0
      ? null
      : {
          schema,
          rules,
          onCreate,
          fulfilled: new Set<string>(),
          properties: named,
          ...(ofItems && { items: ofItems }),
          ...(additional && { additional }),
        };
  trees.set(schema, tree);
  return tree;
}

function lazy(rule: ValidationRule): LazyRule {
  let expression: Expression | undefined;
  let message: Expression | undefined;
  return {
    rule,
    plainlyOnUpdate: !rule.optionalOldSelf && mentionsOldSelf(rule.rule),
    get expression() {
      expression ??= compile(rule.rule);
      return expression;
    },
    get message() {
      if (rule.messageExpression) message ??= compile(rule.messageExpression);
      return message;
    },
  };
}

/** Whether `oldSelf` stands in a rule as a variable, outside of texts and behind no dot. In doubt it does not. */
function mentionsOldSelf(rule: string): boolean {
  if (/['"]{3}|\b[rRbB]+['"]|\/\//.test(rule)) return false;
  return /(?<![\w.])oldSelf\b(?!\s*\()/.test(rule.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '""'));
}

function evaluated(tree: RuleTree, node: Node): FieldError[] {
  const { value, path } = node;
  if (value === null || value === undefined) return [];
  if (!tree.onCreate && (node.before.node ?? undefined) === undefined) return [];
  const own = tree.rules.length > 0 ? ownErrors(tree, node) : [];
  if (Array.isArray(value)) {
    const { items } = tree;
    if (!items) return own;
    const below = value.flatMap((item, index) =>
      evaluated(items, {
        value: item,
        path: `${path}[${index}]`,
        before: beforeItem(tree.schema, node.before, item),
        isResource: items.schema['x-kubernetes-embedded-resource'] === true,
      }),
    );
    return [...own, ...below];
  }
  if (!isObject(value)) return own;
  const below: FieldError[] = [];
  for (const key of Object.keys(value)) {
    const named = tree.properties.get(key);
    const child = named ?? (tree.additional && !hasProperty(tree.schema, key) ? tree.additional : undefined);
    if (!child) continue;
    const found = evaluated(child, {
      value: value[key],
      path: named ? (path === '' ? key : `${path}.${key}`) : `${path}[${key}]`,
      before: beforeKey(node.before, key, value[key]),
      isResource: child.schema['x-kubernetes-embedded-resource'] === true,
    });
    if (found.length > 0) below.push(...found);
  }
  return [...own, ...below];
}

function hasProperty(schema: Schema, key: string): boolean {
  return schema.properties !== undefined && Object.hasOwn(schema.properties, key);
}

function ownErrors(tree: RuleTree, node: Node): FieldError[] {
  if ((node.before.node ?? undefined) !== undefined) return judged(tree, node);
  if (tree.rules.every(({ plainlyOnUpdate }) => plainlyOnUpdate)) return [];
  // What did not change is let pass by an update, whatever it is.
  const content = node.before.changed ? briefContent(tree.schema, node.value) : undefined;
  if (content === undefined) return judged(tree, node);
  if (tree.fulfilled.has(content)) return [];
  const errors = judged(tree, node);
  if (tree.fulfilled.size >= REMEMBERED) tree.fulfilled.clear();
  if (errors.length === 0) tree.fulfilled.add(content);
  return errors;
}

/** How many values a place remembers, and how long each may be. */
const REMEMBERED = 100;
const BRIEF = 200;

/**
 * A value as JSON, if it is short and nothing of it is lost by that. CEL takes long, and what one object of an app says, such
 * as the image of a volume, many others say as well.
 */
function briefContent(schema: Schema, value: unknown): string | undefined {
  if (!fits(schema, value)) return undefined;
  const content = JSON.stringify(value);
  return content.length <= BRIEF ? content : undefined;
}

function judged({ schema, rules }: RuleTree, node: Node): FieldError[] {
  const old = node.before.node ?? undefined;
  const self = toCel(schema, node.value, node.isResource);
  const oldSelf = toCel(schema, old, node.isResource);
  return rules.flatMap((candidate) => {
    const { rule, plainlyOnUpdate } = candidate;
    if (plainlyOnUpdate && old === undefined) return [];
    const { expression } = candidate;
    if (expression.usesOldSelf && old === undefined && !rule.optionalOldSelf) return [];
    if (!expression.usesOldSelf && !node.before.changed) return [];
    const variables = { self, oldSelf: rule.optionalOldSelf ? optional(oldSelf) : oldSelf };
    try {
      return expression.evaluate(variables) === true ? [] : [failure(schema, candidate, node, variables)];
    } catch (error) {
      const detail = `${celProblem(error)} evaluating rule: ${rule.message ?? rule.rule}`;
      return [fieldError('Invalid', node.path, { value: schema.type ?? '', detail })];
    }
  });
}

function failure(
  schema: Schema,
  { rule, message }: LazyRule,
  node: Node,
  variables: { readonly self: unknown; readonly oldSelf: unknown },
): FieldError {
  const path = `${node.path}${fieldPath(rule)}`.replace(/^\./, '');
  const type = (rule.reason ?? 'FieldValueInvalid').slice('FieldValue'.length) as FieldErrorType;
  const compound = schema.type === 'object' || schema.type === 'array';
  const shown = compound || type === 'Required' || type === 'Forbidden' ? undefined : node.value;
  const detail = type === 'Duplicate' ? '' : ((message && messageText(message, variables)) ?? fixedMessage(rule));
  return fieldError(type, path, { value: shown, detail });
}

function messageText(message: Expression, variables: { readonly self: unknown; readonly oldSelf: unknown }) {
  try {
    const text = message.evaluate(variables);
    const trimmed = typeof text === 'string' ? text.trim() : '';
    return trimmed === '' || trimmed.includes('\n') ? undefined : trimmed;
  } catch {
    return undefined;
  }
}

function fixedMessage({ rule, message }: ValidationRule): string {
  return message ? message.trim() : `failed rule: ${rule.trim()}`;
}

/** `.a.b['c']` as the API server writes it in errors. */
function fieldPath({ fieldPath: path }: ValidationRule): string {
  return path ? path.replace(/\['([^']*)'\]/g, '.$1') : '';
}
