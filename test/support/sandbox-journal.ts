import type { JournalEntry } from '../../src/sandbox/stackit';
import { areDocumentsThere } from './stackit-documents';
import { note } from './stackit-ledger';
import { Protocol } from './stackit-protocol';

/**
 * Holds all that a running sandbox was asked and answered against STACKIT's documents.
 *
 * @returns operations that were answered with success
 * @throws Error that lists the violations
 */
export async function checkJournal({ adminEndpoint }: { readonly adminEndpoint: string }): Promise<string[]> {
  if (!areDocumentsThere) console.info('passed over: STACKIT’s documents, which are not here');
  return checkEntries((await (await fetch(`${adminEndpoint}/journal`)).json()) as readonly JournalEntry[]);
}

/** The same for a journal that a sandbox has left. @throws Error that lists the violations */
export function checkEntries(entries: readonly JournalEntry[]): string[] {
  const protocol = new Protocol(note);
  for (const { requestBody, responseBody, status, fault, ...entry } of entries) {
    protocol.recorder({
      ...entry,
      requestBody: requestBody ?? undefined,
      responseBody: responseBody ?? undefined,
      status: status ?? 0,
      faults: fault?.split(',') ?? [],
    });
  }
  protocol.check();
  return [...protocol.covered];
}
