import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const recordId = defineBuiltIn({
  name: "RECORD_ID",
  parameters: [],
  role: "key",
  result: "text",
  lower: (core, key) => core.toText(key),
});

export const recordIdDocumentation: FunctionDocumentation = {
  summary: "The key of the record, as text.",
  details: "The schema must name a key field.",
  airtable:
    "Airtable makes an identifier of its own. Here it is the field that identifies the record.",
  examples: [
    ["RECORD_ID()", "5YJ3E7EB1LF764754"],
    ["RECORD_ID() = {vin}", true],
    ["LEFT(RECORD_ID(), 3)", "5YJ"],
  ],
};
