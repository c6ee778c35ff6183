import type { Field } from "../../../language/schema/index.ts";
import { LongNumber } from "../../../language/values/exact-number.ts";
import { isText } from "../../../language/values/text/index.ts";
import type { Steps } from "../../../util/steps.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { ColumnStore } from "../storage/column.ts";
import { type AllocateBuffer, OWN_MEMORY } from "../storage/memory.ts";
import { NumberStore } from "../storage/number-store.ts";
import { TextStore } from "../storage/text-store.ts";
import { fillBytes } from "./fill-bytes.ts";
import { fillCodes } from "./fill-codes.ts";
import { fillNumbers } from "./fill-numbers.ts";
import { ofColumn, type TableField } from "./table-fields.ts";

/**
 * Fills an empty store with the values of a table, in steps. Returns whether every value is known to be stored, that
 * is, none became blank because a field cannot hold it.
 *
 * @param memory allocates the arrays that are copied; values that are read one by one do not use it
 * @throws {@link ColumnsError} for corrupt data, and for a number that would be rounded
 */
export function* fillStore(
  store: ColumnStore,
  from: TableField,
  memory: AllocateBuffer = OWN_MEMORY,
): Steps<boolean> {
  try {
    if (store instanceof NumberStore) {
      const lost = yield* fillNumbers(store, from, memory);
      if (lost !== undefined) return lost === 0;
    }
    if (store instanceof TextStore) {
      const lost = yield* fillCodes(store, from, memory);
      if (lost !== undefined) return lost === 0;
      if (yield* fillBytes(store, from, memory)) return true;
    }
    return yield* fillValues(store, from);
  } catch (error) {
    throw ofColumn(from.field.name, error);
  }
}

/** Adds values one by one, as `Columns.append` would. Returns whether every value is known to be stored. */
function* fillValues(store: ColumnStore, { field, column, chunks }: TableField): Steps<boolean> {
  const decode = field.type === "text" ? (column.spell ?? column.decode) : column.decode;
  const raw: unknown[] = [];
  let at = 0;
  let isExact = field.type === "boolean" || field.type === "text";
  for (const { data, rows } of chunks) {
    const valueAt = column.read(data);
    for (let from = 0; from < rows; from += raw.length) {
      raw.length = Math.min(BLOCK, rows - from);
      for (let index = 0; index < raw.length; index++) {
        const value = rowValue(field, decode(valueAt(from + index)), at + index);
        raw[index] = value;
        if (typeof value === "string" && !isText(value)) isExact = false;
      }
      store.write(raw, raw.length, at);
      at += raw.length;
      yield;
    }
  }
  return isExact;
}

/** @throws `Error` for bytes that are not UTF-8, and for a number that would be rounded */
function rowValue({ type }: Field, value: unknown, row: number): unknown {
  if (value instanceof LongNumber) throw rounded(value.text, row);
  if (typeof value === "bigint") {
    if (BigInt(Number(value)) !== value) throw rounded(String(value), row);
    return Number(value);
  }
  if (type === "number" || type === "boolean") return value;
  if (hasBytes(value)) throw new Error(`the text of row ${row} is not UTF-8`);
  return value;
}

function rounded(digits: string, row: number): Error {
  return new Error(
    `row ${row} is ${digits}, which a number would round to ${Number(digits)}: a schema in which the field is a text keeps it`,
  );
}

function hasBytes(value: unknown): boolean {
  return value instanceof Uint8Array || (Array.isArray(value) && value.some(hasBytes));
}
