import { BLANK } from "../../in-memory/encoding.ts";
import { toDateValue } from "../../values/date/index.ts";
import type { ColumnStore, NumberColumn } from "./column.ts";
import { grow, type Numbers } from "./grow.ts";
import { Zones } from "./zones.ts";

/** A column of numbers or of dates. */
export class NumberStore implements ColumnStore {
  readonly #type: "number" | "date";
  readonly #zones = new Zones();
  #values: Numbers = new Float32Array(0);
  #hasBlanks = false;
  #zeroed: Numbers | undefined;
  #zeroedLength = 0;

  constructor(type: "number" | "date") {
    this.#type = type;
  }

  write(raw: readonly unknown[], count: number, at: number): void {
    const batch = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      batch[index] = this.#type === "number" ? readNumber(raw[index]) : readDate(raw[index]);
    }
    this.writeNumbers(batch, at);
  }

  /** Writes numbers as they are held to the rows from `at` on. */
  writeNumbers(batch: Float64Array, at: number): void {
    const count = batch.length;
    let hasBlanks = false;
    let isWide = false;
    for (let index = 0; index < count; index++) {
      const value = batch[index] as number;
      if (value === BLANK) hasBlanks = true;
      if (Math.fround(value) !== value) isWide = true;
    }
    // The array is replaced, not changed: readers keep the old one.
    if (isWide && this.#values instanceof Float32Array) {
      this.#values = new Float64Array(this.#values);
    }
    const values = grow(this.#values, at + count);
    values.set(batch, at);
    this.#values = values;
    if (hasBlanks) this.#hasBlanks = true;
    this.#zones.addNumbers(values, at, at + count);
  }

  /** Takes numbers as they are held for the first rows of an empty store. The array is never written to. */
  adopt(values: Numbers): void {
    this.#values = values;
    this.#hasBlanks = values.includes(BLANK);
    this.#zones.addNumbers(values, 0, values.length);
  }

  read(length: number): NumberColumn {
    const values = this.#values;
    return {
      kind: "numbers",
      values,
      zones: this.#zones,
      hasBlanks: this.#hasBlanks,
      zeroed: () => (this.#hasBlanks ? this.#zero(values, length) : values),
    };
  }

  get bytes(): number {
    return this.#values.byteLength + (this.#zeroed?.byteLength ?? 0) + this.#zones.bytes;
  }

  #zero(values: Numbers, length: number): Numbers {
    let zeroed = this.#zeroed;
    if (zeroed === undefined || zeroed.constructor !== values.constructor) {
      zeroed = values instanceof Float32Array ? new Float32Array(0) : new Float64Array(0);
      this.#zeroedLength = 0;
    }
    zeroed = grow(zeroed, length);
    this.#zeroed = zeroed;
    for (let row = this.#zeroedLength; row < length; row++) {
      const value = values[row] as number;
      zeroed[row] = value === BLANK ? 0 : value;
    }
    this.#zeroedLength = Math.max(this.#zeroedLength, length);
    return zeroed;
  }
}

/** Everything but a finite number is blank; -0 becomes 0. */
function readNumber(raw: unknown): number {
  return typeof raw === "number" && raw - raw === 0 ? raw + 0 : BLANK;
}

function readDate(raw: unknown): number {
  return toDateValue(raw) ?? BLANK;
}
