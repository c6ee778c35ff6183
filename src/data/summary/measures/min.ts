import { extreme } from "./extreme.ts";
import type { Measure, MeasureDocumentation } from "./measure.ts";

export const min: Measure = {
  name: "min",
  types: ["number", "date", "text"],
  result: (type) => type,
  inDatabase: "always",
  accumulate: (measured) => extreme(measured, "least"),
};

export const minDocumentation: MeasureDocumentation = {
  summary: "the least value that is not blank. Texts are in the order of `<`, by code points",
  ofNone: "blank",
  database: "",
};
