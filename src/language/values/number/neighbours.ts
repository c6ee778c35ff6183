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

/** The smallest number from `low` to `high` for which a test holds that holds for all larger ones; `undefined` if there is none. */
export function firstNumber(
  low: number,
  high: number,
  holds: (value: number) => boolean,
): number | undefined {
  if (!holds(high)) return undefined;
  let before = positionOf(low) - 1n;
  let first = positionOf(high);
  while (first - before > 1n) {
    // Shifting rounds down, also for negative positions.
    const middle = (before + first) >> 1n;
    if (holds(numberAt(middle))) first = middle;
    else before = middle;
  }
  return numberAt(first);
}

/** The position of a number in the order of all numbers; that of 0 is 0. */
function positionOf(value: number): bigint {
  number[0] = Math.abs(value);
  /* v8 ignore next -- the index is in range */
  const position = bits[0] ?? 0n;
  return value < 0 ? -position : position;
}

function numberAt(position: bigint): number {
  bits[0] = position < 0n ? -position : position;
  /* v8 ignore next -- the index is in range */
  const size = number[0] ?? 0;
  return position < 0n ? -size : size;
}
