import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundle } from './build/bundle';
import { library } from './build/library';
import { fresh, type Product, stamp } from './build/stamp';

const root = resolve(__dirname, '..');

/** What `npm run build` makes, each remade only when something it is made of, or it itself, has changed. */
const products: readonly Product[] = [
  bundle(root, {
    name: 'provider',
    entry: 'provider/main.ts',
    output: 'dist/provider.cjs',
    inputs: ['provider', 'src'],
  }),
  bundle(root, { name: 'cli', entry: 'src/cli/main.ts', output: 'dist/cli.cjs', inputs: ['provider', 'src'] }),
  library(root),
];

async function main(): Promise<void> {
  mkdirSync(resolve(root, 'dist'), { recursive: true });
  const forced = process.argv.includes('--force');
  const stale = products.filter((product) => forced || !fresh(root, product));
  // All start at once: the compiler is a process of its own and so are esbuild's workers.
  await Promise.all(
    stale.map(async (product) => {
      const before = stamp(root, product);
      const started = performance.now();
      await product.make();
      before.keep();
      console.log(`built ${product.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }),
  );
}

main().catch((error: unknown) => {
  console.error(`build failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
