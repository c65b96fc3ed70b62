import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as constructs from 'sostackit';
import { reference } from '../../scripts/generate/reference';
import { KIND_NAMES } from '../../src/api';

const root = resolve(__dirname, '../..');
const pages = reference(root);
const page = (file: string) => pages.get(file) ?? '';

/** Section of a page by its heading. */
const section = (file: string, heading: string) =>
  page(file)
    .split(/^(?=### )/m)
    .find((text) => text.startsWith(`### ${heading}\n`)) ?? '';

test.each([...pages])('%s is what the sources say today', (file, text) => {
  expect(readFileSync(join(root, file), 'utf8')).toBe(text);
});

test('every link leads to a heading', () => {
  const anchors = new Map([...pages].map(([file, text]) => [file, headings(text).map(anchor)]));
  for (const [file, text] of pages) {
    for (const [, to = '', hash = ''] of text.matchAll(/\]\((\w+\.md)?#([^)]+)\)/g)) {
      expect({ link: `${to}#${hash}`, found: anchors.get(to ? `docs/${to}` : file)?.includes(hash) }).toEqual({
        link: `${to}#${hash}`,
        found: true,
      });
    }
    const all = anchors.get(file) ?? [];
    expect(new Set(all).size).toBe(all.length);
  }
});

test('everything that sostackit exports at run time has a section with a text', () => {
  for (const name of Object.keys(constructs)) {
    const isClass = /^[A-Z]/.test(name);
    expect(section('docs/reference.md', isClass ? name : `${name} (function)`)).toMatch(/^### .*\n\n\S/);
  }
});

test('a section has props with types, defaults and links, and classes have what can be called', () => {
  const props = section('docs/reference.md', 'ServerProps');
  expect(props).toContain('Takes over the fields of [`ResourceProps`](#resourceprops).');
  expect(props).toMatch(
    /^\| `dataVolumes\?` \| \[`readonly \(IVolume \\\| string\)\[\]`\]\(#ivolume\) \| Volumes .* Default: none\. \|$/m,
  );
  expect(props).toMatch(/^\| `powerState\?` .* Default: `Active`\. \|$/m);
  const server = section('docs/reference.md', 'Server');
  expect(server).toMatch(/^- `new Server\(scope: Construct, id: string, props: ServerProps\)`/m);
  expect(server).toMatch(/^- `addDataVolume\(volume: IVolume \| string\): void`: .* Throws InvalidPropsError for/m);
  expect(server).not.toMatch(/specType|`#|protected/);
  expect(section('docs/reference.md', 'Stack')).toMatch(/- `protected compose<Parts>\(define: \(\) => Parts\): Parts`/);
});

test('the guide names only methods that the reference has', () => {
  const guide = readFileSync(join(root, 'docs/constructs.md'), 'utf8');
  const named = [...guide.matchAll(/`([A-Z]\w+\.\w+|(?:add|grant)[A-Z]\w+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(15);
  const missing = named.filter((name) => !page('docs/reference.md').includes(`\`${name}(`));
  expect(missing).toEqual([]);
});

test('the kinds have chapters with spec, status, bounds and rules', () => {
  for (const kind of KIND_NAMES) {
    expect(page('docs/kinds.md')).toMatch(new RegExp(`^## ${kind}\\n\\n\\S`, 'm'));
    for (const part of ['Spec', 'Status']) expect(section('docs/kinds.md', `${kind}${part}`)).toContain('| field |');
  }
  expect(section('docs/kinds.md', 'NetworkIpv4')).toMatch(/`prefixLength\?`.* At least 1\. Cannot be changed later: /);
  expect(section('docs/kinds.md', 'NetworkIpv4')).toMatch(/^- exactly one of prefix and prefixLength is needed$/m);
});

test('a type that is shown but cannot be imported is an error', () => {
  const copy = mkdtempSync(join(tmpdir(), 'sostackit-reference-'));
  try {
    for (const folder of ['constructs', 'src/api']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
    const index = join(copy, 'constructs/index.ts');
    const text = readFileSync(index, 'utf8');
    writeFileSync(index, text.replace('BootVolumeProps, ', '').replace('  NetworkIpv4,\n', ''));
    expect(() => reference(copy)).toThrow(
      /does not export: .*NetworkIpv4.*BootVolumeProps|BootVolumeProps.*NetworkIpv4/,
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
});

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
}

function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
