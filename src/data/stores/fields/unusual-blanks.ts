import type { ValueType } from "../../../language/types/value-type.ts";
import type { StoreValue } from "../files/record-shape.ts";

/** Whether a row has its bit. */
export function isMarked(bits: Uint32Array, row: number): boolean {
  return ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
}

/**
 * The rows of a boolean field whose value is missing. Formulas and columns do not tell a missing boolean from `FALSE`,
 * but a store returns it as null. Of every other type, a store returns each blank as null, the empty text and the empty
 * list too.
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

  /** Notes the values of the rows from one on. */
  note(values: readonly StoreValue[], from: number): void {
    if (this.#type !== "boolean") return;
    for (let index = 0; index < values.length; index++) {
      if ((values[index] ?? null) === null) this.#mark(from + index);
    }
  }

  /** Notes that the rows from one on have no value if a test says so of their place. */
  noteMissing(from: number, count: number, isMissing: (place: number) => boolean): void {
    if (this.#type !== "boolean") return;
    for (let place = 0; place < count; place++) if (isMissing(place)) this.#mark(from + place);
  }

  /** A bit for each row without a value; `undefined` if every row has one. */
  get bits(): Uint32Array | undefined {
    return this.#bits.length === 0 ? undefined : this.#bits;
  }

  /** Tells whether a row has no value; `undefined` if every row has one. */
  get has(): ((row: number) => boolean) | undefined {
    const { bits } = this;
    return bits && ((row) => isMarked(bits, row));
  }

  /** The same of some rows, in their order. */
  inOrder(rows: Uint32Array): UnusualBlanks {
    const { has } = this;
    if (has === undefined) return this;
    const ordered = new UnusualBlanks(this.#type);
    ordered.noteMissing(0, rows.length, (place) => has(rows[place] as number));
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
