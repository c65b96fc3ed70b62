/** Lets so much work go on at once, and the rest wait in the order in which it came. */
export class Gate {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Does the work once there is a place, and answers what it does. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => this.#waiting.add(enter));
    try {
      return await work();
    } finally {
      const [enter] = this.#waiting;
      if (enter) {
        this.#waiting.delete(enter);
        enter();
      } else this.#free += 1;
    }
  }
}
