import { ERROR } from "../../../language/values/plain.ts";
import { GroupSums } from "../groups/group-sums.ts";
import type { Measure, MeasureDocumentation } from "./measure.ts";

export const sum: Measure = {
  name: "sum",
  types: ["number"],
  result: () => "number",
  inDatabase: "wholeNumbers",
  accumulate: () => {
    const sums = new GroupSums();
    return {
      get bytes() {
        return sums.bytes;
      },
      reserve: (groups) => sums.reserve(groups),
      add: (groups, values, count) => sums.add(groups, values as Float64Array, count),
      settle: () => sums.settle(),
      divided: sums,
      result: (group) => sums.of(group).over(1) ?? ERROR,
    };
  },
};

export const sumDocumentation: MeasureDocumentation = {
  summary:
    "the exact sum of the values, rounded once to the nearest number, so that it does not depend on their order. " +
    "Blanks count as 0. A sum beyond the largest number is an error",
  ofNone: "0",
  database:
    "if all values of all groups are whole numbers, and the sum of their magnitudes is below 2^53",
};
