import { compareValues, orderKeys, type Schema } from "../../../language/schema/index.ts";
import { readField } from "../../../language/values/row-value.ts";
import { defined } from "../../../util/defined.ts";
import { recordMaker } from "../files/record-shape.ts";
import type { StoreQuery, StoreRecord } from "../store.ts";
import { type TimeSlice, uncounted } from "../time-slice.ts";

/** The number of surplus records held before they are dropped. */
const SLACK = 10_000;
const BATCH = 1_000;

type ReadRecords = (query: StoreQuery) => AsyncIterable<readonly StoreRecord[]>;

/**
 * The records of a query in an order that the database cannot produce exactly. All matching records are read; with a
 * limit, only the best ones so far are held.
 */
export async function* sortedRecords(
  schema: Schema,
  { sort = [], limit, after, fields: given, filter }: StoreQuery,
  read: ReadRecords,
  slice: TimeSlice,
): AsyncIterable<readonly StoreRecord[]> {
  if (limit === 0) return;
  const keys = orderKeys(schema, sort, "read");
  const fields = [...new Set(given ?? schema.fields.keys())];
  const names = [...new Set([...fields, ...keys.map(({ field }) => field.name)])];
  const compare = (a: StoreRecord, b: StoreRecord): number => {
    for (const { field, isDescending } of keys) {
      const { name, type } = field;
      const order = compareValues(readField(a, name, type), readField(b, name, type), isDescending);
      if (order !== 0) return order;
    }
    return 0;
  };
  const most = limit ?? Number.POSITIVE_INFINITY;
  let held: StoreRecord[] = [];
  for await (const records of uncounted(read({ fields: names, ...defined({ filter }) }), slice)) {
    for (const record of records) {
      if (after === undefined || compare(record, after) > 0) held.push(record);
    }
    if (held.length >= most + SLACK) held = held.sort(compare).slice(0, most);
    if (slice.shouldYield()) await slice.yield();
  }
  const sorted = held.sort(compare).slice(0, most);
  const make = recordMaker(fields);
  for (let from = 0; from < sorted.length; from += BATCH) {
    const some = sorted.slice(from, from + BATCH);
    const records = some.map((record) => make(fields.map((name) => record[name] ?? null)));
    slice.pause();
    yield records;
    slice.resume();
    if (slice.shouldYield()) await slice.yield();
  }
}
