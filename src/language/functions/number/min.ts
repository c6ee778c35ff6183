import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { keepBlank, number, rest } from "../function-parameter.ts";
import { tournament } from "../tournament.ts";

export const min = defineBuiltIn({
  name: "MIN",
  parameters: [rest(keepBlank(number("number")))],
  result: "number",
  // If either value is blank, the comparison is FALSE and `smaller` selects `a`; a blank `a` is then replaced by `b`.
  lower: (core, numbers) => tournament(numbers, (a, b) => core.orElse(core.smaller(a, b), b)),
});

export const minDocumentation: FunctionDocumentation = {
  summary: "The least of the numbers that are not blank.",
  details: "Blank if all are blank; an error if one is an error.",
  parameters: { number: "a number; a blank is ignored" },
  examples: [
    ["MIN(4, -5, 3)", -5],
    ["MIN({price}, 60000)", 53_000],
    ["MIN({tax}, 2)", 2],
    ["MIN({tax}, {tax})", null],
    ["MIN(1, 1 / 0)", ERROR],
  ],
};
