import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import manifest from '../../package.json';
import { KIND_NAMES } from '../../src/api';
import { root, start } from './command';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sostackit-package-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is packed', () => {
  let files: readonly string[];

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
    });
    const [pack] = JSON.parse(stdout) as { files: { path: string }[] }[];
    files = pack?.files.map(({ path }) => path) ?? [];
  });

  test('is the library, the programs, manifests and documents, and nothing else', () => {
    const tops = new Set(files.map((path) => path.replace(/\/.*/, '')));
    expect([...tops].sort()).toEqual(
      ['LICENSE', 'README.md', 'crds', 'deploy', 'dist', 'docs', 'package.json', 'plus', 'testing'].sort(),
    );
    const odd = files.filter((path) => path.startsWith('dist/') && !/\.(cjs|js|d\.ts)$/.test(path));
    expect(odd).toEqual([]);
    expect(files.filter((path) => /^dist\//.test(path) && !/^dist\/(constructs|src|\w+\.cjs$)/.test(path))).toEqual([]);
  });

  test('holds the definition of each kind once', () => {
    const kinds = files
      .filter((path) => path.endsWith('.yaml'))
      .flatMap((path) => parseAllDocuments(readFileSync(join(root, path), 'utf8')))
      .map((document) => document.toJS() as { kind: string; spec: { names: { kind: string } } })
      .filter(({ kind }) => kind === 'CustomResourceDefinition')
      .map(({ spec }) => spec.names.kind);
    expect(kinds.sort()).toEqual([...KIND_NAMES].sort());
  });

  test('holds all that package.json, its subpaths and README.md point at', () => {
    const subpaths = Object.entries(manifest.exports).flatMap(([subpath, target]) => {
      if (typeof target === 'string') return [target];
      const place = join(subpath, 'package.json');
      // By these, tools that know no `exports` find the same files.
      const old = subpath === '.' ? manifest : JSON.parse(readFileSync(join(root, place), 'utf8'));
      const found = [old.main, old.types].map((path: string) => join(subpath, path));
      expect(found).toEqual([join(target.default), join(target.types)]);
      return subpath === '.' ? found : [...found, place];
    });
    const linked = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\((docs\/[^)#]*)/g)];
    expect(linked.length).toBeGreaterThan(1);
    for (const path of [...subpaths, manifest.bin.sostackit, ...linked.map(([, path = '']) => path)]) {
      expect(files).toContain(join(path));
    }
  });
});

describe('sostackit/plus', () => {
  /** What `require` of a subpath prints in a project that has our package, cdk8s and what `more` puts there. */
  async function required(name: string, code: string, more: (modules: string) => void = () => undefined) {
    const project = join(folder, name);
    const modules = join(project, 'node_modules');
    mkdirSync(join(modules, 'sostackit'), { recursive: true });
    for (const part of ['dist', 'plus', 'package.json']) {
      symlinkSync(join(root, part), join(modules, 'sostackit', part));
    }
    for (const peer of ['cdk8s', 'constructs']) symlinkSync(join(root, 'node_modules', peer), join(modules, peer));
    more(modules);
    writeFileSync(join(project, 'app.js'), code);
    // Links stand for copies: from their real places the packages of the checkout would be found.
    const { stdout, stderr } = await start('--preserve-symlinks', [join(project, 'app.js')], { cwd: project }).ended;
    return stdout + stderr;
  }
  const plus = "try { require('sostackit/plus') } catch (error) { console.log(error.message) }";

  test('says how to install cdk8s-plus-28 where it is missing, and sostackit does not need it', async () => {
    expect(await required('missing', plus)).toMatch(/needs the package cdk8s-plus-28.*npm install cdk8s-plus-28/);
    expect(await required('other', "console.log(require('sostackit').Network.name)")).toBe('Network\n');
  });

  test('does not blame cdk8s-plus-28 where something that it needs is missing', async () => {
    const output = await required('inner', plus, (modules) => {
      mkdirSync(join(modules, 'cdk8s-plus-28'));
      writeFileSync(join(modules, 'cdk8s-plus-28/package.json'), '{"name":"cdk8s-plus-28","version":"2.5.6"}');
      writeFileSync(join(modules, 'cdk8s-plus-28/index.js'), "require('a-package-of-its-own')");
    });
    expect(output).toMatch(/Cannot find module 'a-package-of-its-own'/);
    expect(output).not.toMatch(/npm install/);
  });
});

describe('the Dockerfile', () => {
  const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const stages = instructions.reduce<string[][]>((found, line) => {
    if (line.startsWith('FROM ')) found.push([]);
    found.at(-1)?.push(line);
    return found;
  }, []);
  const final = stages.at(-1) ?? [];
  const only = (name: string) => {
    const lines = final.filter((line) => line.startsWith(`${name} `));
    expect(lines).toHaveLength(1);
    return lines[0]?.slice(name.length + 1) ?? '';
  };

  test('ends in an image without a shell, as the user of the bundle’s test', () => {
    expect(only('FROM')).toMatch(/^gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot$/);
    expect(only('USER')).toBe('65532:65532');
    expect(final.filter((line) => /^(RUN|ADD|ARG) /.test(line))).toEqual([]);
    expect(readFileSync(join(root, 'constructs/plus/provider.ts'), 'utf8')).toContain('USER = 65_532');
  });

  test('puts one file into it, which anybody can read and nobody can write, and starts that', () => {
    const [, mode, from, to] = /^--from=build --chmod=(\d+) (\S+) (\S+)$/.exec(only('COPY')) ?? [];
    expect([mode, from]).toEqual(['0444', '/build/dist/provider.cjs']);
    expect(JSON.parse(only('ENTRYPOINT'))).toEqual(['/nodejs/bin/node', to]);
    expect(only('EXPOSE')).toBe('8081');
  });

  test('runs a Node that the package supports in both stages', () => {
    const versions = instructions.flatMap((line) => /^FROM \S*?node(?:js|:)(\d+)/.exec(line)?.[1] ?? []);
    expect(versions).toEqual([versions[0], versions[0]]);
    expect(Number(versions[0])).toBeGreaterThanOrEqual(Number(/\d+/.exec(manifest.engines.node)?.[0]));
  });

  test('builds that file from what the context holds', async () => {
    const context = join(folder, 'context');
    for (const name of inContext(readdirSync(root))) {
      cpSync(join(root, name), join(context, name), { recursive: true });
    }
    const copied = stages[0]?.flatMap((line) => /^COPY (.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []) ?? [];
    expect(copied).toEqual(['package.json', 'package-lock.json', '.npmrc', '.']);
    for (const name of copied) expect(existsSync(join(context, name))).toBe(true);
    expect(stages[0]).toContain('RUN npm run build');
    symlinkSync(join(root, 'node_modules'), join(context, 'node_modules'));
    await promisify(execFile)('npm', ['run', '-s', 'build'], { cwd: context });
    const built = await start(join(context, 'dist/provider.cjs'), ['--help'], { cwd: folder }).ended;
    expect(built).toMatchObject({ code: 0, stdout: expect.stringContaining('--leader-elect') });
  }, 120_000);

  /** Names at the top that `.dockerignore` lets through; it shuts out all and takes some back. */
  function inContext(names: readonly string[]): string[] {
    const [all, ...taken] = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
    expect(all).toBe('*');
    const patterns = taken.map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replace('*', '.*')}$`));
    return names.filter((name) => patterns.some((pattern) => pattern.test(name)));
  }
});
