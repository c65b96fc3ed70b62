/** What has to be undone at the end, last first. */
export interface Cleanup {
  /** Adds a step. It runs once, even when another step fails. */
  add(step: () => void | Promise<void>): void;
  /** Runs all steps. Rejects with the first error, after the last step. */
  run(): Promise<void>;
}

/** An empty list of steps. */
export function cleanup(): Cleanup {
  const steps: (() => void | Promise<void>)[] = [];
  return {
    add: (step) => void steps.push(step),
    run: async () => {
      const errors: unknown[] = [];
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
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
