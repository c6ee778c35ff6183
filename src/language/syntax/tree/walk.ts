import { misuse, requireKind } from "../../../util/misuse.ts";
import type { Expression } from "./ast.ts";

const EXPRESSIONS = new Set<unknown>([
  "text",
  "number",
  "field",
  "parameter",
  "call",
  "unary",
  "binary",
]);

/** @throws `TypeError` unless the value looks like an expression. */
export function requireExpression(value: unknown, call: string): void {
  const isExpression =
    typeof value === "object" && value !== null && "kind" in value && EXPRESSIONS.has(value.kind);
  if (!isExpression) {
    throw misuse(
      `\`${call}\`: the expression`,
      "a part of a tree",
      value,
      "take `ast.root` of `parse`",
    );
  }
}

/** The direct subexpressions, in source order. */
export function children(expression: Expression): readonly Expression[] {
  requireExpression(expression, "children");
  switch (expression.kind) {
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
    const inside = children(next);
    for (let index = inside.length - 1; index >= 0; index--) {
      const child = inside[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}
