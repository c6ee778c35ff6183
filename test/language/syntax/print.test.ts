import { describe, expect, it, test } from "vitest";
import { type Expression, parse, print } from "../../../src/language/syntax/index.ts";
import { rootOf } from "./shape.ts";

describe("the canonical spelling", () => {
  test.each([
    ["AND( a ,b )", "AND(a, b)"],
    ["and(a)", "and(a)"],
    ["a<>b", "a != b"],
    ["((a+b))*c", "(a + b) * c"],
    ["(a*b)+c", "a * b + c"],
    ["a+(b+c)", "a + (b + c)"],
    ["(a+b)+c", "a + b + c"],
    ["a-(b-c)", "a - (b - c)"],
    ["(a=b)=c", "a = b = c"],
    ["a=(b=c)", "a = (b = c)"],
    ["(a=b)&c", "(a = b) & c"],
    ["-(a+b)", "-(a + b)"],
    ["-(-a)", "--a"],
    ["-(f(a))", "-f(a)"],
    ["(-a)*b", "-a * b"],
    ["a-(-b)", "a - -b"],
    ["1.50e0", "1.5"],
    ["1e21", "1e21"],
    ["0.0000001", "1e-7"],
    ["5e-324", "5e-324"],
    ["'a'", '"a"'],
    [`'say "a"'`, `'say "a"'`],
    [`"it's \\"a\\""`, `"it's \\"a\\""`],
    [`'it\\'s'`, `"it's"`],
    [String.raw`'^a\.b\d+\\n\\'`, String.raw`"^a\.b\d+\\n\\"`],
    ['"a\nb\tc\rd"', String.raw`"a\nb\tc\rd"`],
    ['"\\\n"', String.raw`"\\\n"`],
    ["{a}", "{a}"],
    ["a", "a"],
    ["( $user )=a", "$user = a"],
    ["{a\\}b}", "{a\\}b}"],
    [String.raw`{a\b\\}`, String.raw`{a\b\\}`],
    ["a // comment", "a"],
  ])("%s", (source, expected) => expect(print(rootOf(source))).toBe(expected));
});

it("prints a whole formula", () => {
  const parsed = parse("a+b");
  expect(parsed.ok && print(parsed.ast)).toBe("a + b");
});

it("puts a name in braces that needs them", () => {
  const field = (name: string): Expression => ({
    kind: "field",
    id: 0,
    span: { start: 0, end: 0 },
    name,
    braced: false,
  });
  expect(
    ["a b", "2nd", "", "a-b", "été", "e\u0301", "\u0301e", "9"].map((name) => print(field(name))),
  ).toEqual(["{a b}", "{2nd}", "{}", "{a-b}", "été", "e\u0301", "{\u0301e}", "{9}"]);
});
