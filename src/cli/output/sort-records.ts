import { defineSchema, type Schema } from "../../schema/index.ts";
import { recordOrder, type SortKey } from "../../sql/query/order.ts";
import type { StoreRecord } from "../../stores/store.ts";
import { Failure } from "../failure.ts";

/** How many records more than wanted are held before those that are too many go. */
const SLACK = 100_000;

/** All records of lists in order. If the schema has no key, records that are equal keep their order. */
export async function* inOrder(
  lists: AsyncIterable<readonly StoreRecord[]>,
  schema: Schema,
  keys: readonly SortKey[],
  limit: number | undefined,
): AsyncIterable<readonly StoreRecord[]> {
  const compare = recordOrder(withKey(schema, keys), keys);
  let held: StoreRecord[] = [];
  for await (const records of lists) {
    for (const record of records) held.push(record);
    if (limit === undefined || held.length < limit + SLACK) continue;
    held = held.sort(compare).slice(0, limit);
  }
  // Sorting keeps the order of equal records.
  yield held.sort(compare);
}

/**
 * Orders end with the key of the schema. If there is no key, a field that is sorted by takes its place, or else the
 * first field that may be a key.
 */
function withKey(schema: Schema, keys: readonly SortKey[]): Schema {
  if (schema.key !== undefined) return schema;
  const names = [...keys.map(({ field }) => field), ...schema.fields.keys()];
  const instead = names.find((name) => {
    const type = schema.fields.get(name)?.type;
    return type === "text" || type === "number";
  });
  if (instead === undefined)
    throw new Failure("usage", "--sort needs a field that is a text or a number");
  const fields = [...schema.fields.values()].map(
    ({ name, type }) => [name, name === instead ? { type, key: true } : { type }] as const,
  );
  return defineSchema(Object.fromEntries(fields));
}
