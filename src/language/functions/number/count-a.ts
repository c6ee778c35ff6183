import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any, rest } from "../function-parameter.ts";

const countItems = /* @__PURE__ */ defineKernel({
  name: "countItems",
  parameters: ["list"],
  result: "number",
  mayBeBlank: false,
  mayFail: false,
  evaluate: (items) => items.filter((item) => item !== "").length,
});

export const countA = defineBuiltIn({
  name: "COUNTA",
  parameters: [rest(any("value"))],
  result: "number",
  lower: (core, values) => {
    const zero = core.number(0);
    return values
      .map((value) =>
        value.type === "list"
          ? core.call(countItems, value)
          : core.if(core.isBlank(value), zero, core.number(1)),
      )
      .reduce((total, one) => core.add(total, one), zero);
  },
});

export const countADocumentation: FunctionDocumentation = {
  summary: "The number of arguments that are not blank.",
  details: "A list counts once for each of its items that is not blank. A boolean is never blank.",
  parameters: { value: "a value of any type" },
  examples: [
    ["COUNTA({title}, {notes}, {price}, {tax})", 2],
    ["COUNTA({tags}, {photos})", 4],
    ["COUNTA(0, FALSE)", 2],
    ["COUNTA(BLANK())", 0],
    ["COUNTA(1 / 0)", ERROR],
  ],
};
