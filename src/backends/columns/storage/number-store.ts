import { toDateValue } from "../../../language/values/date/index.ts";
import { BLANK } from "../../evaluation/encoded-value.ts";
import type { ColumnStore, NumberColumn } from "./column.ts";
import { grow, type Numbers } from "./grow.ts";
import { type AllocateBuffer, OWN_MEMORY } from "./memory.ts";

/** A column of numbers or of dates. */
export class NumberStore implements ColumnStore {
  readonly #type: "number" | "date";
  #values: Numbers = new Float32Array(0);
  #memory = OWN_MEMORY;
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

  /** Reserves room for rows in an empty store. */
  reserve(rows: number, memory: AllocateBuffer): void {
    this.#memory = memory;
    this.#values = new Float32Array(memory(4 * rows));
  }

  /** Writes encoded numbers to the rows from `at` on. */
  writeNumbers(batch: Numbers, at: number): void {
    // The array is replaced, not modified: readers keep the old one.
    if (this.#values instanceof Float32Array && isWide(batch)) {
      const wider = new Float64Array(this.#memory(8 * this.#values.length));
      copyNumbers(this.#values.subarray(0, at), wider, 0);
      this.#values = wider;
    }
    const values = grow(this.#values, at + batch.length);
    copyNumbers(batch, values, at);
    this.#values = values;
    this.#hasBlanks ||= batch.includes(BLANK);
  }

  /** Uses an array of encoded numbers as the first rows of an empty store. The array is never written to. */
  adopt(values: Numbers): void {
    this.#values = values;
    this.#hasBlanks = values.includes(BLANK);
  }

  read(length: number): NumberColumn {
    const values = this.#values;
    return {
      kind: "numbers",
      values,
      hasBlanks: this.#hasBlanks,
      zeroed: () => (this.#hasBlanks ? this.#zero(values, length) : values),
    };
  }

  get bytes(): number {
    return this.#values.byteLength + (this.#zeroed?.byteLength ?? 0);
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

/** Whether a number needs eight bytes. */
function isWide(numbers: Numbers): boolean {
  if (numbers instanceof Float32Array) return false;
  for (let index = 0; index < numbers.length; index++) {
    const value = numbers[index] as number;
    if (Math.fround(value) !== value) return true;
  }
  return false;
}

/** `TypedArray.set` takes several times as long for shared memory and for other element types. */
function copyNumbers(from: Numbers, to: Numbers, at: number): void {
  for (let index = 0; index < from.length; index++) to[at + index] = from[index] as number;
}

/** Everything but a finite number is blank; -0 becomes 0. */
function readNumber(raw: unknown): number {
  return typeof raw === "number" && raw - raw === 0 ? raw + 0 : BLANK;
}

function readDate(raw: unknown): number {
  return toDateValue(raw) ?? BLANK;
}
