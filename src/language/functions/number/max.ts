import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { keepBlank, number, rest } from "../function-parameter.ts";
import { tournament } from "../tournament.ts";

export const max = defineBuiltIn({
  name: "MAX",
  parameters: [rest(keepBlank(number("number")))],
  result: "number",
  // If either value is blank, the comparison is FALSE and `larger` selects `a`; a blank `a` is then replaced by `b`.
  lower: (core, numbers) => tournament(numbers, (a, b) => core.orElse(core.larger(a, b), b)),
});

export const maxDocumentation: FunctionDocumentation = {
  summary: "The greatest of the numbers that are not blank.",
  details: "Blank if all are blank; an error if one is an error.",
  parameters: { number: "a number; a blank is ignored" },
  examples: [
    ["MAX(1, 5, 3)", 5],
    ["MAX({price}, 60000)", 60_000],
    ["MAX({tax}, -2)", -2],
    ["MAX({tax}, {tax})", null],
    ["MAX(1, 1 / 0)", ERROR],
  ],
};
