import type { Figure } from './figure';
import { freePort, untilAnswered } from './port';
import { firstLine } from './process';

const listener = "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('listening'))";

/** Seconds until a Node process that does nothing else listens. */
export async function bareListener(): Promise<number> {
  const bare = await firstLine({ args: ['-e', listener] });
  await bare.stop();
  return bare.seconds;
}

/** From the start of the command to the first answer about our kinds. The key, made meanwhile, is not waited for. */
export const localApi: Figure = {
  name: 'local Kubernetes API ready',
  unit: 's',
  goal: 0.5,
  baseline: { name: 'a bare listener', measure: bareListener },
  measure: async () => {
    const port = await freePort();
    const started = performance.now();
    const args = ['dist/cli.cjs', 'sandbox', '-o', 'json', '--kubernetes-port', `${port}`];
    const [sandbox, seconds] = await Promise.all([
      firstLine({ args }),
      untilAnswered(`http://127.0.0.1:${port}/apis/compute.sostackit.dev/v1alpha1`, () => false).then(
        () => (performance.now() - started) / 1000,
      ),
    ]);
    await sandbox.stop();
    return seconds;
  },
};
