import type { CoreBuilder } from "../../core/builder.ts";
import type { CoreNode } from "../../core/node.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { common } from "../function-parameter.ts";

export const ifBlank = defineBuiltIn({
  name: "IFBLANK",
  parameters: [common("value"), common("default")],
  result: "common",
  lower,
});

export const ifBlankDocumentation: FunctionDocumentation = {
  summary: "A value, or a default if the value is blank.",
  details:
    "If both values have the same type, the result has this type. Otherwise both become text first, so a list of one empty text is blank beside a number. Then it is the same as `IF(ISBLANK(value), default, value)`: if the value is present, the default does not matter, even if it is an error.",
  airtable: "Not in Airtable. There, `IF({field}, {field}, default)` also replaces 0.",
  parameters: { value: "the value that may be blank", default: "the value that replaces a blank" },
  examples: [
    ["IFBLANK({tax}, 0)", 0],
    ["IFBLANK({price}, 0)", 53000],
    ['IFBLANK({notes}, "none")', "none"],
    ['IFBLANK({tax}, "none")', "none"],
    ["IFBLANK({tax}, {soldAt} - {createdAt})", null],
    ["IFBLANK({price}, ERROR())", 53000],
    ["IFBLANK({tax}, ERROR())", ERROR],
  ],
};

function lower(core: CoreBuilder, value: CoreNode, otherwise: CoreNode): CoreNode {
  // `orElse` is simpler in every back end. It is used only if `otherwise` cannot be an error.
  const blankable = value.type === "number" || value.type === "date";
  if (blankable && !otherwise.mayFail) return core.orElse(value, otherwise);
  return core.if(core.isBlank(value), otherwise, value);
}
