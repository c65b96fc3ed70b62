/** Strings that a generation holds. */
const GENERATION = 2_000;

/**
 * Keeps one copy of strings that come again and again, as messages, labels and project IDs do in thousands of objects.
 * Strings that do not come again make place by themselves: two generations are kept, and a string that comes again moves to
 * the younger one.
 */
export class SharedStrings {
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  /** How many strings it holds. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Puts the shared copies into a value that came as JSON, and answers it. */
  share<T>(value: T): T {
    if (typeof value === 'string') return this.#shared(value) as T;
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Record<string, unknown>;
    for (const field of Object.keys(fields)) {
      const former = fields[field];
      if (typeof former === 'string') fields[field] = this.#shared(former);
      else if (typeof former === 'object' && former !== null) this.share(former);
    }
    return value;
  }

  #shared(text: string): string {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const known = this.#old.get(text) ?? text;
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(known, known);
    return known;
  }
}
