import { compareValues, orderKeys, type Schema } from "../../../language/schema/index.ts";
import { readField } from "../../../language/values/row-value.ts";
import { defined } from "../../../util/defined.ts";
import { firstInOrder } from "../../summary/index.ts";
import { recordMaker } from "../files/record-shape.ts";
import type { StoreQuery, StoreRecord } from "../store.ts";
import { paced, type TimeSlice, uncounted } from "../time-slice.ts";

/** The surplus records that are held before they are dropped, and their bytes. */
const SLACK = 10_000;
const SLACK_BYTES = 4_194_304;
const BATCH = 1_000;

/** The approximate bytes of a record and of each of its values, and those of a UTF-16 unit at most. */
const RECORD_BYTES = 56;
const VALUE_BYTES = 24;
const UNIT_BYTES = 2;

type ReadRecords = (query: StoreQuery) => AsyncIterable<readonly StoreRecord[]>;

/**
 * The records of a query in an order that the database cannot produce exactly. All matching records are read; with a
 * limit, only the best ones so far are held.
 *
 * @param hold called with the approximate bytes of the held records; throws if that is too much
 */
export async function* sortedRecords(
  schema: Schema,
  { sort = [], limit, after, fields: given, filter }: StoreQuery,
  read: ReadRecords,
  slice: TimeSlice,
  hold: (bytes: number) => void,
): AsyncIterable<readonly StoreRecord[]> {
  if (limit === 0) return;
  const keys = orderKeys(schema, sort, "read");
  const fields = [...new Set(given ?? schema.fields.keys())];
  const names = [...new Set([...fields, ...keys.map(({ field }) => field.name)])];
  const most = limit ?? Number.POSITIVE_INFINITY;
  const isLater = (record: StoreRecord, position: StoreRecord): boolean => {
    for (const { field, isDescending } of keys) {
      const { name, type } = field;
      const [value, other] = [readField(record, name, type), readField(position, name, type)];
      const order = compareValues(value, other, isDescending);
      if (order !== 0) return order > 0;
    }
    return false;
  };
  /** The indexes of the first records, in their order. */
  const first = (records: readonly StoreRecord[]): Promise<Uint32Array> => {
    const terms = keys.map(({ field: { name, type }, isDescending }) => ({
      type,
      isDescending,
      of: (index: number) => readField(records[index], name, type),
    }));
    return paced(firstInOrder(records.length, terms, most), slice);
  };
  const fixedBytes = RECORD_BYTES + (names.length + keys.length + 1) * VALUE_BYTES;
  const bytesOf = (records: readonly StoreRecord[]): number =>
    records.reduce((bytes, record) => bytes + fixedBytes + textBytes(record), 0);
  let held: StoreRecord[] = [];
  let bytes = 0;
  /** The bytes above which surplus records are dropped. */
  let mostBytes = SLACK_BYTES;
  for await (const records of uncounted(read({ fields: names, ...defined({ filter }) }), slice)) {
    const wanted =
      after === undefined ? records : records.filter((record) => isLater(record, after));
    for (const record of wanted) held.push(record);
    bytes += bytesOf(wanted);
    hold(bytes);
    if (held.length > most && (held.length >= most + SLACK || bytes > mostBytes)) {
      held = recordsAt(held, await first(held));
      bytes = bytesOf(held);
      mostBytes = 2 * bytes + SLACK_BYTES;
      hold(bytes);
    }
    if (slice.shouldYield()) await slice.yield();
  }
  const sorted = await first(held);
  const make = recordMaker(fields);
  for (let from = 0; from < sorted.length; from += BATCH) {
    const some = recordsAt(held, sorted.subarray(from, from + BATCH));
    const records = some.map((record) => make(fields.map((name) => record[name] ?? null)));
    slice.pause();
    yield records;
    slice.resume();
    if (slice.shouldYield()) await slice.yield();
  }
}

function recordsAt(records: readonly StoreRecord[], indexes: Uint32Array): StoreRecord[] {
  return Array.from(indexes, (index) => records[index] as StoreRecord);
}

function textBytes(record: StoreRecord): number {
  let bytes = 0;
  for (const value of Object.values(record)) {
    if (typeof value === "string") bytes += UNIT_BYTES * value.length;
    else if (Array.isArray(value)) {
      for (const item of value) bytes += VALUE_BYTES + UNIT_BYTES * item.length;
    }
  }
  return bytes;
}
