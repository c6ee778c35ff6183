const number = /* @__PURE__ */ new Float64Array(1);
const bits = /* @__PURE__ */ new BigInt64Array(number.buffer);

/** The smallest number that is larger than the value. */
export function numberAfter(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  number[0] = value;
  const step = value > 0 ? 1n : -1n;
  /* v8 ignore next -- the index is in range */
  bits[0] = (bits[0] ?? 0n) + step;
  return number[0] + 0;
}

/** The largest number that is smaller than the value. */
export function numberBefore(value: number): number {
  return -numberAfter(-value);
}
