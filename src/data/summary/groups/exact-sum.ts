/*
 * Sums without rounding. A sum of floating-point numbers depends on their order, unless it is rounded only once, at its
 * end.
 */

/** Larger numbers are added as big integers: sums of smaller ones cannot overflow. */
const HUGE = 2 ** 970;

/** The exact sum of numbers, independent of their order. */
export class ExactSum {
  /** Numbers with non-overlapping bits, in ascending order; their sum is exact (Shewchuk 1997). */
  #partials: number[] = [];
  #huge = 0n;

  add(value: number): void {
    if (value >= HUGE || value <= -HUGE) {
      this.#huge += BigInt(value);
      return;
    }
    const partials = this.#partials;
    let sum = value;
    let size = 0;
    for (let index = 0; index < partials.length; index++) {
      const partial = partials[index] as number;
      const next = sum + partial;
      const back = next - sum;
      const rest = sum - (next - back) + (partial - back);
      if (rest !== 0) partials[size++] = rest;
      sum = next;
    }
    partials[size++] = sum;
    partials.length = size;
  }

  /** Numbers with the same exact sum, except for `huge`. */
  get partials(): readonly number[] {
    return this.#partials;
  }

  /** The sum of the numbers that are too large for `partials`. */
  get huge(): bigint {
    return this.#huge;
  }

  addHuge(value: bigint): void {
    this.#huge += value;
  }

  /** The sum divided by an integer, rounded once; `undefined` if it exceeds the largest number. */
  over(divisor: number): number | undefined {
    const [first = 0, second = 0, ...others] = this.#partials;
    if (divisor === 1 && this.#huge === 0n && others.length === 0) return first + second + 0;
    let units = this.#huge << UNIT_BITS;
    for (const partial of this.#partials) units += unitsOf(partial);
    return nearest(units, BigInt(divisor));
  }
}

/** All numbers are multiples of 2^-1074. */
const UNIT_BITS = 1074n;

const bits = new DataView(new ArrayBuffer(8));

/** A number as a multiple of 2^-1074. */
function unitsOf(value: number): bigint {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  const magnitude = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return value < 0 ? -magnitude : magnitude;
}

/** The bits of a number's fraction. */
const FRACTION = 53;
const LARGEST_SCALE = 971;

/** A quotient of multiples of 2^-1074, rounded to the nearest number, and to the even one in a tie. */
function nearest(units: bigint, divisor: bigint): number | undefined {
  const magnitude = units < 0n ? -units : units;
  const dropped = Math.max(0, (magnitude / divisor).toString(2).length - FRACTION);
  const divided = divisor << BigInt(dropped);
  let quotient = magnitude / divided;
  const twice = (magnitude % divided) * 2n;
  if (twice > divided || (twice === divided && quotient % 2n === 1n)) quotient += 1n;
  const scale = dropped - Number(UNIT_BITS);
  if (scale > LARGEST_SCALE) return undefined;
  const result = Number(quotient) * 2 ** scale;
  if (result === Number.POSITIVE_INFINITY) return undefined;
  return (units < 0n ? -result : result) + 0;
}
