import { describe, expect, it } from "vitest";
import { check, defineFunction, defineSchema, parameter } from "../../../src/index.ts";
import { FUNCTIONS } from "../../../src/language/functions/registry.ts";
import { diagnose, expectClean, expectDiagnostic, LISTINGS } from "./expect-diagnostic.ts";

describe("the number of arguments", () => {
  it.each([
    ["«LEFT()»", "LEFT takes exactly 2 arguments, but none is given", "write `LEFT(text, count)`"],
    [
      "«FIND('a')»",
      "FIND takes 2 to 3 arguments, but 1 is given",
      "write `FIND(needle, text, [start])`",
    ],
    ["«TRUE(1)»", "TRUE takes no arguments, but 1 is given", "write `TRUE()`"],
    ["«LEN({title}, 2)»", "LEN takes exactly 1 argument, but 2 are given", "write `LEN(text)`"],
    [
      "«EXACT({title})»",
      "EXACT takes exactly 2 arguments, but 1 is given",
      "write `EXACT(first, second)`",
    ],
    ["«AND()»", "AND takes at least 1 argument, but none is given", "write `AND(condition…)`"],
    ["«OR()»", "OR takes at least 1 argument, but none is given", "write `OR(condition…)`"],
    [
      "«SWITCH({price}, 1)»",
      "SWITCH takes at least 3 arguments, but 2 are given",
      "write `SWITCH(value, cases…)`",
    ],
    [
      "«DATETIME_FORMAT({soldAt}, 'YYYY', 'x')»",
      "DATETIME_FORMAT takes 1 to 2 arguments, but 3 are given",
      "write `DATETIME_FORMAT(date, [format])`",
    ],
  ])("%s", (marked, message, help) => {
    expectDiagnostic(marked, "argument-count", { message, help });
  });

  it("of NOT is one condition: several are combined first", () => {
    expectDiagnostic("«NOT({sold}, {price} > 1)»", "argument-count", {
      message: "NOT takes exactly 1 argument, but 2 are given",
      help: "combine the conditions first: `NOT(AND(…))` or `NOT(OR(…))`",
    });
    expectDiagnostic("«NOT()»", "argument-count", { help: "write `NOT(condition)`" });
  });

  it("is reported for the inner call and the outer, and arguments are checked all the same", () => {
    expect(diagnose("LEN(LEN(), {nowhere})")).toEqual([
      "argument-count: «LEN(LEN(), {nowhere})»",
      "argument-count: LEN(«LEN()», {nowhere})",
      "unknown-field: LEN(LEN(), «{nowhere}»)",
    ]);
  });

  it("is reported once where a zone is set", () => {
    expectDiagnostic("DATETIME_FORMAT(«SET_TIMEZONE({soldAt})», 'YYYY')", "argument-count");
  });

  it.each(FUNCTIONS.map(({ name }) => name))(
    "of %s may be too many without a crash or a useless diagnostic",
    (name) => {
      const { diagnostics } = check(`${name}(${"1, ".repeat(99)}1)`, LISTINGS);
      const allowed = [
        "argument-count",
        "argument-type",
        "constant-condition",
        "always-error",
        "missing-role",
      ];
      for (const { code } of diagnostics) expect(allowed).toContain(code);
    },
  );
});

describe("an unknown function", () => {
  it("earns a suggestion when a name is near", () => {
    expectDiagnostic("«LEFTT»({title}, 1)", "unknown-function", {
      message: "there is no function `LEFTT`",
      help: "did you mean `LEFT`",
      fixed: "LEFT({title}, 1)",
    });
  });

  it("of another language has help that names our function", () => {
    expectDiagnostic("«IfError»({price} / {tax}, 0)", "unknown-function", {
      help: "write `IF(ISERROR(x), other, x)`",
    });
    expectDiagnostic("«COUNTIF»({price}, 1)", "unknown-function", {
      help: "test each value and add the results: `(a > 1) + (b > 1)`",
    });
  });

  it("that is a field loses its parentheses", () => {
    expectDiagnostic("«secretTokens»() = 1", "unknown-function", {
      schema: defineSchema({ secretTokens: "number" }),
      help: "`secretTokens()` is a field: leave out the parentheses",
    });
  });

  it.each(["__proto__", "constructor", "toString", "eval", "ＡＮＤ", "ſum", "fınd"])(
    "%s has this diagnostic only",
    (name) => {
      const { diagnostics } = check(`${name}({title}, 'a')`, LISTINGS);
      expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-function"]);
    },
  );

  it("has its arguments checked", () => {
    expect(diagnose("MYSTERY({nowhere}, 'a' * 1)")).toEqual([
      "unknown-function: «MYSTERY»({nowhere}, 'a' * 1)",
      "unknown-field: MYSTERY(«{nowhere}», 'a' * 1)",
      "operand-type: MYSTERY({nowhere}, «'a'» * 1)",
    ]);
  });
});

describe("names of functions", () => {
  it.each(["and", "And", "AND", "aNd"])("ignore case: %s", (name) =>
    expectClean(`${name}({sold}, {checked})`),
  );
});

describe("arguments that must be written out", () => {
  it("are not fields or expressions", () => {
    expectDiagnostic("DATEADD({soldAt}, 1, «{title}»)", "literal-required", {
      message: "the unit of DATEADD must be written as a text in the formula",
    });
    expectDiagnostic("REGEX_MATCH({title}, «'a' & 'b'»)", "literal-required");
    expectDiagnostic("SET_LOCALE({soldAt}, «5»)", "literal-required");
  });

  it("list what they may be, where that can be listed", () => {
    const { help } = expectDiagnostic("DATEADD({soldAt}, 1, «{title}»)", "literal-required");
    expect(help).toContain("one of `milliseconds`, `seconds`, `minutes`, `hours`, `days`, `weeks`");
    expect(
      expectDiagnostic("REGEX_MATCH({title}, «{notes}»)", "literal-required").help,
    ).toBeUndefined();
  });

  it("have diagnostics of their own", () => {
    expect(diagnose("DATEADD({soldAt}, 1, {nowhere})")).toEqual(
      [
        "literal-required: DATEADD({soldAt}, 1, «{nowhere}»)",
        "unknown-field: DATEADD({soldAt}, 1, «{nowhere}»)",
      ].sort((a, b) => b.localeCompare(a)),
    );
  });

  it("are read when the formula is checked", () => {
    expectDiagnostic("DATEADD({soldAt}, 1, «'dayz'»)", "invalid-argument", {
      message: "there is no unit `dayz`",
      fixed: 'DATEADD({soldAt}, 1, "days")',
    });
    expectDiagnostic("DATEADD({soldAt}, 1, «'fortnights'»)", "invalid-argument");
    expectDiagnostic(
      "DATETIME_FORMAT(SET_TIMEZONE({soldAt}, «'Mars/Olympus'»), 'YYYY')",
      "invalid-argument",
      {
        message: "there is no time zone `Mars/Olympus`",
      },
    );
    expectDiagnostic("REGEX_MATCH({title}, «'('»)", "invalid-argument");
  });

  it("have a general help if their reading has none", () => {
    const definition = defineFunction({
      name: "SHADE",
      parameters: [
        parameter.literal(
          "shade",
          (text) =>
            text === "light" || text === "dark"
              ? { ok: true, value: text }
              : { ok: false, message: "no shade" },
          ["light", "dark"],
        ),
      ],
      result: "text",
      lower: (core, shade) => core.text(shade),
    });
    expectDiagnostic("SHADE(«'grey'»)", "invalid-argument", {
      message: "no shade",
      help: "one of `light`, `dark`",
      options: { functions: [definition] },
    });
    expectClean("SHADE('dark') = {title}", { options: { functions: [definition] } });
  });
});

describe("a role", () => {
  const keyless = defineSchema({ title: "text" });

  it.each(["RECORD_ID()", "CREATED_TIME()", "LAST_MODIFIED_TIME()"])(
    "%s needs a field with that role",
    (call) => {
      expectDiagnostic(`«${call}» = BLANK()`, "missing-role", {
        schema: keyless,
        message: `these records have no field for ${call}`,
        help: "write the name of a field instead",
      });
    },
  );

  it("is answered by its field, with the field's type", () => {
    expectClean("AND(RECORD_ID() = 'x', CREATED_TIME() > '2020-01-01')");
    const numbered = defineSchema({ id: { type: "number", key: true } });
    expect(check("RECORD_ID()", numbered)).toMatchObject({ ok: true, fields: ["id"] });
  });
});

describe("SWITCH", () => {
  it.each([
    ["SWITCH({price}, 1, 'one', 2, 'two', 'many')", "text"],
    ["SWITCH({price}, 1, 1, 2, 2)", "number"],
    ["SWITCH({price}, 1, 1, 'many')", "text"],
    ["SWITCH({title}, '', {soldAt}, BLANK(), {createdAt})", "date"],
    ["SWITCH({price}, 1, BLANK(), ERROR())", "text"],
    ["SWITCH({price}, 1, {sold}, BLANK())", "boolean"],
    ["SWITCH({sold}, 1, 'a')", "text"],
    ["SWITCH({soldAt}, '2024-02-29', 1)", "number"],
  ])("%s is a %s", (formula, type) => {
    expectClean(formula);
    expect(check(formula, LISTINGS).type).toBe(type);
  });

  it("compares each pattern as `=` does", () => {
    expectDiagnostic("SWITCH({price}, «'one'», 1, 2, 3)", "comparison-type", {
      help: "`{price}` is a number, write a number without quotes",
    });
    expectDiagnostic("SWITCH({soldAt}, «'never'», 1)", "invalid-date");
  });

  it("is of unknown type where a result is", () => {
    expect(diagnose("SWITCH({price}, 1, {nowhere}) * 'a'")).toEqual([
      "unknown-field: SWITCH({price}, 1, «{nowhere}») * 'a'",
      "operand-type: SWITCH({price}, 1, {nowhere}) * «'a'»",
    ]);
  });

  it("is of unknown type where its value is", () => {
    expect(diagnose("SWITCH({nowhere}, 1, 2)")).toEqual([
      "unknown-field: SWITCH(«{nowhere}», 1, 2)",
    ]);
  });
});

describe("arguments of a common type", () => {
  it.each([
    ["IF({sold}, {price}, {tax})", "number"],
    ["IF({sold}, {price}, {title})", "text"],
    ["IF({sold}, {price})", "number"],
    ["IF({sold}, BLANK(), {soldAt})", "date"],
    ["IF({sold}, ERROR(), {tags})", "list"],
    ["IF({sold}, {tags}, {title})", "text"],
    ["IF({sold}, BLANK(), BLANK())", "text"],
    ["IF({sold}, {sold}, {price})", "text"],
    ["IFBLANK({price}, 0)", "number"],
    ["IFBLANK({price}, 'none')", "text"],
  ])("%s is a %s", (formula, type) => {
    expectClean(formula);
    expect(check(formula, LISTINGS).type).toBe(type);
  });
});

describe("SET_TIMEZONE and SET_LOCALE", () => {
  it("tell DATETIME_FORMAT around them how to show a date", () => {
    expectClean("DATETIME_FORMAT(SET_TIMEZONE(SET_LOCALE({soldAt}, 'fr'), 'Asia/Tokyo'), 'MMMM')");
    expectDiagnostic("DATETIME_FORMAT(SET_TIMEZONE(«{price}», 'UTC'), 'YYYY')", "argument-type");
  });

  it("are warned of as without effect elsewhere", () => {
    expectDiagnostic("«SET_TIMEZONE({soldAt}, 'Asia/Tokyo')» > '2024-02-29'", "no-effect", {
      message: "SET_TIMEZONE has no effect here",
      help: "it only sets how the `DATETIME_FORMAT` around it shows the date",
    });
    expectDiagnostic(
      "DATETIME_FORMAT(IF({sold}, «SET_LOCALE({soldAt}, 'fr')»), 'YYYY')",
      "no-effect",
    );
  });
});

describe("a text that would be too long whatever the record holds", () => {
  it("is an error of the formula", () => {
    const { ok, diagnostics } = check("REPT('abc', 1e9) = {title}", LISTINGS);
    expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, ["text-too-long"]]);
    expectDiagnostic("LEN(«REPT({title}, 1e7)») > 0", "text-too-long");
  });
});

describe("an error that comes whatever the record holds", () => {
  it.each([
    "«1 / 0»",
    "{price} + «SQRT(0 - 1)»",
    "IF({sold}, «1 / 0», 1)",
    "«VALUE('x')» = 1",
    "«REPT('a', 65536) & 'b'»",
  ])("%s is warned of", (marked) => {
    const found = expectDiagnostic(marked, "always-error", {
      message: "this is an error for every record",
    });
    expect(found.severity).toBe("warning");
  });

  it("is warned of at the innermost part only", () => {
    expectDiagnostic("ABS(1 + «1 / 0») * 2", "always-error");
  });

  it.each([
    "ERROR()",
    "1 + ERROR()",
    "'a' & ERROR()",
    "NOT(ERROR())",
    "MAX(1, -ERROR())",
    "IF({sold}, LEFT(ERROR(), 1), 'x')",
    "YEAR(ERROR())",
    "ERROR() = 1",
  ])("is not warned of if ERROR() causes it: %s", (formula) =>
    expect(diagnose(formula)).toEqual([]),
  );
});
