/** A body that grows while it is read. */
export class Feed implements AsyncIterable<Buffer> {
  readonly #chunks: Buffer[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  push(text: string): void {
    if (this.#ended) return;
    this.#chunks.push(Buffer.from(text));
    this.#wake?.();
  }

  /** Lets the reader finish after what was pushed. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) yield chunk;
        else if (this.#ended) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.onClose?.();
    }
  }

  /** Called once the reader is done, for whatever reason. */
  onClose: (() => void) | undefined;
}
