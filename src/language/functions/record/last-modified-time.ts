import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const lastModifiedTime = defineBuiltIn({
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
    "In Airtable the arguments are the fields to watch. Here a schema has one time of change for the whole record.",
  examples: [
    ["LAST_MODIFIED_TIME()", new Date("2022-05-01")],
    ["LAST_MODIFIED_TIME() > CREATED_TIME()", true],
    ["ISBLANK(LAST_MODIFIED_TIME())", false],
  ],
};
