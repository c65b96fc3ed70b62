import { join } from 'node:path';
import { outputs } from './generate/outputs';
import { write } from './generate/write';
import { writeStackitTypes } from './generate-stackit';

const root = join(__dirname, '..');

try {
  write(outputs(join(root, 'src', 'api')));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

void writeStackitTypes();
