import { fillStore } from "../../columns/arrow/fill-store.ts";
import { fieldsOfTable, type TableField } from "../../columns/arrow/table-fields.ts";
import { keptColumn, type SharedColumn, sharing } from "../../columns/shared/shared-column.ts";
import type { Column } from "../../columns/storage/column.ts";
import { type Memory, SHARED_MEMORY } from "../../columns/storage/memory.ts";
import { storeOf } from "../../columns/storage/store-of.ts";
import { defineSchema } from "../../schema/index.ts";
import type { ValueType } from "../../types/value-type.ts";
import { allSteps, type Steps } from "../../util/steps.ts";
import { arrowPackage } from "../files/read-arrow.ts";
import { tableOf } from "../files/whole-arrow.ts";
import { isAscending, longestOf } from "./column-facts.ts";

/** A field of an Arrow file as a store holds it. */
export interface FilledField {
  readonly column: Column;
  /** The most UTF-16 units in one of its texts, or more. */
  readonly longest: number;
}

/** The same as it is sent to another thread. */
export interface SentField {
  readonly column: SharedColumn;
  readonly longest: number;
}

/**
 * Makes the column of a field, in steps. Returns `undefined` if each value has to be looked at by itself, or if the values
 * of a key do not ascend.
 */
export function* fillField(
  from: TableField,
  length: number,
  memory: Memory,
): Steps<FilledField | undefined> {
  const { type, role } = from.field;
  if (from.column.type !== type) return undefined;
  const store = storeOf(type);
  if (!(yield* fillStore(store, from, memory))) return undefined;
  const column = store.read(length);
  if (role === "key" && !isAscending(column, length)) return undefined;
  return { column, longest: longestOf(column) };
}

/**
 * Makes the column of a field for another thread.
 *
 * @param bytes those of an Arrow file, in memory that threads share
 * @throws if the column cannot be made
 */
export async function filledField(
  bytes: Uint8Array,
  name: string,
  type: ValueType,
): Promise<SentField> {
  const table = tableOf(await arrowPackage(), bytes);
  const { fields, length } = fieldsOfTable(table, defineSchema({ [name]: type }));
  const [from] = fields;
  const filled = from && allSteps(fillField(from, length, SHARED_MEMORY));
  if (filled === undefined) throw new Error(`${name} is to be read value by value`);
  const { sent } = allSteps(sharing(filled.column, length));
  return { column: sent, longest: filled.longest };
}

/** The column that a thread has made. */
export function received({ column, longest }: SentField): FilledField {
  return { column: keptColumn(column), longest };
}
