/** In four bytes where all of a column are exact in these: whole numbers below 16 million, halves, quarters. */
export type Numbers = Float64Array | Float32Array;

type Elements = Numbers | Uint8Array | Uint16Array | Uint32Array;

/** Room for so many elements: the array itself, or a larger one that begins with the same. Readers keep the old one. */
export function grow<T extends Elements>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const Type = array.constructor as new (length: number) => T;
  const wider = new Type(Math.max(needed, Math.ceil(array.length * 1.5), 64));
  wider.set(array);
  return wider;
}
