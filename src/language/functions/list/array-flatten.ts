import { defineKernel } from "../../core/kernel.ts";
import { asList } from "../../core/plain-guards.ts";
import { ERROR, type Plain } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list, rest } from "../function-parameter.ts";

export const arrayFlatten = defineBuiltIn({
  name: "ARRAYFLATTEN",
  parameters: [rest(list("list"))],
  result: "list",
  lower: (core, lists) => {
    const [first] = lists;
    return lists.length === 1 && first !== undefined ? first : core.call(flatten, ...lists);
  },
});

export const arrayFlattenDocumentation: FunctionDocumentation = {
  summary: "Several lists as one.",
  details:
    "The items keep their order. A text counts as a list with this one item, and a blank as an empty list.",
  airtable:
    "The items of a list are texts and never lists, so there is nothing to flatten within one list.",
  parameters: { list: "the list to add" },
  examples: [
    ['ARRAYFLATTEN({tags}, "X")', ["AD15", "AF00", "APF1", "AD15", "X"]],
    ["ARRAYFLATTEN({title}, {notes}, {vin})", ["Model 3 Long Range AWD", "5YJ3E7EB1LF764754"]],
    ["ARRAYFLATTEN({photos}, {notes})", []],
    ["ARRAYFLATTEN({tags}, ERROR())", ERROR],
  ],
};

const flatten = /* @__PURE__ */ defineKernel({
  name: "ARRAYFLATTEN",
  parameters: [],
  result: "list",
  mayFail: false,
  evaluate: (...lists: readonly Plain[]) => lists.flatMap(asList),
});
