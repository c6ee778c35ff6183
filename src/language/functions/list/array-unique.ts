import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list } from "../function-parameter.ts";

export const arrayUnique = defineBuiltIn({
  name: "ARRAYUNIQUE",
  parameters: [list("list")],
  result: "list",
  lower: (core, items) => core.call(unique, items),
});

export const arrayUniqueDocumentation: FunctionDocumentation = {
  summary: "A list without repeated items.",
  details:
    "The first one of equal items stays, in its place. Items are equal if all their code points are equal.",
  parameters: { list: "the list to go through" },
  examples: [
    ["ARRAYUNIQUE({tags})", ["AD15", "AF00", "APF1"]],
    ["ARRAYUNIQUE({title})", ["Model 3 Long Range AWD"]],
    ["ARRAYUNIQUE({photos})", []],
    ["ARRAYUNIQUE(ERROR())", ERROR],
  ],
};

const unique = /* @__PURE__ */ defineKernel({
  name: "ARRAYUNIQUE",
  parameters: ["list"],
  result: "list",
  mayFail: false,
  evaluate: (items) => [...new Set(items)],
});
