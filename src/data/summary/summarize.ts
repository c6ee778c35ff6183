import type { ColumnTable } from "../../backends/columns/column-table.ts";
import { Columns } from "../../backends/columns/columns.ts";
import { RowMask } from "../../backends/columns/mask/row-mask.ts";
import { RowSearch } from "../../backends/columns/select/row-search.ts";
import { ColumnsSnapshot } from "../../backends/columns/snapshot.ts";
import { type CompileOptions, compile, type Formula } from "../../engine/index.ts";
import { requireFormula } from "../../language/core/compiled.ts";
import { requireLimit, requireSchema, type Schema } from "../../language/schema/index.ts";
import { misuse, requireKind, requireOptions } from "../../util/misuse.ts";
import { allSteps } from "../../util/steps.ts";
import { columnReader } from "./column-reader.ts";
import type { SummaryRecord } from "./group-records.ts";
import { BATCH } from "./groups/value-batch.ts";
import { type SummarySource, summarizeSource } from "./summarize-source.ts";
import { Summarizer } from "./summarizer.ts";
import { planOrThrow, type SummaryPlan, type SummaryQuery } from "./summary-plan.ts";
import { rowReader } from "./summary-row-reader.ts";

/** The options of `summarize`. */
export interface SummaryOptions extends SummaryQuery {
  /** Options for compiling formulas that are given as strings. */
  readonly formulas?: CompileOptions;
}

/** The options of `summarize` for rows. */
export interface RowSummaryOptions extends SummaryOptions {
  /** The schema of the rows. */
  readonly schema: Schema;
}

/** The options of `summarize` for columns. */
export interface ColumnSummaryOptions extends Omit<SummaryOptions, "filter"> {
  /** Only matching records count. May be a mask of the columns instead of a formula. */
  readonly filter?: Formula | RowMask;
}

/** The options of `summarize` for a store. */
export interface StoreSummaryOptions<Signal> extends SummaryOptions {
  /** An `AbortSignal` that ends the work. */
  readonly signal?: Signal;
}

/**
 * Counts, sums and other measures of groups of records:
 * `summarize(columns, { groupBy: ["country"], measures: ["count", "min(price)"] })`. Rows, columns and stores return the same
 * numbers.
 *
 * @throws {@link SummaryError} for mistakes in the options, and if there are too many groups
 */
export function summarize(
  rows: readonly unknown[],
  options: RowSummaryOptions,
): readonly SummaryRecord[];
export function summarize(
  columns: Columns | ColumnsSnapshot,
  options?: ColumnSummaryOptions,
): readonly SummaryRecord[];
export function summarize<Signal>(
  store: SummarySource<Signal>,
  options: StoreSummaryOptions<Signal>,
): Promise<readonly SummaryRecord[]>;
export function summarize(
  source: readonly unknown[] | Columns | ColumnsSnapshot | SummarySource<unknown>,
  options: (SummaryOptions | ColumnSummaryOptions) & {
    readonly schema?: Schema;
    readonly signal?: unknown;
  } = {},
): readonly SummaryRecord[] | Promise<readonly SummaryRecord[]> {
  if (source instanceof Columns || source instanceof ColumnsSnapshot) {
    const snapshot = source instanceof Columns ? source.snapshot() : source;
    const { plan, mask } = columnSummary(snapshot.schema, options);
    return summarizeColumns(snapshot.table, plan, mask ?? plan.filter);
  }
  requireSummary(options);
  if (isRows(source)) {
    requireSchema(options.schema, "summarize");
    return summarizeRows(source, planOf(options.schema as Schema, options));
  }
  if (typeof source !== "object" || source === null || typeof source.read !== "function") {
    throw misuse("`summarize`: the first argument", "an array of rows, columns or a store", source);
  }
  const { signal, ...query } = options;
  if (signal !== undefined) requireKind(signal, "signal", "`summarize`: the option `signal`");
  return summarizeSource(source, planOf(source.schema, query), { signal });
}

function isRows(source: unknown): source is readonly unknown[] {
  return Array.isArray(source);
}

/**
 * The plan of a summary of columns, and the mask that replaces its filter.
 *
 * @throws {@link SummaryError} for mistakes in the options
 */
export function columnSummary(
  schema: Schema,
  options: SummaryOptions | ColumnSummaryOptions,
): { readonly plan: SummaryPlan; readonly mask: RowMask | undefined } {
  requireKind(options, "object", "`summarize`: the options");
  const { filter, ...query } = options;
  const mask = filter instanceof RowMask ? filter : undefined;
  const formulas = mask === undefined ? options : query;
  requireSummary(formulas);
  return { plan: planOf(schema, formulas), mask };
}

function requireSummary(
  options: SummaryOptions | ColumnSummaryOptions,
): asserts options is SummaryOptions {
  requireKind(options, "object", "`summarize`: the options");
  requireOptions(options, "summarize", {
    groupBy: "array",
    measures: "array",
    sort: "objects",
    mostGroups: "number",
    formulas: "object",
  });
  if (options.filter !== undefined) requireFormula(options.filter, "`summarize`");
  requireLimit(options.limit, "summarize");
}

function planOf(schema: Schema, { formulas = {}, ...query }: SummaryOptions): SummaryPlan {
  return planOrThrow(schema, query, (source) => compile(source, schema, formulas));
}

function summarizeRows(rows: readonly unknown[], plan: SummaryPlan): readonly SummaryRecord[] {
  const summarizer = new Summarizer(plan, rowReader(plan));
  const found = plan.filter === undefined ? rows : plan.filter.filter(rows);
  for (let from = 0; from < found.length; from += BATCH) {
    const some = found.slice(from, from + BATCH);
    add(summarizer, some, some.length);
  }
  return allSteps(summarizer.finish());
}

function summarizeColumns(
  table: ColumnTable,
  plan: SummaryPlan,
  filter: Formula | RowMask | undefined,
): readonly SummaryRecord[] {
  const summarizer = new Summarizer(plan, allSteps(columnReader(plan, table)));
  if (filter === undefined) {
    for (let from = 0; from < table.length; from += BATCH) {
      add(summarizer, { rows: undefined, from }, Math.min(BATCH, table.length - from));
    }
    return allSteps(summarizer.finish());
  }
  const search = new RowSearch(allSteps(table.planning(filter)));
  for (let rows = search.next(); rows !== undefined; rows = search.next()) {
    if (rows.length > 0) add(summarizer, { rows, from: 0 }, rows.length);
  }
  return allSteps(summarizer.finish());
}

function add<Rows>(summarizer: Summarizer<Rows>, rows: Rows, count: number): void {
  summarizer.add(rows, count);
  summarizer.settleAll();
}
