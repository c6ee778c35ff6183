import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { any, rest } from "../parameter.ts";

export const countAll = defineFunction({
  name: "COUNTALL",
  category: "number",
  summary: "How many arguments there are, blanks included.",
  details: "A list counts once for each of its items, so an empty list counts nothing.",
  parameters: [rest(any("value", "a value of any type"))],
  result: "number",
  examples: [
    ["COUNTALL({title}, {notes}, {price}, {tax})", 4],
    ["COUNTALL({tags}, {photos})", 4],
    ["COUNTALL(BLANK())", 1],
    ["COUNTALL(1 / 0)", ERROR],
  ],
  lower: (core, values) => {
    const one = core.number(1);
    return values
      .map((value) =>
        value.type === "list"
          ? core.listLength(value)
          : // An `if` of equal branches is not idle: it is an error where the value is one.
            core.if(core.isBlank(value), one, one),
      )
      .reduce((total, many) => core.add(total, many), core.number(0));
  },
});
