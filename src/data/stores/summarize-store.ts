import { constantLength } from "../../language/core/price-rules.ts";
import { defined } from "../../util/defined.ts";
import {
  fieldsOf,
  type SummaryPlan,
  type SummaryRecord,
  type SummaryWork,
  summarizeRecords,
} from "../summary/index.ts";
import { summaryWork } from "./filter-work.ts";
import type { Store, StoreRecord } from "./store.ts";
import { STORE_LIMITS } from "./store-limits.ts";
import { TimeSlice, uncounted } from "./time-slice.ts";

/** The target time of a step in milliseconds, and the most records in it. */
const CHUNK_MS = 5;
const CHUNK_RECORDS = 256;

/** Summarizes a store's records, in the store if it can. */
export function summarizeStore(
  store: Store,
  plan: SummaryPlan,
  work: SummaryWork<AbortSignal> = {},
): Promise<readonly SummaryRecord[]> {
  return store.summarize === undefined
    ? streamSummary(store, plan, work)
    : store.summarize(plan, work);
}

/** Reads a store's records and summarizes them. Yields in between. */
export function streamSummary(
  store: Pick<Store, "schema" | "read" | "timeoutMs">,
  plan: SummaryPlan,
  work: SummaryWork<AbortSignal>,
): Promise<readonly SummaryRecord[]> {
  const fields = fieldsOf(plan, store.schema);
  const query = { fields, ...defined({ filter: plan.filter }) };
  const { signal, owner, meter } = work;
  const { timeoutMs = STORE_LIMITS.queryMs } = store;
  const slice = new TimeSlice({ signal, owner, meter, timeoutMs });
  return summarizeRecords(plan, uncounted(store.read(query, work), slice), work, {
    // The batches of a store have records of its schema.
    sizeFor: (records) => chunkFor(plan, fields, records as readonly StoreRecord[]),
    pause: () => (slice.shouldYield() ? slice.yield() : undefined),
  });
}

/** The number of records that can be added within a step, given the lengths of their texts. */
function chunkFor(
  plan: SummaryPlan,
  fields: readonly string[],
  records: readonly StoreRecord[],
): number {
  const longest = new Map(fields.map((name) => [name, 0]));
  for (const record of records) {
    for (const [name, most] of longest) {
      const value = record[name];
      if (typeof value !== "string" && !Array.isArray(value)) continue;
      longest.set(name, Math.max(most, constantLength(value)));
    }
  }
  const { ms } = summaryWork(plan, ({ name }) => longest.get(name) ?? 0);
  return Math.max(1, Math.min(CHUNK_RECORDS, Math.floor(CHUNK_MS / Math.max(ms, 1e-6))));
}
