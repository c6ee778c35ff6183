import type { RowMask } from "../../../backends/columns/mask/row-mask.ts";
import { BestRows } from "../../../backends/columns/order/best-rows.ts";
import type { RowOrder } from "../../../backends/columns/order/row-order.ts";
import { orderOf, preparing } from "../../../backends/columns/order/select-rows.ts";
import { RowSearch } from "../../../backends/columns/select/row-search.ts";
import {
  isComputed,
  type OrderKey,
  orderKeys,
  type Schema,
  type SortKey,
} from "../../../language/schema/index.ts";
import { OrderMemory } from "../order-memory.ts";
import type { StoreQuery } from "../store.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { type MemoryTable, maskOf, rowAfter, scanOf, withComputed } from "./memory-table.ts";

const ALL = Number.POSITIVE_INFINITY;

/**
 * A query for at most this number of rows, and at most this share of all, keeps only the best rows so far instead of
 * sorting all.
 */
const MOST_KEPT = 8_192;
const KEPT_SHARE = 1 / 8;
/** Longer texts with a common prefix make comparisons slow, so rows are then sorted without comparisons. */
const SHORT_TEXT = 256;

/** The bytes of a row's number, also while the numbers before it are copied, and those that sorting takes besides. */
const ROW_BYTES = 4;
const GROWING_BYTES = 6;
const SORTING_BYTES = 20;

/** The rows to find, and their order. */
export interface RowQuery extends Pick<StoreQuery, "filter" | "sort" | "limit" | "after"> {
  /** The rows that match the filter, if they are known. */
  readonly found?: RowMask | undefined;
}

/**
 * Adds the computed fields that a query sorts by to the table. With a filter, they are computed only for matching rows,
 * which are returned as `found`.
 */
export async function withSorted<Query extends RowQuery>(
  table: MemoryTable,
  query: Query,
  slice: TimeSlice,
  memory: OrderMemory,
): Promise<{ readonly table: MemoryTable; readonly query: Query & RowQuery }> {
  const keys = orderKeys(table.schema, query.sort ?? [], "read");
  const missing = keys.flatMap(({ field }) =>
    isComputed(field) && table.rows.computed(field.name) === undefined ? field : [],
  );
  if (missing.length === 0) return { table, query };
  if (query.filter === undefined)
    return { table: await withComputed(table, missing, slice, memory), query };
  const found = await maskOf(table, query.filter, slice);
  const computed = await withComputed(table, missing, slice, memory, found);
  return { table: computed, query: { ...query, found } };
}

/** The rows of a checked query in batches. Each array is valid until the next is requested. */
export async function* findRows(
  table: MemoryTable,
  query: RowQuery,
  slice: TimeSlice,
  memory: OrderMemory,
): AsyncGenerator<Uint32Array> {
  if (query.limit === 0) return;
  const keys = sortingKeys(table.schema, query.sort ?? []);
  if (keys.length === 0) {
    yield* rowsByKey(table, query, slice);
    return;
  }
  const sorted = await sortedRows(table, query, keys, slice, memory);
  if (sorted.length > 0) yield sorted;
}

/** The rows in the order of the keys. Columns that are computed for it are dropped afterwards. */
async function sortedRows(
  given: MemoryTable,
  requested: RowQuery,
  keys: readonly OrderKey[],
  slice: TimeSlice,
  memory: OrderMemory,
): Promise<Uint32Array> {
  const columns = new OrderMemory(memory.part());
  const { table, query } = await withSorted(given, requested, slice, columns);
  const { sort = [], limit = ALL } = query;
  const ordering = query.after === undefined ? keys : orderKeys(table.schema, sort, "read");
  await paced(preparing(table.rows, ordering), slice);
  const order = orderOf(table.rows, keys);
  const longest = longestCompared(table, keys);
  // The memory that a query takes must not depend on rows outside of its scope.
  const length = table.scope?.mask.count ?? table.rows.length;
  const isFew = limit <= Math.min(MOST_KEPT, length * KEPT_SHARE) && longest <= SHORT_TEXT;
  const sorted = await (isFew
    ? firstRows(table, query, order, slice)
    : allRows(table, query, order, slice, memory));
  columns.release();
  return sorted;
}

/** The length of the longest text that is compared itself rather than by its dictionary code. */
function longestCompared({ rows, longest }: MemoryTable, keys: readonly OrderKey[]): number {
  return keys.reduce(
    (most, { field: { name } }) =>
      rows.column(name)?.kind === "texts" ? Math.max(most, longest.get(name) ?? 0) : most,
    0,
  );
}

/** The rows in the order of the key, as the search proceeds. */
async function* rowsByKey(
  table: MemoryTable,
  { filter, limit = ALL, after }: RowQuery,
  slice: TimeSlice,
): AsyncGenerator<Uint32Array> {
  const keys = after === undefined ? [] : orderKeys(table.schema, [], "read");
  await paced(preparing(table.rows, keys), slice);
  const start = after === undefined ? 0 : rowAfter(table, after);
  const { plan, chunks } = await scanOf(table, { filter, start, needsAll: limit === ALL }, slice);
  const search = new RowSearch(plan, start);
  let left = limit;
  while (left > 0) {
    // Without a filter, every row is a match.
    const found = chunks.take((most) => search.next(most), filter === undefined ? left : ALL);
    if (found === undefined) return;
    const rows = found.length > left ? found.subarray(0, left) : found;
    left -= rows.length;
    if (rows.length > 0) yield rows;
    if (chunks.shouldYield()) await chunks.yield();
  }
}

/** The first rows of an order with a small limit. */
async function firstRows(
  table: MemoryTable,
  { filter, found, limit = 0, ...query }: RowQuery,
  order: RowOrder,
  slice: TimeSlice,
): Promise<Uint32Array> {
  const { plan, chunks } = await scanOf(table, { filter, found }, slice);
  const best = new BestRows(plan, order, limit, laterRows(table, query));
  while (chunks.take((most) => best.goOn(most))) if (chunks.shouldYield()) await chunks.yield();
  return paced(best.sorting(), slice);
}

async function allRows(
  table: MemoryTable,
  { filter, found: known, limit = ALL, ...query }: RowQuery,
  order: RowOrder,
  slice: TimeSlice,
  memory: OrderMemory,
): Promise<Uint32Array> {
  const hold = memory.part();
  const isWanted = laterRows(table, query);
  const { plan, chunks } = await scanOf(table, { filter, found: known }, slice);
  const search = new RowSearch(plan);
  const { length } = table.rows;
  let all = new Uint32Array(0);
  let count = 0;
  for (;;) {
    const found = chunks.take((most) => search.next(most));
    if (found === undefined) break;
    const wanted = isWanted === undefined ? found : found.filter(isWanted);
    const needed = count + wanted.length;
    if (needed > all.length) {
      const room = filter === undefined ? length : 2 ** Math.ceil(Math.log2(needed));
      hold(room * GROWING_BYTES);
      const more = new Uint32Array(room);
      more.set(all);
      all = more;
    }
    all.set(wanted, count);
    count = needed;
    if (chunks.shouldYield()) await chunks.yield();
  }
  hold(all.length * ROW_BYTES + count * SORTING_BYTES);
  await paced(order.sorting(all.subarray(0, count)), slice);
  const first = Math.min(limit, count);
  const sorted = first < all.length ? all.slice(0, first) : all;
  hold(sorted.length * ROW_BYTES);
  return sorted;
}

/** A predicate for rows after the query's position; `undefined` if it has none. */
function laterRows(
  { schema, rows }: MemoryTable,
  { sort = [], after }: RowQuery,
): ((row: number) => boolean) | undefined {
  return after === undefined
    ? undefined
    : orderOf(rows, orderKeys(schema, sort, "read")).afterTest(after);
}

/** The keys by which to sort rows that are already in key order; none if that is the requested order. */
function sortingKeys(schema: Schema, sort: readonly SortKey[]): readonly OrderKey[] {
  const keys = orderKeys(schema, sort, "read");
  // Keys are unique: later sort keys have no effect.
  const index = keys.findIndex(({ field }) => field === schema.key);
  const [key] = keys.slice(index);
  return key?.isDescending === true ? keys.slice(0, index + 1) : keys.slice(0, index);
}
