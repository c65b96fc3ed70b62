import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './clusters';

/** Blocks of code of one language in a document, in their order. */
export function blocksOf(document: string, language: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code);
}

/** What the documents take as given: the imports of a file that they are parts of, and the app around them. */
const AROUND = `
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
const app = new App();
const chart = new Chart(app, 'docs');
const projectId: string = '11111111-2222-4333-8444-555555555555';
const stagingProject: string = '22222222-2222-4333-8444-555555555555';
const imageId: string = '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';
`;

/** The blocks of a document as one program, as strict as the constructs themselves. */
export function programOf(blocks: readonly string[]): string {
  const imported = new Set(blocks.flatMap((block) => [...block.matchAll(/^import .* from '.*';$/gm)].map(String)));
  const names = [...imported].flatMap((line) => /\{ (.*) \}/.exec(line)?.[1]?.split(', ') ?? []);
  const more = LIBRARY.filter((name) => !names.includes(name) && blocks.some((block) => usesName(block, name)));
  return [
    AROUND,
    `import { ${more.join(', ')} } from 'sostackit';`,
    ...imported,
    ...blocks.map((block) => block.replace(/^import .*$/gm, '')),
  ].join('\n');
}

/** What \`sostackit\` has that documents use without an import, since they are parts of a file. */
const LIBRARY = [
  'FullStack',
  'Image',
  'Network',
  'Server',
  'Stack',
  'StackProps',
  'StackitScope',
  'UserData',
  'Volume',
];

function usesName(block: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(block.replace(/'[^']*'/g, ''));
}

/** What the compiler says about a program in the repository, under the repository's own options. */
export function compile(program: string): string[] {
  const file = join(ROOT, 'docs', 'snippets.ts');
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === file
      ? ts.createSourceFile(path, program, options.target ?? ts.ScriptTarget.ES2023)
      : getSourceFile(path, ...rest);
  const compiled = ts.createProgram([file], { ...options, noUnusedLocals: false, noUnusedParameters: false }, host);
  return ts.getPreEmitDiagnostics(compiled, compiled.getSourceFile(file)).map(({ messageText, start = 0 }) => {
    const line = program.slice(0, start).split('\n').length;
    return `${program.split('\n')[line - 1]?.trim()}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/** A test that a document defines. */
export interface DefinedTest {
  readonly name: string;
  run(): Promise<void>;
}

/** Runs a program in a folder and returns the tests that it defines. */
export function evaluate(program: string, folder: string): DefinedTest[] {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const tests: DefinedTest[] = [];
  const define = (name: string, run: () => Promise<void>) => tests.push({ name, run });
  new Function('require', 'exports', '__dirname', 'test', outputText)(require, {}, folder, define);
  return tests;
}
