export { type ColumnRows, columnReader } from "./column-reader.ts";
export { firstInOrder } from "./first-in-order.ts";
export { groupRecords, type SummaryRecord } from "./group-records.ts";
export { beginsWith, type ElementsKey } from "./groups/element-keys.ts";
export { tooMany } from "./groups/grouping.ts";
export { SummaryError, type SummaryProblem } from "./groups/summary-error.ts";
export { MEASURES, type MeasureName } from "./measures/index.ts";
export {
  type ColumnSummaryOptions,
  columnSummary,
  type RowSummaryOptions,
  type StoreSummaryOptions,
  type SummaryOptions,
  summarize,
} from "./summarize.ts";
export {
  fieldsOf,
  inSteps,
  type Owner,
  type SummarySource,
  type SummaryWork,
  summarizeRecords,
  type WorkMeter,
  type WorkOptions,
} from "./summarize-source.ts";
export { Summarizer, type SummaryPart, type SummaryReader } from "./summarizer.ts";
export type {
  GroupKey,
  MeasureOption,
  SummaryMeasure,
  SummaryPlan,
  SummaryQuery,
  SummaryValue,
} from "./summary-plan.ts";
export { planningSummary, planOrThrow, SUMMARY_LIMITS } from "./summary-plan.ts";
