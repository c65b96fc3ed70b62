import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Benchmarks measure and test nothing; a packed app and `--help` have no way to, and nothing to, look into. */
const APART = /^(?:bench|packed)\/|readme\.test\.ts$/;
const folder = join(__dirname, '..');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const texts = files
  .filter((name) => !APART.test(name))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

test.each([
  ['a simulator in its process', /\bcreateStackitSimulator\(\{/, /\brecorder\b/],
  ['a sandbox in another', /\bstartSandbox\(|, \['sandbox'/, /\bcheckJournal\(/],
])('every test with %s holds it against STACKIT’s documents', (_, starts, holds) => {
  const starting = texts.filter(([, text]) => starts.test(text));
  expect(starting.length).toBeGreaterThan(1);
  expect(starting.filter(([, text]) => !holds.test(text)).map(([name]) => name)).toEqual([]);
});
