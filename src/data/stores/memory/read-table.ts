import { RowSearch } from "../../../backends/columns/select/row-search.ts";
import type { WrittenField } from "../../../backends/columns/write/json-field.ts";
import { JsonRows } from "../../../backends/columns/write/json-rows.ts";
import type { Formula } from "../../../engine/index.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { OrderMemory } from "../order-memory.ts";
import { checkQuery } from "../query-error.ts";
import type { StoreQuery, StoreRecord, WrittenFormat, WrittenRecords } from "../store.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { findRows, withSorted } from "./find-rows.ts";
import { type MemoryTable, rowsWithin, scanOf } from "./memory-table.ts";
import { computedReader, StoredRowReader } from "./stored-row-reader.ts";
import { tableInScope } from "./table-in-scope.ts";

const BATCH = 1000;
/** Records in a batch with computed values, which may be long texts. */
const COMPUTED_BATCH = 64;
/** Records created between two readings of the clock: they may have long texts. */
const LOOK_AROUND = 8;
/** How long to compute fields between two readings of the clock, in milliseconds. */
const COMPUTING_MS = 2;

/** The records of a query, in batches. @throws {@link QueryError} */
export async function* readTable(
  stored: MemoryTable,
  requested: StoreQuery,
  slice: TimeSlice,
  memory: OrderMemory,
): AsyncGenerator<readonly StoreRecord[]> {
  checkQuery(stored.schema, requested);
  slice.resume();
  const seen = await tableInScope(stored, requested.filter, slice);
  const { table, query } = await withShownOrder(seen, requested, slice, memory);
  const fields = fieldsOf(table, query);
  const most = rowsAtOnce(table, fields);
  const atOnce = Math.min(LOOK_AROUND, most);
  const size = Number.isFinite(most) ? COMPUTED_BATCH : BATCH;
  const reader = await paced(StoredRowReader.of(table, fields), slice);
  let batch: StoreRecord[] = [];
  for await (const rows of findRows(table, query, slice, memory)) {
    for (const row of rows) {
      batch.push(reader.read(row));
      if (batch.length === size) {
        slice.pause();
        yield batch;
        slice.resume();
        batch = [];
      }
      if (batch.length % atOnce === 0 && slice.shouldYield(COMPUTING_MS)) await slice.yield();
    }
  }
  slice.pause();
  if (batch.length === 0) return;
  yield batch;
  slice.resume();
}

/** The records of a query as JSON. @throws {@link QueryError} */
export async function* writeTable(
  stored: MemoryTable,
  requested: StoreQuery,
  format: WrittenFormat,
  slice: TimeSlice,
  memory: OrderMemory,
): AsyncGenerator<WrittenRecords> {
  checkQuery(stored.schema, requested);
  slice.resume();
  const seen = await tableInScope(stored, requested.filter, slice);
  const { table, query } = await withShownOrder(seen, requested, slice, memory);
  const shown = fieldsOf(table, query);
  const fields: WrittenField[] = [];
  for (const field of shown) {
    const { name, type } = field;
    const column = table.rows.column(name);
    const isMissing = table.blanks.get(name)?.has;
    fields.push(
      column === undefined
        ? { name, value: await paced(computedReader(table.rows, field, table.scope), slice) }
        : { name, column, isDate: type === "date", isMissing },
    );
  }
  const atOnce = rowsAtOnce(table, shown);
  // Every byte is written before it is read, so the buffer need not be zeroed.
  const rows = new JsonRows(fields, format, (length) => Buffer.allocUnsafeSlow(length));
  let count = 0;
  for await (const found of findRows(table, query, slice, memory)) {
    for (let from = 0; from < found.length; ) {
      const to = rows.write(found.subarray(0, from + atOnce), from);
      count += to - from;
      from = to;
      if (!rows.isEnough) {
        if (to < found.length && slice.shouldYield(COMPUTING_MS)) await slice.yield();
        continue;
      }
      slice.pause();
      yield { count, bytes: rows.take() };
      slice.resume();
      count = 0;
      if (slice.shouldYield()) await slice.yield();
    }
  }
  rows.end();
  const bytes = rows.take();
  slice.pause();
  if (bytes.length === 0) return;
  yield { count, bytes };
  slice.resume();
}

/** The number of records that match a filter. */
export async function countTable(
  table: MemoryTable,
  filter: Formula | undefined,
  slice: TimeSlice,
): Promise<number> {
  slice.resume();
  if (filter === undefined) return table.rows.length;
  const seen = await tableInScope(table, filter, slice);
  const { plan, chunks } = await scanOf(seen, { filter }, slice);
  const search = new RowSearch(plan);
  let count = 0;
  for (;;) {
    const found = chunks.take((most) => search.next(most));
    if (found === undefined) return count;
    count += found.length;
    if (chunks.shouldYield()) await chunks.yield();
  }
}

/**
 * The table with the computed fields of the order, to read their values from. Within a scope, the order computes them for itself
 * and drops them: rows outside of it take memory in these columns that nobody is charged for, and a reader may be slow.
 */
async function withShownOrder(
  table: MemoryTable,
  query: StoreQuery,
  slice: TimeSlice,
  memory: OrderMemory,
): ReturnType<typeof withSorted<StoreQuery>> {
  return table.scope === undefined ? withSorted(table, query, slice, memory) : { table, query };
}

/** The number of rows to read or write between two readings of the clock, by the cost of computed fields. */
function rowsAtOnce(table: MemoryTable, fields: readonly Field[]): number {
  const missing = fields.filter(({ name }) => table.rows.column(name) === undefined);
  return missing.length === 0 ? Number.POSITIVE_INFINITY : rowsWithin(table, missing, COMPUTING_MS);
}

function fieldsOf({ schema }: MemoryTable, { fields }: StoreQuery): readonly Field[] {
  if (fields === undefined) return [...schema.fields.values()];
  return [...new Set(fields)].flatMap(
    (name) => schema.fields.get(name) ?? schema.stored.get(name) ?? [],
  );
}
