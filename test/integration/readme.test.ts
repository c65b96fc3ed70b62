import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scripts } from '../../package.json';
import { bundlePath, root, start } from './command';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

const blocks = (language: string): string[] =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);

test('the ten lines of code give the YAML below them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-readme-'));
  try {
    const app = join(folder, 'app.ts');
    writeFileSync(app, blocks('ts')[0] ?? '');
    // From the repository's folder and with its packages, as in a project that has them installed.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { code, stderr } = await start(require.resolve('tsx/cli'), ['--tsconfig', join(root, 'tsconfig.json'), app], {
      cwd: root,
      env: { ...process.env, CDK8S_OUTDIR: folder },
    }).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'shop.k8s.yaml'), 'utf8')).toBe(blocks('yaml')[0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
