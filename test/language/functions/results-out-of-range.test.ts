import { expect, it } from "vitest";
import { ERROR } from "../../../src/language/values/plain.ts";
import { lowerSource, VALUE_WAYS } from "../../harness/ways.ts";
import { schemaOf } from "../../hostile/everywhere.ts";

const SCHEMA = schemaOf({ t: "text", u: "text", n: "number", d: "date" });
const LONG = "a".repeat(65_536);

// A result outside the language's range is an error, even if it depends on the record.
it.each([
  ["REGEX_REPLACE", 'REGEX_REPLACE({t}, "a", {u})', { t: LONG, u: "bb" }],
  ["REGEX_REPLACE by a constant", 'REGEX_REPLACE({t}, "a", "bb")', { t: LONG }],
  ["SUBSTITUTE", 'SUBSTITUTE({t}, "a", {u}, {n})', { t: LONG, u: "bb", n: 1 }],
  ["WORKDAY", "WORKDAY({d}, {n})", { d: new Date(0), n: 1_000_000 }],
  [
    "DATETIME_FORMAT",
    `DATETIME_FORMAT(SET_LOCALE({d}, "ka"), "${"MMMM".repeat(3_900)}")`,
    { d: new Date(0) },
  ],
] as const)("%s is an error", (_, formula, row) => {
  const result = lowerSource(formula, SCHEMA);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  for (const way of VALUE_WAYS) {
    const [outcome] = way.evaluate(result.lowered, [row], 0);
    expect(outcome === ERROR, way.name).toBe(true);
  }
});
