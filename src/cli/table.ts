import { type AnyObject, conditionOf } from './objects';

/** One line of the table, as text. */
export type Row = readonly [kind: string, name: string, ready: string, state: string, reason: string, age: string];

const header: Row = ['KIND', 'NAME', 'READY', 'STATE', 'REASON', 'AGE'];

/** What the table says about an object at `now` (milliseconds since the epoch). */
export function rowOf(object: AnyObject, now: number): Row {
  const ready = conditionOf(object, 'Ready');
  const born = Date.parse(object.metadata.creationTimestamp ?? '');
  const age = Number.isNaN(born) ? '' : `${Math.max(0, Math.round((now - born) / 1000))}s`;
  const reason = object.metadata.deletionTimestamp !== undefined ? 'Deleting' : (ready?.reason ?? '');
  return [object.kind ?? '', object.metadata.name ?? '', ready?.status ?? '', object.status?.state ?? '', reason, age];
}

/** Pads all cells of all rows to one width a column. */
export function alignRows(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd());
}

/** The part of a terminal, or of a pipe, that the table needs. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A table that follows objects as they change. */
export interface LiveTable {
  show(rows: readonly Row[]): void;
}

/** Redraws in place on a terminal. Elsewhere it prints a row when more than its age has changed, or when it is gone. */
export function liveTable(output: Output): LiveTable {
  return output.isTTY ? redrawn(output) : appended(output);
}

function redrawn(output: Output): LiveTable {
  let height = 0;
  return {
    show: (rows) => {
      const lines = alignRows([header, ...rows]);
      const up = height > 0 ? `\u001b[${height}A\u001b[J` : '';
      output.write(`${up}${lines.join('\n')}\n`);
      height = lines.length;
    },
  };
}

function appended(output: Output): LiveTable {
  const widths = [8, 24, 5, 12, 20, 4];
  const before = new Map<string, string>();
  const print = (row: readonly string[]) =>
    output.write(`  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd().concat('\n'));
  let started = false;
  return {
    show: (rows) => {
      if (!started) print(header);
      started = true;
      const gone = new Set(before.keys());
      for (const row of rows) {
        const key = `${row[0]}/${row[1]}`;
        const state = row.slice(0, 5).join('\t');
        gone.delete(key);
        if (before.get(key) !== state) print(row);
        before.set(key, state);
      }
      for (const key of gone) {
        print([...key.split('/'), '', '', 'gone']);
        before.delete(key);
      }
    },
  };
}
