import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** Something that has a name of its own in the reference. */
export type Declaration =
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.FunctionDeclaration;

/** What the files of some folders declare. */
export interface Sources {
  /** Declarations by name. @throws Error, when asked for, for a name that two files declare */
  find(name: string): Declaration | undefined;
  /** Declarations of some names; those that are not declared here are left out. */
  all(names: readonly string[]): readonly Declaration[];
  /** Names that the `index.ts` of a folder exports, in alphabetical order. */
  exportsOf(folder: string): readonly string[];
}

/** Reads the TypeScript files of folders, given by their paths from the root. */
export function readSources(root: string, folders: readonly string[]): Sources {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, folder, name)),
  );
  const declarations = new Map<string, Declaration[]>();
  const sources = new Map<string, ts.SourceFile>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
    sources.set(relative(root, file), source);
    for (const statement of source.statements) {
      if (!isDeclaration(statement) || !statement.name) continue;
      const { text } = statement.name;
      declarations.set(text, [...(declarations.get(text) ?? []), statement]);
    }
  }
  const find = (name: string) => {
    const [found, other] = declarations.get(name) ?? [];
    if (found && other) throw new Error(`${name} is declared by ${at(found)} and by ${at(other)}`);
    return found;
  };
  return {
    find,
    all: (names) => names.flatMap((name) => find(name) ?? []),
    exportsOf: (folder) => namesIn(sources.get(join(folder, 'index.ts'))),
  };
}

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isFunctionDeclaration(node)
  );
}

function namesIn(index: ts.SourceFile | undefined): readonly string[] {
  const names = index?.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [],
  );
  return [...(names ?? [])].sort((one, other) => one.localeCompare(other, 'en'));
}

function at(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${relative(process.cwd(), source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** Names of types that the reference shows of a declaration: no bodies, and of classes only what is visible. */
export function shownTypes(declaration: Declaration): ReadonlySet<string> {
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return typeNames([declaration]);
  if (ts.isFunctionDeclaration(declaration)) return typeNames(signatureNodes(declaration));
  const members = [publicConstructor(declaration), ...visibleMembers(declaration)].flatMap((member) =>
    member && ts.isFunctionLike(member) ? signatureNodes(member) : (member ?? []),
  );
  return typeNames([...(declaration.heritageClauses ?? []), ...members]);
}

/** What is seen of a function: all but its body. */
function signatureNodes({ parameters, type }: ts.SignatureDeclaration): readonly ts.Node[] {
  return type ? [...parameters, type] : parameters;
}

function typeNames(nodes: readonly ts.Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (inner: ts.Node): void => {
    if (ts.isTypeReferenceNode(inner)) names.add(inner.typeName.getText());
    if (ts.isExpressionWithTypeArguments(inner)) names.add(inner.expression.getText());
    ts.forEachChild(inner, visit);
  };
  for (const node of nodes) visit(node);
  return names;
}

/** The members of a class that its users see, apart from its constructor. */
export function visibleMembers(declaration: ts.ClassDeclaration): readonly ts.ClassElement[] {
  return declaration.members.filter((member) => {
    if (ts.isConstructorDeclaration(member) || !member.name || ts.isPrivateIdentifier(member.name)) return false;
    return (
      !has(member, ts.SyntaxKind.PrivateKeyword) && !has(member, ts.SyntaxKind.DeclareKeyword) && !isInternal(member)
    );
  });
}

/** The constructor that users may call. */
export function publicConstructor(declaration: ts.ClassDeclaration): ts.ConstructorDeclaration | undefined {
  const found = declaration.members.find(ts.isConstructorDeclaration);
  const closed = found && (has(found, ts.SyntaxKind.PrivateKeyword) || has(found, ts.SyntaxKind.ProtectedKeyword));
  return closed || (found && isInternal(found)) ? undefined : found;
}

/** Whether a declaration has a modifier, such as `static`. */
export function has(node: ts.Node, modifier: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === modifier) ?? false);
}

function isInternal(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
}
