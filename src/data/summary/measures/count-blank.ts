import { VALUE_TYPES } from "../../../language/types/value-type.ts";
import { GroupCounts } from "../groups/group-counts.ts";
import { isBlank } from "./is-blank.ts";
import type { Measure, MeasureDocumentation } from "./measure.ts";

export const countBlank: Measure = {
  name: "countBlank",
  types: VALUE_TYPES,
  result: () => "number",
  inDatabase: "always",
  accumulate: () => {
    const blanks = new GroupCounts();
    return {
      get bytes() {
        return blanks.bytes;
      },
      reserve: (groups) => blanks.reserve(groups),
      add: (groups, values, count) => {
        for (let index = 0; index < count; index++) {
          if (isBlank(values[index])) blanks.addOne(groups[index] as number);
        }
      },
      divided: blanks,
      result: (group) => blanks.of(group),
    };
  },
};

export const countBlankDocumentation: MeasureDocumentation = {
  summary: "the number of blank values. A boolean is never blank: a missing one is `FALSE`",
  ofNone: "0",
  database: "",
};
