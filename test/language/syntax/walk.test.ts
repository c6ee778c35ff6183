import { describe, expect, it, test } from "vitest";
import {
  children,
  type Expression,
  equalExpressions,
  print,
  walk,
} from "../../../src/language/syntax/index.ts";
import { rootOf, shapeOf } from "./shape.ts";

it("walks in the order of the text, each node before what is inside it", () => {
  const shapes: string[] = [];
  walk(rootOf("f(-a, {b}) & 'c'"), (node) => shapes.push(shapeOf(node)));
  expect(shapes).toEqual(['(f((-a), {b}) & "c")', "f((-a), {b})", "(-a)", "a", "{b}", '"c"']);
});

it("knows the children of every kind", () => {
  const inside = (source: string) => children(rootOf(source)).map(shapeOf);
  expect(["1", "'a'", "a", "f(1, a)", "-a", "a = 1"].map(inside)).toEqual([
    [],
    [],
    [],
    ["1", "a"],
    ["a"],
    ["a", "1"],
  ]);
});

describe("equal trees", () => {
  test.each([
    ["a + f(1, -b)", "a+f( 1,-b )", true],
    ["(a)", "a", true],
    ["a <> b", "a != b", true],
    ["'a'", '"a"', true],
    ["1.0", "1", true],
    ["'a'", "'b'", false],
    ["'1'", "1", false],
    ["1", "2", false],
    ["1", "a", false],
    ["a", "b", false],
    ["a", "{a}", false],
    ["a", "'a'", false],
    ["f(a)", "g(a)", false],
    ["f(a)", "F(a)", false],
    ["f(a)", "f(a, a)", false],
    ["f(a)", "f(b)", false],
    ["f(a)", "-a", false],
    ["-a", "+a", false],
    ["-a", "-b", false],
    ["-a", "a + a", false],
    ["a + b", "a - b", false],
    ["a + b", "b + a", false],
    ["a + b", "-a", false],
  ])("%s and %s: %s", (first, second, expected) => {
    expect(equalExpressions(rootOf(first), rootOf(second))).toBe(expected);
  });
});

it("refuses a node of an unknown kind", () => {
  const other = JSON.parse('{"kind":"other","id":0}');
  for (const use of [children, print, (node: Expression) => equalExpressions(node, node)]) {
    expect(() => use(other)).toThrow("the expression must be a part of a tree");
  }
});
