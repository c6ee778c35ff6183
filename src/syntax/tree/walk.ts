import { assertNever } from "../../util/assert-never.ts";
import type { Expression } from "./ast.ts";

/** The expressions directly inside, in the order they are written. */
export function children(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "text":
    case "number":
    case "field":
      return [];
    case "call":
      return expression.arguments;
    case "unary":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    default:
      return assertNever(expression);
  }
}

/** Visits the expression and all inside it, each before its own children, in the order they are written. */
export function walk(expression: Expression, visit: (expression: Expression) => void): void {
  // A stack of its own: a long chain of operators is a deep tree.
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    visit(next);
    waiting.push(...children(next).toReversed());
  }
}
