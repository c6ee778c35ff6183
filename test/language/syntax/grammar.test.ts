import { describe, expect, it, test } from "vitest";
import { rootOf, shape } from "./shape.ts";

describe("operators", () => {
  test.each([
    ["1 + 2 * 3", "(1 + (2 * 3))"],
    ["1 * 2 + 3", "((1 * 2) + 3)"],
    ["1 - 2 - 3", "((1 - 2) - 3)"],
    ["8 / 4 / 2", "((8 / 4) / 2)"],
    ["a & b + c", "(a & (b + c))"],
    ["a & b & c", "((a & b) & c)"],
    ["a = b & c", "(a = (b & c))"],
    ["1 < 2 < 3", "((1 < 2) < 3)"],
    ["1 = 1 = 1", "((1 = 1) = 1)"],
    ["a <> b != c", "((a != b) != c)"],
    ["a < b <= c > d >= e", "((((a < b) <= c) > d) >= e)"],
    ["(1 + 2) * 3", "((1 + 2) * 3)"],
    ["1 - (2 - 3)", "(1 - (2 - 3))"],
    ["((a))", "a"],
    ["-a * b", "((-a) * b)"],
    ["-(a * b)", "(-(a * b))"],
    ["a--b", "(a - (-b))"],
    ["- - +a", "(-(-(+a)))"],
    ["1!=-2", "(1 != (-2))"],
    ["a - -1", "(a - (-1))"],
    ["2 * -3", "(2 * (-3))"],
    ["1 -- x\n=1", "((1 - (-x)) = 1)"],
  ])("%s", (source, expected) => expect(shape(source)).toBe(expected));
});

describe("calls", () => {
  test.each([
    ["NOW()", "NOW()"],
    ["NOW", "NOW"],
    ["f(1)", "f(1)"],
    ["AND ( a , b )", "AND(a, b)"],
    ["if(a, b = c, -d)", "if(a, (b = c), (-d))"],
    ["f(g(h()))", "f(g(h()))"],
    ["АND(x)", "АND(x)"],
    ["ＡＮＤ(x)", "ＡＮＤ(x)"],
    ["fınd(a)", "fınd(a)"],
  ])("%s", (source, expected) => expect(shape(source)).toBe(expected));
});

describe("the tree", () => {
  it("numbers its nodes depth first", () => {
    const root = rootOf("f(a, -1) = 2");
    expect(root).toMatchObject({
      id: 5,
      left: { id: 3, arguments: [{ id: 0 }, { id: 2, operand: { id: 1 } }] },
      right: { id: 4 },
    });
  });

  it("has spans without a node's own parentheses, and with those of its operands", () => {
    const source = " (a + b) * ( -c ) = f ( 1 ) ";
    const at = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
    const root = rootOf(source);
    if (root.kind !== "binary") throw new Error(root.kind);
    const { left, right } = root;
    if (left.kind !== "binary" || right.kind !== "call") throw new Error(left.kind);
    expect([at(root.span), at(root.operatorSpan)]).toEqual(["(a + b) * ( -c ) = f ( 1 )", "="]);
    expect([at(left.span), at(left.left.span), at(left.right.span)]).toEqual([
      "(a + b) * ( -c )",
      "a + b",
      "-c",
    ]);
    expect([at(right.span), at(right.nameSpan)]).toEqual(["f ( 1 )", "f"]);
  });

  it("is deeply frozen", () => {
    const seen: object[] = [rootOf('f({a}, "b", -1 + c, D)')];
    for (const value of seen) {
      expect(Object.isFrozen(value)).toBe(true);
      for (const inside of Object.values(value)) {
        if (typeof inside === "object" && inside !== null) seen.push(inside);
      }
    }
    expect(seen.length).toBeGreaterThan(12);
  });
});
