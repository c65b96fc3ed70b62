/** Several values for a key; mostly there is one, and then it takes the place of a list. Order is that of insertion. */
export class Pairs {
  readonly #values = new Map<string, string | readonly string[]>();

  /** Adds a value that the key has not. */
  add(key: string, value: string): void {
    const former = this.of(key);
    if (!former.includes(value)) this.#set(key, [...former, value]);
  }

  delete(key: string, value: string): void {
    this.#set(
      key,
      this.of(key).filter((other) => other !== value),
    );
  }

  of(key: string): readonly string[] {
    const values = this.#values.get(key);
    if (values === undefined) return [];
    return typeof values === 'string' ? [values] : values;
  }

  /** Keys with more than one value. */
  *crowded(): Iterable<string> {
    for (const [key, values] of this.#values) if (typeof values !== 'string') yield key;
  }

  #set(key: string, values: readonly string[]): void {
    const [first] = values;
    if (first === undefined) this.#values.delete(key);
    else this.#values.set(key, values.length === 1 ? first : values);
  }
}
