import { SummaryError } from "./summary-error.ts";

/** The most entries of a `Map`. */
export const MOST_NUMBERED = 2 ** 24;
const ENTRY_BYTES = 72;

/** Assigns numbers from 0 on to distinct values, in order of appearance. */
export class Numbering<T> {
  readonly #numbers = new Map<T, number>();
  readonly #values: T[] = [];
  readonly #kept: (value: T) => T;
  #characters = 0;

  /** @param kept returns a copy of a value that may be retained */
  constructor(kept: (value: T) => T) {
    this.#kept = kept;
  }

  get size(): number {
    return this.#numbers.size;
  }

  get bytes(): number {
    return this.#numbers.size * ENTRY_BYTES + this.#characters * 2;
  }

  /** @throws {@link SummaryError} if there are too many values */
  of(value: T): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    /* v8 ignore next 3 -- a test with this many values takes too long */
    if (number === MOST_NUMBERED) {
      throw new SummaryError("too-large", `there are more than ${MOST_NUMBERED} different values`);
    }
    if (typeof value === "string") this.#characters += value.length;
    const kept = this.#kept(value);
    this.#numbers.set(kept, number);
    this.#values.push(kept);
    return number;
  }

  /** The value with a number. */
  valueOf(number: number): T {
    return this.#values[number] as T;
  }
}
