/** Four bytes for each number if all numbers of a column are exact in four, such as small whole numbers; else eight. */
export type Numbers = Float64Array | Float32Array;

type Elements = Numbers | Uint8Array | Uint16Array | Uint32Array;

/** The array itself if it has room for `needed` elements, else a larger copy. Readers keep the old array. */
export function grow<T extends Elements>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const Type = array.constructor as new (length: number) => T;
  const wider = new Type(Math.max(needed, Math.ceil(array.length * 1.5), 64));
  wider.set(array);
  return wider;
}
