import { average, averageDocumentation } from "./average.ts";
import { count, countDocumentation } from "./count.ts";
import { countBlank, countBlankDocumentation } from "./count-blank.ts";
import { countDistinct, countDistinctDocumentation } from "./count-distinct.ts";
import { max, maxDocumentation } from "./max.ts";
import type { Measure, MeasureDocumentation } from "./measure.ts";
import { median, medianDocumentation } from "./median.ts";
import { min, minDocumentation } from "./min.ts";
import { sum, sumDocumentation } from "./sum.ts";

/** The name of a measure. */
export type MeasureName =
  | "count"
  | "countBlank"
  | "countDistinct"
  | "min"
  | "max"
  | "sum"
  | "average"
  | "median";

export const MEASURES: Readonly<Record<MeasureName, Measure>> = {
  count,
  countBlank,
  countDistinct,
  min,
  max,
  sum,
  average,
  median,
};

/** The documentation of each measure. Tree shaking drops it from bundles. */
export const MEASURE_DOCUMENTATION: Readonly<Record<MeasureName, MeasureDocumentation>> = {
  count: countDocumentation,
  countBlank: countBlankDocumentation,
  countDistinct: countDistinctDocumentation,
  min: minDocumentation,
  max: maxDocumentation,
  sum: sumDocumentation,
  average: averageDocumentation,
  median: medianDocumentation,
};
