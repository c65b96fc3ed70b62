import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** A declaration of `src/api/` that other declarations refer to by name. */
export type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** What `src/api/` declares. */
export interface ApiSource {
  /** Interfaces and type aliases by name; names are unique over all files. */
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Names of the kinds, in the order of `KIND_NAMES`. */
  readonly kindNames: readonly string[];
}

/** Says what is wrong in the API's sources, and where. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(node: ts.Node, problem: string) {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    super(`${relative(process.cwd(), file.fileName)}:${line + 1}: ${problem}`);
  }
}

/** Reads all files of a folder. @throws SourceError when two declarations share a name or the list of kinds is missing */
export function readApi(folder: string): ApiSource {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(folder, name));
  return parseApi(files.map((fileName) => ({ fileName, text: readFileSync(fileName, 'utf8') })));
}

/** As {@link readApi}, from texts. */
export function parseApi(files: readonly { readonly fileName: string; readonly text: string }[]): ApiSource {
  const declarations = new Map<string, Declaration>();
  let kindNames: readonly string[] | undefined;
  for (const { fileName, text } of files) {
    const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2023, true);
    for (const statement of source.statements) {
      if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
        const name = statement.name.text;
        if (declarations.has(name)) throw new SourceError(statement, `${name} is declared twice`);
        declarations.set(name, statement);
      } else if (ts.isVariableStatement(statement)) {
        kindNames = kindNamesOf(statement) ?? kindNames;
      }
    }
  }
  if (!kindNames) throw new Error('no file declares the list KIND_NAMES');
  return { declarations, kindNames };
}

function kindNamesOf(statement: ts.VariableStatement): readonly string[] | undefined {
  for (const { name, initializer } of statement.declarationList.declarations) {
    if (!ts.isIdentifier(name) || name.text !== 'KIND_NAMES') continue;
    const list = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
    if (!list || !ts.isArrayLiteralExpression(list)) throw new SourceError(name, 'KIND_NAMES is not a plain list');
    return list.elements.map((element) => {
      if (!ts.isStringLiteral(element)) throw new SourceError(element, 'a name in KIND_NAMES is not a plain string');
      return element.text;
    });
  }
  return undefined;
}
