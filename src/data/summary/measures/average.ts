import { ERROR } from "../../../language/values/plain.ts";
import { GroupCounts } from "../groups/group-counts.ts";
import { GroupSums, type SumsPart } from "../groups/group-sums.ts";
import type { Measure, MeasureDocumentation } from "./measure.ts";

interface AveragePart {
  readonly sums: SumsPart;
  readonly counts: Float64Array;
}

export const average: Measure = {
  name: "average",
  types: ["number"],
  result: () => "number",
  inDatabase: "wholeNumbers",
  accumulate: () => {
    const sums = new GroupSums();
    const counts = new GroupCounts();
    return {
      get bytes() {
        return sums.bytes + counts.bytes;
      },
      reserve: (groups) => {
        sums.reserve(groups);
        counts.reserve(groups);
      },
      add: (groups, values, count) => {
        sums.add(groups, values as Float64Array, count);
        counts.addNumbers(groups, values as Float64Array, count);
      },
      settle: () => sums.settle(),
      divided: {
        part: (groups) => ({ sums: sums.part(groups), counts: counts.part(groups) }),
        merge: (part: AveragePart, groups) => {
          sums.merge(part.sums, groups);
          counts.merge(part.counts, groups);
        },
      },
      result: (group) => {
        const count = counts.of(group);
        if (count === 0) return null;
        /* v8 ignore next -- an average is not above the largest value */
        return sums.of(group).over(count) ?? ERROR;
      },
    };
  },
};

export const averageDocumentation: MeasureDocumentation = {
  summary:
    "the exact sum of the values that are not blank, divided by their number, and rounded only once: the number that " +
    "is nearest to the true average. It never overflows",
  ofNone: "blank",
  database: "as `sum`; the quotient is made in memory",
};
