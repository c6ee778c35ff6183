import { describe, expect, it } from "vitest";
import { check, compileOrThrow, defineSchema } from "../../../src/index.ts";
import { diagnose, expectClean, expectDiagnostic, LISTINGS } from "./expect-diagnostic.ts";

const OPERATORS = ["=", "!=", "<", "<=", ">", ">="] as const;

describe.each(OPERATORS)("%s", (operator) => {
  it.each([
    ["{price}", "{tax}"],
    ["{title}", "{notes}"],
    ["{sold}", "{checked}"],
    ["{soldAt}", "{createdAt}"],
    ["{tags}", "{photos}"],
    ["{price}", "{sold}"],
    ["{tags}", "'a, b'"],
    ["{title}", "{tags}"],
    ["{soldAt}", "'2024-02-29'"],
    ["'2024-02-29T10:00:00+02:00'", "{soldAt}"],
    ["{price}", "BLANK() + {tax}"],
  ])("compares %s with %s", (left, right) => expectClean(`${left} ${operator} ${right}`));

  it.each([
    ["{price}", "{title}"],
    ["{price}", "{tags}"],
    ["{price}", "{soldAt}"],
    ["{sold}", "{title}"],
    ["{sold}", "{soldAt}"],
    ["{sold}", "{tags}"],
    ["{soldAt}", "{title}"],
    ["{soldAt}", "{tags}"],
  ])("does not compare %s with %s, in either order", (left, right) => {
    for (const formula of [`${left} ${operator} ${right}`, `${right} ${operator} ${left}`]) {
      expect(check(formula, undefined).ok).toBe(true);
      expect(diagnose(formula)).toEqual([`comparison-type: «${formula}»`]);
    }
  });
});

describe("types that never compare have the nearest fix", () => {
  it.each([
    ['{price} = "2020"', "{price} = 2020", "`{price}` is a number, write 2020"],
    ['" 1,5e0" != {price}'.replace(",", "."), "1.5 != {price}", "`{price}` is a number, write 1.5"],
    ["{title} = 5", '{title} = "5"', '`{title}` is a text, write "5"'],
    ["1e3 = title", '"1e3" = title', '`title` is a text, write "1e3"'],
    [
      "title > 50",
      "VALUE(title) > 50",
      "`50` is a number, write `VALUE(title)` to read the number in the text",
    ],
    [
      "LEFT({title}, 1) = 5",
      "VALUE(LEFT({title}, 1)) = 5",
      "`5` is a number, write `VALUE(LEFT({title}, 1))` to read the number in the text",
    ],
    [
      "{price} > {title}",
      "{price} > VALUE({title})",
      "`{price}` is a number, write `VALUE({title})` to read the number in the text",
    ],
    [
      "{soldAt} > {title}",
      "{soldAt} > DATETIME_PARSE({title})",
      "write `DATETIME_PARSE({title})` to read the date in the text",
    ],
    ["{sold} = 'yes'", "{sold} = TRUE()", "`{sold}` is a boolean, write TRUE()"],
    ["'Checked' = {sold}", "TRUE() = {sold}", "`{sold}` is a boolean, write TRUE()"],
    ["{sold} = 'no'", "{sold} = FALSE()", "`{sold}` is a boolean, write FALSE()"],
    ["{sold} != '0'", "{sold} != FALSE()", "`{sold}` is a boolean, write FALSE()"],
  ])("%s → %s", (formula, fixed, help) => {
    expectDiagnostic(`«${formula}»`, "comparison-type", { fixed, help });
  });

  it.each([
    ["{sold} = 'maybe'", "`{sold}` is a boolean: compare it with TRUE() or FALSE()"],
    ["{price} = 'many'", "`{price}` is a number, write a number without quotes"],
    [
      "{price} = {soldAt}",
      "take a part of the date, such as `YEAR(…)`, or a difference, such as `DATETIME_DIFF(…)`",
    ],
    [
      "{tags} < {price}",
      "count the list's items with `COUNTALL(…)`, or join them with `ARRAYJOIN(…)`",
    ],
  ])("%s has help only", (formula, help) => {
    expectDiagnostic(`«${formula}»`, "comparison-type", { help });
  });

  it.each(["{sold} = {title}", "{soldAt} = {tags}", "{soldAt} = TRUE()"])(
    "%s has neither help nor fix",
    (formula) => {
      const { help } = expectDiagnostic(`«${formula}»`, "comparison-type");
      expect(help).toBeUndefined();
    },
  );

  it("and the message names the type of each side", () => {
    expectDiagnostic("«{price} = {title}»", "comparison-type", {
      message: "`{price}` is a number and `{title}` is a text: they cannot be compared",
      fixed: "{price} = VALUE({title})",
    });
  });
});

describe("a date compares with the date of a literal", () => {
  it("and with no other text", () => {
    for (const formula of ["{soldAt} > «'soon'»", "«'soon'» <= {soldAt}"]) {
      expectDiagnostic(formula, "invalid-date", {
        message: "`soon` is not a date",
        help: "write a date between 1900 and 2298 as `2024-02-29` or `2024-02-29T23:59:59Z`",
      });
    }
    expectDiagnostic("{soldAt} = «'2023-02-29'»", "invalid-date");
    expectDiagnostic("{soldAt} = «'1899-12-31'»", "invalid-date");
    expectDiagnostic("{soldAt} = «'01/02/2024'»", "invalid-date");
    const fixed = '{soldAt} = "2024-02-29"';
    expectDiagnostic("{soldAt} = «'29/02/2024'»", "invalid-date", { fixed });
  });
});

describe("a blank compares with any type", () => {
  it.each(["{price}", "{title}", "{sold}", "{soldAt}", "{tags}"])("%s", (field) => {
    for (const formula of [
      `${field} = BLANK()`,
      `BLANK() != ${field}`,
      `${field} = ''`,
      `"" = ${field}`,
    ]) {
      const { ok, diagnostics } = check(formula, undefined);
      expect([ok, diagnostics]).toEqual([true, []]);
      // A boolean is never blank, so testing for a blank is a warning, not an error.
      expect(diagnose(formula)).toEqual(
        field === "{sold}" ? [`constant-condition: «${formula}»`] : [],
      );
    }
  });

  it("and with a blank", () => {
    expect(diagnose("BLANK() = BLANK()")).toEqual(["constant-condition: «BLANK() = BLANK()»"]);
    expect(diagnose("BLANK() = ''")).toEqual(["constant-condition: «BLANK() = ''»"]);
  });
});

describe("an error compares with any type, and is one", () => {
  it.each(["{price} = ERROR()", "ERROR() < {soldAt}", "ERROR() = ERROR()", "ERROR() = BLANK()"])(
    "%s",
    (formula) => {
      expect(diagnose(formula)).toEqual([]);
    },
  );
});

describe("comparisons that chain", () => {
  it("compare the result of the first one, and are warned of", () => {
    expectDiagnostic("«1 < {price} < {tax}»", "chained-comparison", {
      message:
        "comparisons are grouped from the left: the TRUE or FALSE of the first one is compared with the next value",
      help: "write `AND(1 < {price}, {price} < {tax})` to test both",
    });
    expectDiagnostic("«{price} >= {tax} > {price}»", "chained-comparison", {
      help: "write `AND({price} >= {tax}, {tax} > {price})` to test both",
    });
    for (const formula of ["{price} = {tax} = {sold}", "{price} < {tax} = {sold}"]) {
      expectDiagnostic(`«${formula}»`, "chained-comparison", {
        help: "combine two comparisons with `AND(…)`",
      });
    }
  });

  it("have a short help when they are long", () => {
    expectDiagnostic(`«{price} < {tax} < ${"1 + ".repeat(10)}{price}»`, "chained-comparison", {
      help: "combine two comparisons with `AND(…)`",
    });
  });

  it("are allowed if the first stands in parentheses, or the second", () => {
    expectClean("({price} < {tax}) = {sold}");
    expectClean("{sold} = ({price} < {tax})");
  });

  it("are also warned of if they are constant", () => {
    expect(diagnose("1 < {price} < 3")).toEqual([
      "chained-comparison: «1 < {price} < 3»",
      "constant-condition: «1 < {price} < 3»",
    ]);
  });

  it("are warned of once for each further comparison", () => {
    expect(diagnose("1 < {price} < {tax} = {sold}")).toEqual([
      "chained-comparison: «1 < {price} < {tax}» = {sold}",
      "chained-comparison: «1 < {price} < {tax} = {sold}»",
    ]);
  });

  it("keep what is escaped in a text escaped in the help", () => {
    const { help } = expectDiagnostic(
      '«1 < LEN("\u001b" & {title}) < {tax}»',
      "chained-comparison",
    );
    expect(help).toContain('write `AND(1 < LEN("\\u{1b}" & {title}), LEN("\\u{1b}"');
  });
});

describe("a date with a time of day, compared with a day", () => {
  const schema = defineSchema({
    id: { type: "number", key: true },
    at: { type: "date", time: true },
    born: { type: "date", time: false },
    other: "date",
    made: { type: "date", role: "created" },
    changed: { type: "date", role: "modified", time: false },
  });
  const ON_DAY = 'AND({at} >= "2024-03-01", {at} < "2024-03-02")';
  const CASES = [
    ['{at} = "2024-03-01"', ON_DAY],
    ['"2024-03-01" = at', ON_DAY.replaceAll("{at}", "at")],
    ['{at} != "2024-03-01"', `NOT(${ON_DAY})`],
    ['{at} <= "2024-02-29"', '{at} < "2024-03-01"'],
    ['"2023-12-31" >= {at}', '{at} < "2024-01-01"'],
    ['CREATED_TIME() <= "2024-03-01"', 'CREATED_TIME() < "2024-03-02"'],
    ["{made} = '2024-03-01'", ON_DAY.replaceAll("{at}", "{made}")],
  ] as const;

  it.each(CASES)("%s is warned of, with the whole day as the fix", (formula, fixed) => {
    const found = expectDiagnostic(`«${formula}»`, "midnight-comparison", { schema, fixed });
    expect(found.severity).toBe("warning");
  });

  it("a single candidate is warned of as an equality is", () => {
    expectDiagnostic('«ISONEOF({at}, "2024-03-01")»', "midnight-comparison", {
      schema,
      fixed: ON_DAY,
    });
  });

  it("one of several candidates is warned of without a fix", () => {
    const { diagnostics } = check('ISONEOF({at}, "2024-03-01", "2024-03-05T10:00Z")', schema);
    expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([
      ["midnight-comparison", undefined],
    ]);
  });

  it("once in a formula with more", () => {
    expectDiagnostic('IF(NOT(«{at} = "2024-03-01"»), 1, 2)', "midnight-comparison", {
      schema,
      message: "`2024-03-01` is the first moment of the day, and this field has times",
      help: `for the whole day, write \`${ON_DAY}\``,
      fixed: `IF(NOT(${ON_DAY}), 1, 2)`,
    });
  });

  it("returns the records of the whole day after the fix, and all others if negated", () => {
    const times = ["2024-02-29T23:59:59.999Z", "2024-03-01", "2024-03-01T23:59Z", "2024-03-02"];
    const rows = [null, ...times].map((at, id) => ({ id, at, made: at }));
    const found = (formula: string) => {
      const compiled = compileOrThrow<object>(formula, schema);
      return rows.filter((row) => compiled.matches(row)).map(({ id }) => id);
    };
    expect(CASES.map(([, fixed]) => found(fixed))).toEqual([
      [2, 3],
      [2, 3],
      [0, 1, 4],
      [1],
      [],
      [1, 2, 3],
      [2, 3],
    ]);
  });

  it.each([
    '{at} = "2024-03-01T00:00:00Z"',
    '{at} > "2024-03-01"',
    '{at} < "2024-03-01"',
    '{at} >= "2024-03-01"',
    '"2024-03-01" <= {at}',
    '{born} = "2024-03-01"',
    '{other} = "2024-03-01"',
    '{changed} = "2024-03-01"',
    '{at} = ""',
    '{at} <= "2298-12-31"',
  ])("%s is not warned of", (formula) => expectClean(formula, { schema }));
});

describe("a comparison that never changes", () => {
  it.each([
    ["1 = 1", "this is true for every record"],
    ["{price} = {price}", "this is true for every record"],
    ["'a' > 'b'", "this is false for every record"],
    ["{price} < BLANK()", "this is false for every record"],
    ["TRUE() = FALSE()", "this is false for every record"],
  ])("%s is warned of", (formula, message) => {
    expectDiagnostic(`«${formula}»`, "constant-condition", { message });
  });

  it.each([
    ["OR({title} < 'a', «'b'»)", "this is true for every record"],
    ["IF(«'{price} > 5'», 1, 2)", "this is true for every record"],
    ["AND({sold}, «5»)", "this is true for every record"],
    ["NOT(«0»)", "this is false for every record"],
    ["IF(«''», 1, 2)", "this is false for every record"],
  ])("is a text or number in place of a condition as well: %s", (marked, message) => {
    expectDiagnostic(marked, "constant-condition", { message });
  });

  it.each(["AND(TRUE, {sold})", "IF({title}, 1, 2)", "IF({sold}, 1, 'a')", "OR({price}, BLANK())"])(
    "%s is no such condition",
    (formula) => expectClean(formula),
  );

  it("with the values of an OR has help", () => {
    const { diagnostics } = check("{title} = OR('a', 'b')", LISTINGS);
    expect(diagnostics.find(({ code }) => code === "comparison-type")?.help).toBe(
      "compare with each value: `OR(x = a, x = b)`",
    );
    const numbers = check("{price} = OR(5, 10)", LISTINGS).diagnostics;
    expect(numbers.map(({ code }) => code)).toEqual(["constant-condition", "constant-condition"]);
  });

  it("is a warning only, so the formula compiles", () => {
    expect(check("1 = 1", undefined)).toMatchObject({ ok: true });
    expect(diagnose("{price} + 1 = 1 + {price}")).toEqual([]);
  });
});
