import { describe, expect, it, test } from "vitest";
import { format, parse, parseTolerant, print } from "../../../src/language/syntax/index.ts";
import { rootOf } from "./shape.ts";

const codes = (source: string, limits = {}) =>
  parse(source, { limits }).diagnostics.map(({ code }) => code);
const nested = (open: string, depth: number, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

describe("length", () => {
  it("is counted in UTF-16 units", () => {
    expect(codes(`"${"a".repeat(15_998)}"`)).toEqual([]);
    expect(codes(`"${"a".repeat(15_999)}"`)).toEqual(["formula-too-long"]);
    expect(codes(`"${"😀".repeat(7_999)}"`)).toEqual([]);
    expect(codes(`"${"😀".repeat(8_000)}"`)).toEqual(["formula-too-long"]);
  });

  it("is reported without the text", () => {
    const [found] = parse("9".repeat(1_000_000)).diagnostics;
    expect(found?.message).toBe(
      "the formula has 1000000 characters, and at most 16000 are allowed",
    );
    expect(found?.span).toEqual({ start: 16_000, end: 1_000_000 });
  });

  it("a text beyond the limit is not repaired", () => {
    expect(parseTolerant("a".repeat(16_001)).ast).toBeUndefined();
  });
});

describe("depth", () => {
  test.each([
    ["parentheses", "(", ")"],
    ["calls", "NOT(", ")"],
    ["signs", "-", ""],
    ["signs with spaces", "+ - ", "", 32],
    ["signs before parentheses", "-(", ")", 32],
    ["calls behind signs", "-f(", ")", 32],
    ["later arguments", "f(a, ", ")"],
    ["right operands", "1 + (", ")"],
  ])("%s", (_, open, close, most = 64) => {
    expect(codes(nested(open, most, close))).toEqual([]);
    expect(codes(nested(open, most + 1, close))).toEqual(["too-deep"]);
  });

  it("is counted from the enclosing node", () => {
    const deep = nested("-(", 32, ")");
    expect(codes(`${deep} + ${deep} - f(${nested("-", 63, "")}, ${nested("-", 63, "")})`)).toEqual(
      [],
    );
    expect(codes(`f(${nested("-", 64, "")})`)).toEqual(["too-deep"]);
    expect(codes(`-f(a) - ${nested("-", 64, "")}`)).toEqual([]);
  });

  it.each([
    ["(", 10_000],
    ["NOT(", 3_900],
    ["-", 15_000],
    ["f(-(", 3_900],
  ])("never overflows the stack: %s", (open, depth) => {
    expect(codes(open.repeat(depth))).toEqual(["too-deep"]);
    expect(parseTolerant(open.repeat(depth)).ast).toBeUndefined();
  });

  it("limits repairs, too", () => {
    const { ast, diagnostics } = parseTolerant(`${"! ".repeat(65)}a`);
    expect(ast).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["foreign-operator"]);
  });
});

describe("nodes", () => {
  const chain = (operands: number) => Array(operands).fill("1").join("+");

  it("are values, fields, operators and calls", () => {
    expect(codes(chain(1000))).toEqual([]);
    expect(codes(`-${chain(1000)}`)).toEqual([]);
    expect(codes(chain(1001))).toEqual(["too-many-nodes"]);
    expect(codes("f(a, -1)", { nodes: 4 })).toEqual([]);
    expect(codes("f(a, -1)", { nodes: 3 })).toEqual(["too-many-nodes"]);
  });

  it("are counted as in the tree", () => {
    const parsed = parse("-f(a, {b}, (1 + 2)) & 'c'");
    expect(parsed.ok && parsed.ast.nodeCount).toBe(9);
  });

  it("can be walked, printed and formatted in the longest chain", () => {
    const source = Array(1000).fill("1").join(" & ");
    expect(print(rootOf(source))).toBe(source);
    expect(format(source)).toMatchObject({ text: source.replaceAll(" & ", "\n  & ") });
  });
});

describe("arguments", () => {
  const call = (count: number) => `f(${Array(count).fill("1").join(",")})`;

  it("are counted for each call", () => {
    expect(codes(call(100))).toEqual([]);
    expect(codes(`f(${call(100)}, ${call(100)})`)).toEqual([]);
    expect(codes(call(101))).toEqual(["too-many-arguments"]);
    expect(codes(`g(${call(101)}, ${call(102)})`)).toEqual([
      "too-many-arguments",
      "too-many-arguments",
    ]);
  });

  it("are reported with the name of the function", () => {
    const [found] = parse(call(101)).diagnostics;
    expect(found?.message).toBe("`f` has 101 arguments, and at most 100 are allowed");
    expect(found?.span).toEqual({ start: 0, end: 1 });
  });

  it("may be reported beside too many nodes", () => {
    expect(codes("f(1, 2, 3)", { nodes: 3, arguments: 2 })).toEqual([
      "too-many-nodes",
      "too-many-arguments",
    ]);
  });
});

describe("diagnostics", () => {
  it("are at most a hundred", () => {
    const wrong = (count: number) => Array(count).fill("(1 2)").join("+");
    expect(codes(wrong(99))).toHaveLength(99);
    expect(codes(wrong(100))).toHaveLength(100);
    expect(codes(wrong(101))).toHaveLength(100);
    expect(codes(wrong(9), { diagnostics: 3 })).toHaveLength(3);
    expect(codes("f(1, 2, 3) + f(1, 2, 3)", { arguments: 2, diagnostics: 1 })).toHaveLength(1);
  });
});
