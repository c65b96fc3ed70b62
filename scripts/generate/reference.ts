import ts from 'typescript';
import { KIND_NAMES, type KindName } from '../../src/api';
import { schemas } from '../../src/schema';
import { type Addresses, anchorOf, headingOf, section } from './reference/markdown';
import { type Declaration, readSources, type Sources, shownTypes } from './reference/surface';

/** What can be imported, and the folder that exports it. */
const IMPORTS = [
  ['sostackit', 'constructs'],
  ['sostackit/plus', 'constructs/plus'],
  ['sostackit/testing', 'constructs/testing'],
] as const;

/** Bases of exported classes that nobody has to name. */
const BASES = ['Resource'];

const NOTE = '<!-- Made by `npm run generate` from the comments in the sources. Edit those instead. -->';

const LIBRARY = [
  '# Reference of the library',
  'All that can be imported. How it is used is in [constructs.md](constructs.md); the fields of blocks such as `ipv4` are in',
  '[kinds.md](kinds.md), and their types can be imported from `sostackit` too.',
];

const KINDS = [
  '# Reference of the kinds',
  'The fields of the custom resources, for manifests and for props that are blocks. `kubectl explain` says the same.',
];

interface Part {
  readonly title: string;
  readonly text?: string;
  readonly declarations: readonly Declaration[];
}

/**
 * The reference of the library and that of the kinds, from the comments in the sources: path from the root → content.
 *
 * @throws Error when something exported shows a type that cannot be imported
 */
export function reference(root: string): ReadonlyMap<string, string> {
  const library = readSources(
    root,
    IMPORTS.map(([, folder]) => folder),
  );
  const api = readSources(root, ['src/api']);
  const parts = [
    ...IMPORTS.map(([title, folder]) => ({ title, declarations: library.all(library.exportsOf(folder)) })),
    { title: 'Bases', text: 'What the constructs of all kinds have in common.', declarations: library.all(BASES) },
  ];
  const shown = parts.flatMap(({ declarations }) => declarations);
  const ours = addressesOf(parts);
  const kinds = kindParts(api, shown);
  const theirs = addressesOf(kinds);
  const beside = (name: string) => theirs(name) && `kinds.md${theirs(name)}`;
  const names = shown.flatMap((declaration) => [...shownTypes(declaration)]);
  const exported = new Set(IMPORTS.flatMap(([, folder]) => library.exportsOf(folder)));
  const hidden = names.filter((name) =>
    library.find(name)
      ? !ours(name)
      : api.find(name)?.kind === ts.SyntaxKind.InterfaceDeclaration && !exported.has(name),
  );
  if (hidden.length > 0) throw new Error(`the library shows types that it does not export: ${hidden.join(', ')}`);
  return new Map([
    ['docs/reference.md', page(LIBRARY, parts, (name) => ours(name) ?? beside(name))],
    ['docs/kinds.md', page(KINDS, kinds, theirs)],
  ]);
}

function addressesOf(parts: readonly Part[]): Addresses {
  const addresses = new Map(
    parts.flatMap(({ declarations }) => declarations.map((one) => [one.name?.text, anchorOf(headingOf(one))] as const)),
  );
  return (name) => addresses.get(name);
}

/** Spec and status of each kind, and the types in them or in what else is shown. */
function kindParts(api: Sources, shown: readonly Declaration[]): readonly Part[] {
  const kinds = KIND_NAMES.map((kind) => ({
    title: kind,
    text: kindText(kind),
    declarations: api.all([`${kind}Spec`, `${kind}Status`]),
  }));
  const found = new Set(kinds.flatMap(({ declarations }) => declarations));
  const types = new Set<Declaration>();
  const queue = [...found, ...shown];
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    for (const name of shownTypes(one)) {
      const type = api.find(name);
      // The kinds themselves have chapters.
      if (!type || name in schemas || found.has(type) || types.has(type)) continue;
      types.add(type);
      queue.push(type);
    }
  }
  const byName = (one: Declaration, other: Declaration) =>
    (one.name?.text ?? '').localeCompare(other.name?.text ?? '', 'en');
  return [...kinds, { title: 'Types', declarations: [...types].sort(byName) }];
}

function kindText(kind: KindName): string {
  const { plural, shortNames, openAPIV3Schema } = schemas[kind];
  return `${openAPIV3Schema.description}\n\n\`kubectl get ${plural}\`, or \`${shortNames.join('`, `')}\` for short.`;
}

/** A page with its contents at the top. */
function page([title = '', ...intro]: readonly string[], parts: readonly Part[], addresses: Addresses): string {
  const contents = parts.map(({ title: name, declarations }) => {
    const links = declarations.map((one) => `[${one.name?.text}](${anchorOf(headingOf(one))})`);
    return `**${name}**: ${links.join(', ')}`;
  });
  const sections = parts.flatMap(({ title: name, text, declarations }) => [
    `## ${name}`,
    ...(text ? [text] : []),
    ...declarations.map((one) => section(one, addresses)),
  ]);
  return `${[NOTE, title, intro.join('\n'), ...contents, ...sections].join('\n\n')}\n`;
}
