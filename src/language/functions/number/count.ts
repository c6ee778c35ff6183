import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any, rest } from "../function-parameter.ts";

export const count = defineBuiltIn({
  name: "COUNT",
  parameters: [rest(any("value"))],
  result: "number",
  lower: (core, values) => {
    const zero = core.number(0);
    return values
      .map((value) =>
        // This `if` is needed even if its branches are equal: it is an error if the value is one.
        core.if(core.isBlank(value), zero, value.type === "number" ? core.number(1) : zero),
      )
      .reduce((total, one) => core.add(total, one), zero);
  },
});

export const countDocumentation: FunctionDocumentation = {
  summary: "The number of arguments that are numbers and not blank.",
  details: "Values of other types are not counted, not even a text in which a number is written.",
  parameters: { value: "a value of any type" },
  examples: [
    ["COUNT({price}, {year}, {tax})", 2],
    ['COUNT(1, "2", TRUE, {createdAt})', 1],
    ["COUNT({tax})", 0],
    ["COUNT(1, 1 / 0)", ERROR],
  ],
};
