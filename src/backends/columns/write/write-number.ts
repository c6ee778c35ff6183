const ZERO = 0x30;
const MINUS = 0x2d;

/** The maximum length of a number: `-0.0000010000129616145381`. */
export const MOST_NUMBER_BYTES = 25;

/** Writes a finite number as JSON and JavaScript do; returns the offset after it. */
export function writeNumber(value: number, into: Uint8Array, at: number): number {
  const whole = value | 0;
  if (whole !== value) return writeCharacters(String(value), into, at);
  if (whole >= 0) return writeDigits(whole, into, at);
  into[at] = MINUS;
  // The negation of the smallest 32-bit integer fits only into an unsigned 32-bit integer.
  return writeDigits(-whole >>> 0, into, at + 1);
}

function writeDigits(value: number, into: Uint8Array, at: number): number {
  const end = at + countDigits(value);
  let rest = value;
  let offset = end;
  do {
    const tens = Math.floor(rest / 10);
    into[--offset] = ZERO + rest - 10 * tens;
    rest = tens;
  } while (rest !== 0);
  return end;
}

function countDigits(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1_000 ? 3 : value < 10_000 ? 4 : 5;
  }
  if (value < 10_000_000) return value < 1_000_000 ? 6 : 7;
  return value < 100_000_000 ? 8 : value < 1_000_000_000 ? 9 : 10;
}

/** Writes an ASCII string; returns the offset after it. */
export function writeCharacters(text: string, into: Uint8Array, at: number): number {
  const { length } = text;
  for (let index = 0; index < length; index++) into[at + index] = text.charCodeAt(index);
  return at + length;
}
