import { describe, expect, it, test } from "vitest";
import { type FormatOptions, format } from "../../../src/language/syntax/index.ts";

function formatted(source: string, options: FormatOptions = {}): string {
  const once = format(source, options);
  if (!once.ok) throw new Error(once.diagnostics[0]?.message);
  expect(format(once.text, options)).toMatchObject({ text: once.text });
  return once.text;
}

const lines = (...all: string[]) => all.join("\n");

it("keeps on one line what fits", () => {
  expect(formatted("AND( {a}=1,b )")).toBe("AND({a} = 1, b)");
  expect(formatted("'a'&'b'", { width: 9 })).toBe('"a" & "b"');
});

it("returns the diagnostics of a broken formula", () => {
  expect(format("1 +")).toMatchObject({ ok: false, diagnostics: [{ code: "missing-operand" }] });
});

describe("long formulas", () => {
  test.each([
    [
      "a call takes a line for each argument",
      'AND({country} = "Italy", {price} < 50000, FIND("AD15", {optionCodes}))',
      lines(
        "AND(",
        '  {country} = "Italy",',
        "  {price} < 50000,",
        '  FIND("AD15", {optionCodes})',
        ")",
      ),
    ],
    [
      "calls in calls",
      "IF(AND({first condition}, {second condition}, {third condition}), 1, 2)",
      lines(
        "IF(",
        "  AND(",
        "    {first condition},",
        "    {second condition},",
        "    {third condition}",
        "  ),",
        "  1,",
        "  2",
        ")",
      ),
    ],
    [
      "a chain takes a line for each operand",
      "{first name} & {middle name} & {last name} & {title}",
      lines("{first name}", "  & {middle name}", "  & {last name}", "  & {title}"),
    ],
    [
      "chains of several levels",
      "{first number} * {second number} + {third number} * {fourth number}",
      lines("{first number} * {second number}", "  + {third number} * {fourth number}"),
    ],
    [
      "a group",
      "({first number} + {second number} + {third}) * 2",
      lines("(", "  {first number}", "    + {second number}", "    + {third}", ")", "  * 2"),
    ],
    [
      "a group that fits",
      "{first number} * ({second number} + {third}) * 2",
      lines("{first number}", "  * ({second number} + {third})", "  * 2"),
    ],
    [
      "a sign before a group",
      "-({first number} + {second number} + {x})",
      lines("-(", "  {first number} + {second number} + {x}", ")"),
    ],
    [
      "a sign before a call",
      "-MAX({first number}, {second number}, {third})",
      lines("-MAX(", "  {first number},", "  {second number},", "  {third}", ")"),
    ],
    [
      "a long call before an operator",
      "MAX({first number}, {second number}, {third}) > 5",
      lines("MAX(", "  {first number},", "  {second number},", "  {third}", ") > 5"),
    ],
    [
      "a long call behind an operator",
      "5 < MAX({first number}, {second number}, {third})",
      lines("5 < MAX(", "  {first number},", "  {second number},", "  {third}", ")"),
    ],
    [
      "a long call behind a long operand",
      "{first number with a rather long name} < MAX({first number}, {second number}, {third})",
      lines(
        "{first number with a rather long name}",
        "  < MAX(",
        "    {first number},",
        "    {second number},",
        "    {third}",
        "  )",
      ),
    ],
    [
      "a long call behind a group",
      "(1 + 2) * MAX({first number}, {second number}, {third})",
      lines("(1 + 2) * MAX(", "  {first number},", "  {second number},", "  {third}", ")"),
    ],
    ["a text that cannot be broken", `"${"x".repeat(50)}"`, `"${"x".repeat(50)}"`],
  ])("%s", (_, source, expected) => {
    expect(formatted(source, { width: 40 })).toBe(expected);
  });

  it("are indented by any number of spaces", () => {
    expect(formatted("f(aaa, bbb)", { width: 8, indent: 4 })).toBe(
      lines("f(", "    aaa,", "    bbb", ")"),
    );
  });
});

describe("comments", () => {
  test.each([
    ["at the end", "a = 1 // c", "a = 1 // c"],
    ["before", "// c\na=1", lines("// c", "a = 1")],
    ["before, on the same line", "/* c */ a=1", lines("/* c */", "a = 1")],
    ["below", "a=1\n// c\n/* d */", lines("a = 1", "// c", "/* d */")],
    ["in the middle", "a /* c */ = /* d */ 1", lines("/* c */", "/* d */", "a = 1")],
    ["after arguments", "f(a, // c\n b // d\n)", lines("f(", "  a, // c", "  b // d", ")")],
    ["before the comma", "f(a // c\n, b)", lines("f(", "  a, // c", "  b", ")")],
    [
      "before arguments",
      "f( // c\na, /* d */ b)",
      lines("f(", "  // c", "  a,", "  /* d */", "  b", ")"),
    ],
    ["below arguments", "f(a\n// c\n)", lines("f(", "  a", "  // c", ")")],
    ["in an empty call", "f(/* c */)", lines("f(", "  /* c */", ")")],
    ["before the parenthesis", "f /* c */ (a)", lines("f(", "  /* c */", "  a", ")")],
    [
      "in an inner call",
      "f(g(a /* c */), b)",
      lines("f(", "  g(", "    a /* c */", "  ),", "  b", ")"),
    ],
    ["in a call before an operator", "f(a // c\n) > 1", lines("f(", "  a // c", ") > 1")],
    ["in a call behind an operator", "1 < f(a // c\n)", lines("1 < f(", "  a // c", ")")],
    [
      "in calls on both sides",
      "f(a // c\n) > g(b // d\n)",
      lines("f(", "  a // c", ")", "  > g(", "    b // d", "  )"),
    ],
    [
      "in a group",
      "(1 + f(a // c\n)) * 2",
      lines("(", "  1 + f(", "    a // c", "  )", ")", "  * 2"),
    ],
    ["several at one end", "f(a, /* c */ // d\n b)", lines("f(", "  a, /* c */ // d", "  b", ")")],
    ["over lines", "f(a, /* c\nd */\n b)", lines("f(", "  a, /* c", "d */", "  b", ")")],
    [
      "over lines, before",
      "f(a,\n /* c\nd */ b)",
      lines("f(", "  a,", "  /* c", "d */", "  b", ")"),
    ],
    ["in parentheses that go", "(a // c\n) // d", lines("a // c", "// d")],
    ["with spaces behind", "a // c  ", "a // c"],
  ])("%s", (_, source, expected) => expect(formatted(source)).toBe(expected));
});
