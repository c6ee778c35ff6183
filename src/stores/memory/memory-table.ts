import type { ColumnsSnapshot } from "../../columns/snapshot.ts";
import { type Field, orderKeys, type Schema } from "../../schema/index.ts";
import type { UnusualBlanks } from "./unusual-blanks.ts";

/** Records as columns, whose rows are in the order of the key. They are never changed. */
export interface MemoryTable {
  readonly schema: Schema;
  readonly key: Field;
  readonly rows: ColumnsSnapshot;
  /** By the names of fields. */
  readonly blanks: ReadonlyMap<string, UnusualBlanks>;
  /** Another text for other records. */
  readonly version: string;
}

/** How many rows come before a position, or are at it, in the order of the key. */
export function rowAfter({ schema, rows }: MemoryTable, position: unknown): number {
  const isAfter = rows.order(orderKeys(schema, [], "read")).isAfter(position);
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
