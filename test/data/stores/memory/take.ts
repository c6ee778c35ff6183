import type { Store, StoreQuery, StoreRecord } from "../../../../src/data/stores/store.ts";
import { NEVER } from "../files/read-all.ts";

/** All records of an answer. */
export async function take(
  store: Store,
  query: StoreQuery,
  signal: AbortSignal = NEVER,
): Promise<StoreRecord[]> {
  const all: StoreRecord[] = [];
  for await (const batch of store.read(query, { signal })) all.push(...batch);
  return all;
}
