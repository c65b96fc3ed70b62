import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure';
import { lifetime } from './process';

async function synthesis(app: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-bench-'));
  try {
    return await lifetime({ args: ['--import', 'tsx', app], env: { CDK8S_OUTDIR: folder } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const bare = () => synthesis('test/bench/bare-stack.ts');

/** What our constructs add to a synthesis: loading, checking and writing, all from source. */
export const synth: Figure = {
  name: 'synthesis, over bare ApiObjects',
  unit: 's',
  goal: 0.3,
  baseline: { name: 'bare ApiObjects in all', measure: bare },
  measure: async () => (await synthesis('examples/full-stack.ts')) - (await bare()),
};
