import { describe, expect, it, test } from "vitest";
import { expectDiagnostic, expectDiagnostics } from "./expect-diagnostic.ts";
import { repairedShape } from "./shape.ts";

describe("curly quotes", () => {
  test.each([
    ["«“abc”»", '"abc"'],
    ["«‘abc’»", "'abc'"],
    ["«„abc“»", '"abc"'],
    ['«“abc"»', '"abc"'],
    ["«‘abc'»", "'abc'"],
    ['«“say "a"”»', "'say \"a\"'"],
    ["«“both \" and '”»", '"both \\" and \'"'],
    ["«“end\\”»", '"end\\\\"'],
    ['"abc«”»', '"abc"'],
    ["'abc«’» & d", "'abc' & d"],
    ['f("a«”», {b})', 'f("a", {b})'],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "curly-quote", { fixed });
  });

  it("are reported in each text", () => {
    expectDiagnostics("IF({Paid} = «“paid”», «“Yes”», «“No”»)", [
      "curly-quote",
      "curly-quote",
      "curly-quote",
    ]);
    expectDiagnostics('IF({Paid} = "paid«”», "Yes«”», 1)', ["curly-quote", "curly-quote"]);
  });

  test.each(["«“»", "«’»", "1 + «“»", "«“»abc"])(
    "have no fix if the other quote of the pair is missing: %s",
    (marked) => {
      expectDiagnostic(marked, "curly-quote");
    },
  );
});

describe("doubled quotes", () => {
  test.each([
    ['"a«""»b"', '"a\\"b"'],
    ["'it«''»s'", "'it\\'s'"],
    ['"«""»"', '"\\""'],
    ['"«""»a""" & 1', '"\\"a\\"" & 1'],
    ["f('it«''»s', 'o')", "f('it\\'s', 'o')"],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "doubled-quote", { fixed });
  });

  it("are repaired to one text that continues behind them", () => {
    expect(repairedShape('"a""b"')).toBe('"a\\"b"');
  });
});

describe("unescaped quotes", () => {
  test.each([
    ["SEARCH('O«'»Brien', {Name})", "SEARCH('O\\'Brien', {Name})"],
    ["AND({a}='it«'»s', {b}='x')", "AND({a}='it\\'s', {b}='x')"],
    ["'rock«'»n'roll'", "'rock\\'n\\'roll'"],
    ["'rock «'»n' roll'", "'rock \\'n\\' roll'"],
    ['"5«"»x4" & a', '"5\\"x4" & a'],
    ["'it«'»s' = {a}", "'it\\'s' = {a}"],
    ["'l«'»été'", "'l\\'été'"],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "unescaped-quote", { fixed });
  });

  it("mixed with a doubled one, with one fix", () => {
    expectDiagnostic("'a«'»b''c'", "unescaped-quote", { fixed: "'a\\'b\\'c'" });
  });

  it("but not if the next quote opens another text", () => {
    expectDiagnostic("«'a'b» = 'c'", "missing-operator");
    expectDiagnostic("«'a'b» & c", "missing-operator");
    expectDiagnostic(`«'a'b» = '${"c".repeat(100)}'`, "missing-operator");
  });

  it("in a long text", () => {
    const long = "a".repeat(500);
    expectDiagnostic(`'it«'»s ${long}'`, "unescaped-quote", { fixed: `'it\\'s ${long}'` });
  });

  it("but not across many quotes", () => {
    expectDiagnostics(`«'a'b»${" 'c' d".repeat(20)}`, ["missing-operator"]);
  });
});

describe("unterminated texts", () => {
  test.each([
    ["{Name}=«'»abc", "{Name}='abc'"],
    ['AND({a}=«"»abc)', 'AND({a}="abc")'],
    ["«'»abc)", "'abc)'"],
    ['f(g(«"»abc)) ', 'f(g("abc")) '],
    ['f(«"»abc\n', 'f("abc"\n'],
  ])("%s", (marked, fixed) => {
    expectDiagnostic(marked, "unterminated-text", { fixed, stillWrong: fixed.startsWith('f("') });
  });

  test.each(['LEFT(«"»abc, 3)', '«"»a & b', '«"»abc\\', '«"»', "AND(a, «'»b = c)", "«'»it''s"])(
    "without a fix if the end is unclear: %s",
    (marked) => {
      const fixed = marked === '«"»' ? '""' : undefined;
      expectDiagnostic(marked, "unterminated-text", fixed === undefined ? {} : { fixed });
    },
  );

  it("have no diagnostics for the text that they swallow", () => {
    expect(repairedShape('AND(a, OR(b = "c, d)')).toBe("AND(a, OR((b = ?)))");
  });
});

describe("field references", () => {
  test.each([
    ['AND(«{country» = "Italy", {price} < 5)', 'AND({country} = "Italy", {price} < 5)'],
    ["«{my field»", "{my field}"],
    ["«{my field»  ", "{my field}  "],
    ["f(«{a»)", "f({a})"],
    ["f(«{a-b», 1)", "f({a-b}, 1)"],
    ["«{a\\}»", "{a\\}}"],
  ])("are reported if they are unterminated: %s", (marked, fixed) => {
    expectDiagnostic(marked, "unterminated-field", { fixed });
  });

  test.each(["«{a»{b}", "«{»", "«{» = 1", "«{{{»", "«{{a» = 1"])(
    "unterminated, without a fix if the name is unclear: %s",
    (marked) => {
      expectDiagnostic(marked, "unterminated-field");
    },
  );

  it("must not have an empty name", () => {
    expectDiagnostic("1 + «{}»", "empty-field-name");
  });

  it("in brackets get braces", () => {
    expectDiagnostic("«[Price]» > 5", "foreign-syntax", { fixed: "{Price} > 5" });
    expect(repairedShape("[Unit price] > 5")).toBe("({Unit price} > 5)");
  });

  it("in backticks are foreign syntax without a fix", () => {
    expectDiagnostic("«`abc`» = 1", "foreign-syntax");
  });

  it("in the braces of a template get single ones", () => {
    expectDiagnostic("«{{Name}}» = 1", "foreign-syntax", { fixed: "{Name} = 1" });
    expectDiagnostic("«{{ a b }}» = 1", "foreign-syntax", { fixed: "{a b} = 1" });
    expectDiagnostics("«{{7*7}}»«\u0024{7*7}»«<%= 7*7 %>»«#{7*7}»", [
      "foreign-syntax",
      "foreign-syntax",
      "foreign-syntax",
      "foreign-syntax",
    ]);
  });
});

describe("numbers", () => {
  test.each([
    ["«5.» + 1", "5 + 1"],
    ["«0x10»", "16"],
    ["«0b101»", "5"],
    ["«0o17»", "15"],
    ["«1_000»", "1000"],
    ["«1_000.5»", "1000.5"],
    ["«1n»", "1"],
  ])("are reported if they are malformed: %s", (marked, fixed) => {
    expectDiagnostic(marked, "malformed-number", { fixed });
  });

  test.each([
    "«1e»",
    "«1e» + 5",
    "«1.2.3»",
    "«1..2»",
    "«.5.»",
    "«0xFFFFFFFFFFFFFFFFF»",
    "«1.5n»",
    "«5.length»",
  ])("malformed, without a fix if the meaning is unclear: %s", (marked) => {
    expectDiagnostic(marked, "malformed-number");
  });

  it("that start a name", () => {
    expectDiagnostic("«2nd_price» > 3", "malformed-number", {
      help: "a field whose name starts with a digit needs braces: `{2nd_price}`",
    });
    expectDiagnostic("{price} > «5kg»", "malformed-number", {
      help: "numbers are written without a unit",
    });
  });

  it("must be in the range of float64", () => {
    expectDiagnostic("1 + «1e999»", "number-out-of-range");
    expectDiagnostic(`«${"9".repeat(400)}»`, "number-out-of-range");
    expect(repairedShape("1 + 1e999")).toBe("(1 + ?)");
  });
});

test("an unterminated comment is closed by its fix", () => {
  expectDiagnostic("a «/*» x", "unterminated-comment", { fixed: "a /* x*/" });
  expectDiagnostic("f(a «/*» x)", "unterminated-comment", {
    fixed: "f(a /* x)*/",
    stillWrong: true,
  });
  expectDiagnostic("«/*» x", "unterminated-comment", { fixed: "/* x*/", stillWrong: true });
});

test.each(["«»", "« »", "« \t\r\n »", "«// nothing»", "«/* nothing */»"])(
  "an empty formula is an error: %j",
  (marked) => {
    expectDiagnostic(marked, "empty-formula");
  },
);
