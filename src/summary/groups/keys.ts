import type { Codes } from "../../columns/storage/dictionary.ts";
import { copyText } from "../../in-memory/copy-text.ts";
import { decode, type Encoded } from "../../in-memory/encoding.ts";
import type { ValueType } from "../../types/value-type.ts";
import type { Outcome } from "../../values/plain.ts";
import { NumberNumbering } from "./number-numbering.ts";
import { Numbering } from "./numbering.ts";
import { BATCH, type Values } from "./values.ts";

/** Writes the encoded values of some records. */
export type Fill<Rows> = (rows: Rows, count: number, into: Values) => void;

/** The values of an expression that records are grouped by, each with a number. */
export interface Keys<Rows> {
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
}

/** Keys of a type whose values a function fills in. */
export function valueKeys<Rows>(type: ValueType, fill: Fill<Rows>): Keys<Rows> {
  return type === "number" || type === "date"
    ? new NumberKeys(type, fill)
    : new TextKeys(type, fill);
}

/** Numbers and dates, numbered as they come. */
class NumberKeys<Rows> implements Keys<Rows> {
  readonly size = undefined;
  readonly #type: ValueType;
  readonly #fill: Fill<Rows>;
  readonly #buffer = new Float64Array(BATCH);
  readonly #numbering = new NumberNumbering();

  constructor(type: ValueType, fill: Fill<Rows>) {
    this.#type = type;
    this.#fill = fill;
  }

  get numbered(): number {
    return this.#numbering.size;
  }

  get bytes(): number {
    return this.#numbering.bytes;
  }

  number(rows: Rows, count: number, into: Uint32Array): void {
    this.#fill(rows, count, this.#buffer);
    this.#numbering.number(this.#buffer, count, into);
  }

  valueOf(number: number): Outcome {
    return decode(this.#type, this.#numbering.valueOf(number));
  }
}

/** Texts and booleans, numbered as they come. */
class TextKeys<Rows> implements Keys<Rows> {
  readonly size = undefined;
  readonly #type: ValueType;
  readonly #fill: Fill<Rows>;
  readonly #buffer: Encoded[] = new Array<Encoded>(BATCH).fill("");
  readonly #numbering = new Numbering<Encoded>((value) =>
    typeof value === "string" ? copyText(value) : value,
  );

  constructor(type: ValueType, fill: Fill<Rows>) {
    this.#type = type;
    this.#fill = fill;
  }

  get numbered(): number {
    return this.#numbering.size;
  }

  get bytes(): number {
    return this.#numbering.bytes;
  }

  number(rows: Rows, count: number, into: Uint32Array): void {
    const buffer = this.#buffer;
    this.#fill(rows, count, buffer);
    const numbering = this.#numbering;
    let last: Encoded | undefined;
    let number = 0;
    for (let index = 0; index < count; index++) {
      const value = buffer[index] as Encoded;
      // Neighbours are often the same.
      if (value !== last) {
        number = numbering.of(value);
        last = value;
      }
      into[index] = number;
    }
  }

  valueOf(number: number): Outcome {
    return decode(this.#type, this.#numbering.valueOf(number));
  }
}
