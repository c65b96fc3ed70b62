import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scripts } from '../../package.json';
import type { KindName } from '../../src/api';
import { schemas } from '../../src/schema';
import { blocksOf, compile, evaluate, programOf } from '../support/snippets';
import { bundlePath, root, start } from './command';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the ten lines of code give the YAML below them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-readme-'));
  try {
    const app = join(folder, 'app.ts');
    writeFileSync(app, blocksOf('README.md', 'ts')[0] ?? '');
    // From the repository's folder and with its packages, as in a project that has them installed.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { code, stderr } = await start(require.resolve('tsx/cli'), ['--tsconfig', join(root, 'tsconfig.json'), app], {
      cwd: root,
      env: { ...process.env, CDK8S_OUTDIR: folder },
    }).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'shop.k8s.yaml'), 'utf8')).toBe(blocksOf('README.md', 'yaml')[0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe.each([
  ['README.md', 1],
  ['docs/constructs.md', 0],
])('the code in %s', (document, whole) => {
  const blocks = blocksOf(document, 'ts').slice(whole);
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-snippets-'));

  beforeAll(() => writeFileSync(join(folder, 'web.yaml'), '#cloud-config\npackages: [nginx]\n'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('compiles', () => {
    expect(blocks.length).toBeGreaterThan(0);
    expect(compile(programOf(blocks))).toEqual([]);
  }, 60_000);

  test('does what it says: it synthesizes, and the tests in it pass', async () => {
    process.env.CDK8S_OUTDIR = folder;
    const tests = evaluate(`${programOf(blocks)}\napp.synth();`, folder);
    delete process.env.CDK8S_OUTDIR;
    expect(readFileSync(join(folder, 'docs.k8s.yaml'), 'utf8')).toMatch(/^kind: Server$/m);
    expect(tests.length > 0).toBe(blocks.join().includes('test('));
    for (const { run } of tests) await run();
  }, 90_000);
});

test('the kustomization in docs/constructs.md is the one in examples/', () => {
  const example = readFileSync(join(root, 'examples/kustomize/kustomization.yaml'), 'utf8');
  const [block = ''] = blocksOf('docs/constructs.md', 'yaml');
  expect(block).not.toBe('');
  expect(example).toContain(block);
});

const fields = join(root, '../shared/go-operator/fields.json');
if (!existsSync(fields)) console.info(`fields that the Go operator lacks are not compared: no ${fields}`);
(existsSync(fields) ? test : test.skip)('it names every field that the Go operator lacks', () => {
  const theirs = JSON.parse(readFileSync(fields, 'utf8')) as Record<string, { fields: Record<string, unknown> }>;
  const [row = ''] = /^\| fields beside its own .*$/m.exec(readme) ?? [];
  const kinds = Object.entries(theirs) as [KindName, { fields: Record<string, unknown> }][];
  const more = kinds.flatMap(([kind, { fields }]) =>
    Object.keys(schemas[kind].openAPIV3Schema.properties?.spec?.properties ?? {}).filter(
      (name) => !(`spec.${name}` in fields),
    ),
  );
  const named = [...row.matchAll(/`([a-z]\w*)`/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual([...new Set(more)].sort());
});

test('every npm script that it names is there', () => {
  const named = [...readme.matchAll(/npm run (?:-s )?(\w+)/g)].map(([, name]) => name ?? '');
  expect(named).not.toHaveLength(0);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});

test('every file and folder that it names is there', () => {
  const named = readme.match(/(?<![\w./-])(?:crds|deploy|examples|examples\/yaml|src|\.ci|dist)\/[\w./-]*\w/g) ?? [];
  expect(named).not.toHaveLength(0);
  for (const path of named) expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true });
});

test('every flag and variable that it names is one that the programs know', async () => {
  const helps = [
    await start(bundlePath('provider.cjs'), ['--help']).ended,
    await start(bundlePath('cli.cjs'), ['sandbox', '--help']).ended,
    await start(bundlePath('cli.cjs'), ['demo', '--help']).ended,
  ];
  const known = helps.map(({ stdout }) => stdout).join('\n');
  const named = [...readme.matchAll(/`(--[a-z-]+)|(STACKIT_[A-Z_]+)/g)].map(
    ([, flag, variable]) => flag ?? variable ?? '',
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
