import type { ValueType } from "../../types/value-type.ts";
import type { StoreValue } from "../files/record-shape.ts";

/**
 * Which rows of a field have the one of two blanks that is not the usual: the empty text or list and not null, or null and not
 * `FALSE`. They are the same to formulas, and so to columns; a store hands over what it was given.
 */
export class UnusualBlanks {
  readonly #isOther: ((value: StoreValue) => boolean) | undefined;
  /** A bit for each row. */
  #bits = new Uint32Array(0);

  constructor(type: ValueType) {
    this.#isOther = IS_OTHER[type];
  }

  /** Notes the values of the rows from one on. */
  note(values: readonly StoreValue[], from: number): void {
    const isOther = this.#isOther;
    if (isOther === undefined) return;
    for (let index = 0; index < values.length; index++) {
      if (isOther(values[index] ?? null)) this.#mark(from + index);
    }
  }

  /** Whether a row has the unusual blank; nothing where none has. */
  get has(): ((row: number) => boolean) | undefined {
    const bits = this.#bits;
    if (bits.length === 0) return undefined;
    return (row) => ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  #mark(row: number): void {
    const word = row >>> 5;
    if (word >= this.#bits.length) {
      const wider = new Uint32Array(Math.max(word + 1, 2 * this.#bits.length));
      wider.set(this.#bits);
      this.#bits = wider;
    }
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (row & 31));
  }
}

const IS_OTHER: Partial<Record<ValueType, (value: StoreValue) => boolean>> = {
  text: (value) => value === "",
  boolean: (value) => value === null,
  list: (value) => Array.isArray(value) && value.length === 0,
};
