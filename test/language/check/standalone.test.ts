import { describe, expect, it } from "vitest";
import { check } from "../../../src/index.ts";
import { diagnose, expectClean, expectDiagnostic } from "./expect-diagnostic.ts";

// Without a schema: names of functions, the number of their arguments, and the types of literals.

const schema: null = null;

describe("without a schema", () => {
  it.each([
    "{anything} = 1",
    "AND({a}, b, NOT({c} = BLANK()))",
    "{a} + {b} - {c}",
    "LEFT({a}, {b}) & {c}",
    "DATEADD({a}, {b}, 'days') > '2024-02-29'",
    "IF({a}, {b}, 1) * 2",
    "SWITCH({a}, 1, 'x', '2', 3)",
    "RECORD_ID() = 'x'",
    "CREATED_TIME() > {a}",
    "{a} < 'b'",
    "-{a}",
    "DATETIME_FORMAT(SET_TIMEZONE({a}, 'UTC'), 'YYYY')",
    "IFBLANK({a}, 'x') & 1",
    "{a} - NOW()",
    "NOW() + {a}",
    "ARRAYJOIN({a})",
  ])("a field may be of any type: %s", (formula) => expectClean(formula, { schema }));

  it("literals are checked", () => {
    expectDiagnostic("«LEN()» = 1", "argument-count", { schema });
    expectDiagnostic("«LENN»({a})", "unknown-function", {
      schema,
      help: "did you mean `LEN`",
      fixed: "LEN({a})",
    });
    expectDiagnostic("ABS(«'5'»)", "argument-type", { schema, fixed: "ABS(5)" });
    expectDiagnostic("«1 = 'x'»", "comparison-type", { schema });
    expectDiagnostic("DATEADD({a}, 1, «'eons'»)", "invalid-argument", { schema });
    expectDiagnostic("«{a} < {b} < {c}»", "chained-comparison", { schema });
  });

  it("NULL is a field like any other", () => {
    expectClean("{a} = NULL", { schema });
    expect(check("{a} = NULL").fields).toEqual(["a", "NULL"]);
  });

  it("mistakes that lowering finds are not reported", () => {
    expect(diagnose("1 = 1", schema)).toEqual([]);
    expect(diagnose("1 / 0", schema)).toEqual([]);
  });

  it.each([
    ["{a} = 1", undefined],
    ["{a}", undefined],
    ["1 + 1", "number"],
    ["LEFT('abc', 1)", "text"],
    ["NOW()", "date"],
    ["BLANK()", undefined],
    ["ERROR()", undefined],
    ["TRUE() = FALSE()", "boolean"],
    ["LEFT({a}, 1)", undefined],
  ])("the type of %s is %s", (formula, type) => {
    expect(check(formula)).toMatchObject({ ok: true, type });
  });
});
