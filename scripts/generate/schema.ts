import ts from 'typescript';
import type { Schema, ValidationRule } from '../../src/schema/types';
import { applyTags, immutableRule, rulesOf } from './constraints';
import { type ApiSource, type Declaration, SourceError } from './source';
import { type Doc, docOf } from './tags';

/** Turns a type of `src/api/` into its schema. @throws SourceError where TypeScript says what a schema cannot */
export function schemaOf(api: ApiSource, typeName: string, from: ts.Node): Schema {
  return new SchemaWriter(api).named(typeName, from);
}

class SchemaWriter {
  constructor(private readonly api: ApiSource) {}

  named(name: string, from: ts.Node): Schema {
    const declaration = this.api.declarations.get(name);
    if (!declaration) throw new SourceError(from, `${name} is not declared in the API`);
    const doc = docOf(declaration);
    const schema = ts.isInterfaceDeclaration(declaration)
      ? this.object(declaration)
      : rulesOf(doc.tags).reduce(withRule, this.type(declaration.type));
    return applyTags({ ...schema, description: doc.text }, doc.tags);
  }

  private type(node: ts.TypeNode): Schema {
    if (ts.isParenthesizedTypeNode(node)) return this.type(node.type);
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) return this.type(node.type);
    if (ts.isArrayTypeNode(node)) return { type: 'array', items: withoutDescription(this.type(node.elementType)) };
    if (ts.isUnionTypeNode(node)) return union(node);
    if (ts.isTypeLiteralNode(node)) return this.map(node);
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && !node.typeArguments) {
      return this.named(node.typeName.text, node);
    }
    if (node.kind === ts.SyntaxKind.StringKeyword) return { type: 'string' };
    if (node.kind === ts.SyntaxKind.NumberKeyword) return { type: 'number' };
    if (node.kind === ts.SyntaxKind.BooleanKeyword) return { type: 'boolean' };
    const value = stringLiteral(node);
    if (value !== undefined) return { type: 'string', enum: [value] };
    throw new SourceError(node, `no schema says \`${node.getText()}\``);
  }

  private map(node: ts.TypeLiteralNode): Schema {
    const [member, ...more] = node.members;
    if (!member || more.length > 0 || !ts.isIndexSignatureDeclaration(member)) {
      throw new SourceError(node, 'an object needs an interface of its own; only a map may stand here');
    }
    return { type: 'object', additionalProperties: withoutDescription(this.type(member.type)) };
  }

  /** A field that TypeScript requires is required here too, unless its tag `@lenient` leaves that to a rule. */
  private object(declaration: ts.InterfaceDeclaration): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    const rules: ValidationRule[] = [...rulesOf(docOf(declaration).tags)];
    for (const { name, optional, node, doc } of this.fields(declaration)) {
      const schema = this.field(node, doc);
      const immutable = immutableRule({ name, optional, type: schema.type ?? '', tags: doc.tags });
      if (immutable && optional) rules.push(immutable);
      properties[name] = immutable && !optional ? withRule(schema, immutable) : schema;
      if (!optional && !doc.tags.some((tag) => tag.name === 'lenient')) required.push(name);
    }
    return {
      type: 'object',
      ...(required.length > 0 && { required: required.sort() }),
      properties: Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))),
      ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
    };
  }

  private field(node: ts.PropertySignature, doc: Doc): Schema {
    if (!node.type) throw new SourceError(node, 'the field has no type');
    const schema = this.type(node.type);
    const described = { ...schema, description: doc.text };
    const rules = rulesOf(doc.tags);
    return applyTags(rules.length > 0 ? rules.reduce(withRule, described) : described, doc.tags);
  }

  private fields(declaration: ts.InterfaceDeclaration): readonly Field[] {
    const own = declaration.members.map((node): Field => {
      if (!ts.isPropertySignature(node) || !(ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) {
        throw new SourceError(node, 'an interface of the API holds fields only');
      }
      const doc = docOf(node);
      if (doc.text === '') throw new SourceError(node, `${node.name.text} has no description`);
      return { name: node.name.text, optional: node.questionToken !== undefined, node, doc };
    });
    return [...this.bases(declaration).flatMap((base) => this.fields(base)), ...own];
  }

  private bases(declaration: ts.InterfaceDeclaration): readonly ts.InterfaceDeclaration[] {
    const types = declaration.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
    return types.map((type) => {
      const base: Declaration | undefined = this.api.declarations.get(type.expression.getText());
      if (!base || !ts.isInterfaceDeclaration(base)) throw new SourceError(type, 'the base is no interface of the API');
      return base;
    });
  }
}

interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly node: ts.PropertySignature;
  readonly doc: Doc;
}

/** A union of texts is an enum, unless it is left open by `string & {}`. */
function union(node: ts.UnionTypeNode): Schema {
  const values: string[] = [];
  let open = false;
  for (const member of node.types) {
    const value = stringLiteral(member);
    if (value !== undefined) values.push(value);
    else if (member.getText().replace(/[()\s]/g, '') === 'string&{}') open = true;
    else throw new SourceError(member, 'a union holds texts, and `(string & {})` when more of them may come');
  }
  return open ? { type: 'string' } : { type: 'string', enum: values };
}

function stringLiteral(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
}

function withoutDescription(schema: Schema): Schema {
  if (schema.type === 'object') return schema;
  const { description: _, ...rest } = schema;
  return rest;
}

function withRule(schema: Schema, rule: ValidationRule): Schema {
  return { ...schema, 'x-kubernetes-validations': [...(schema['x-kubernetes-validations'] ?? []), rule] };
}
