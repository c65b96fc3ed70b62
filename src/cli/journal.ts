import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JournalEntry } from '../sandbox/stackit';
import { Failure, reasonOf } from './failure';
import { makeFolder } from './folder';

/**
 * Opens the file `stackit-<process>.json` in a folder, which is made if need be.
 *
 * @returns writes a journal into it
 * @throws Failure when the file cannot be written, now rather than at the end
 */
export function openJournal(folder: string): (journal: readonly JournalEntry[]) => void {
  const { path } = makeFolder(resolve(folder), '--journal');
  const file = join(path, `stackit-${process.pid}.json`);
  const write = (journal: readonly JournalEntry[]) => writeFileSync(file, `${JSON.stringify(journal)}\n`);
  try {
    write([]);
  } catch (error) {
    throw new Failure(`could not write ${file}: ${reasonOf(error)}`, 'Choose another folder with --journal.', {
      cause: error,
    });
  }
  return write;
}
