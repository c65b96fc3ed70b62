import ts from 'typescript';
import type { KindName } from '../../src/api';
import type { KindSchema, PrinterColumn, Schema } from '../../src/schema/types';
import { rulesOf } from './constraints';
import { schemaOf } from './schema';
import { type ApiSource, SourceError } from './source';
import { type Doc, docOf, type Tag } from './tags';

const COLUMN_TYPES = ['string', 'integer', 'number', 'boolean', 'date'] as const;

/** Description of a kind from the interface of its name and that interface's tags. */
export function kindSchema(api: ApiSource, name: string): KindSchema {
  const declaration = api.declarations.get(name);
  if (!declaration || !ts.isInterfaceDeclaration(declaration))
    throw new Error(`no interface declares the kind ${name}`);
  const { text, tags } = docOf(declaration);
  const plural = tags.find((tag) => tag.name === 'kind')?.value;
  if (!plural) throw new SourceError(declaration, `${name} has no tag @kind with its plural`);
  return {
    kind: name as KindName,
    listKind: `${name}List`,
    plural,
    singular: name.toLowerCase(),
    shortNames: tags.filter((tag) => tag.name === 'shortName').map((tag) => tag.value),
    columns: tags.filter((tag) => tag.name === 'column').map(column),
    openAPIV3Schema: rootSchema(api, declaration, { text, tags }),
  };
}

/**
 * `spec` is not required, since the Go operator's CRDs do not require it; but it does not go away again, for that would
 * be a way around every rule below it.
 */
function rootSchema(api: ApiSource, declaration: ts.InterfaceDeclaration, { text, tags }: Doc): Schema {
  const [base] = declaration.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
  const [spec, status] = base?.typeArguments ?? [];
  if (!spec || !status) throw new SourceError(declaration, 'a kind extends KubernetesObject<Spec, Status>');
  return {
    description: text,
    type: 'object',
    properties: {
      apiVersion: { type: 'string', description: 'Group and version of the API that this object is written in.' },
      kind: { type: 'string', description: 'Name of the kind of this object.' },
      metadata: { type: 'object' },
      spec: schemaOf(api, spec.getText(), spec),
      status: schemaOf(api, status.getText(), status),
    },
    'x-kubernetes-validations': [
      { rule: '!has(oldSelf.spec) || has(self.spec)', message: 'spec cannot be removed', fieldPath: '.spec' },
      ...rulesOf(tags),
    ],
  };
}

function column(tag: Tag): PrinterColumn {
  const [name = '', type = '', jsonPath = '', wide] = tag.value.split(/\s+/);
  const known = COLUMN_TYPES.find((candidate) => candidate === type);
  if (!known || !jsonPath.startsWith('.') || (wide !== undefined && wide !== 'wide')) {
    throw new SourceError(tag.node, '@column is `<name> <type> <.json.path> [wide]`');
  }
  return { name, type: known, jsonPath, ...(wide && { priority: 1 }) };
}
