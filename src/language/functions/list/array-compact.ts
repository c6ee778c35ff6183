import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list } from "../function-parameter.ts";

export const arrayCompact = defineBuiltIn({
  name: "ARRAYCOMPACT",
  parameters: [list("list")],
  result: "list",
  lower: (core, items) => core.call(compact, items),
});

export const arrayCompactDocumentation: FunctionDocumentation = {
  summary: "A list without its blank items.",
  details: 'Only `""` is a blank item; an item that consists of spaces stays.',
  parameters: { list: "the list to go through" },
  examples: [
    ["ARRAYCOMPACT({tags})", ["AD15", "AF00", "APF1", "AD15"]],
    ['ARRAYCOMPACT(" ")', [" "]],
    ["ARRAYCOMPACT({photos})", []],
    ["ARRAYCOMPACT(ERROR())", ERROR],
  ],
};

const compact = /* @__PURE__ */ defineKernel({
  name: "ARRAYCOMPACT",
  parameters: ["list"],
  result: "list",
  mayFail: false,
  evaluate: (items) => items.filter((item) => item !== ""),
});
