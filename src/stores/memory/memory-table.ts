import type { Plan } from "../../columns/select/plan.ts";
import type { ColumnsSnapshot } from "../../columns/snapshot.ts";
import type { Formula } from "../../engine/index.ts";
import { type Field, isComputed, orderKeys, type Schema } from "../../schema/index.ts";
import type { SummaryPlan } from "../../summary/index.ts";
import { filterWork, requireComputing, summaryWork } from "../filter-work.ts";
import type { TimeSlice } from "../time-slice.ts";
import { RowChunks } from "./row-chunks.ts";
import type { UnusualBlanks } from "./unusual-blanks.ts";

/** Records as columns, whose rows are in the order of the key. They are never changed. */
export interface MemoryTable {
  readonly schema: Schema;
  readonly key: Field;
  readonly rows: ColumnsSnapshot;
  /** By the names of fields. */
  readonly blanks: ReadonlyMap<string, UnusualBlanks>;
  /** By the names of fields: the most UTF-16 units in a value. In a list, each item counts as one more. */
  readonly longest: ReadonlyMap<string, number>;
  /** Another text for other records. */
  readonly version: string;
}

/**
 * The table with the columns of computed fields. Other work has its turn while they are computed.
 *
 * @throws {@link StoreError}: `too-costly` if the texts of the rows are too long for the formula of a field
 */
export async function withComputed(
  table: MemoryTable,
  fields: readonly Field[],
  slice: TimeSlice,
): Promise<MemoryTable> {
  const computed = fields.filter(isComputed);
  if (computed.length === 0) return table;
  for (const field of computed) requireComputing(field, ({ name }) => table.longest.get(name) ?? 0);
  const rows = await paced(table.rows.computing(computed), slice);
  const longest = new Map(table.longest);
  for (const { name } of computed) longest.set(name, rows.longestComputed(name) ?? 0);
  return { ...table, rows, longest };
}

/** How many rows come before a position, or are at it, in the order of the key. */
export function rowAfter({ schema, rows }: MemoryTable, position: unknown): number {
  const isAfter = rows.order(orderKeys(schema, [], "read")).isAfter(position);
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** How long the work may take that follows a plan and is not measured yet, in milliseconds. */
const NEXT_MS = 5;

/** The plan of a search with a filter. Other work has its turn meanwhile. */
export function planOf(
  { rows }: MemoryTable,
  filter: Formula | undefined,
  slice: TimeSlice,
): Promise<Plan> {
  return paced(rows.planning(filter), slice);
}

/** The result of steps, with turns for other work between them. Steps that are given up are told so. */
async function paced<T>(steps: Generator<void, T, undefined>, slice: TimeSlice): Promise<T> {
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (slice.isDue(NEXT_MS)) await slice.turn();
      if (done === true) return value;
    }
  } finally {
    steps.return(undefined as T);
  }
}

/**
 * Chunks of the rows, for a search with a filter.
 *
 * @param start how many rows are passed over
 * @throws {@link StoreError}: `too-costly` if the texts of the rows are too long for the filter
 */
export function chunksOf(
  { rows, longest }: MemoryTable,
  filter: Formula | undefined,
  slice: TimeSlice,
  start = 0,
): RowChunks {
  const work = filterWork(filter, ({ name }) => longest.get(name) ?? 0);
  return new RowChunks(slice, rows.length, work, start);
}

/** Chunks of the rows, for a summary. @throws {@link StoreError}: `too-costly`, as for a search */
export function summaryChunks(
  { rows, longest }: MemoryTable,
  plan: SummaryPlan,
  slice: TimeSlice,
): RowChunks {
  const work = summaryWork(plan, ({ name }) => longest.get(name) ?? 0);
  return new RowChunks(slice, rows.length, work);
}
