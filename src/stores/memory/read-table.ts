import { JsonRows } from "../../columns/write/json-rows.ts";
import type { Formula } from "../../engine/index.ts";
import type { Field } from "../../schema/index.ts";
import { SqlMappingError } from "../../sql/mapping.ts";
import { quote } from "../../util/quote.ts";
import type { StoreQuery, StoreRecord, WrittenFormat, WrittenRecords } from "../store.ts";
import { findRows } from "./find-rows.ts";
import type { MemoryTable } from "./memory-table.ts";
import type { Pace } from "./pace.ts";
import { RowReader } from "./row-reader.ts";
import { Steps } from "./steps.ts";

/** Records in a batch. */
const BATCH = 1000;

/**
 * The answer to a query from a table in memory.
 *
 * @throws {@link SqlMappingError} for fields that there are not and other mistakes of the program.
 */
export async function* readTable(
  table: MemoryTable,
  query: StoreQuery,
  pace: Pace,
): AsyncGenerator<readonly StoreRecord[]> {
  pace.resume();
  const reader = new RowReader(table, fieldsOf(table, query));
  let batch: StoreRecord[] = [];
  for await (const rows of findRows(table, query, pace)) {
    for (const row of rows) {
      batch.push(reader.read(row));
      if (batch.length < BATCH) continue;
      pace.pause();
      yield batch;
      pace.resume();
      batch = [];
      if (pace.isDue()) await pace.turn();
    }
  }
  if (batch.length > 0) yield batch;
}

/** The same answer, written down. */
export async function* writeTable(
  table: MemoryTable,
  query: StoreQuery,
  format: WrittenFormat,
  pace: Pace,
): AsyncGenerator<WrittenRecords> {
  pace.resume();
  const fields = fieldsOf(table, query).flatMap(({ name, type }) => {
    const column = table.rows.column(name);
    const isOther = table.blanks.get(name)?.has;
    return column === undefined ? [] : [{ name, column, isDate: type === "date", isOther }];
  });
  // Its bytes are all written before anybody sees them.
  const rows = new JsonRows(fields, format, (length) => Buffer.allocUnsafeSlow(length));
  let count = 0;
  for await (const found of findRows(table, query, pace)) {
    for (let from = 0; from < found.length; ) {
      const to = rows.write(found, from);
      count += to - from;
      from = to;
      if (!rows.isEnough) break;
      pace.pause();
      yield { count, bytes: rows.take() };
      pace.resume();
      count = 0;
      if (pace.isDue()) await pace.turn();
    }
  }
  rows.end();
  const bytes = rows.take();
  if (bytes.length > 0) yield { count, bytes };
}

/** How many records a filter returns. */
export async function countTable(
  { rows }: MemoryTable,
  filter: Formula | undefined,
  pace: Pace,
): Promise<number> {
  pace.resume();
  if (filter === undefined) return rows.length;
  const search = rows.search(filter);
  const steps = new Steps(pace, rows.length);
  let count = 0;
  for (;;) {
    const found = steps.take((most) => search.next(most));
    if (found === undefined) return count;
    count += found.length;
    if (pace.isDue()) await pace.turn();
  }
}

function fieldsOf({ schema }: MemoryTable, { fields }: StoreQuery): readonly Field[] {
  return [...new Set(fields ?? schema.fields.keys())].map((name) => {
    const field = schema.fields.get(name);
    if (field === undefined) throw new SqlMappingError(`there is no field ${quote(name)}`);
    return field;
  });
}
