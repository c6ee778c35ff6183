import { type AnyFormula, type ColumnsForms, internals } from "../../../language/core/compiled.ts";
import {
  type OrderKey,
  orderKeys,
  requireComputed,
  requireKey,
  requireLimit,
  type SortKey,
} from "../../../language/schema/index.ts";
import { requireOptions } from "../../../util/misuse.ts";
import type { Steps } from "../../../util/steps.ts";
import type { ColumnTable } from "../column-table.ts";
import type { RowMask } from "../mask/row-mask.ts";
import { withRows } from "../select/found-rows.ts";
import type { SelectPlan } from "../select/select-plan.ts";
import { BestRows } from "./best-rows.ts";
import { RowOrder } from "./row-order.ts";
import { TextRanks } from "./text-ranks.ts";

/** The order and the number of the rows to select. */
export interface SelectOptions {
  /**
   * The fields to sort by; the schema's key breaks ties. Without `sort` and `after`, rows are in ascending order of
   * their numbers.
   */
  readonly sort?: readonly SortKey[];
  /** The maximum number of rows to return. */
  readonly limit?: number;
  /**
   * A record with the fields of `sort` and the key: only rows that follow it in the order are returned. Without `sort`,
   * the order is that of the key.
   */
  readonly after?: unknown;
}

/** The types of the options of `select`. */
export const SELECT_KINDS = { sort: "objects", limit: "number", after: "object" } as const;

/** The operations of formulas on columns. */
export interface SelectForms extends ColumnsForms {
  readonly options: SelectOptions | undefined;
  readonly result: Uint32Array;
  readonly mask: RowMask;
}

/** With fewer rows than this for each one wanted, all matching rows are sorted. */
const LEAST_ROWS_PER_WANTED = 8;

/** Whether so few rows are wanted that most others need not be tested. */
export function needsFew(table: ColumnTable, limit: number): boolean {
  return limit <= table.length / LEAST_ROWS_PER_WANTED;
}

/**
 * Selects the rows that match, in steps.
 *
 * @param mask the rows that match, if they are known
 */
export function selecting(
  table: ColumnTable,
  filter: AnyFormula,
  options: SelectOptions,
  mask?: RowMask,
): Steps<Uint32Array> {
  const compiled = internals(filter);
  const planning = mask === undefined ? table.planningOf(compiled) : table.planning(mask);
  return selectingFrom(table, planning, options, compiled.codeGeneration);
}

/** Selects rows by a plan that is built first. `codeGeneration` applies to the computed fields of the order. */
export function* selectingFrom(
  table: ColumnTable,
  planning: Steps<SelectPlan>,
  options: SelectOptions,
  codeGeneration: boolean,
): Steps<Uint32Array> {
  const plan = yield* planning;
  requireOptions(options, "select", SELECT_KINDS);
  const { sort, limit = table.length, after } = options;
  requireLimit(limit, "select");
  if (sort === undefined && after === undefined) {
    return withRows(plan, limit, (rows) => rows.slice(0, limit));
  }
  const { order, isWanted } = yield* ordering(table, options, codeGeneration);
  if (limit === 0) return new Uint32Array(0);
  if (needsFew(table, limit)) {
    const best = new BestRows(plan, order, limit, isWanted);
    while (best.goOn()) yield;
    return yield* best.sorting();
  }
  const wanted = withRows(plan, table.length, (rows) =>
    isWanted === undefined ? rows.slice() : rows.filter(isWanted),
  );
  yield* order.sorting(wanted);
  return wanted.slice(0, limit);
}

/** Creates the search for the first few rows of an order among those that match, in steps. */
export function* choosing(
  table: ColumnTable,
  filter: AnyFormula,
  options: SelectOptions,
  limit: number,
): Steps<BestRows> {
  const compiled = internals(filter);
  const plan = yield* table.planningOf(compiled);
  const { order, isWanted } = yield* ordering(table, options, compiled.codeGeneration);
  return new BestRows(plan, order, limit, isWanted);
}

function* ordering(
  table: ColumnTable,
  { sort = [], after }: SelectOptions,
  codeGeneration: boolean,
): Steps<{
  readonly order: RowOrder;
  readonly isWanted: ((row: number) => boolean) | undefined;
}> {
  const { schema } = table;
  const keys = orderKeys(schema, sort, "select");
  const fields = keys.map(({ field }) => field);
  const computed = yield* table.computing(fields, { codeGeneration });
  // Rows of columns may lack fields and have blank keys, so a position may as well.
  if (after !== undefined) {
    requireKey(schema, "select");
    requireComputed(keys, after, "select");
  }
  yield* preparing(computed, keys);
  const order = orderOf(computed, keys);
  return { order, isWanted: after === undefined ? undefined : order.afterTest(after) };
}

/** Prepares the columns and ranks that an order reads, in steps. */
export function* preparing(table: ColumnTable, keys: readonly OrderKey[]): Steps {
  for (const { field } of keys) {
    const column = table.columnOf(field);
    if (column.kind === "codes") while (TextRanks.of(column).prepare()) yield;
  }
}

/** An order of the rows. `preparing` must have finished. */
export function orderOf(table: ColumnTable, keys: readonly OrderKey[]): RowOrder {
  return new RowOrder(keys, (field) => table.columnOf(field));
}
