import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { any, rest } from "../parameter.ts";

export const count = defineFunction({
  name: "COUNT",
  category: "number",
  summary: "How many of the arguments are numbers that are not blank.",
  details: "Values of other types are not counted, texts that hold a number included.",
  parameters: [rest(any("value", "a value of any type"))],
  result: "number",
  examples: [
    ["COUNT({price}, {year}, {tax})", 2],
    ['COUNT(1, "2", TRUE, {createdAt})', 1],
    ["COUNT({tax})", 0],
    ["COUNT(1, 1 / 0)", ERROR],
  ],
  lower: (core, values) => {
    const zero = core.number(0);
    return values
      .map((value) =>
        // An `if` of equal branches is not idle: it is an error where the value is one.
        core.if(core.isBlank(value), zero, value.type === "number" ? core.number(1) : zero),
      )
      .reduce((total, one) => core.add(total, one), zero);
  },
});
