import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figure';
import { lifetime, root } from './process';

const jest = 'node_modules/jest/bin/jest.js';

/** A test file that promises nothing, run as `npx jest` would. */
export const emptyTestFile: Figure = {
  name: 'an empty test file, with start-up',
  unit: 's',
  goal: 2,
  baseline: { name: 'jest --version', measure: () => lifetime({ args: [jest, '--version'] }) },
  measure: async () => {
    mkdirSync(join(root, '.bench'), { recursive: true });
    const folder = mkdtempSync(join(root, '.bench/jest-'));
    try {
      writeFileSync(join(folder, 'empty.test.ts'), "test('nothing', () => {});\n");
      return await lifetime({ args: [jest, '--roots', folder] });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
