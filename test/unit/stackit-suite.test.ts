import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iaasOperations, serviceEnablementOperations, skeOperations } from '../../src/stackit';
import type { LedgerLine } from '../support/stackit-ledger';

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

describe('the end of a run', () => {
  const tables = { ...iaasOperations, ...skeOperations, ...serviceEnablementOperations };
  const all = [...Object.values(tables).map(({ operationId }) => operationId), 'CreateToken', 'UploadImage'];
  const ours = (operation: string): LedgerLine => ({ operation, by: 'our client' });

  /** What the reporter says of such lines, and whether it fails the run. Its own process has Jest's way of loading it. */
  function judged(lines: readonly LedgerLine[], narrowed: Record<string, unknown> = {}) {
    const script = `
      const { appendFileSync } = require('node:fs');
      const Reporter = require('./test/support/operations-reporter.cjs');
      const config = { rootDir: process.cwd(), testPathPatterns: { patterns: [] }, ...${JSON.stringify(narrowed)} };
      const reporter = new Reporter(config);
      appendFileSync(process.env.SOSTACKIT_LEDGER + '/1.jsonl', process.argv[1]);
      console.error = console.log;
      reporter.onRunComplete([{ config: { roots: [process.cwd() + '/test'] } }], { wasInterrupted: false });
      console.log('error: ' + (reporter.getLastError()?.message ?? 'none'));
      console.log('left: ' + require('node:fs').existsSync(process.env.SOSTACKIT_LEDGER));`;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return execFileSync(process.execPath, ['-e', script, text], { cwd: join(folder, '..'), encoding: 'utf8' });
  }

  test('is good when our clients called every operation, in whatever process, and prints them', () => {
    const said = judged([...all.map(ours), { operation: 'CreateVolume', by: 'another' }]);
    expect(said).toContain(`${all.length} operations of STACKIT that tests cover with our client: `);
    expect(said).toContain('0 more by other means');
    expect(said).toContain('error: none\nleft: false');
  });

  test('fails when one of them was called by others only', () => {
    const said = judged([
      ...all.filter((operation) => operation !== 'ResizeVolume').map(ours),
      { operation: 'ResizeVolume', by: 'another' },
    ]);
    expect(said).toContain('no test has our client call ResizeVolume with success');
    expect(said).toContain("error: 1 problems with STACKIT's operations");
  });

  test('fails on a departure from the documents, also when some tests are run only', () => {
    const violation = 'ListNetworks 418: not declared';
    for (const narrowed of [{}, { testNamePattern: 'x' }, { testPathPatterns: { patterns: ['x'] } }]) {
      const said = judged([...all.map(ours), { violation }, { violation }], narrowed);
      expect(said).toContain(`departs from STACKIT's documents: ${violation}`);
      expect(said).toContain('error: 1 problems');
    }
  });

  test('asks for no operation when some tests are run only', () => {
    expect(judged([ours('ListNetworks')], { testNamePattern: 'networks' })).toContain('error: none');
  });
});
