import { inspect } from 'node:util';

const HIDDEN = '[redacted]';

/** A text that shows itself only to the one who asks for it: not in logs, JSON, templates or `util.inspect`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The text itself. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
