import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One thing that a build makes. Paths are relative to the repository. */
export interface Product {
  readonly name: string;
  /** Files and folders it is made of, besides the installed packages and the build itself. */
  readonly inputs: readonly string[];
  /** Files and folders that it owns. */
  readonly outputs: readonly string[];
  make(): Promise<void>;
}

const always = [
  'package.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.ts',
  'scripts/build',
];

/** Whether the outputs are the bytes that the present inputs once made. Contents are compared, since times lie. */
export function fresh(root: string, product: Product): boolean {
  const file = stampFile(root, product);
  if (!existsSync(file)) return false;
  return readFileSync(file, 'utf8') === `${inputDigest(root, product)} ${digest(root, product.outputs)}\n`;
}

/** Notes the inputs now, so that an edit during the build makes the next one run again; `keep` records the result. */
export function stamp(root: string, product: Product): { keep(): void } {
  const inputs = inputDigest(root, product);
  return {
    keep: () => {
      const file = stampFile(root, product);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${inputs} ${digest(root, product.outputs)}\n`);
    },
  };
}

function stampFile(root: string, product: Product): string {
  return join(root, 'node_modules/.cache/sostackit-build', product.name);
}

function inputDigest(root: string, product: Product): string {
  return digest(root, [...always, ...product.inputs]);
}

function digest(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, root, path);
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, root: string, path: string): void {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats === undefined) return void hash.update(`${path} absent\n`);
  if (stats.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addTo(hash, root, `${path}/${name}`);
    return;
  }
  hash.update(`${path} ${stats.size}\n`).update(readFileSync(join(root, path)));
}
