import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from './failure';

/** Options of {@link until}. */
export interface UntilOptions {
  readonly signal?: AbortSignal | undefined;
  /** Seconds until it gives up. @default 30 */
  readonly seconds?: number;
  /** Milliseconds between two looks. @default 100 */
  readonly interval?: number;
  /** Says what is missing, when it gives up. */
  readonly missing?: () => string;
}

/** Asks until the answer is yes. @throws Failure after the time, or when the signal is aborted */
export async function until(
  goal: string,
  check: () => boolean | Promise<boolean>,
  { signal, seconds = 30, interval = 100, missing }: UntilOptions = {},
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await check())) {
    if (signal?.aborted) throw new Failure(`stopped before ${goal}`);
    if (performance.now() > deadline) throw new Failure(`waited ${seconds} s in vain until ${goal}`, missing?.());
    await wait(interval);
  }
}
