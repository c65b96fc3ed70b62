import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from './stamp';

/** Folders of the library under `dist/`, laid out as in the repository. */
const folders = ['constructs', 'src'];

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
