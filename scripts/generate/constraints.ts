import { compile } from '../../src/schema/cel';
import type { Schema, ValidationRule } from '../../src/schema/types';
import { SourceError } from './source';
import type { Tag } from './tags';

/** Adds to a schema what tags like `@minimum 1` say. Rules are {@link rulesOf}'s. @throws SourceError at a bad value */
export function applyTags(schema: Schema, tags: readonly Tag[]): Schema {
  let result = schema;
  for (const tag of tags) result = { ...result, ...constraint(result, tag) };
  return result;
}

function constraint(schema: Schema, tag: Tag): Schema {
  switch (tag.name) {
    case 'type':
    case 'format':
      return { [tag.name]: word(tag) };
    case 'minimum':
    case 'maximum':
      return { [tag.name]: onType(schema, tag, ['integer', 'number'], number(tag)) };
    case 'minLength':
    case 'maxLength':
      return { [tag.name]: onType(schema, tag, ['string'], number(tag)) };
    case 'maxItems':
      return { [tag.name]: onType(schema, tag, ['array'], number(tag)) };
    case 'pattern':
      return { pattern: onType(schema, tag, ['string'], pattern(tag)) };
    case 'default':
      return { default: defaultValue(schema, tag) };
    case 'listType':
      return listType(schema, tag);
    default:
      return {};
  }
}

/**
 * The rules that tags state: `@rule <CEL> -- <message>`, and `@each <list> <variable> <CEL> -- <message>` for each item of a
 * list, whose message then begins with the item's name. `@unless <CEL>` puts all of them but transition rules out of force.
 * @throws SourceError at one that is not CEL or has no message
 */
export function rulesOf(tags: readonly Tag[]): readonly ValidationRule[] {
  const unless = tags.find(({ name }) => name === 'unless')?.value;
  const guarded = (rule: string) =>
    unless === undefined || /\boldSelf\b/.test(rule) ? rule : `(${unless}) || (${rule})`;
  return tags.flatMap((tag): ValidationRule[] => {
    if (tag.name !== 'rule' && tag.name !== 'each') return [];
    const [expression = '', message = ''] = tag.value.split(/ -- (.*)/);
    if (message === '') throw new SourceError(tag.node, `@${tag.name} needs a message after \` -- \``);
    const found = tag.name === 'rule' ? { rule: expression, message } : eachRule(tag, expression, message);
    const rule = { ...found, rule: guarded(found.rule) };
    checkCel(tag, rule.rule);
    if (rule.messageExpression !== undefined) checkCel(tag, rule.messageExpression);
    return [rule];
  });
}

function eachRule(tag: Tag, text: string, message: string): ValidationRule {
  const [, list, item, condition] = /^(\w+)\s+(\w+)\s+(.*)$/.exec(text) ?? [];
  if (list === undefined || item === undefined || condition === undefined) {
    throw new SourceError(tag.node, '@each is `<list> <variable> <CEL> -- <message>`');
  }
  return {
    rule: `!has(self.${list}) || self.${list}.all(${item}, ${condition})`,
    message: `${list}: ${message}`,
    messageExpression: `'${list} ' + self.${list}.filter(${item}, !(${condition}))[0].name + ': ${message}'`,
    fieldPath: `.${list}`,
  };
}

function checkCel(tag: Tag, expression: string): void {
  try {
    compile(expression);
  } catch (cause) {
    throw new SourceError(tag.node, `@${tag.name} is not CEL: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/**
 * The rule of an `@immutable` tag. That of an optional field belongs to the object around it, since a rule on the field
 * itself sees neither its coming nor its going. An empty text counts as none, as it does for the Go operator.
 */
export function immutableRule(field: {
  readonly name: string;
  readonly optional: boolean;
  readonly type: string;
  readonly tags: readonly Tag[];
}): ValidationRule | undefined {
  const { name, optional, type, tags } = field;
  const tag = tags.find((candidate) => candidate.name === 'immutable');
  if (!tag) return undefined;
  const message = `${name} is immutable${tag.value && `: ${tag.value}`}`;
  if (!optional) return { rule: 'self == oldSelf', message };
  const rule =
    type === 'string'
      ? `(has(self.${name}) ? self.${name} : '') == (has(oldSelf.${name}) ? oldSelf.${name} : '')`
      : `has(self.${name}) == has(oldSelf.${name}) && (!has(self.${name}) || self.${name} == oldSelf.${name})`;
  return { rule, message, fieldPath: `.${name}` };
}

function word(tag: Tag): string {
  if (!/^[\w-]+$/.test(tag.value)) throw new SourceError(tag.node, `@${tag.name} needs one word`);
  return tag.value;
}

function number(tag: Tag): number {
  const value = Number(tag.value);
  if (tag.value === '' || !Number.isFinite(value)) throw new SourceError(tag.node, `@${tag.name} needs a number`);
  return value;
}

/** `*\/` stands for the two characters that would end the comment. */
function pattern(tag: Tag): string {
  const value = tag.value.replaceAll('*\\/', '*/');
  if (/\(\?[=!<]|\\[1-9]/.test(value)) throw new SourceError(tag.node, '@pattern uses what RE2 does not have');
  try {
    new RegExp(value, 'u');
  } catch (cause) {
    throw new SourceError(tag.node, `@pattern is no expression: ${cause instanceof Error ? cause.message : cause}`);
  }
  return value;
}

function defaultValue(schema: Schema, tag: Tag): unknown {
  if (schema.type === 'string') {
    if (schema.enum && !schema.enum.includes(tag.value))
      throw new SourceError(tag.node, '@default is none of the enum');
    return tag.value;
  }
  try {
    return JSON.parse(tag.value);
  } catch {
    throw new SourceError(tag.node, '@default is not JSON');
  }
}

function listType(schema: Schema, tag: Tag): Schema {
  const [type, ...keys] = tag.value.split(/\s+/);
  onType(schema, tag, ['array'], type);
  if (type === 'map' && keys.length > 0) {
    return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
  }
  if ((type === 'set' || type === 'atomic') && keys.length === 0) return { 'x-kubernetes-list-type': type };
  throw new SourceError(tag.node, '@listType is `map <key>…`, `set` or `atomic`');
}

function onType<T>(schema: Schema, tag: Tag, types: readonly string[], value: T): T {
  if (types.includes(schema.type ?? '')) return value;
  throw new SourceError(tag.node, `@${tag.name} does not fit the type ${schema.type}`);
}
