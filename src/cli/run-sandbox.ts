import { withCleanup } from './cleanup';
import { Failure } from './failure';
import { providerBundle, providerFlags, startProvider } from './provider';
import { type SandboxOptions, startSandbox } from './sandbox';
import { environmentOf, instructions } from './settings';
import { aborted } from './stop';

// Short, so that a provider that takes over from a killed one does so at once.
const leaseFlags = ['--lease-duration=2s', '--renew-deadline=1500ms', '--retry-period=500ms'];

/** Options of {@link runSandbox}. */
export interface RunSandboxOptions extends SandboxOptions {
  /** Runs the bundled provider beside it. */
  readonly provider?: boolean;
  readonly output: 'text' | 'json';
}

/** The `sandbox` command: starts it, prints the settings, stays until `stop`, and leaves nothing behind. */
export async function runSandbox(options: RunSandboxOptions, stop: AbortSignal): Promise<void> {
  const { provider = false, output, ...rest } = options;
  if (provider) checkProvider(options);
  await withCleanup(async (steps) => {
    const sandbox = await startSandbox(rest);
    steps.add(() => sandbox.close());
    const ends: Promise<unknown>[] = [aborted(stop)];
    if (provider) {
      const environment = environmentOf(sandbox.settings);
      const child = await startProvider({ environment, args: [...providerFlags, ...leaseFlags] });
      steps.add(() => child.stop());
      ends.push(child.ended.then((how) => surprised(how, stop)));
    }
    if (stop.aborted) return;
    const text = output === 'json' ? JSON.stringify(sandbox.settings) : instructions(sandbox.settings, { provider });
    process.stdout.write(`${text}\n`);
    await Promise.race(ends);
  });
}

function surprised(how: string, stop: AbortSignal): void {
  if (stop.aborted) return;
  throw new Failure(`the provider ${how} while the sandbox was running`, 'Its log above says why.');
}

function checkProvider({ kubernetes = true }: RunSandboxOptions): void {
  if (!kubernetes) {
    throw new Failure(
      '--provider needs a Kubernetes side, which --kubernetes none leaves away',
      'Drop one of the two flags.',
    );
  }
  providerBundle();
}
