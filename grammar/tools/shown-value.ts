import type { Example } from "../../src/language/functions/define.ts";
import { literalOfText } from "../../src/language/syntax/lexer/escapes.ts";
import type { ValueType } from "../../src/language/types/value-type.ts";
import { dateText } from "../../src/language/values/date/index.ts";
import { numberText } from "../../src/language/values/number/index.ts";
import { ERROR, type Outcome } from "../../src/language/values/plain.ts";
import { code } from "./markdown.ts";

const BLANK = "blank";
const FAILED = "error";

/** An outcome as a string. Blanks of all types look alike, since callers cannot distinguish them. */
export function outcomeText(type: ValueType, outcome: Outcome): string {
  if (outcome === ERROR) return FAILED;
  if (outcome === null || outcome === "") return BLANK;
  switch (typeof outcome) {
    case "string":
      return literalOfText(outcome);
    case "boolean":
      return outcome ? "TRUE" : "FALSE";
    case "number":
      return type === "date" ? dateText(outcome) : numberText(outcome);
    default:
      return outcome.length === 0 ? BLANK : `[${outcome.map(literalOfText).join(", ")}]`;
  }
}

/** An outcome in the notation of the pages. */
export function showOutcome(type: ValueType, outcome: Outcome): string {
  const text = outcomeText(type, outcome);
  return text === BLANK || text === FAILED ? `*${text}*` : code(text);
}

/** The expected value of an example in the notation of the pages. */
export function showExpected(expected: Example[1]): string {
  if (expected instanceof Date) return showOutcome("date", expected.getTime());
  return showOutcome(typeof expected === "number" ? "number" : "text", expected);
}

/** Diagnostic codes, for pages where a formula has no value. */
export function showCodes(codes: Iterable<string>): string {
  return [...new Set(codes)]
    .sort()
    .map((name) => `[${code(name)}](diagnostics.md#${name})`)
    .join(", ");
}
