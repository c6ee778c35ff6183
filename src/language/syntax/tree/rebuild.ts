import type { Expression } from "./ast.ts";
import { children, walk } from "./walk.ts";

/**
 * Rebuilds a tree bottom-up: `make` gets each expression with its rebuilt parts. This is a loop, because a long chain
 * of operators is a deep tree.
 */
export function rebuild(
  root: Expression,
  make: (expression: Expression, parts: readonly Expression[]) => Expression,
): Expression {
  const expressions: Expression[] = [];
  walk(root, (expression) => expressions.push(expression));
  const made = new Map<Expression, Expression>();
  /* v8 ignore next -- the parts of an expression are rebuilt before it */
  const madeOf = (expression: Expression): Expression => made.get(expression) ?? expression;
  for (const expression of expressions.reverse()) {
    made.set(expression, make(expression, children(expression).map(madeOf)));
  }
  return madeOf(root);
}

/** The expression with its parts replaced by the same number of others. */
export function withParts(expression: Expression, parts: readonly Expression[]): Expression {
  const [first, second] = parts;
  switch (expression.kind) {
    case "call":
      return { ...expression, arguments: parts };
    case "unary":
      /* v8 ignore next -- the number of parts is the same */
      return first === undefined ? expression : { ...expression, operand: first };
    case "binary":
      /* v8 ignore next -- the number of parts is the same */
      return first === undefined || second === undefined
        ? expression
        : { ...expression, left: first, right: second };
    default:
      return expression;
  }
}
