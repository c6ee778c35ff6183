import { misuse, requireKind } from "../../../util/misuse.ts";
import type { Expression } from "./ast.ts";

/** The direct subexpressions, in source order. */
export function children(expression: Expression): readonly Expression[] {
  return childrenIn(expression, "children");
}

/** @throws `TypeError` unless the value looks like an expression. */
export function requireExpression(value: unknown, call: string): void {
  childrenIn(value as Expression | undefined, call);
}

/** Callers without types may pass anything. */
function childrenIn(expression: Expression | undefined, call: string): readonly Expression[] {
  switch (expression?.kind) {
    case "text":
    case "number":
    case "field":
    case "parameter":
      return [];
    case "call":
      return expression.arguments;
    case "unary":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    default: {
      const advice = "take `ast.root` of `parse`";
      throw misuse(`\`${call}\`: the expression`, "a part of a tree", expression, advice);
    }
  }
}

/** Visits the expression and all its subexpressions in pre-order. */
export function walk(expression: Expression, visit: (expression: Expression) => void): void {
  requireExpression(expression, "walk");
  requireKind(visit, "function", "`walk`: the second argument");
  // An explicit stack instead of recursion: a long chain of operators is a deep tree.
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    visit(next);
    const inside = childrenIn(next, "walk");
    for (let index = inside.length - 1; index >= 0; index--) {
      const child = inside[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}
