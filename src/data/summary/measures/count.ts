import type { Measure, MeasureDocumentation } from "./measure.ts";

export const count: Measure = {
  name: "count",
  types: [],
  result: () => "number",
  inDatabase: "always",
  accumulate: ({ records }) => ({
    bytes: 0,
    reserve: () => undefined,
    add: () => undefined,
    divided: { part: () => undefined, merge: () => undefined },
    result: (group) => records.of(group),
  }),
};

export const countDocumentation: MeasureDocumentation = {
  summary: "the number of records; it takes no value",
  ofNone: "0",
  database: "",
};
