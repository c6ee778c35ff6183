import type { Schema, SchemaJson } from "../../schema/index.ts";
import type { ColumnStrategy } from "../select/effort.ts";
import type { Steps } from "../select/stages.ts";
import { ColumnsSnapshot } from "../snapshot.ts";
import { receivedColumn, type SharedColumn, sharing } from "./shared-column.ts";

/** Columns as they are sent to another thread. */
export interface SentColumns {
  readonly schema: SchemaJson;
  readonly length: number;
  readonly columns: readonly (readonly [name: string, column: SharedColumn])[];
}

const sent = new WeakMap<ColumnsSnapshot, SentColumns>();

/** Moves columns into memory that threads share, in steps, before anything else is done with them. */
export function* shareColumns(rows: ColumnsSnapshot): Steps<void> {
  const { columns, schema, length } = rows;
  const shared: [string, SharedColumn][] = [];
  // One after the other: each is let go when it is copied.
  for (const [name, own] of columns) {
    const { column, sent: toSend } = yield* sharing(own, length);
    columns.set(name, column);
    shared.push([name, toSend]);
  }
  sent.set(rows, { schema: schema.toJSON(), length, columns: shared });
}

/** What is sent to another thread; `undefined` unless the columns are in memory that threads share. */
export function sentColumns(rows: ColumnsSnapshot): SentColumns | undefined {
  return sent.get(rows);
}

/** The columns in the thread that they were sent to. */
export function receivedColumns(
  schema: Schema,
  { length, columns }: SentColumns,
  strategy: ColumnStrategy = "adaptive",
): ColumnsSnapshot {
  const received = columns.map(([name, column]) => [name, receivedColumn(column)] as const);
  return ColumnsSnapshot.of(schema, length, new Map(received), strategy);
}
