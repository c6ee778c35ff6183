import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const createdTime = defineBuiltIn({
  name: "CREATED_TIME",
  parameters: [],
  role: "created",
  result: "date",
  lower: (_core, created) => created,
});

export const createdTimeDocumentation: FunctionDocumentation = {
  summary: "When the record was created.",
  details: "The value of the schema's field with the role `created`, or blank if it is blank.",
  examples: [
    ["CREATED_TIME()", new Date("2022-04-06T08:24:28Z")],
    ["CREATED_TIME() = {createdAt}", true],
    ["ISBLANK(CREATED_TIME())", false],
  ],
};
