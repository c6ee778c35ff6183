/**
 * Counts, sums and other measures of groups of records: `summarize(columns, { groupBy: ["country"] })`.
 *
 * @packageDocumentation
 */

export {
  type ColumnSummaryOptions,
  type ElementsKey,
  type GroupKey,
  type MeasureName,
  type MeasureOption,
  type Owner,
  type RowSummaryOptions,
  type StoreSummaryOptions,
  SummaryError,
  type SummaryMeasure,
  type SummaryOptions,
  type SummaryPlan,
  type SummaryProblem,
  type SummaryQuery,
  type SummaryRecord,
  type SummarySource,
  type SummaryValue,
  type SummaryWork,
  summarize,
  type WorkOptions,
} from "./data/summary/index.ts";
