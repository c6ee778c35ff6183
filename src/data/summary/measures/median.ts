import { GroupCounts } from "../groups/group-counts.ts";
import { GroupValues } from "../groups/group-values.ts";
import type { Accumulator, Measure, MeasureDocumentation } from "./measure.ts";

export const median: Measure = {
  name: "median",
  types: ["number"],
  result: () => "number",
  inDatabase: "never",
  accumulate: (): Accumulator => {
    const values = new GroupValues();
    const counts = new GroupCounts();
    return {
      get bytes() {
        return values.bytes + counts.bytes;
      },
      reserve: (groups) => counts.reserve(groups),
      add: (groups, given, count) => {
        values.add(groups, given as Float64Array, count);
        counts.addNumbers(groups, given as Float64Array, count);
      },
      finish: () => values.divide(counts),
      result: (group) => values.median(group),
    };
  },
};

export const medianDocumentation: MeasureDocumentation = {
  summary:
    "the middle one of the values that are not blank. If their number is even, it is the average of the two in the " +
    "middle, rounded once",
  ofNone: "blank",
  database: "databases interpolate in different ways, or have no median",
};
