import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');

/** Writes generated files, path from the root → content, and says which of them have changed. */
export function write(files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    const path = join(root, file);
    const same = existsSync(path) && readFileSync(path, 'utf8') === text;
    if (!same) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    console.log(`${same ? 'unchanged' : 'wrote    '} ${file}`);
  }
}
