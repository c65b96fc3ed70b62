/** A cancelable timer of a {@link Clock}. */
export interface Timer {
  /** Keeps the callback from running, if it has not run yet. */
  cancel(): void;
}

/** Time as an argument: production passes {@link systemClock}, tests pass a clock that they turn by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `callback` once after `delay` milliseconds. The timer does not keep the process alive on its own. */
  after(delay: number, callback: () => void): Timer;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delay, callback) => {
    const timer = setTimeout(callback, Math.min(Math.max(delay, 0), 0x7fffffff));
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Resolves after `delay` milliseconds of `clock`, or at once (without an error) when `signal` is aborted. */
export function sleep(clock: Clock, delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      timer.cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.after(delay, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
