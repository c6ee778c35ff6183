import { SummaryError } from "./summary-error.ts";

/** A map holds no more. */
export const MOST_NUMBERED = 2 ** 24;
const ENTRY_BYTES = 72;

/** Numbers values from 0 on, in the order in which they first come. */
export class Numbering<T> {
  readonly #numbers = new Map<T, number>();
  readonly #values: T[] = [];
  readonly #kept: (value: T) => T;
  #characters = 0;

  /** @param kept makes a value that may be kept */
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
    /* v8 ignore next 3 -- that many take too long */
    if (number === MOST_NUMBERED) {
      throw new SummaryError("too-large", `there are over ${MOST_NUMBERED} different values`);
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
