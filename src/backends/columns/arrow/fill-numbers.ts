import { isDateValue } from "../../../language/values/date/index.ts";
import type { Steps } from "../../../util/steps.ts";
import { validity } from "../../arrow-layout/arrow-columns.ts";
import { ARROW_TYPES, type ArrowData } from "../../arrow-layout/arrow-data.ts";
import { BLANK } from "../../evaluation/encoded-value.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { AllocateBuffer } from "../storage/memory.ts";
import type { NumberStore } from "../storage/number-store.ts";
import type { TableField } from "./table-fields.ts";

const MS_IN_SECOND = 1000;
const MS_IN_DAY = 86_400_000;

/**
 * Reads rows from index `from` until `into` is full. A value that a field cannot hold becomes a blank. Returns the
 * number of blanks written. The value written for a missing row is undefined: the caller overwrites it.
 */
type ReadNumbers = (from: number, into: Float64Array) => number;

/**
 * Fills an empty store with numbers or dates that need no decoding. Floats are not copied if they match the layout of
 * the store. Returns the number of values that became blank because a field cannot hold them. Returns `undefined` and
 * leaves the store empty if the numbers have to be decoded.
 */
export function* fillNumbers(
  store: NumberStore,
  { field, chunks }: TableField,
  memory: AllocateBuffer,
): Steps<number | undefined> {
  const isDate = field.type === "date";
  const readers = chunks.map(({ data }) => (isDate ? dateReader(data) : numberReader(data)));
  if (readers.some((read) => read === undefined)) return undefined;
  const [first, ...others] = chunks;
  if (first === undefined) return 0;
  if (!isDate && others.length === 0 && adopt(store, first.data, first.rows)) return 0;
  store.reserve(
    chunks.reduce((sum, { rows }) => sum + rows, 0),
    memory,
  );
  const room = new Float64Array(BLOCK);
  let at = 0;
  let lost = 0;
  for (const [index, { data, rows }] of chunks.entries()) {
    const read = readers[index] as ReadNumbers;
    for (let from = 0; from < rows; from += BLOCK) {
      const batch = room.subarray(0, Math.min(BLOCK, rows - from));
      lost += read(from, batch) - blankMissing(batch, data, from);
      store.writeNumbers(batch, at);
      at += batch.length;
      yield;
    }
  }
  return lost;
}

/** Replaces missing values with blanks. Returns how many of them were blank already. */
function blankMissing(batch: Float64Array, data: ArrowData, from: number): number {
  if (data.nullCount === 0) return 0;
  const isValid = validity(data);
  let blanks = 0;
  for (let row = 0; row < batch.length; row++) {
    if (isValid(from + row)) continue;
    if (batch[row] === BLANK) blanks++;
    batch[row] = BLANK;
  }
  return blanks;
}

/**
 * Adopts an array of floats without a copy, if each missing value is already stored as a blank and all others are
 * valid.
 */
function adopt(store: NumberStore, data: ArrowData, rows: number): boolean {
  const { values } = data;
  if (!(values instanceof Float64Array || values instanceof Float32Array)) return false;
  const isValid = validity(data);
  let isWide = false;
  for (let row = 0; row < rows; row++) {
    const value = values[row] as number;
    if (
      value - value === 0 ? Object.is(value, -0) || !isValid(row) : value !== BLANK || isValid(row)
    )
      return false;
    if (Math.fround(value) !== value) isWide = true;
  }
  // Numbers that are exact in four bytes are stored in four bytes.
  if (values instanceof Float64Array && !isWide) return false;
  store.adopt(values.subarray(0, rows));
  return true;
}

/** The reader for a type; `undefined` if its numbers have to be decoded. */
function numberReader({ type, values }: ArrowData): ReadNumbers | undefined {
  const { typeId, bitWidth = 0 } = type;
  const isPlain =
    values instanceof Float64Array ||
    values instanceof Float32Array ||
    (typeId === ARROW_TYPES.int && bitWidth < 64);
  if (!isPlain || values instanceof BigInt64Array || values instanceof BigUint64Array) return;
  return (from, into) => {
    let blanks = 0;
    for (let row = 0; row < into.length; row++) {
      const value = values[from + row] as number;
      const isNumber = value - value === 0;
      // Adding 0 turns -0 into 0.
      into[row] = isNumber ? value + 0 : BLANK;
      if (!isNumber) blanks++;
    }
    return blanks;
  };
}

/** The reader for dates. Units finer than milliseconds can have more digits than a number. */
function dateReader({ type, values }: ArrowData): ReadNumbers | undefined {
  const { typeId, unit = 0 } = type;
  if (typeId === ARROW_TYPES.date && unit === 0) {
    return (from, into) => writeDates(into, (row) => Number(values[from + row]) * MS_IN_DAY);
  }
  if (!(values instanceof BigInt64Array)) return undefined;
  const factor = typeId === ARROW_TYPES.timestamp && unit === 0 ? MS_IN_SECOND : 1;
  if (!(typeId === ARROW_TYPES.date || (typeId === ARROW_TYPES.timestamp && unit < 2))) {
    return undefined;
  }
  // Reading two 32-bit words is several times as fast as reading one big integer. A value that is rounded here is out
  // of range for a date.
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  return (from, into) =>
    writeDates(into, (row) => {
      const at = 2 * (from + row);
      const low = (words[at] as number) >>> 0;
      return ((words[at + 1] as number) * 2 ** 32 + low) * factor;
    });
}

function writeDates(into: Float64Array, timeAt: (row: number) => number): number {
  let blanks = 0;
  for (let row = 0; row < into.length; row++) {
    const time = timeAt(row);
    const isDate = isDateValue(time);
    into[row] = isDate ? time : BLANK;
    if (!isDate) blanks++;
  }
  return blanks;
}
