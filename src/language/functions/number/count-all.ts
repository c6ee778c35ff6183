import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any, rest } from "../function-parameter.ts";

export const countAll = defineBuiltIn({
  name: "COUNTALL",
  parameters: [rest(any("value"))],
  result: "number",
  lower: (core, values) => {
    const one = core.number(1);
    return values
      .map((value) =>
        value.type === "list"
          ? core.listLength(value)
          : // This `if` with equal branches is needed: it is an error if the value is one.
            core.if(core.isBlank(value), one, one),
      )
      .reduce((total, many) => core.add(total, many), core.number(0));
  },
});

export const countAllDocumentation: FunctionDocumentation = {
  summary: "The number of arguments, including blank ones.",
  details: "A list counts once for each of its items, so an empty list counts nothing.",
  parameters: { value: "a value of any type" },
  examples: [
    ["COUNTALL({title}, {notes}, {price}, {tax})", 4],
    ["COUNTALL({tags}, {photos})", 4],
    ["COUNTALL(BLANK())", 1],
    ["COUNTALL(1 / 0)", ERROR],
  ],
};
