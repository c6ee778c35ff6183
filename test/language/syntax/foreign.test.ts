import { describe, expect, it, test } from "vitest";
import { expectDiagnostic, expectDiagnostics } from "./expect-diagnostic.ts";
import { repairedShape } from "./shape.ts";

describe("other spellings of our operators", () => {
  test.each([
    ["a «==» b", "a = b"],
    ["a «===» b", "a = b"],
    ["a «!==» b", "a != b"],
    ["a «:=» b", "a = b"],
    ["a «=>» b", "a >= b"],
    ["a «=<» b", "a <= b"],
    ["a«≤»b", "a<=b"],
    ["a«≥»b", "a>=b"],
    ["a«≠»b", "a!=b"],
    ["a «×» b", "a * b"],
    ["a «÷» b", "a / b"],
    ["a «−» b", "a - b"],
    ["«–»b", "-b"],
    ["a «＝» b", "a = b"],
    ["a «＜» b", "a < b"],
    ["a «＞» b", "a > b"],
    ["a «＆» b", "a & b"],
    ["f(a«，» b)", "f(a, b)"],
    ["f«（»a)", "f(a)"],
    ["f(a«）»", "f(a)"],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "foreign-operator", { fixed });
  });
});

describe("logic between operands", () => {
  test.each([
    ["a «&&» b", "AND(a, b)"],
    ["a«||»b", "OR(a, b)"],
    ["a «|» b", "OR(a, b)"],
    ["a «AND» b", "AND(a, b)"],
    ["a «or» b or c", "OR(a, b, c)"],
    ["«!»a", "NOT(a)"],
    ["«!»!a", "NOT(NOT(a))"],
    ["«NOT» a", "NOT(a)"],
    ["«not»   {a}", "NOT({a})"],
    ["«!»a && !b", "AND(NOT(a), NOT(b))"],
    ["a «&&» b || c && d || e", "OR(AND(a, b), AND(c, d), e)"],
    ["a = 1 «AND» b = 2 OR NOT c", "OR(AND(a = 1, b = 2), NOT(c))"],
    ["a «AND» !(b + c)", "AND(a, NOT((b + c)))"],
    ["IF(a «AND» b, 1, 2)", "IF(AND(a, b), 1, 2)"],
    ["(a «AND» b) = c", "(AND(a, b)) = c"],
    ["a «AND»(b)", "AND(a, (b))"],
    ["-a «AND» NOT(b)", "AND(-a, NOT(b))"],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "foreign-operator", { fixed });
  });

  test.each(["a «AND»", "a «&&» && b", "«&&» a", "«!»", "f(«!», 1)", "(a «OR»)"])(
    "with an operand missing: %s",
    (marked) => {
      expectDiagnostic(marked, "foreign-operator");
    },
  );

  it("once in each argument", () => {
    expectDiagnostics("IF(a «AND» b, c «||» d, «!»e)", [
      "foreign-operator",
      "foreign-operator",
      "foreign-operator",
    ]);
  });

  it("without a fix where an operator is missing as well", () => {
    const [logic] = expectDiagnostics("a «AND» «b c»", ["foreign-operator", "missing-operator"]);
    expect(logic?.fix).toBeUndefined();
    expect(repairedShape("a AND b c")).toBe("?(AND(a, b), c)");
  });

  it("not where those names are fields or functions", () => {
    expect(repairedShape("NOT")).toBe("NOT");
    expect(repairedShape("AND = OR")).toBe("(AND = OR)");
    expect(repairedShape("AND(a, NOT(b))")).toBe("AND(a, NOT(b))");
    expect(repairedShape("NOT = 1")).toBe("(NOT = 1)");
  });

  it("is repaired with its meaning", () => {
    expect(repairedShape("a AND b OR NOT c")).toBe("OR(AND(a, b), NOT(c))");
    expect(repairedShape("!a = b && c")).toBe("AND(NOT((a = b)), c)");
  });
});

describe("IS", () => {
  test.each([
    ["{tax} «IS NULL»", "{tax} = BLANK()"],
    ["{tax} «IS NOT NULL»", "{tax} != BLANK()"],
    ["{tax} «is blank»", "{tax} = BLANK()"],
    ["{tax} «is not blank()»", "{tax} != BLANK()"],
    ["{tax} «IS EMPTY» = a", "{tax} = BLANK() = a"],
    ["{tax} «IS» 5", "{tax} = 5"],
    ["{tax} «IS NOT» TRUE", "{tax} != TRUE"],
    ["{tax} «IS» blank_field", "{tax} = blank_field"],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "foreign-operator", { fixed });
  });

  it("is repaired with its meaning", () => {
    expect(repairedShape("a IS NOT NULL AND b IS 5")).toBe("AND((a != BLANK()), (b = 5))");
    expectDiagnostic("a «IS»", "foreign-operator");
    expect(repairedShape("a IS NULL(")).toBe("?((a = BLANK()), ?())");
  });
});

describe("words between operands", () => {
  test.each([
    ["{a} «LIKE» '%x%'", 'CONTAINS({a}, "x")'],
    ["{a} «like» 'x%'", 'STARTS_WITH({a}, "x")'],
    ["{a} «LIKE» '%x'", 'ENDS_WITH({a}, "x")'],
    ["{a} «LIKE» 'x'", '{a} = "x"'],
    ["{a} «NOT LIKE» '%x%'", 'NOT(CONTAINS({a}, "x"))'],
    ['{a} «CONTAINS» "b"', 'CONTAINS({a}, "b")'],
    ["f(a «CONTAINS» b)", "f(CONTAINS(a, b))"],
    ["f(a «CONTAINS» b, c)", "f(CONTAINS(a, b), c)"],
    ["a «REGEXP» 'x'", "REGEX_MATCH(a, 'x')"],
    ["a «RLIKE» 'x'", "REGEX_MATCH(a, 'x')"],
    ["a «MATCHES» 'x'", "REGEX_MATCH(a, 'x')"],
    ["a «XOR» b", "XOR(a, b)"],
    ["a «MOD» 2", "MOD(a, 2)"],
    ["x «IN» ('a', 'b')", "OR(x = 'a', x = 'b')"],
    ["x «IN» ('a')", "x = 'a'"],
    ["x «NOT IN» (1, 2)", "NOT(OR(x = 1, x = 2))"],
    ["x «BETWEEN» 1 AND 5", "AND(x >= 1, x <= 5)"],
    ["x «NOT BETWEEN» 1 AND 5", "NOT(AND(x >= 1, x <= 5))"],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "foreign-operator", { fixed });
  });

  test.each([
    "{a} «LIKE» 'a%b'",
    "{a} «LIKE» b",
    "{a} «LIKE» f(b)",
    "{a} «LIKE» 'x' & b",
    "{a} & {b} «LIKE» 'x'",
    "{a} «ILIKE» 'x'",
    "a «CONTAINS»",
    "a «MOD» 2 = 0",
    "x «IN» y",
    "x «IN» ()",
    "x «IN» (1 + 2)",
    "x «IN» (f(1))",
    `x «IN» (${Array(30).fill("1").join(", ")})`,
    "x «BETWEEN» f(1) AND 5",
    "x «BETWEEN» 1 AND 5 + 1",
    "x «BETWEEN» 1 & 5",
    "f(x) «BETWEEN» 1 AND 5",
    "(x) «CONTAINS» y",
  ])("%s", (marked) => {
    expectDiagnostic(marked, "foreign-operator");
  });

  it("allow a list after IN only", () => {
    expectDiagnostics("x «IN» (1, 2) + (3«,» 4)", ["foreign-operator", "unexpected-token"]);
  });

  it("have no diagnostics for their consequences", () => {
    expectDiagnostics("x «NOT IN» (1, 2) «AND» y «BETWEEN» 1 AND 2", [
      "foreign-operator",
      "foreign-operator",
      "foreign-operator",
    ]);
    expect(repairedShape("x IN (1, 2)")).toBe("(x & ?(1, 2))");
    expect(repairedShape("x BETWEEN 1 AND 5")).toBe("((x & 1) & 5)");
    expect(repairedShape("x MOD 2 = 0")).toBe("((x * 2) = 0)");
  });

  it("not where those names are fields or functions", () => {
    expect(repairedShape("f(LIKE, IN = CONTAINS(a))")).toBe("f(LIKE, (IN = CONTAINS(a)))");
  });
});

describe("power, remainder and percentage", () => {
  test.each([
    ["a «^» 2", "POWER(a, 2)"],
    ["a «**» 2", "POWER(a, 2)"],
    ["a = b«^»2 + 1", "a = POWER(b, 2) + 1"],
    ["a & b «%» 2", "a & MOD(b, 2)"],
    ["{x} > 5«%»", "{x} > 0.05"],
    ["f(12.5«%», 1)", "f(0.125, 1)"],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "foreign-operator", { fixed });
  });

  test.each(["-a «^» 2", "a * b «%» 2", "(a) «^» 2", "a «^» f(2)", "{x}«%»", "f(1)«%»"])(
    "without a fix if the operands are unclear: %s",
    (marked) => {
      expectDiagnostic(marked, "foreign-operator");
    },
  );

  it("is a percentage before an operator with a parenthesis", () => {
    for (const marked of ["5«%» «IN» (a, b)", "{x} > 5«%» «AND» (b)", "{x} > 5«%» «OR» (b)"]) {
      const [first] = expectDiagnostics(marked, ["foreign-operator", "foreign-operator"]);
      expect(first?.fix?.edits.map(({ text }) => text)).toEqual(["0.05"]);
    }
    expectDiagnostic("a «%» MOD(b, 2)", "foreign-operator", { help: "write `MOD(a, b)`" });
  });

  it("with an operand missing", () => {
    expectDiagnostic("«^» 2", "unexpected-character");
    expectDiagnostic("2 «^»", "foreign-operator");
    expect(repairedShape("2 ^ 3 ^ 2")).toBe("((2 * 3) * 2)");
    expect(repairedShape("a > 5%")).toBe("(a > 5)");
  });

  it("have no fix if an operator is repeated", () => {
    const found = expectDiagnostics("2«^»3«^»2", ["foreign-operator", "foreign-operator"]);
    expect(found.map(({ fix }) => fix)).toEqual([undefined, undefined]);
  });
});
