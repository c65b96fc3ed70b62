import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Product } from './stamp';

/** Folders of the library under `dist/`, laid out as in the repository. */
const folders = ['constructs', 'src'];

/** The one package that the library runs: it holds ES modules only, which `require` of jest 29 and of older tools refuses. */
const CEL = { packageName: '@marcbachmann/cel-js', user: 'src/schema/cel.js' };

/** The constructs with what they import, as JavaScript and declarations: what `require('sostackit')` loads. */
export function library(root: string): Product {
  return {
    name: 'library',
    inputs: ['constructs', 'src/api', 'src/schema', 'src/product.ts'],
    outputs: folders.map((folder) => `dist/${folder}`),
    make: async () => {
      const partial = join(root, `dist/.library.${process.pid}`);
      try {
        await compile(root, partial);
        await include(root, partial, CEL);
        for (const folder of folders) {
          rmSync(join(root, 'dist', folder), { recursive: true, force: true });
          if (existsSync(join(partial, folder))) renameSync(join(partial, folder), join(root, 'dist', folder));
        }
      } finally {
        rmSync(partial, { recursive: true, force: true });
      }
    },
  };
}

// Types are checked by `npm run check`; here that would double the time until a program starts.
async function compile(root: string, outDir: string): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', outDir], {
      cwd: root,
    });
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    throw new Error(`library: the compiler refused it\n${stdout}`, { cause: error });
  }
}

/** Puts a package into the library as a CommonJS file beside the only one that requires it. */
async function include(root: string, outDir: string, { packageName, user }: typeof CEL): Promise<void> {
  const file = join(outDir, user);
  const text = readFileSync(file, 'utf8');
  const name = `${packageName.replace(/^.*\//, '')}.js`;
  const changed = text.replace(`require('${packageName}')`, `require('./${name}')`);
  if (changed === text) throw new Error(`library: ${user} does not require ${packageName}`);
  const license = readFileSync(join(root, 'node_modules', packageName, 'LICENSE'), 'utf8').trim();
  await build({
    absWorkingDir: root,
    entryPoints: [packageName],
    outfile: join(dirname(file), name),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.20',
    banner: { js: `/*\n${packageName}\n\n${license}\n*/` },
    logLevel: 'silent',
  });
  writeFileSync(file, changed);
}
