import type { StoreRecord } from "../../../data/stores/store.ts";
import { recordOrder } from "../../../language/core/record-order.ts";
import type { Schema, SortKey } from "../../../language/schema/index.ts";

/** The number of surplus records held before they are dropped. */
const SLACK = 100_000;

/** Sorts the records of all batches. Without a key in the schema, equal records keep their order. */
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
  // `sort` is stable.
  yield held.sort(compare);
}
