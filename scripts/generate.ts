import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outputs } from './generate/outputs';
import { writeStackitTypes } from './generate-stackit';

const root = join(__dirname, '..');

try {
  for (const [file, text] of outputs(join(root, 'src', 'api'))) {
    const path = join(root, file);
    const same = existsSync(path) && readFileSync(path, 'utf8') === text;
    if (!same) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    console.log(`${same ? 'unchanged' : 'wrote    '} ${file}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

void writeStackitTypes();
