import { defineFunction } from "../define.ts";

export const createdTime = defineFunction({
  name: "CREATED_TIME",
  category: "record",
  summary: "When the record was created.",
  details: "The value of the schema's field with the role `created`, blank where that is.",
  parameters: [],
  role: "created",
  result: "date",
  examples: [
    ["CREATED_TIME()", new Date(Date.UTC(2022, 3, 6, 8, 24, 28))],
    ["CREATED_TIME() = {createdAt}", true],
    ["ISBLANK(CREATED_TIME())", false],
  ],
  lower: (_core, created) => created,
});
