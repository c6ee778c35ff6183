import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { any } from "../parameter.ts";

export const t = defineFunction({
  name: "T",
  category: "text",
  summary: "A value if it is text, and blank otherwise.",
  details:
    "Numbers, booleans, dates and lists give a blank text. An error stays one, whatever its type.",
  parameters: [any("value", "the value to take if it is text")],
  result: "text",
  examples: [
    ["T({title})", "Model 3 Long Range AWD"],
    ["T({price})", ""],
    ['T("100")', "100"],
    ["T({notes})", ""],
    ["T({price} / {tax})", ERROR],
  ],
  lower: (core, value) =>
    value.type === "text"
      ? value
      : core.if(core.isError(value), core.fail("text"), core.blank("text")),
});
