import type { Expression } from "./ast.ts";
import { children, requireExpression } from "./walk.ts";

/** Whether both trees are equal, apart from spans and ids. */
export function equalExpressions(first: Expression, second: Expression): boolean {
  // An explicit stack instead of recursion: a long chain of operators is a deep tree.
  const pairs: (readonly [Expression, Expression])[] = [[first, second]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair;
    requireExpression(one, "equalExpressions");
    requireExpression(other, "equalExpressions");
    if (!equalHeads(one, other)) return false;
    const others = children(other);
    for (const [index, child] of children(one).entries()) {
      const beside = others[index];
      /* v8 ignore next -- equal heads have the same number of children */
      if (beside !== undefined) pairs.push([child, beside]);
    }
  }
  return true;
}

/** Compares two nodes without their children, including the number of arguments. */
function equalHeads(one: Expression, other: Expression): boolean {
  switch (one.kind) {
    case "text":
      return other.kind === "text" && one.value === other.value;
    case "number":
      return other.kind === "number" && Object.is(one.value, other.value);
    case "field":
      return other.kind === "field" && one.name === other.name && one.braced === other.braced;
    case "parameter":
      return other.kind === "parameter" && one.name === other.name;
    case "call":
      return (
        other.kind === "call" &&
        one.name === other.name &&
        one.arguments.length === other.arguments.length
      );
    case "unary":
      return other.kind === "unary" && one.operator === other.operator;
    case "binary":
      return other.kind === "binary" && one.operator === other.operator;
  }
}
