import { defineFunction, type FunctionDocumentation } from "../define.ts";

export const lastModifiedTime = defineFunction({
  name: "LAST_MODIFIED_TIME",
  parameters: [],
  role: "modified",
  result: "date",
  lower: (_core, modified) => modified,
});

export const lastModifiedTimeDocumentation: FunctionDocumentation = {
  summary: "When the record was last changed.",
  details: "The value of the schema's field with the role `modified`, or blank if it is blank.",
  airtable:
    "Airtable takes fields to watch as arguments; a schema knows one time of change for the whole record.",
  examples: [
    ["LAST_MODIFIED_TIME()", new Date("2022-05-01")],
    ["LAST_MODIFIED_TIME() > CREATED_TIME()", true],
    ["ISBLANK(LAST_MODIFIED_TIME())", false],
  ],
};
