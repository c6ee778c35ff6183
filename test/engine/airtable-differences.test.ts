import { describe, expect, it } from "vitest";
import { createLanguage } from "../../src/editors/assistance/index.ts";
import { check, compileOrThrow, defineSchema, render } from "../../src/index.ts";

const schema = defineSchema({ n: "number", m: "number", t: "text" });
const options = { differences: "airtable" } as const;
const found = (formula: string) => check(formula, schema, options).diagnostics;

describe("with `differences`, a comparison that finds other records in Airtable", () => {
  it.each([
    ["{n} = BLANK()", "zero-is-blank", "{n} + 0 = 0"],
    ["BLANK() != n", "zero-is-blank", "0 != n + 0"],
    ["{n} < 5", "blank-is-zero", "{n} + 0 < 5"],
    ["{n} >= -1.5", "blank-is-zero", "{n} + 0 >= -1.5"],
    ["5 > {n}", "blank-is-zero", "5 > {n} + 0"],
    ["{n} = 0", "blank-is-zero", "{n} + 0 = 0"],
    ["{n} != 0", "blank-is-zero", "{n} + 0 != 0"],
  ])("%s is information, and has help but no fix", (formula, reason, instead) => {
    expect(found(formula)).toMatchObject([
      { code: "differs-from-airtable", severity: "information", data: { reason, instead } },
    ]);
    expect(found(formula)[0]?.fix).toBeUndefined();
    expect(found(instead)).toEqual([]);
    expect(check(formula, schema).diagnostics).toEqual([]);
    expect(check(formula, schema, options).ok).toBe(true);
    // What is proposed finds the records that Airtable finds: there a blank is compared as 0.
    const rows = [{ n: null }, { n: 0 }, { n: 5 }, { n: -2 }];
    const matches = (text: string, row: object) =>
      compileOrThrow<object>(text, schema).matches(row);
    const zero = reason === "zero-is-blank" ? formula.replace("BLANK()", "0") : formula;
    expect(rows.map((row) => matches(instead, row))).toEqual(
      rows.map(({ n }) => matches(zero, { n: n ?? 0 })),
    );
    expect(rows.map((row) => matches(formula, row))).not.toEqual(
      rows.map((row) => matches(instead, row)),
    );
  });

  it("a search that finds nothing is blank, and compared as 0 in Airtable", () => {
    for (const [formula, instead] of [
      ["SEARCH('x', {t}) = 0", "SEARCH('x', {t}) + 0 = 0"],
      ["0 != search('x', t)", "0 != search('x', t) + 0"],
      ["SEARCH('x', {t}) < 1", "SEARCH('x', {t}) + 0 < 1"],
    ] as const) {
      const data = { reason: "blank-is-zero", instead };
      expect(found(formula)).toMatchObject([
        { code: "position-comparison" },
        { code: "differs-from-airtable", data },
      ]);
      expect(found(instead)).toEqual([]);
    }
    const rows = [{ t: "" }, { t: "a" }, { t: "ax" }];
    const none = compileOrThrow<object>("SEARCH('x', {t}) + 0 = 0", schema);
    expect(none.filter(rows)).toEqual([{ t: "" }, { t: "a" }]);
    // A position is never 0, so there is no difference.
    for (const formula of ["SEARCH('x', {t}) = BLANK()", "SEARCH('x', {t}) > 0"]) {
      expect(found(formula)).toEqual([]);
    }
  });

  it.each(["{n} > 5", "{n} = 5", "{n} != 5", "{n} < {m}", "{t} = BLANK()", "{n} = {BLANK}"])(
    "%s has no such information",
    (formula) => {
      expect(found(formula).filter(({ severity }) => severity !== "error")).toEqual([]);
    },
  );
});

it("the language service reports differences with that option, and `render` names them", () => {
  const language = createLanguage({ schema, ...options });
  expect(render("{n} < 5", language.diagnostics("{n} < 5"))).toBe(
    [
      "information[differs-from-airtable]: a blank is not compared as 0 here, as it is in Airtable",
      "1 | {n} < 5",
      "  | ^^^^^^^",
      "  help: to compare a blank as 0, write `{n} + 0 < 5`",
    ].join("\n"),
  );
  expect(createLanguage({ schema }).diagnostics("{n} < 5")).toEqual([]);
});

it("differences from an unknown product are refused", () => {
  const other: object = { differences: "excel" };
  expect(() => check("1", schema, other)).toThrow(
    'the option `differences` must be "airtable", but is the text `excel`',
  );
});
