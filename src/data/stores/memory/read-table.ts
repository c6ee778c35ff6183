import { RowSearch } from "../../../backends/columns/select/row-search.ts";
import { JsonRows } from "../../../backends/columns/write/json-rows.ts";
import type { Formula } from "../../../engine/index.ts";
import { type Field, orderKeys } from "../../../language/schema/index.ts";
import { checkQuery } from "../query-error.ts";
import type { StoreQuery, StoreRecord, WrittenFormat, WrittenRecords } from "../store.ts";
import type { TimeSlice } from "../time-slice.ts";
import { findRows } from "./find-rows.ts";
import { type MemoryTable, scanOf, withComputed } from "./memory-table.ts";
import { RowReader } from "./stored-row-reader.ts";

/** Records in a batch. */
const BATCH = 1000;
/** Records may have long texts, so the clock is looked at each time that so many were made. */
const LOOK_AROUND = 8;

/** The records that answer a query, in batches. @throws {@link QueryError} */
export async function* readTable(
  stored: MemoryTable,
  query: StoreQuery,
  slice: TimeSlice,
): AsyncGenerator<readonly StoreRecord[]> {
  checkQuery(stored.schema, query);
  slice.resume();
  const table = await tableFor(stored, query, slice);
  const reader = new RowReader(table, fieldsOf(table, query));
  let batch: StoreRecord[] = [];
  for await (const rows of findRows(table, query, slice)) {
    for (const row of rows) {
      batch.push(reader.read(row));
      if (batch.length === BATCH) {
        slice.pause();
        yield batch;
        slice.resume();
        batch = [];
      }
      if (batch.length % LOOK_AROUND === 0 && slice.isDue()) await slice.turn();
    }
  }
  if (batch.length === 0) return;
  yield batch;
  slice.resume();
}

/** The same records as text. */
export async function* writeTable(
  stored: MemoryTable,
  query: StoreQuery,
  format: WrittenFormat,
  slice: TimeSlice,
): AsyncGenerator<WrittenRecords> {
  checkQuery(stored.schema, query);
  slice.resume();
  const table = await tableFor(stored, query, slice);
  const fields = fieldsOf(table, query).flatMap(({ name, type }) => {
    const column = table.rows.column(name);
    const isMissing = table.blanks.get(name)?.has;
    return column === undefined ? [] : [{ name, column, isDate: type === "date", isMissing }];
  });
  // All of its bytes are written before they are read.
  const rows = new JsonRows(fields, format, (length) => Buffer.allocUnsafeSlow(length));
  let count = 0;
  for await (const found of findRows(table, query, slice)) {
    for (let from = 0; from < found.length; ) {
      const to = rows.write(found, from);
      count += to - from;
      from = to;
      if (!rows.isEnough) break;
      slice.pause();
      yield { count, bytes: rows.take() };
      slice.resume();
      count = 0;
      if (slice.isDue()) await slice.turn();
    }
  }
  rows.end();
  const bytes = rows.take();
  if (bytes.length === 0) return;
  yield { count, bytes };
  slice.resume();
}

/** How many records a filter returns. */
export async function countTable(
  table: MemoryTable,
  filter: Formula | undefined,
  slice: TimeSlice,
): Promise<number> {
  slice.resume();
  if (filter === undefined) return table.rows.length;
  const { plan, chunks } = await scanOf(table, { filter }, slice);
  const search = new RowSearch(plan);
  let count = 0;
  for (;;) {
    const found = chunks.take((most) => search.next(most));
    if (found === undefined) return count;
    count += found.length;
    if (chunks.isDue()) await chunks.turn();
  }
}

/** The table with the computed fields that a query shows or sorts by: each has one value in an answer. */
function tableFor(table: MemoryTable, query: StoreQuery, slice: TimeSlice): Promise<MemoryTable> {
  const { sort = [] } = query;
  const sortedBy = orderKeys(table.schema, sort, "read").map(({ field }) => field);
  return withComputed(table, [...fieldsOf(table, query), ...sortedBy], slice);
}

function fieldsOf({ schema }: MemoryTable, { fields }: StoreQuery): readonly Field[] {
  return [...new Set(fields ?? schema.fields.keys())].flatMap(
    (name) => schema.fields.get(name) ?? schema.stored.get(name) ?? [],
  );
}
