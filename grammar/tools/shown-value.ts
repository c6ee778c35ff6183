import type { Example } from "../../src/functions/define.ts";
import { literalOfText } from "../../src/syntax/lexer/escapes.ts";
import type { ValueType } from "../../src/types/value-type.ts";
import { dateText } from "../../src/values/date/index.ts";
import { numberText } from "../../src/values/number/index.ts";
import { ERROR, type Outcome } from "../../src/values/plain.ts";
import { code } from "./markdown.ts";

const BLANK_CELL = "*blank*";
const ERROR_CELL = "*error*";

/** An outcome as the pages write it: callers cannot tell blanks of different types apart, so the pages do not. */
export function showOutcome(type: ValueType, outcome: Outcome): string {
  if (outcome === ERROR) return ERROR_CELL;
  if (outcome === null || outcome === "") return BLANK_CELL;
  switch (typeof outcome) {
    case "string":
      return code(literalOfText(outcome));
    case "boolean":
      return code(outcome ? "TRUE" : "FALSE");
    case "number":
      return code(type === "date" ? dateText(outcome) : numberText(outcome));
    default:
      return outcome.length === 0 ? BLANK_CELL : code(`[${outcome.map(literalOfText).join(", ")}]`);
  }
}

/** What an example of a function's definition yields, as the pages write it. */
export function showExpected(expected: Example[1]): string {
  if (expected instanceof Date) return showOutcome("date", expected.getTime());
  return showOutcome(typeof expected === "number" ? "number" : "text", expected);
}

/** Diagnostic codes as the pages write them where a formula has no value. */
export function showCodes(codes: Iterable<string>): string {
  return [...new Set(codes)]
    .sort()
    .map((name) => `[${code(name)}](diagnostics.md#${name})`)
    .join(", ");
}
