import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const error = defineBuiltIn({
  name: "ERROR",
  parameters: [],
  result: "error",
  lower: (core) => core.fail("text"),
});

export const errorDocumentation: FunctionDocumentation = {
  summary: "An error, such as a division by zero gives.",
  details:
    "It takes the type that is needed where it is used, and makes what uses it an error. A record whose formula is an error is not returned.",
  examples: [
    ["ERROR()", ERROR],
    ["IF({tax}, {tax}, ERROR())", ERROR],
    ["IF({price}, {price}, ERROR())", 53000],
    ["{notes} & ERROR()", ERROR],
    ["ISERROR(ERROR())", true],
  ],
};
