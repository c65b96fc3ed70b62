import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Product } from './stamp';

/** A program in one file that needs no `node_modules`. Paths are relative to the repository. */
export interface BundleOptions {
  readonly name: string;
  readonly entry: string;
  readonly output: string;
  readonly inputs: readonly string[];
}

/** An esbuild bundle: CommonJS for the oldest Node that the package supports, with a shebang. */
export function bundle(root: string, { name, entry, output, inputs }: BundleOptions): Product {
  return {
    name,
    inputs,
    outputs: [output],
    make: async () => {
      if (!existsSync(join(root, entry))) throw new Error(`${name}: ${entry} does not exist`);
      // Renamed into place when whole: a process that starts meanwhile reads the old bundle or the new one.
      const partial = join(root, `${output}.${process.pid}`);
      try {
        await build({
          absWorkingDir: root,
          entryPoints: [entry],
          outfile: partial,
          bundle: true,
          platform: 'node',
          format: 'cjs',
          target: 'node20.20',
          banner: { js: '#!/usr/bin/env node' },
          minifyWhitespace: true,
          minifySyntax: true,
          keepNames: true,
          legalComments: 'eof',
          plugins: [instead('undici', join(root, 'scripts/build/undici.mjs'))],
          logLevel: 'silent',
        });
        chmodSync(partial, 0o755);
        renameSync(partial, join(root, output));
      } finally {
        rmSync(partial, { force: true });
      }
    },
  };
}

/** Puts a module of ours in the place of a package, but not of the files in it. */
function instead(packageName: string, path: string): Plugin {
  return {
    name: `instead of ${packageName}`,
    setup: ({ onResolve }) => onResolve({ filter: new RegExp(`^${packageName}$`) }, () => ({ path })),
  };
}
