import type { CoreBuilder } from "../../core/builder.ts";
import type { CoreNode } from "../../core/node.ts";
import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { condition, rest } from "../parameter.ts";

export const xor = defineFunction({
  name: "XOR",
  parameters: [rest(condition("condition"))],
  result: "boolean",
  lower: parity,
});

export const xorDocumentation: FunctionDocumentation = {
  summary: "Whether an odd number of conditions is true.",
  details:
    "Any type may stand as a condition. Every condition counts, so one error makes the result an error.",
  parameters: { condition: "what is counted when it is true" },
  examples: [
    ["XOR({sold}, {price} < 60000)", true],
    ["XOR({title}, {year} = 2020)", false],
    ["XOR(TRUE, TRUE, TRUE)", true],
    ["XOR({notes}, {tax})", false],
    ["XOR(TRUE, {price} / {tax})", ERROR],
  ],
};

/** The conditions are halved at each step, because engines limit the depth of an expression. */
function parity(core: CoreBuilder, conditions: readonly CoreNode[]): CoreNode {
  const [first] = conditions;
  if (first === undefined) return core.false;
  if (conditions.length === 1) return first;
  const middle = conditions.length >> 1;
  const left = parity(core, conditions.slice(0, middle));
  const right = parity(core, conditions.slice(middle));
  return core.not(core.equal(left, right));
}
