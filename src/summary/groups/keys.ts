import { copyText } from "../../in-memory/copy-text.ts";
import { decode, type Encoded } from "../../in-memory/encoding.ts";
import type { ValueType } from "../../types/value-type.ts";
import type { Outcome } from "../../values/plain.ts";
import { Numbering } from "./numbering.ts";
import { type Values, valuesOf } from "./values.ts";

/** Writes the encoded values of some records. */
export type Fill<Rows> = (rows: Rows, count: number, into: Values) => void;

/** The values of an expression that records are grouped by, each with a number. */
export interface Keys<Rows> {
  readonly bytes: number;
  /** If it is known beforehand, one more than the largest number. */
  readonly size: number | undefined;
  /** Writes the number of each record's value. */
  number(rows: Rows, count: number, into: Uint32Array): void;
  /** The value with a number. */
  valueOf(number: number): Outcome;
}

/** Whole numbers below this, such as years, are numbered by a table. */
const SMALL = 4096;

/** Values that are numbered as they come. */
export class ValueKeys<Rows> implements Keys<Rows> {
  readonly size = undefined;
  readonly #type: ValueType;
  readonly #fill: Fill<Rows>;
  readonly #buffer: Values;
  readonly #numbering = new Numbering<Encoded>((value) =>
    typeof value === "string" ? copyText(value) : value,
  );
  readonly #small = new Int32Array(SMALL).fill(-1);
  #values: readonly Encoded[] | undefined;

  constructor(type: ValueType, fill: Fill<Rows>) {
    this.#type = type;
    this.#fill = fill;
    this.#buffer = valuesOf(type);
  }

  get bytes(): number {
    return this.#numbering.bytes;
  }

  number(rows: Rows, count: number, into: Uint32Array): void {
    const buffer = this.#buffer;
    this.#fill(rows, count, buffer);
    this.#values = undefined;
    if (buffer instanceof Float64Array) this.#numberNumbers(buffer, count, into);
    else {
      const numbering = this.#numbering;
      for (let index = 0; index < count; index++) {
        into[index] = numbering.of(buffer[index] as Encoded);
      }
    }
  }

  #numberNumbers(buffer: Float64Array, count: number, into: Uint32Array): void {
    const small = this.#small;
    for (let index = 0; index < count; index++) {
      const value = buffer[index] as number;
      const known = small[value] ?? -1;
      if (known >= 0) into[index] = known;
      else {
        const number = this.#numbering.of(value);
        into[index] = number;
        if (value >= 0 && value < SMALL && Number.isInteger(value)) small[value] = number;
      }
    }
  }

  valueOf(number: number): Outcome {
    this.#values ??= [...this.#numbering.values()];
    return decode(this.#type, this.#values[number] as Encoded);
  }
}
