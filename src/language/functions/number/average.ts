import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { keepBlank, number, rest } from "../function-parameter.ts";

export const average = defineBuiltIn({
  name: "AVERAGE",
  parameters: [rest(keepBlank(number("number")))],
  result: "number",
  lower: (core, numbers) => {
    const zero = core.number(0);
    let sum = zero;
    let known = zero;
    for (const x of numbers) {
      sum = sum === zero ? core.orZero(x) : core.add(sum, core.orZero(x));
      known = core.add(known, core.if(core.isBlank(x), zero, core.number(1)));
    }
    return core.if(core.equal(known, zero), core.blank("number"), core.divide(sum, known));
  },
});

export const averageDocumentation: FunctionDocumentation = {
  summary: "The mean of the numbers that are not blank.",
  details:
    "The sum, added from left to right, divided by the number of those that are not blank. Blank if all are blank; an error if the sum is out of range.",
  parameters: { number: "a number; a blank is ignored" },
  examples: [
    ["AVERAGE(1, 2, 6)", 3],
    ["AVERAGE({price}, {tax}, 54000)", 53_500],
    ["AVERAGE(0, 5)", 2.5],
    ["AVERAGE({tax})", null],
    ["AVERAGE(1, 1 / 0)", ERROR],
  ],
};
