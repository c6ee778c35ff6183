/** A small generator of 32-bit numbers from a seed, so that whatever it made can be made again. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Bytes from a seed. */
export function randomBytes(seed: number, length: number): Uint8Array {
  const next = random(seed);
  return Uint8Array.from({ length }, () => next() & 255);
}

/** The same formulas in each run, so that a failure is of the change at hand; `ISOFORM_SEED` makes others. */
export const SEED = Number(process.env.ISOFORM_SEED ?? 20_261_121);
