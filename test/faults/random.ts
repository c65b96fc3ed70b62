/** Numbers in [0, 1) that the seed alone decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A seed of its own for each purpose, so that one draw more in one place changes nothing in another. */
export function seedOf(seed: number, purpose: string): number {
  let hash = seed >>> 0;
  for (const character of purpose) hash = (Math.imul(hash ^ character.charCodeAt(0), 0x01000193) + 0x9e3779b9) >>> 0;
  return hash;
}
