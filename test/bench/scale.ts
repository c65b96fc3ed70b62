import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure';
import { firstLine } from './process';

/** Seconds of processor time that an app with so many stacks takes, from the built library. */
async function seconds(kind: 'ours' | 'bare', stacks: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sostackit-bench-'));
  try {
    const env = { CDK8S_OUTDIR: folder, TSX_TSCONFIG_PATH: 'tsconfig.build.json' };
    const run = await firstLine({ args: ['--import', 'tsx', 'test/bench/stacks.ts', kind, String(stacks)], env });
    await run.stop();
    return Number(run.line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 2,000 objects, each server with edges to its parts. */
export const manyStacks: Figure = {
  name: 'synthesis of 500 stacks',
  unit: 's',
  goal: 10,
  baseline: { name: 'bare ApiObjects', measure: () => seconds('bare', 500) },
  measure: () => seconds('ours', 500),
};

/** Whether the time grows with the number of stacks, or faster. */
export const growth: Figure = {
  name: 'synthesis of 1000 stacks, over 500',
  unit: 'x',
  goal: 2.5,
  baseline: {
    name: 'bare ApiObjects, over 500',
    measure: async () => (await seconds('bare', 1000)) / (await seconds('bare', 500)),
  },
  measure: async () => (await seconds('ours', 1000)) / (await seconds('ours', 500)),
};

/** What defaults, checks and wiring cost beside cdk8s itself. */
export const overhead: Figure = {
  name: 'synthesis of 1000 stacks, over bare ApiObjects',
  unit: 'x',
  goal: 1.3,
  aim: true,
  baseline: { name: 'bare ApiObjects over themselves', measure: async () => 1 },
  measure: async () => (await seconds('ours', 1000)) / (await seconds('bare', 1000)),
};

/** What `import 'sostackit'` adds to an app that has loaded cdk8s. */
export const importing: Figure = {
  name: 'import of the library, over cdk8s',
  unit: 's',
  goal: 0.06,
  baseline: { name: 'cdk8s', measure: () => loading("require('constructs')", "require('cdk8s')") },
  measure: () => loading("require('cdk8s')", "require('./dist/constructs')"),
};

async function loading(first: string, then: string): Promise<number> {
  const script = `${first}; const started = performance.now(); ${then}; console.log((performance.now() - started) / 1000)`;
  const run = await firstLine({ args: ['-e', script] });
  await run.stop();
  return Number(run.line);
}
