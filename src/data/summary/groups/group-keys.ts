import type { Codes } from "../../../backends/columns/storage/dictionary.ts";
import { copyText } from "../../../backends/evaluation/copy-text.ts";
import { decode, type Encoded } from "../../../backends/evaluation/encoded-value.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import type { Outcome } from "../../../language/values/plain.ts";
import { NumberNumbering } from "./number-numbering.ts";
import { Numbering } from "./numbering.ts";
import { type ValueBatch, valuesOf } from "./value-batch.ts";

/** Writes the encoded values of some records. */
export type Fill<Rows> = (rows: Rows, count: number, into: ValueBatch) => void;

/** The keys of records by one expression. Each value has a number. */
export interface GroupKeys<Rows> {
  readonly bytes: number;
  /** One more than the largest number, if known in advance. */
  readonly size: number | undefined;
  /** One more than the largest number so far. */
  readonly numbered: number;
  /** The number of values so far, if it differs from `numbered`: some numbers are unused. */
  readonly found?: number;
  /** Writes the number of each record's value. */
  number(rows: Rows, count: number, into: Uint32Array): void;
  /** The numbers of the records' values, if they exist already. */
  numbers?(rows: Rows, count: number): Codes | undefined;
  /** The value with a number. */
  valueOf(number: number): Outcome;
  /** Missing if the numbers are codes of columns, which are the same in all threads. */
  readonly numbering?: ValueNumbering;
}

/** Assigns numbers to values. Another instance may assign other numbers. */
interface ValueNumbering {
  /** The values of some numbers. */
  valuesOf(numbers: Uint32Array): ValueBatch;
  /** Writes the number of each value. */
  number(values: ValueBatch, count: number, into: Uint32Array): void;
}

/** Keys of a type, with a function that fills in their values. */
export function valueKeys<Rows>(type: ValueType, fill: Fill<Rows>): GroupKeys<Rows> {
  const numbering =
    type === "number" || type === "date" ? new EachNumber(type) : new EachValue(type);
  const buffer = valuesOf(type);
  return {
    size: undefined,
    get numbered() {
      return numbering.size;
    },
    get bytes() {
      return numbering.bytes;
    },
    number: (rows, count, into) => {
      fill(rows, count, buffer);
      numbering.number(buffer, count, into);
    },
    valueOf: (number) => numbering.valueOf(number),
    numbering,
  };
}

/** Numbers and dates. */
class EachNumber implements ValueNumbering {
  readonly #type: ValueType;
  readonly #numbering = new NumberNumbering();

  constructor(type: ValueType) {
    this.#type = type;
  }

  get size(): number {
    return this.#numbering.size;
  }

  get bytes(): number {
    return this.#numbering.bytes;
  }

  number(values: ValueBatch, count: number, into: Uint32Array): void {
    this.#numbering.number(values as Float64Array, count, into);
  }

  valuesOf(numbers: Uint32Array): ValueBatch {
    return Float64Array.from(numbers, (number) => this.#numbering.valueOf(number));
  }

  valueOf(number: number): Outcome {
    return decode(this.#type, this.#numbering.valueOf(number));
  }
}

/** Texts and booleans. */
class EachValue implements ValueNumbering {
  readonly #type: ValueType;
  readonly #numbering = new Numbering<Encoded>((value) =>
    typeof value === "string" ? copyText(value) : value,
  );

  constructor(type: ValueType) {
    this.#type = type;
  }

  get size(): number {
    return this.#numbering.size;
  }

  get bytes(): number {
    return this.#numbering.bytes;
  }

  number(values: ValueBatch, count: number, into: Uint32Array): void {
    const numbering = this.#numbering;
    let last: Encoded | undefined;
    let number = 0;
    for (let index = 0; index < count; index++) {
      const value = values[index] as Encoded;
      // Adjacent values are often equal.
      if (value !== last) {
        number = numbering.of(value);
        last = value;
      }
      into[index] = number;
    }
  }

  valuesOf(numbers: Uint32Array): ValueBatch {
    return Array.from(numbers, (number) => this.#numbering.valueOf(number));
  }

  valueOf(number: number): Outcome {
    return decode(this.#type, this.#numbering.valueOf(number));
  }
}
