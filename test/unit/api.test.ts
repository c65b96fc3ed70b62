import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { outputs, outputsOf } from '../../scripts/generate/outputs';
import { parseApi } from '../../scripts/generate/source';
import { KIND_NAMES } from '../../src/api';
import { API_GROUP_VERSION } from '../../src/product';
import { applyDefaults, crds, formatError, type Schema, schemas, validateObject } from '../../src/schema';

const root = join(__dirname, '../..');
const goOperator = join(root, '../shared/go-operator');

describe('generated files', () => {
  const files = outputs(join(root, 'src/api'));

  test.each([...files.keys()])('%s is what the API says today', (file) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(files.get(file));
  });

  test('crds/ and src/schema/generated/ hold nothing else', () => {
    const there = ['crds', 'src/schema/generated'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(there.filter((file) => !files.has(file))).toEqual([]);
  });

  test('every kind of the one list has a schema and a CRD with short name, category and status', () => {
    expect(Object.keys(schemas)).toEqual([...KIND_NAMES]);
    expect(crds.map(({ spec }) => [spec.names.kind, spec.names.shortNames, spec.names.categories])).toEqual([
      ['Network', ['snet'], ['stackit']],
      ['Image', ['simg'], ['stackit']],
      ['Volume', ['svol'], ['stackit']],
      ['Server', ['ssrv'], ['stackit']],
      ['Cluster', ['sske'], ['stackit']],
    ]);
    for (const { spec } of crds) expect(spec.versions[0].subresources).toEqual({ status: {} });
  });

  test('every field that people write has a description of its own', () => {
    const silent = KIND_NAMES.flatMap((kind) => nodesOf(schemas[kind].openAPIV3Schema))
      .filter(({ path, schema }) => /^(spec|status)\b/.test(path) && !/[\]}]$/.test(path) && !schema.description)
      .map(({ path }) => path);
    expect(silent).toEqual([]);
  });
});

describe('errors in the API name file and line', () => {
  const kind = (spec: string, tags = ' * @kind things') =>
    [
      "export const KIND_NAMES = ['Thing'] as const;",
      `export interface ThingSpec {\n${spec}\n}`,
      'export interface ThingStatus {}',
      `/**\n * A thing.\n${tags}\n */`,
      'export interface Thing extends KubernetesObject<ThingSpec, ThingStatus> {}',
    ].join('\n');

  test.each([
    ['a field without description', kind('readonly a: string;'), /thing\.ts:3: a has no description/],
    [
      'an unknown tag',
      kind('/** A. @minimum 1 */\n/**\n * A.\n * @minimal 1\n */\nreadonly a: number;'),
      /thing\.ts:8: unknown tag @minimal/,
    ],
    [
      'a number that is none',
      kind('/**\n * A.\n * @minimum one\n */\nreadonly a: number;'),
      /thing\.ts:7: @minimum needs a number/,
    ],
    [
      'a bound on the wrong type',
      kind('/**\n * A.\n * @minimum 1\n */\nreadonly a: string;'),
      /@minimum does not fit the type string/,
    ],
    [
      'a pattern that RE2 lacks',
      kind('/**\n * A.\n * @pattern ^(?=a)\n */\nreadonly a: string;'),
      /@pattern uses what RE2 does not have/,
    ],
    [
      'a pattern that is none',
      kind('/**\n * A.\n * @pattern (\n */\nreadonly a: string;'),
      /@pattern is no expression/,
    ],
    [
      'a default outside the enum',
      kind("/**\n * A.\n * @default c\n */\nreadonly a: 'a' | 'b';"),
      /@default is none of the enum/,
    ],
    [
      'a rule without message',
      kind('/**\n * A.\n * @rule self > 1\n */\nreadonly a: number;'),
      /@rule needs a message/,
    ],
    ['a rule that is no CEL', kind('/**\n * A.\n * @rule self > -- no\n */\nreadonly a: number;'), /@rule is not CEL/],
    ['a type without a schema', kind('/** A. */\nreadonly a: string | number;'), /thing\.ts:4: a union holds texts/],
    ['an object without an interface', kind('/** A. */\nreadonly a: { b: string };'), /an object needs an interface/],
    ['a type that nobody declares', kind('/** A. */\nreadonly a: Elsewhere;'), /Elsewhere is not declared/],
    ['a bad column', kind('/** A. */\nreadonly a: string;', ' * @kind things\n * @column A text .a'), /@column is/],
    ['a kind without plural', kind('/** A. */\nreadonly a: string;', ''), /no tag @kind/],
  ])('%s', (_, text, message) => {
    expect(() => outputsOf(parseApi([{ fileName: 'thing.ts', text }]))).toThrow(message);
  });
});

interface Facts {
  readonly [kind: string]: {
    readonly names: Readonly<Record<string, string>>;
    readonly columns: readonly (readonly [string, string, string])[];
    readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

/** What is wider here than in the Go operator, with the rule that takes its place. */
const SOURCE = { at: 'spec.source', rule: /has\(self\.imageRef\).* : has\(self\.type\) && has\(self\.id\)/ };
const PREFIX = /^has\(self\.prefix\) != has\(self\.prefixLength\)$/;
const RELAXED: Readonly<Record<string, { readonly key: string; readonly rule?: RegExp; readonly at?: string }>> = {
  'Volume spec.source.type': { key: 'required', ...SOURCE },
  'Volume spec.source.id': { key: 'required', ...SOURCE },
  'Network spec.ipv4.prefixLength': { key: 'required', at: 'spec.ipv4', rule: PREFIX },
  'Network spec.ipv6.prefixLength': { key: 'required', at: 'spec.ipv6', rule: PREFIX },
  // Only wider: one more value.
  'Server spec.powerState': { key: 'enum' },
};

/** Rules that do not look at a change, and the field of ours without which they hold for every manifest of the Go operator. */
const STANDING: Readonly<Record<string, RegExp>> = {
  imageRef: /^has\(self\.imageRef\) \|\| has\(self\.volumeRef\) \? .* : has\(self\.type\) && has\(self\.id\)$/,
  prefix: PREFIX,
  gateway: /^!has\(self\.gateway\) \|\|/,
  provisionByDefault: /^!has\(self\.provisionByDefault\) \|\|/,
  existingClusterName:
    /^\(has\(self\.existingClusterName\) && self\.existingClusterName != ''\) \|\| |^!has\(self\.spec\) \|\| \(has\(self\.spec\.existingClusterName\)/,
  networkRef: /^!has\(self\.id\) \|\| !has\(self\.networkRef\)$/,
};

const whenThere = existsSync(join(goOperator, 'fields.json')) ? describe : describe.skip;
if (whenThere === describe.skip) console.info(`no comparison with the Go operator: ${goOperator} is not there`);

whenThere("whatever the Go operator's CRDs admit is admitted", () => {
  const facts = existsSync(goOperator)
    ? (JSON.parse(readFileSync(join(goOperator, 'fields.json'), 'utf8')) as Facts)
    : {};

  test.each([...KIND_NAMES])('%s has the same names, columns and fields, and no new bounds', (kind) => {
    const { names, columns, fields } = facts[kind] ?? { names: {}, columns: [], fields: {} };
    const ours = schemas[kind];
    expect(ours).toMatchObject(names);
    expect(ours.columns.map(({ name, type, jsonPath }) => [name, type, jsonPath])).toEqual(
      expect.arrayContaining(columns.map((column) => [...column])),
    );
    const nodes = new Map(
      nodesOf(ours.openAPIV3Schema).map(({ path, schema, required }) => [path, { schema, required }]),
    );
    for (const [path, fact] of Object.entries(fields)) {
      const node = nodes.get(path);
      const given = { ...(node && bounds(node.schema)), ...(node?.required && { required: true }) };
      const relaxed = RELAXED[`${kind} ${path}`];
      const wanted = Object.fromEntries(Object.entries(fact).filter(([key]) => key !== relaxed?.key));
      const kept =
        relaxed?.key === 'enum' ? Object.fromEntries(Object.entries(given).filter(([key]) => key !== 'enum')) : given;
      expect({ path, ...kept }).toEqual({ path, ...wanted });
      if (relaxed?.key === 'enum')
        expect(node?.schema.enum).toEqual(expect.arrayContaining([...(fact.enum as string[])]));
      if (relaxed?.at && relaxed.rule) {
        const rules = nodes.get(relaxed.at)?.schema['x-kubernetes-validations'] ?? [];
        expect(rules.map(({ rule }) => rule)).toContainEqual(expect.stringMatching(relaxed.rule));
      }
    }
  });

  test.each([...KIND_NAMES])('%s requires nothing that the Go operator does not know', (kind) => {
    const fields = facts[kind]?.fields ?? {};
    const added = nodesOf(schemas[kind].openAPIV3Schema).filter(({ path, required }) => required && !(path in fields));
    // Each of these lies in an optional object that the Go operator does not have.
    expect(added.map(({ path }) => path.replace(/\.[^.]+$/, '')).filter((parent) => parent in fields)).toEqual([]);
  });

  test.each([...KIND_NAMES])(
    '%s: a rule on a field of the Go operator concerns changes or our own fields only',
    (kind) => {
      const fields = facts[kind]?.fields ?? {};
      const rules = nodesOf(schemas[kind].openAPIV3Schema).flatMap(
        ({ schema }) => schema['x-kubernetes-validations'] ?? [],
      );
      const standing = rules.filter(({ rule }) => !/\boldSelf\b/.test(rule));
      for (const { rule } of standing) {
        const [field] = Object.entries(STANDING).find(([, pattern]) => pattern.test(rule)) ?? [];
        expect({ rule, field }).toEqual({ rule, field: expect.any(String) });
        expect(Object.keys(fields).filter((path) => path.endsWith(`.${field}`))).toEqual([]);
      }
    },
  );

  const samples = existsSync(goOperator)
    ? readdirSync(join(goOperator, 'samples')).filter((name) => name !== 'image.yaml')
    : [];
  test.each(samples)('sample %s is valid', (name) => {
    const text = readFileSync(join(goOperator, 'samples', name), 'utf8');
    const objects = parseAllDocuments(text).map((document) => document.toJS() as { apiVersion: string; kind: string });
    expect(objects).not.toEqual([]);
    for (const object of objects) {
      const kind = KIND_NAMES.find((candidate) => candidate === object.kind);
      expect([object.apiVersion, kind]).toEqual([API_GROUP_VERSION, object.kind]);
      const schema = schemas[kind ?? 'Network'].openAPIV3Schema;
      expect(validateObject(schema, applyDefaults(schema, object)).map(formatError)).toEqual([]);
    }
  });
});

interface SchemaNode {
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** All nodes of a schema with paths as fields.json writes them: `a.b`, `a[]`, `a{}`. */
function nodesOf(schema: Schema, path = '', required = false): readonly SchemaNode[] {
  const { properties = {}, items, additionalProperties } = schema;
  return [
    { path, schema, required },
    ...Object.entries(properties).flatMap(([name, child]) =>
      nodesOf(child, path === '' ? name : `${path}.${name}`, schema.required?.includes(name)),
    ),
    ...(items ? nodesOf(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? nodesOf(additionalProperties, `${path}{}`) : []),
  ];
}

/** What of a node bounds its values. */
function bounds(schema: Schema): Readonly<Record<string, unknown>> {
  const bounding = Object.entries(schema).filter(
    ([key]) => !/^(description|properties|items|additionalProperties|required|x-kubernetes-.*)$/.test(key),
  );
  return Object.fromEntries(bounding);
}
