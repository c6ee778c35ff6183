import { requireKind } from "../../../util/misuse.ts";
import { literalOfText, referenceOfField } from "../lexer/escapes.ts";
import { isName } from "../lexer/name.ts";
import type { Ast, BinaryExpression, Expression, FieldReference } from "../tree/ast.ts";
import { needsParentheses, needsParenthesesUnderSign } from "../tree/precedence.ts";
import { requireExpression } from "../tree/walk.ts";

/**
 * The formula on one line, in its canonical spelling and with minimal parentheses. Parsing the result gives the same
 * tree.
 */
export function print(formula: Ast | Expression): string {
  requireKind(formula, "object", "`print`: the tree", "take `ast` of `parse`");
  const expression = "root" in formula ? formula.root : formula;
  requireExpression(expression, "print");
  switch (expression.kind) {
    case "text":
      return literalOfText(expression.value);
    case "number":
      return String(expression.value).replace("+", "");
    case "field":
      return printField(expression);
    case "parameter":
      return `$${expression.name}`;
    case "call":
      return `${expression.name}(${expression.arguments.map(print).join(", ")})`;
    case "unary": {
      const operand = print(expression.operand);
      const inside = needsParenthesesUnderSign(expression.operand) ? `(${operand})` : operand;
      return expression.operator + inside;
    }
    case "binary":
      return printBinary(expression);
  }
}

function printField({ name, braced }: FieldReference): string {
  return braced || !isName(name) ? referenceOfField(name) : name;
}

function printBinary(expression: BinaryExpression): string {
  // The left side is printed in a loop: recursion into a long chain of operators could overflow the stack.
  const parts: string[] = [];
  let current = expression;
  for (;;) {
    parts.push(printOperand(current, "right", current.right), ` ${current.operator} `);
    const { left } = current;
    if (left.kind !== "binary" || needsParentheses(current, "left", left)) {
      parts.push(printOperand(current, "left", left));
      return parts.reverse().join("");
    }
    current = left;
  }
}

function printOperand(
  parent: BinaryExpression,
  side: "left" | "right",
  operand: Expression,
): string {
  const text = print(operand);
  return needsParentheses(parent, side, operand) ? `(${text})` : text;
}
