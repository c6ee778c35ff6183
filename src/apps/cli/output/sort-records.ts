import type { StoreRecord } from "../../../data/stores/store.ts";
import { recordOrder } from "../../../language/core/record-order.ts";
import type { Schema, SortKey } from "../../../language/schema/index.ts";

/** How many records more than needed are held before the surplus is dropped. */
const SLACK = 100_000;

/** All records of lists in order. If the schema has no key, records that are equal keep their order. */
export async function* inOrder(
  lists: AsyncIterable<readonly StoreRecord[]>,
  schema: Schema,
  keys: readonly SortKey[],
  limit: number | undefined,
): AsyncIterable<readonly StoreRecord[]> {
  const compare = recordOrder(schema, keys);
  let held: StoreRecord[] = [];
  for await (const records of lists) {
    for (const record of records) held.push(record);
    if (limit === undefined || held.length < limit + SLACK) continue;
    held = held.sort(compare).slice(0, limit);
  }
  // Sorting keeps the order of equal records.
  yield held.sort(compare);
}
