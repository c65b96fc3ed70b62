import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../src/sandbox/stackit';
import { checkEntries } from './sandbox-journal';
import { areDocumentsThere } from './stackit-documents';

// Run as a process, with the folder of `--journal`: holds all that sandboxes left there against STACKIT's documents.

const [folder = ''] = process.argv.slice(2);
const covered = new Set<string>();
let requests = 0;
for (const name of readdirSync(folder)) {
  const entries = JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly JournalEntry[];
  requests += entries.length;
  for (const operation of checkEntries(entries)) covered.add(operation);
}
// Without a server nothing of what is to be looked at was there.
if (!covered.has('CreateServer')) throw new Error(`the journals in ${folder} tell of no server: ${requests} requests`);
const documents = areDocumentsThere ? 'keep to STACKIT’s documents' : 'were read; STACKIT’s documents are not here';
console.info(`${requests} requests of ${covered.size} operations ${documents}: ${[...covered].sort().join(' ')}`);
