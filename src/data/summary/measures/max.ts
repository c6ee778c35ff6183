import { extreme } from "./extreme.ts";
import type { Measure, MeasureDocumentation } from "./measure.ts";

export const max: Measure = {
  name: "max",
  types: ["number", "date", "text"],
  result: (type) => type,
  inDatabase: "always",
  accumulate: (measured) => extreme(measured, "largest"),
};

export const maxDocumentation: MeasureDocumentation = {
  summary: "the largest value that is not blank. Texts are in the order of `<`, by code points",
  ofNone: "blank",
  database: "",
};
