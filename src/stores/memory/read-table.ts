import { SqlMappingError } from "../../sql/mapping.ts";
import { orderKeys } from "../../sql/query/order.ts";
import { quote } from "../../util/quote.ts";
import { RecordShape, type StoreValue } from "../files/record-shape.ts";
import type { StoreQuery, StoreRecord } from "../store.ts";
import { BestRecords } from "./best-records.ts";
import { filterOf } from "./memory-filter.ts";
import { type MemoryTable, placeAfter } from "./memory-table.ts";
import type { Pace } from "./pace.ts";
import { type Compare, compareRecords, positionOf, sortingKeys } from "./record-order.ts";
import { Slices } from "./slices.ts";

/** Records in a batch. */
const BATCH = 1000;

const ALL = Number.POSITIVE_INFINITY;

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
  const { filter, sort = [], limit = ALL, after } = query;
  if (query.limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new SqlMappingError("a limit is a whole number from 0");
  }
  const present = presenter(table, query.fields);
  const keys = sortingKeys(table.schema, sort);
  const isAfter = after === undefined ? undefined : comparedTo(table, query, after);
  if (limit === 0) return;
  const inOrder = keys.length === 0;
  const start =
    inOrder && isAfter !== undefined ? placeAfter(table, (record) => !isAfter(record)) : 0;
  const slices = new Slices(table, filter && filterOf(filter), pace, start);

  if (!inOrder) {
    const best = new BestRecords(keys, limit, pace);
    for (let found = slices.next(ALL); found !== undefined; found = slices.next(ALL)) {
      const later = isAfter === undefined ? found : found.filter(isAfter);
      if (best.add(later)) await best.sort();
      if (pace.isDue()) await pace.turn();
    }
    const sorted = await best.sort();
    for (let from = 0; from < sorted.length; from += BATCH) {
      pace.pause();
      yield present(sorted.slice(from, from + BATCH));
      pace.resume();
    }
    return;
  }

  let left = limit;
  let batch: StoreRecord[] = [];
  while (left > 0) {
    const found = slices.next(left);
    if (found === undefined) break;
    const count = Math.min(found.length, left);
    left -= count;
    for (let from = 0; from < count; ) {
      const to = Math.min(count, from + BATCH - batch.length);
      batch = batch.length === 0 ? found.slice(from, to) : batch.concat(found.slice(from, to));
      from = to;
      if (batch.length < BATCH) break;
      pace.pause();
      yield present(batch);
      pace.resume();
      batch = [];
    }
    if (pace.isDue()) await pace.turn();
  }
  if (batch.length > 0) yield present(batch);
}

/** How many records a filter returns. */
export async function countTable(
  table: MemoryTable,
  filter: StoreQuery["filter"],
  pace: Pace,
): Promise<number> {
  if (filter === undefined) return table.size;
  const slices = new Slices(table, filterOf(filter), pace);
  let count = 0;
  for (let found = slices.next(ALL); found !== undefined; found = slices.next(ALL)) {
    count += found.length;
    if (pace.isDue()) await pace.turn();
  }
  return count;
}

/** Whether a record comes after a position. */
function comparedTo(
  { schema }: MemoryTable,
  { sort = [] }: StoreQuery,
  after: StoreRecord,
): (record: StoreRecord) => boolean {
  const keys = orderKeys(schema, sort);
  const position = positionOf(after, keys);
  const compare: Compare<StoreRecord> = compareRecords(keys);
  return (record) => compare(position, record) < 0;
}

type Present = (records: readonly StoreRecord[]) => readonly StoreRecord[];

/** Makes records with the fields asked for; where those are all, the records themselves are handed over. */
function presenter({ schema }: MemoryTable, fields: readonly string[] | undefined): Present {
  if (fields === undefined) return (records) => records;
  const names = [...new Set(fields)];
  for (const name of names) {
    if (!schema.fields.has(name)) throw new SqlMappingError(`there is no field ${quote(name)}`);
  }
  const all = [...schema.fields.keys()];
  if (names.length === all.length && names.every((name, index) => name === all[index])) {
    return (records) => records;
  }
  const shape = new RecordShape(names);
  const values: StoreValue[] = [];
  const choose = (record: StoreRecord): StoreRecord => {
    for (let index = 0; index < names.length; index++) {
      values[index] = record[names[index] ?? ""] ?? null;
    }
    return shape.make(values);
  };
  return (records) => records.map(choose);
}
