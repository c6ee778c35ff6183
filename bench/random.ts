/** Returns uniform integers from 0 to `bound` - 1. */
export type Random = (bound: number) => number;

/** A small seeded generator (mulberry32): a seed gives the same sequence on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    // Scaling by multiplication, not by remainder: the high bits are more random.
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * bound);
  };
}
