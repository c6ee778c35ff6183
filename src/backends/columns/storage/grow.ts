/** Numbers have four bytes if all values of the column are exact in four bytes, such as small integers; else eight. */
export type Numbers = Float64Array | Float32Array;

type GrowableArray = Numbers | Uint8Array | Uint16Array | Uint32Array;

/** The array itself if it has room for `needed` elements, otherwise a larger copy. Readers keep the old array. */
export function grow<T extends GrowableArray>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const Type = array.constructor as new (length: number) => T;
  const wider = new Type(Math.max(needed, Math.ceil(array.length * 1.5), 64));
  wider.set(array);
  return wider;
}
