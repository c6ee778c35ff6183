import { describe, expect, it } from "vitest";
import { parseTolerant, walk } from "../../../src/language/syntax/index.ts";
import { repairedShape, shapeOf } from "./shape.ts";

/** The nodes that should get no diagnostics. */
function guessedIn(source: string): readonly string[] {
  const { ast, guessed } = parseTolerant(source);
  const shapes: string[] = [];
  if (ast !== undefined) {
    walk(ast.root, (node) => {
      if (guessed.has(node.id)) shapes.push(shapeOf(node));
    });
  }
  return shapes;
}

it("returns the tree of a correct formula, without guesses", () => {
  const { ast, diagnostics, guessed } = parseTolerant("f(a, 1)");
  expect([ast && shapeOf(ast.root), diagnostics, guessed.size]).toEqual(["f(a, 1)", [], 0]);
});

it("returns no tree for an empty formula", () => {
  expect(parseTolerant(" ")).toMatchObject({ ast: undefined, guessed: new Set() });
});

describe("the guessed nodes", () => {
  it("are those that stand for something missing", () => {
    expect(guessedIn("1 + * 2")).toEqual(["?"]);
    expect(guessedIn("{a} {b}")).toEqual(["?({a}, {b})"]);
    expect(guessedIn("1e999")).toEqual(["?"]);
  });

  it("are calls whose arguments may be incomplete", () => {
    expect(guessedIn('FIND("a" {b})')).toEqual(['FIND(?("a", {b}))', '?("a", {b})']);
    expect(guessedIn("f(g(a,), b)")).toEqual(["g(a)"]);
    expect(guessedIn("f(g(,a), b)")).toEqual(["g(?, a)", "?"]);
    expect(guessedIn("f(a, g(b")).toEqual(["f(a, g(b))", "g(b)"]);
    expect(guessedIn('f(a, "b)')).toEqual(["f(a, ?)", "?"]);
  });

  it("are none for certain repairs", () => {
    expect(guessedIn("IF(a == “b”, c && !d, {e} IS NULL)")).toEqual([]);
    expect(repairedShape("IF(a == “b”, c && !d, {e} IS NULL)")).toBe(
      'IF((a = "b"), AND(c, NOT(d)), ({e} = BLANK()))',
    );
  });
});
