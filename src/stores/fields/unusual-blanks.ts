import type { ValueType } from "../../types/value-type.ts";
import type { StoreValue } from "../files/record-shape.ts";

/**
 * The rows of a boolean field whose value is missing. Formulas and columns do not tell a missing boolean from `FALSE`,
 * but a store returns it as null. Of every other type, a store returns each blank as null, the empty text and the empty
 * list too.
 */
export class UnusualBlanks {
  readonly #isBoolean: boolean;
  /** A bit for each row. */
  #bits = new Uint32Array(0);

  constructor(type: ValueType) {
    this.#isBoolean = type === "boolean";
  }

  /** Notes the values of the rows from one on. */
  note(values: readonly StoreValue[], from: number): void {
    if (!this.#isBoolean) return;
    for (let index = 0; index < values.length; index++) {
      if ((values[index] ?? null) === null) this.#mark(from + index);
    }
  }

  /** Notes that the rows from one on have no value if a test says so of their place. */
  noteMissing(from: number, count: number, isMissing: (place: number) => boolean): void {
    if (!this.#isBoolean) return;
    for (let place = 0; place < count; place++) if (isMissing(place)) this.#mark(from + place);
  }

  /** Tells whether a row has no value; `undefined` if every row has one. */
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
