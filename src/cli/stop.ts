// SIGHUP comes when the terminal is closed.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborted by the first SIGINT, SIGTERM or SIGHUP, so that a command can clean up. A second one ends the process at once,
 * for the case that cleaning up hangs. Also aborted when the process that started this one with a channel is gone, be it by
 * SIGKILL: nobody else would end it.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  process.once('disconnect', () => controller.abort());
  process.channel?.unref();
  return controller.signal;
}

/** Resolves when `signal` is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
