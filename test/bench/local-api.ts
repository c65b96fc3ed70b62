import type { Figure } from './figure';
import { firstLine } from './process';

const listener = "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('listening'))";

/** Seconds until a Node process that does nothing else listens. */
export async function bareListener(): Promise<number> {
  const bare = await firstLine({ args: ['-e', listener] });
  await bare.stop();
  return bare.seconds;
}

/** From the start of the command to the line that says that everything listens, definitions and key included. */
export const localApi: Figure = {
  name: 'local Kubernetes API ready',
  unit: 's',
  goal: 0.5,
  baseline: { name: 'a bare listener', measure: bareListener },
  measure: async () => {
    const sandbox = await firstLine({ args: ['dist/cli.cjs', 'sandbox', '-o', 'json'] });
    await sandbox.stop();
    return sandbox.seconds;
  },
};
