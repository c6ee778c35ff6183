import type { CoreBuilder } from "../../core/builder.ts";
import type { CoreNode } from "../../core/node.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any, rest } from "../function-parameter.ts";

export const switchFunction = defineBuiltIn({
  name: "SWITCH",
  parameters: [any("value"), rest(any("cases"), 2)],
  form: "switch",
  result: "common",
  lower: (core, _value, cases) => choose(core, cases),
});

export const switchFunctionDocumentation: FunctionDocumentation = {
  summary: "The result that follows the first pattern that equals a value.",
  details:
    "A pattern is compared with the value as with `=`, and a blank pattern fits a blank value. If no pattern fits, the result is the default, or blank if there is no default (`FALSE` for booleans). If all results have the same type, `SWITCH` gives a value of this type. Otherwise it gives a text. The patterns after the first one that fits do not matter, even if they are errors, and neither do the results that are not chosen.",
  parameters: {
    value: "the value that decides",
    cases: "a pattern and its result, in turn; then perhaps the default",
  },
  examples: [
    ['SWITCH({year}, 2019, "old", 2020, "new", "newer")', "new"],
    ['SWITCH({title}, "Model S", "S", "Model X", "X", "another")', "another"],
    ['SWITCH({tax}, 0, "free", BLANK(), "unknown")', "unknown"],
    ["SWITCH({year}, 2021, 1, 2022, 2)", null],
    ["SWITCH({year}, 2020, 1, 1 / 0, 2)", 1],
    ['SWITCH({price} / {tax}, 1, "one", "other")', ERROR],
  ],
};

/** Lowers the cases: alternating conditions and results, then an optional default. */
function choose(core: CoreBuilder, cases: readonly CoreNode[]): CoreNode {
  const results = cases.filter((_, index) => index % 2 === 1);
  const last = cases.at(-1);
  /* v8 ignore next -- the checker requires at least one case */
  if (last === undefined || results[0] === undefined) {
    throw new Error("`SWITCH` was lowered without a case");
  }
  const hasDefault = cases.length % 2 === 1;
  let chosen = hasDefault ? last : core.blank(results[0].type);
  for (let index = results.length - 1; index >= 0; index--) {
    const condition = cases[2 * index];
    const result = results[index];
    /* v8 ignore next -- the indexes are in range */
    if (condition !== undefined && result !== undefined) {
      chosen = core.if(condition, result, chosen);
    }
  }
  return chosen;
}
