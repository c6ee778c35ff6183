import { validity } from "../../binary/arrow-columns.ts";
import { ARROW_TYPES, type ArrowData } from "../../binary/arrow-data.ts";
import { BLANK } from "../../in-memory/encoding.ts";
import { isDateValue } from "../../values/date/index.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { NumberStore } from "../storage/number-store.ts";
import type { TableField } from "./table-fields.ts";

const MS_IN_SECOND = 1000;
const MS_IN_DAY = 86_400_000;

/** Reads the number of a row. Whatever the row has not got, it reads some number. */
type ReadNumber = (row: number) => number;

/**
 * Fills an empty store with numbers or dates that need no decoding. Floats are taken without copying them if they are
 * as they would be held. Returns how many are blank because a field cannot have them; `undefined`, with the store left
 * empty, if the numbers have to be decoded.
 */
export function fillNumbers(store: NumberStore, { field, chunks }: TableField): number | undefined {
  const isDate = field.type === "date";
  const readers = chunks.map(({ data }) => (isDate ? dateReader(data) : numberReader(data)));
  if (readers.some((read) => read === undefined)) return undefined;
  const [first, ...others] = chunks;
  if (first === undefined) return 0;
  const { data, rows } = first;
  if (!isDate && others.length === 0 && adopt(store, data, rows)) return 0;
  const batch = new Float64Array(BLOCK);
  let at = 0;
  let lost = 0;
  for (const [index, { data: one, rows: count }] of chunks.entries()) {
    const read = readers[index] as ReadNumber;
    const isValid = validity(one);
    for (let from = 0; from < count; from += BLOCK) {
      const size = Math.min(BLOCK, count - from);
      for (let row = 0; row < size; row++) {
        const value = read(from + row);
        const isThere = isValid(from + row);
        const isKept = isThere && (isDate ? isDateValue(value) : value - value === 0);
        if (isThere && !isKept) lost++;
        // Adding 0 makes 0 of -0.
        batch[row] = isKept ? value + 0 : BLANK;
      }
      store.writeNumbers(batch.subarray(0, size), at);
      at += size;
    }
  }
  return lost;
}

/** Takes floats as they are, if each missing one is held as a blank already, and each other one is a value. */
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
  // Numbers that four bytes keep are held in four bytes.
  if (values instanceof Float64Array && !isWide) return false;
  store.adopt(values.subarray(0, rows));
  return true;
}

/** Returns `undefined` if numbers have to be decoded. */
function numberReader({ type, values }: ArrowData): ReadNumber | undefined {
  const { typeId, bitWidth = 0 } = type;
  const isPlain =
    values instanceof Float64Array ||
    values instanceof Float32Array ||
    (typeId === ARROW_TYPES.int && bitWidth < 64);
  return isPlain ? (row) => values[row] as number : undefined;
}

/** Finer units than milliseconds may have more digits than a number. */
function dateReader({ type, values }: ArrowData): ReadNumber | undefined {
  const { typeId, unit = 0 } = type;
  if (typeId === ARROW_TYPES.date && unit === 0) {
    return (row) => (values[row] as number) * MS_IN_DAY;
  }
  if (!(values instanceof BigInt64Array)) return undefined;
  const factor = typeId === ARROW_TYPES.timestamp && unit === 0 ? MS_IN_SECOND : 1;
  if (!(typeId === ARROW_TYPES.date || (typeId === ARROW_TYPES.timestamp && unit < 2))) {
    return undefined;
  }
  // Two words are read several times as fast as one big integer. What is rounded here is no date.
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  return (row) => {
    const low = (words[2 * row] as number) >>> 0;
    return ((words[2 * row + 1] as number) * 2 ** 32 + low) * factor;
  };
}
