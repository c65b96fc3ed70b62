import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '..');
const examples = join(root, 'examples');

/** Synthesizes every example app into `outdir`: all of them, or nothing when one fails. */
async function synthesize(outdir: string): Promise<void> {
  const staging = mkdtempSync(join(tmpdir(), 'sostackit-synth-'));
  try {
    // cdk8s apps take their output folder from here, as they do under the cdk8s command.
    process.env.CDK8S_OUTDIR = staging;
    for (const file of readdirSync(examples).sort()) {
      if (file.endsWith('.ts')) await run(file);
    }
    cpSync(staging, outdir, { recursive: true });
    for (const file of readdirSync(staging).sort()) console.log(relative(process.cwd(), join(outdir, file)));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function run(file: string): Promise<void> {
  try {
    await import(join(examples, file));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`examples/${file} could not be synthesized: ${message}`, { cause: error });
  }
}

synthesize(resolve(process.env.CDK8S_OUTDIR ?? join(root, 'synth'))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
