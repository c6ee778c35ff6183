import type { DiagnosticCode } from "../../src/language/source/diagnostic-codes.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/language/source/formula-limits.ts";
import { dateText, LAST_DATE, MIN_DATE } from "../../src/language/values/date/index.ts";
import { REGEX_LIMITS } from "../../src/language/values/regex/index.ts";
import { MAX_TEXT_BYTES } from "../../src/language/values/text/index.ts";
import { code, table } from "./markdown.ts";

interface FormulaLimit {
  readonly what: string;
  /** The diagnostic of a formula over the limit. */
  readonly earns: DiagnosticCode | undefined;
}

const FORMULA_LIMITS: Readonly<Record<keyof Limits, FormulaLimit>> = {
  length: { what: "UTF-16 units of the formula's text", earns: "formula-too-long" },
  depth: {
    what: "levels of nesting; parentheses, calls and signs each count as one; can be raised up to 150",
    earns: "too-deep",
  },
  nodes: { what: "values, fields, operators and calls", earns: "too-many-nodes" },
  arguments: { what: "arguments of one call", earns: "too-many-arguments" },
  values: {
    what: "values that `ISONEOF`, `HASANY`, `HASALL` or `HASNONE` looks for",
    earns: "too-many-values",
  },
  work: {
    what: "nanoseconds, approximately, that one record may take; see [Work](#work)",
    earns: "too-costly",
  },
  diagnostics: { what: "diagnostics reported; further ones are left out", earns: undefined },
};

const PATTERN_LIMITS: Readonly<Record<keyof typeof REGEX_LIMITS, string>> = {
  length: "UTF-16 units of the pattern",
  depth: "levels of nested groups",
  repeats: "the highest count in `{n,m}`",
  steps:
    "steps of its automaton: characters, sets, anchors, choices and ends of groups, each counted as often as the pattern repeats it",
};

const NUMBERS = new Intl.NumberFormat("en");

/** The limits of formulas, from the code. */
export function formulaLimits(): string {
  const names = Object.keys(FORMULA_LIMITS) as (keyof Limits)[];
  const rows = names.map((name) => {
    const { what, earns } = FORMULA_LIMITS[name];
    const link = earns === undefined ? "–" : `[${code(earns)}](diagnostics.md#${earns})`;
    return [code(name), NUMBERS.format(DEFAULT_LIMITS[name]), what, link];
  });
  return table(["limit", "at most", "of what", "beyond it"], rows);
}

/** The limits of patterns. */
export function patternLimits(): string {
  const names = Object.keys(PATTERN_LIMITS) as (keyof typeof REGEX_LIMITS)[];
  const rows = names.map((name) => [NUMBERS.format(REGEX_LIMITS[name]), PATTERN_LIMITS[name]]);
  return table(["at most", "of what"], rows);
}

/** The limits of values. */
export function valueLimits(): string {
  return table(
    ["value", "limit", "beyond it"],
    [
      ["a text that a function makes", `${NUMBERS.format(MAX_TEXT_BYTES)} bytes in UTF-8`, "error"],
      ["a number", `±${Number.MAX_VALUE}`, "error"],
      ["a date", `from ${code(dateText(MIN_DATE))} to ${code(dateText(LAST_DATE))}`, "error"],
    ],
  );
}
