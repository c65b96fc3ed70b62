import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the whole suite is judged by at its end. */
export type LedgerLine =
  | { readonly operation: string; readonly by: 'our client' | 'another' }
  | { readonly violation: string };

/** Writes a line for the end of the run, where `operations-reporter.cjs` adds up those of all processes. Apart from it, nothing. */
export function note(line: LedgerLine): void {
  const folder = process.env.SOSTACKIT_LEDGER;
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
}
