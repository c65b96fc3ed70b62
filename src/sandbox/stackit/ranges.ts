import { type Block, sizeOf } from './cidr';

/** Address blocks in use, sorted, so that a project with 10,000 networks stays quick. */
export class Ranges {
  readonly #blocks: Block[] = [];
  #hint = 0;

  add(block: Block): void {
    this.#blocks.splice(this.#after(block.start), 0, block);
  }

  remove(block: Block): void {
    const index = this.#blocks.findIndex(({ start, length }) => start === block.start && length === block.length);
    if (index >= 0) this.#blocks.splice(index, 1);
  }

  overlaps(block: Block): boolean {
    const index = this.#after(block.start);
    const [before, next] = [this.#blocks[index - 1], this.#blocks[index]];
    return (
      (before !== undefined && before.start + sizeOf(before) > block.start) ||
      (next !== undefined && next.start < block.start + sizeOf(block))
    );
  }

  /** A block of the space that overlaps nothing; the search goes on where the last one ended. */
  free(space: Block, length: number): Block | undefined {
    const size = sizeOf({ length });
    const first = space.start;
    const count = sizeOf(space) / size;
    const skipped = Math.min(count, Math.max(0, Math.ceil((this.#hint - first) / size)));
    for (let tried = 0; tried < count; tried++) {
      const block = { start: first + ((skipped + tried) % count) * size, length };
      if (this.overlaps(block)) continue;
      this.#hint = block.start + size;
      return block;
    }
    return undefined;
  }

  /** Index of the first block that begins after `start`. */
  #after(start: number): number {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#blocks[middle] as Block).start <= start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
