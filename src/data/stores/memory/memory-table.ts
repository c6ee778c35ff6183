import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import type { RowSubset } from "../../../backends/columns/condition/row-subset.ts";
import { RowMask, setBits } from "../../../backends/columns/mask/row-mask.ts";
import { orderOf } from "../../../backends/columns/order/select-rows.ts";
import { RowSearch } from "../../../backends/columns/select/row-search.ts";
import type { SelectPlan } from "../../../backends/columns/select/select-plan.ts";
import { sentColumns, shareColumns } from "../../../backends/columns/shared/shared-columns.ts";
import type { Formula } from "../../../engine/index.ts";
import { atOneTime } from "../../../language/core/at-one-time.ts";
import type { AnyFormula } from "../../../language/core/compiled.ts";
import { type Field, isComputed, orderKeys, type Schema } from "../../../language/schema/index.ts";
import type { Steps } from "../../../util/steps.ts";
import type { SummaryPlan } from "../../summary/index.ts";
import type { UnusualBlanks } from "../fields/unusual-blanks.ts";
import { restrictionOf } from "../filter-scopes.ts";
import {
  computedLength,
  computingMs,
  type FilterWork,
  filterWork,
  NO_WORK,
  summaryLength,
  summaryWork,
} from "../filter-work.ts";
import type { OrderMemory } from "../order-memory.ts";
import type { ScanPool } from "../scans/scan-pool.ts";
import { sentFormula } from "../scans/sent-formula.ts";
import { StoreError } from "../store.ts";
import { STORE_LIMITS } from "../store-limits.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { RowChunks } from "./row-chunks.ts";
import { ThreadedScan } from "./threaded-scan.ts";

/** An immutable table of columns, with its rows in the order of the key. */
export interface MemoryTable {
  readonly schema: Schema;
  readonly rows: ColumnTable;
  /** By field name. */
  readonly blanks: ReadonlyMap<string, UnusualBlanks>;
  /** By field name: the most UTF-16 units in a value. In a list, each item counts as one more. */
  readonly longest: ReadonlyMap<string, number>;
  /** The rows within the scope of the key; all by default. */
  readonly scope?: RowSubset;
  /** Differs for different records. */
  readonly version: string;
  /** Threads that search the rows, if the columns are in shared memory. */
  readonly pool?: ScanPool;
}

/** The length of one step, in milliseconds. */
const CHUNK_MS = 1;
/** The bytes that a computed column takes for each row of the table at most, without its texts. */
const VALUE_BYTES = 8;
/** The number of values that are computed first to learn how long the texts of a computed field are. */
const SAMPLED = 64;

/**
 * Adds the columns of computed fields to the table. Yields while they are computed.
 *
 * @param wanted the rows that need values; all by default
 * @throws {@link StoreError}: `too-costly` if the rows' texts are too long for the formula of a field, or its values
 * take too much memory
 */
export async function withComputed(
  table: MemoryTable,
  fields: readonly Field[],
  slice: TimeSlice,
  memory: OrderMemory,
  wanted?: RowMask,
): Promise<MemoryTable> {
  const computed = fields.filter(isComputed);
  if (computed.length === 0) return table;
  const rowsPerStep = (field: Field): number => rowsWithin(table, [field], CHUNK_MS);
  const rowCount = wanted === undefined ? table.rows.length : wanted.count;
  const { computedBytes } = STORE_LIMITS;
  for (const field of computed) {
    if (table.rows.computed(field.name) !== undefined || rowCount <= SAMPLED) continue;
    const longestText = computedLength(field, ({ name }) => table.longest.get(name) ?? 0);
    if (longestText * rowCount <= computedBytes) continue;
    // A sample whose median is longer than three quarters of all texts is one in 100,000.
    const median = await paced(medianLength(table, field, rowsPerStep(field), wanted), slice);
    requireMemory((median * rowCount) / 4);
  }
  let { rows } = table;
  const longest = new Map(table.longest);
  for (const field of computed) {
    const part = memory.part();
    // A refusal must not tell how many rows are outside of the scope.
    const fixed = (table.scope === undefined ? rows.length : rowCount) * VALUE_BYTES;
    const hold = (bytes: number): void => {
      requireMemory(bytes);
      part(fixed + bytes);
    };
    hold(0);
    rows = await paced(rows.computing([field], { rows: wanted, hold, rowsPerStep }), slice);
    const made = rows.computed(field.name);
    if (table.scope === undefined) part(made?.bytes ?? 0);
    longest.set(field.name, made?.longest ?? 0);
  }
  return { ...table, rows, longest };
}

function requireMemory(bytes: number): void {
  if (bytes <= STORE_LIMITS.computedBytes) return;
  throw new StoreError("too-costly", "the values of a computed field take too much memory");
}

/** The median length of a computed field's texts in a sample of rows at equal distances, in UTF-16 units. */
function* medianLength(
  { rows, scope }: MemoryTable,
  field: Field,
  rowsPerStep: number,
  wanted?: RowMask,
): Steps<number> {
  const some = wanted?.rows();
  const distance = (some ?? rows).length / SAMPLED;
  const read = yield* rows.valueReader(field, scope);
  const lengths = new Uint32Array(SAMPLED);
  for (let index = 0; index < SAMPLED; index++) {
    if (index % rowsPerStep === 0) yield;
    const at = Math.floor(index * distance);
    const value = read(some === undefined ? at : (some[at] ?? 0));
    if (typeof value === "string") lengths[index] = value.length;
  }
  return lengths.sort()[SAMPLED / 2] ?? 0;
}

/**
 * The number of rows for which computed fields can be computed within a time.
 *
 * @throws {@link StoreError}: `too-costly` if the rows' texts are too long for the formula of a field
 */
export function rowsWithin(table: MemoryTable, fields: readonly Field[], ms: number): number {
  let each = 0;
  for (const field of fields)
    each += computingMs(field, ({ name }) => table.longest.get(name) ?? 0);
  return Math.max(1, Math.floor(ms / each));
}

/** The table in shared memory, for threads, if it is large. Yields while its columns are moved. */
export async function searchable(
  table: MemoryTable,
  pool: ScanPool | undefined,
  slice: TimeSlice,
): Promise<MemoryTable> {
  if (pool === undefined || pool.threadsFor(table.rows.length) === 0) return table;
  await paced(shareColumns(table.rows), slice);
  return { ...table, pool };
}

/** The number of rows up to and including a position, in the order of the key. */
export function rowAfter({ schema, rows }: MemoryTable, position: unknown): number {
  const isAfter = orderOf(rows, orderKeys(schema, [], "read")).afterTest(position);
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Plans a search with a filter. Yields between steps. */
function planOf(
  { rows, scope }: MemoryTable,
  filter: AnyFormula | undefined,
  slice: TimeSlice,
): Promise<SelectPlan> {
  return paced(rows.planning(filter, scope), slice);
}

interface TableScan {
  readonly plan: SelectPlan;
  /** The chunks in which rows are searched. */
  readonly chunks: RowChunks;
}

/** The search to perform. */
interface TableSearch {
  readonly filter: Formula | undefined;
  /** The rows that match the filter, if they are known. */
  readonly found?: RowMask | undefined;
  /** The number of rows to skip. */
  readonly start?: number;
  /** Whether the search visits all rows in any case. */
  readonly needsAll?: boolean;
}

/**
 * Prepares a search with a filter.
 *
 * @throws {@link StoreError}: `too-costly` if the rows' texts are too long for the filter
 */
export function scanOf(
  table: MemoryTable,
  search: TableSearch,
  slice: TimeSlice,
): Promise<TableScan> {
  const { longest } = table;
  if (search.found !== undefined) return scanOfFound(table, search.found, slice);
  const work = filterWork(search.filter, ({ name }) => longest.get(name) ?? 0);
  return scanWith(table, search, slice, work, NO_WORK);
}

async function scanOfFound(
  { rows }: MemoryTable,
  found: RowMask,
  slice: TimeSlice,
): Promise<TableScan> {
  const plan = await paced(rows.planning(found), slice);
  return { plan, chunks: new RowChunks(slice, rows.length, NO_WORK) };
}

/** An upper bound on the length of the texts that a summary computes for one record. */
export function summaryUnits(table: MemoryTable, plan: SummaryPlan): number {
  return summaryLength(plan, ({ name }) => table.longest.get(name) ?? 0);
}

/** The rows that match a filter. */
export async function maskOf(
  table: MemoryTable,
  filter: Formula,
  slice: TimeSlice,
): Promise<RowMask> {
  const { plan, chunks } = await scanOf(table, { filter }, slice);
  const search = new RowSearch(plan);
  const words = RowMask.wordsFor(table.rows.length);
  for (;;) {
    const rows = chunks.take((most) => search.next(most));
    if (rows === undefined) return RowMask.of(table.rows.length, words);
    setBits(words, rows, rows.length);
    if (chunks.shouldYield()) await chunks.yield();
  }
}

/** Prepares the search of a summary. @throws {@link StoreError}: `too-costly`, as for a search */
export function summaryScan(
  table: MemoryTable,
  plan: SummaryPlan,
  slice: TimeSlice,
): Promise<TableScan> {
  const lengthOf = ({ name }: Field): number => table.longest.get(name) ?? 0;
  const { filter } = plan;
  const workAfter = summaryWork({ ...plan, filter: undefined }, lengthOf);
  return scanWith(table, { filter }, slice, summaryWork(plan, lengthOf), workAfter);
}

async function scanWith(
  table: MemoryTable,
  { filter: requested, start = 0, needsAll = true }: TableSearch,
  slice: TimeSlice,
  work: FilterWork,
  workAfter: FilterWork,
): Promise<TableScan> {
  const { rows, pool, scope } = table;
  // The scope's formula has been tested: its rows are known.
  const own = scope === undefined ? requested : restrictionOf(requested).filter;
  const filter = own && atOneTime(own);
  const plan = await planOf(table, filter, slice);
  const sent = pool && filter && sentFormula(filter, rows.schema);
  if (pool === undefined || sent === undefined || sentColumns(rows) === undefined || !work.isSure) {
    return { plan, chunks: new RowChunks(slice, rows.length, work, start) };
  }
  const copy = plan.copy();
  const search = { pool, rows, filter: sent, scope, plan: copy, work, workAfter, needsAll };
  const threads = new ThreadedScan(search, slice);
  if (pool.isEager && threads.isWanted(start)) await threads.search(start);
  return { plan: copy, chunks: new RowChunks(slice, rows.length, work, start, threads) };
}
