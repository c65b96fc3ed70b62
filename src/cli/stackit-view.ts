import { DEFAULT_SEED, type JournalEntry } from '../sandbox/stackit';
import { Failure, reasonOf } from './failure';
import type { AnyObject } from './objects';
import type { Settings } from './settings';
import { alignRows } from './table';

/** An object as the simulator's `/state` shows it. */
export interface StackitObject {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Everything that STACKIT has, over HTTP. */
export async function stackitState({ adminEndpoint }: Settings): Promise<readonly StackitObject[]> {
  const state = (await read(`${adminEndpoint}/state`)) as Readonly<Record<string, readonly unknown[]>>;
  const { projects: _, ...kinds } = state;
  return Object.entries(kinds).flatMap(([plural, objects]) =>
    objects.map((object) => {
      const { id, name = '', status = '', labels = {} } = object as Partial<StackitObject>;
      return { kind: plural.replace(/s$/, ''), id: id ?? name, name, status, labels };
    }),
  );
}

/** What was not there when the simulator started. */
export function added(state: readonly StackitObject[]): readonly StackitObject[] {
  const { images = [], networks = [], securityGroups = [], volumes = [], keypairs = [] } = DEFAULT_SEED;
  const seeded = [...images, ...networks, ...securityGroups, ...volumes].map(({ id }) => id);
  const known = new Set([...seeded, ...keypairs.map(({ name }) => name)]);
  return state.filter(({ id }) => !known.has(id));
}

/** A table of objects. */
export function stackitTable(objects: readonly StackitObject[]): string {
  const rows = objects.map(({ kind, id, name, status, labels }) => [kind, id, name, status, labelsOf(labels)]);
  return alignRows([['KIND', 'ID', 'NAME', 'STATUS', 'LABELS'], ...rows]).join('\n');
}

function labelsOf(labels: StackitObject['labels']): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value.length > 12 ? `${value.slice(0, 8)}…` : value}`)
    .join(' ');
}

/** IDs of what the manifests only observe. */
export function adoptedIds(objects: readonly AnyObject[]): readonly string[] {
  return objects.map(({ spec }) => spec?.existingId).filter((id) => typeof id === 'string');
}

/** A sentence on each adopted object. @throws Failure when one is gone or was written to */
export async function untouched(settings: Settings, ids: readonly string[]): Promise<readonly string[]> {
  const [state, journal] = [await stackitState(settings), await stackitJournal(settings)];
  return ids.map((id) => {
    const object = state.find((candidate) => candidate.id === id);
    if (!object) throw new Failure(`the adopted object ${id} is gone from STACKIT`);
    const calls = journal.filter(({ resourceId, path }) => resourceId === id || path.includes(id));
    const write = calls.find(({ method }) => method !== 'GET');
    if (write) throw new Failure(`the adopted ${object.kind} ${id} saw a write: ${write.method} ${write.path}`);
    return `the adopted ${object.kind} ${id} (${object.name}) is still there; it saw no call but GET`;
  });
}

async function stackitJournal({ adminEndpoint }: Settings): Promise<readonly JournalEntry[]> {
  return (await read(`${adminEndpoint}/journal`)) as readonly JournalEntry[];
}

async function read(url: string): Promise<unknown> {
  try {
    return await (await fetch(url)).json();
  } catch (error) {
    throw new Failure(`could not read ${url}: ${reasonOf(error)}`, undefined, { cause: error });
  }
}
