import { Failure, reasonOf } from './failure';

/** What has to be undone at the end, last first. */
export interface Cleanup {
  /** Adds a step. It runs once, even when another step fails. */
  add(step: () => void | Promise<void>): void;
}

/**
 * Runs `body`, and then every step that it has added, however it ends. When `body` fails, its own error is the one that
 * counts, with a word on what could not be undone.
 */
export async function withCleanup<T>(body: (steps: Cleanup) => Promise<T>): Promise<T> {
  const { steps, run } = openCleanup();
  let result: T;
  try {
    result = await body(steps);
  } catch (error) {
    await run().catch((second: unknown) => {
      const advice = error instanceof Failure && error.advice !== undefined ? `${error.advice}\n  ` : '';
      const both = `${advice}Cleaning up failed as well: ${reasonOf(second)}`;
      throw new Failure(reasonOf(error), both, { cause: error });
    });
    throw error;
  }
  await run();
  return result;
}

/** The same for a thing that outlives its making. `run` rejects with the first error, after the last step. */
export function openCleanup(): { readonly steps: Cleanup; run(): Promise<void> } {
  const pending: (() => void | Promise<void>)[] = [];
  return {
    steps: { add: (step) => void pending.push(step) },
    run: async () => {
      const errors: unknown[] = [];
      for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
        try {
          await step();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
