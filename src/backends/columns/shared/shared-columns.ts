import type { Schema, SchemaJson } from "../../../language/schema/index.ts";
import { allSteps, type Steps } from "../../../util/steps.ts";
import { ColumnTable } from "../column-table.ts";
import type { ColumnStrategy } from "../select/tier.ts";
import type { Column } from "../storage/column.ts";
import {
  adopting,
  describing,
  receivedColumn,
  type SharedColumn,
  sharing,
} from "./shared-column.ts";

/** The maximum number of UTF-16 units of decoded texts that each thread caches, of all columns together. */
const MOST_DECODED = 2 ** 25;

/** Columns as they are sent to another thread. */
export interface SentColumns {
  readonly schema: SchemaJson;
  readonly length: number;
  readonly columns: readonly (readonly [name: string, column: SharedColumn])[];
}

/** The columns copied so far. More may follow. */
type Copied = SentColumns & {
  readonly columns: (readonly [name: string, column: SharedColumn])[];
};

const sent = new WeakMap<ColumnTable, Copied>();

/** Moves columns to shared memory, in steps. They must not be in use yet. */
export function* shareColumns(rows: ColumnTable): Steps<void> {
  const { columns } = copiedOf(rows);
  // One after the other: each original can be freed before the next is copied.
  for (const [name, own] of rows.stored) {
    const { column, sent: toSend } = yield* sharing(own, rows.length);
    rows.setStored(name, column);
    columns.push([name, toSend]);
  }
}

/** Copies some columns to shared memory, in steps, unless they are there. The table keeps its own columns. */
export function* copyColumns(rows: ColumnTable, names: Iterable<string>): Steps<void> {
  const { columns } = copiedOf(rows);
  for (const name of names) {
    const isThere = (): boolean => columns.some(([known]) => known === name);
    const own = rows.stored.get(name);
    if (own === undefined || isThere()) continue;
    const { sent: toSend } = yield* sharing(own, rows.length);
    // A concurrent search may have copied it.
    if (!isThere()) columns.push([name, toSend]);
  }
}

/** Describes columns for a receiver that copies them, such as another process. */
export function describedColumns(rows: ColumnTable): SentColumns["columns"] {
  return Array.from(rows.stored, ([name, column]) => {
    return [name, allSteps(describing(column, rows.length))] as const;
  });
}

function copiedOf(rows: ColumnTable): Copied {
  const { schema, length } = rows;
  const copied = sent.get(rows) ?? { schema: schema.toJSON(), length, columns: [] };
  sent.set(rows, copied);
  return copied;
}

/** The message for another thread; `undefined` unless columns were copied to shared memory. */
export function sentColumns(rows: ColumnTable): SentColumns | undefined {
  return sent.get(rows);
}

/** The number of bytes in the arrays of sent columns. */
export function sharedBytes({ columns }: SentColumns): number {
  return columns.reduce((bytes, [, column]) => bytes + arrayBytes(column), 0);
}

/** The number of bytes in all arrays of a message. */
function arrayBytes(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return Object.values(value).reduce<number>((bytes, part) => bytes + arrayBytes(part), 0);
}

/** The columns in a thread that received them. */
export function receivedColumns(
  schema: Schema,
  { length, columns }: SentColumns,
  strategy: ColumnStrategy = "adaptive",
): ColumnTable {
  const received = columns.map(([name, column]) => [name, receivedColumn(column)] as const);
  return ColumnTable.of(schema, length, new Map(received), strategy, MOST_DECODED);
}

/**
 * The columns in the thread that owns them, in steps.
 *
 * @param isShared whether the arrays are in shared memory: then they can be sent on unchanged
 */
export function* adoptedColumns(
  schema: Schema,
  { length, columns }: Omit<SentColumns, "schema">,
  isShared: boolean,
): Steps<ColumnTable> {
  const adopted = new Map<string, Column>();
  for (const [name, column] of columns) adopted.set(name, yield* adopting(column));
  const rows = ColumnTable.of(schema, length, adopted);
  if (isShared) sent.set(rows, { schema: schema.toJSON(), length, columns: [...columns] });
  return rows;
}

/** Adds columns from a later message. */
export function addReceived(rows: ColumnTable, { columns }: SentColumns): void {
  for (const [name, column] of columns) rows.setStored(name, receivedColumn(column));
}
