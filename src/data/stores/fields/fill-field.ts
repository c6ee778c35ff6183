import { fillStore } from "../../../backends/columns/arrow/fill-store.ts";
import type { TableField } from "../../../backends/columns/arrow/table-fields.ts";
import type { Column } from "../../../backends/columns/storage/column.ts";
import type { AllocateBuffer } from "../../../backends/columns/storage/memory.ts";
import { storeOf } from "../../../backends/columns/storage/store-of.ts";
import type { Steps } from "../../../util/steps.ts";
import { isAscending, longestOf } from "./column-facts.ts";

/** A field of an Arrow file as a store's column. */
export interface FilledField {
  readonly column: Column;
  /** An upper bound on the UTF-16 units in one of its texts. */
  readonly longest: number;
}

/**
 * Builds the column of a field, in steps. Returns `undefined` if each value has to be checked individually, or if the
 * values of a key do not ascend.
 */
export function* fillField(
  from: TableField,
  length: number,
  memory: AllocateBuffer,
): Steps<FilledField | undefined> {
  const { type, role } = from.field;
  if (from.column.type !== type) return undefined;
  const store = storeOf(type);
  if (!(yield* fillStore(store, from, memory))) return undefined;
  const column = store.read(length);
  if (role === "key" && !isAscending(column, length)) return undefined;
  return { column, longest: longestOf(column) };
}
