import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');

/** What any room may import: constants, the clock and the wire. */
const COMMON = ['src/product', 'src/clock', 'src/http', 'package.json'];

/** Rooms and what of ours they may import besides themselves. The first that fits a file is its room. */
const ROOMS: readonly (readonly [room: string, imports: readonly string[]])[] = [
  ['src/api', []],
  ['src/schema', ['src/api']],
  ['src/stackit', []],
  ['src/sandbox', ['src/api', 'src/schema', 'src/stackit/types']],
  ['src/cli', ['src', 'provider', 'constructs']],
  ['constructs', ['src/api', 'src/schema']],
  ['provider', ['src/api', 'src/stackit']],
];

/** Packages that have one place. */
const PLACES: readonly (readonly [name: string, places: readonly string[]])[] = [
  ['@kubernetes/client-node', ['provider/kubernetes']],
  ['cdk8s-plus-28', ['constructs/plus']],
  ['cdk8s', ['constructs', 'examples', 'scripts']],
  ['constructs', ['constructs', 'examples', 'scripts']],
  ['@marcbachmann/cel-js', ['src/schema']],
  ['commander', ['src/cli', 'provider']],
];

interface Source {
  readonly file: string;
  readonly text: string;
  /** Imports: files of ours as paths from the root, packages by name. */
  readonly imports: readonly string[];
}

const sources = ['src', 'constructs', 'provider', 'examples', 'scripts'].flatMap(sourcesIn);

function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => source(join(folder, name)));
}

function source(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const imports = importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? relative(root, resolve(root, dirname(file), fileName)) : fileName,
  );
  return { file, text, imports };
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isOurs(path: string): boolean {
  return (
    path === 'package.json' || ['src', 'constructs', 'provider', 'examples', 'scripts'].some((top) => isIn(path, top))
  );
}

test('all rooms were found', () => {
  for (const [room] of ROOMS) expect(sources.filter(({ file }) => isIn(file, room)).length).toBeGreaterThan(0);
  expect(sources.flatMap(({ imports }) => imports)).toContain('src/product');
});

test.each([...ROOMS])('%s imports of ours only what it may', (room, allowed) => {
  const wrong = sources
    .filter(({ file }) => isIn(file, room))
    .flatMap(({ file, imports }) =>
      // A bare `constructs` is the package of that name; our room is only ever reached by a path below it.
      imports
        .filter((path) => isOurs(path) && path !== 'constructs')
        .filter((path) => ![room, ...allowed, ...COMMON].some((folder) => isIn(path, folder)))
        .map((path) => `${file} imports ${path}`),
    );
  expect(wrong).toEqual([]);
});

test.each([...PLACES])('%s is imported in its place only', (name, places) => {
  const wrong = sources
    .filter(
      ({ file, imports }) =>
        imports.some((path) => path === name || path.startsWith(`${name}/`)) &&
        !places.some((place) => isIn(file, place)),
    )
    .filter(({ imports }) => name !== 'constructs' || imports.includes('constructs'))
    .map(({ file }) => file);
  expect(wrong).toEqual([]);
});

test('the common files import nothing of ours but each other', () => {
  const files = sources.filter(({ file }) => COMMON.includes(file.replace(/\.ts$/, '')));
  expect(files).toHaveLength(3);
  for (const { imports } of files) expect(imports.filter((path) => isOurs(path) && !COMMON.includes(path))).toEqual([]);
});

test('examples import what a user has: the package, cdk8s and constructs', () => {
  const examples = sources.filter(({ file }) => isIn(file, 'examples'));
  expect(examples.length).toBeGreaterThan(0);
  const foreign = examples.flatMap(({ imports }) =>
    imports.filter((path) => !/^(sostackit(\/plus)?|cdk8s(-plus-28)?|constructs|node:\w+)$/.test(path)),
  );
  expect(foreign).toEqual([]);
});

test('the environment is read and the process ended in main files, commands and scripts only', () => {
  // It is cdk8s that is told by this variable how to write objects, ours among them.
  const obeyed = (text: string) => text.replace('process.env.CDK8S_DISABLE_SORT', '');
  const wrong = sources
    .filter(({ file }) => file !== 'provider/main.ts' && !isIn(file, 'src/cli') && !isIn(file, 'scripts'))
    .map(({ file, text }) => ({ file, text: file === 'constructs/plain-object.ts' ? obeyed(text) : text }))
    .filter(({ text }) => /\bprocess\s*\.\s*(env|exit)\b|\bprocess\s*\[/.test(text))
    .map(({ file }) => file);
  expect(wrong).toEqual([]);
});

test('an index only re-exports', () => {
  const wrong = sources
    .filter(({ file }) => /(^|\/)index\.ts$/.test(file) && !file.includes('/generated/'))
    .filter(({ file, text }) =>
      ts
        .createSourceFile(file, text, ts.ScriptTarget.ES2023)
        .statements.some((statement) => !ts.isExportDeclaration(statement)),
    )
    .map(({ file }) => file);
  expect(wrong).toEqual([]);
});
