/** Ends `controller` when `signal` is aborted. The answer unlinks them, so that a long-lived signal gathers no listeners. */
export function follow(controller: AbortController, signal: AbortSignal | undefined): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) controller.abort(signal.reason);
  const end = () => controller.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

/** Rejects with the signal's reason as soon as it is aborted, whatever `promise` does: not every transport hears signals. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** The same stream, but ended by an error as soon as `signal` is aborted. */
export async function* abortableStream<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await abortable(iterator.next(), signal);
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!ended) iterator.return?.().catch(() => {});
  }
}
