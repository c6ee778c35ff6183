import { defineFunction, type FunctionDefinition, parameter } from "../../../../src/index.ts";

/** A function that threads do not know. */
export const half: FunctionDefinition = defineFunction({
  name: "HALF",
  parameters: [parameter.number("value")],
  result: "number",
  lower: (core, value) => core.divide(value, core.number(2)),
});
