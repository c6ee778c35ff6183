import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";

export const error = defineFunction({
  name: "ERROR",
  category: "logic",
  summary: "An error, as a division by zero is one.",
  details:
    "It takes the type that its surroundings want, and makes what uses it an error. A record whose formula is an error is not returned.",
  parameters: [],
  result: "error",
  examples: [
    ["ERROR()", ERROR],
    ["IF({tax}, {tax}, ERROR())", ERROR],
    ["IF({price}, {price}, ERROR())", 53000],
    ["{notes} & ERROR()", ERROR],
    ["ISERROR(ERROR())", true],
  ],
  lower: (core) => core.fail("text"),
});
