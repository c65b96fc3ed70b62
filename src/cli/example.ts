import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { PACKAGE_NAME } from '../product';
import { Failure, reasonOf } from './failure';
import type { AnyObject } from './objects';

/** The app that the demo shows, relative to the repository. */
export const EXAMPLE = 'examples/full-stack.ts';

/** A synthesized app. */
export interface Manifests {
  readonly yaml: string;
  readonly objects: readonly AnyObject[];
}

/** Runs the example as cdk8s would, in a process of its own. @throws Failure outside of a checkout, or when it fails */
export async function synthesizeExample(signal?: AbortSignal): Promise<Manifests> {
  const root = resolve(__dirname, '..');
  if (!existsSync(join(root, EXAMPLE)) || !existsSync(join(root, 'node_modules/tsx'))) {
    throw new Failure(
      `could not synthesize ${EXAMPLE}: ${root} is not a checkout with its packages installed`,
      'Clone the repository, run "npm ci" there and then "npm run demo".',
    );
  }
  const outdir = mkdtempSync(join(tmpdir(), `${PACKAGE_NAME}-synth-`));
  try {
    await promisify(execFile)(process.execPath, ['--import', 'tsx', EXAMPLE], {
      cwd: root,
      env: { ...process.env, CDK8S_OUTDIR: outdir },
      ...(signal && { signal }),
    });
    const files = readdirSync(outdir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    const yaml = files
      .sort()
      .map((file) => readFileSync(join(outdir, file), 'utf8'))
      .join('---\n');
    return { yaml, objects: parseAllDocuments(yaml).map((document) => document.toJS() as AnyObject) };
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw new Failure(`could not synthesize ${EXAMPLE}: ${stderr?.trim() || reasonOf(error)}`, undefined, {
      cause: error,
    });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
