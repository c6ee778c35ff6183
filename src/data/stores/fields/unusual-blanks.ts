import type { ValueType } from "../../../language/types/value-type.ts";
import type { StoreValue } from "../files/record-shape.ts";

/** Whether the bit of a row is set. */
function isMarked(bits: Uint32Array, row: number): boolean {
  return ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
}

/**
 * The rows of a boolean field whose value is missing. Formulas and columns do not distinguish a missing boolean from
 * `FALSE`, but a store returns it as null. For other types no bits are needed: a store returns every blank as null,
 * including the empty text and the empty list.
 */
export class UnusualBlanks {
  readonly #type: ValueType;
  /** A bit for each row. */
  #bits: Uint32Array = new Uint32Array(0);

  constructor(type: ValueType) {
    this.#type = type;
  }

  /** @param bits a bit for each row without a value */
  static of(type: ValueType, bits: Uint32Array | undefined): UnusualBlanks {
    const blanks = new UnusualBlanks(type);
    if (bits !== undefined) blanks.#bits = bits;
    return blanks;
  }

  /** Records which of the values are missing; `from` is the row of the first. */
  note(values: readonly StoreValue[], from: number): void {
    if (this.#type !== "boolean") return;
    for (let index = 0; index < values.length; index++) {
      if ((values[index] ?? null) === null) this.#mark(from + index);
    }
  }

  /** Records missing values among `count` rows that start at `from`; `isMissing` takes an index from 0. */
  noteMissing(from: number, count: number, isMissing: (index: number) => boolean): void {
    if (this.#type !== "boolean") return;
    for (let index = 0; index < count; index++) if (isMissing(index)) this.#mark(from + index);
  }

  /** A bit for each row without a value; `undefined` if every row has one. */
  get bits(): Uint32Array | undefined {
    return this.#bits.length === 0 ? undefined : this.#bits;
  }

  /** A predicate for rows without a value; `undefined` if every row has one. */
  get has(): ((row: number) => boolean) | undefined {
    const { bits } = this;
    return bits && ((row) => isMarked(bits, row));
  }

  /** The missing values of some rows, in the order given. */
  inOrder(rows: Uint32Array): UnusualBlanks {
    const { has } = this;
    if (has === undefined) return this;
    const ordered = new UnusualBlanks(this.#type);
    ordered.noteMissing(0, rows.length, (index) => has(rows[index] as number));
    return ordered;
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
