import type { ValueType } from "../../types/value-type.ts";
import type { StoreValue } from "../files/record-shape.ts";

/**
 * The rows of a field whose blank is not the usual one. The usual blank of a text or a list is null, and the other one
 * is empty; the usual blank of a boolean is `FALSE`, and the other one is null. Formulas and columns do not tell the
 * two apart, but a store returns the blank that it was given.
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

  /** Tells whether a row has the unusual blank; `undefined` if no row has it. */
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
