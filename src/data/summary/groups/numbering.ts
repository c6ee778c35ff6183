import { SummaryError } from "./summary-error.ts";

/** The most entries of a `Map`. */
export const MOST_NUMBERED = 2 ** 24;
const ENTRY_BYTES = 72;
/** A growing map moves all of its entries in one step. Many maps are smaller, and grow at different times. */
const MAPS = 32;

/** Assigns numbers from 0 on to distinct values, in order of appearance. */
export class Numbering<T> {
  readonly #maps = Array.from({ length: MAPS }, () => new Map<T, number>());
  readonly #values: T[] = [];
  readonly #kept: (value: T) => T;
  #characters = 0;

  /** @param kept returns a copy of a value that may be retained */
  constructor(kept: (value: T) => T) {
    this.#kept = kept;
  }

  get size(): number {
    return this.#values.length;
  }

  get bytes(): number {
    return this.size * ENTRY_BYTES + this.#characters * 2;
  }

  /** @throws {@link SummaryError} if there are too many values */
  of(value: T): number {
    const numbers = this.#maps[mapOf(value)] as Map<T, number>;
    const known = numbers.get(value);
    if (known !== undefined) return known;
    const number = this.size;
    /* v8 ignore next 3 -- a test with this many values takes too long */
    if (number === MOST_NUMBERED) {
      throw new SummaryError("too-large", `there are more than ${MOST_NUMBERED} different values`);
    }
    if (typeof value === "string") this.#characters += value.length;
    const kept = this.#kept(value);
    numbers.set(kept, number);
    this.#values.push(kept);
    return number;
  }

  /** The value with a number. */
  valueOf(number: number): T {
    return this.#values[number] as T;
  }
}

/** The index of the map for a value, by a few characters of a text. */
function mapOf(value: unknown): number {
  if (typeof value !== "string") return 0;
  const { length } = value;
  let hash = length;
  for (const index of [length - 1, length - 2, length >> 1, length >> 2]) {
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x9e37_79b1);
  }
  return (hash >>> 16) % MAPS;
}
