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

/** The values of an expression that records are grouped by, each with a number. */
export interface GroupKeys<Rows> {
  readonly bytes: number;
  /** If it is known beforehand, one more than the largest number. */
  readonly size: number | undefined;
  /** One more than the largest number so far. */
  readonly numbered: number;
  /** How many values there were so far, if some numbers are of none. */
  readonly found?: number;
  /** Writes the number of each record's value. */
  number(rows: Rows, count: number, into: Uint32Array): void;
  /** The numbers of the records' values, if they need not be written. */
  numbers?(rows: Rows, count: number): Codes | undefined;
  /** The value with a number. */
  valueOf(number: number): Outcome;
  /** Unless the numbers are those that the columns have, which are the same elsewhere. */
  readonly numbering?: ValueNumbering;
}

/** Numbers values: the same ones may have other numbers elsewhere. */
interface ValueNumbering {
  /** The values with some numbers. */
  valuesOf(numbers: Uint32Array): ValueBatch;
  /** Writes the number of each value. */
  number(values: ValueBatch, count: number, into: Uint32Array): void;
}

/** Keys of a type whose values a function fills in. */
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
      // Neighbours are often the same.
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
