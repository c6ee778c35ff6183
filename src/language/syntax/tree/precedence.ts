import type { BinaryExpression, BinaryOperator, Expression } from "./ast.ts";

/** The precedence of each binary operator. Every other expression binds tighter. */
const BINDING: Readonly<Record<BinaryOperator, number>> = {
  "=": 1,
  "!=": 1,
  "<": 1,
  "<=": 1,
  ">": 1,
  ">=": 1,
  "&": 2,
  "+": 3,
  "-": 3,
  "*": 4,
  "/": 4,
};
const UNARY_BINDING = 5;

export function isBinaryOperator(text: string): text is BinaryOperator {
  return text in BINDING;
}

function bindingOf(expression: Expression): number {
  return expression.kind === "binary" ? BINDING[expression.operator] : UNARY_BINDING;
}

/** Whether the operand of a sign needs parentheses. */
export function needsParenthesesUnderSign(operand: Expression): boolean {
  return bindingOf(operand) < UNARY_BINDING;
}

/** Whether the operand needs parentheses on that side. Operators of one level are left-associative. */
export function needsParentheses(
  parent: BinaryExpression,
  side: "left" | "right",
  operand: Expression,
): boolean {
  const [outer, inner] = [bindingOf(parent), bindingOf(operand)];
  return side === "left" ? inner < outer : inner <= outer;
}

/** Whether the left operand continues a chain of operators of one level, as in `a + b - c`. */
export function continuesChain(
  parent: BinaryExpression,
  left: Expression,
): left is BinaryExpression {
  return left.kind === "binary" && bindingOf(left) === bindingOf(parent);
}
