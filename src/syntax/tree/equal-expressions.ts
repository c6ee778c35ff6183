import { assertNever } from "../../util/assert-never.ts";
import type { Expression } from "./ast.ts";
import { children } from "./walk.ts";

/** Whether both are the same tree, apart from where they stand. */
export function equalExpressions(first: Expression, second: Expression): boolean {
  // Two stacks rather than recursion: a long chain of operators is a deep tree.
  const [firsts, seconds] = [[first], [second]];
  for (let one = firsts.pop(); one !== undefined; one = firsts.pop()) {
    const other = seconds.pop();
    if (other === undefined || !equalHeads(one, other)) return false;
    firsts.push(...children(one));
    seconds.push(...children(other));
  }
  return true;
}

/** Without what is inside, but with how much of it there is. */
function equalHeads(one: Expression, other: Expression): boolean {
  switch (one.kind) {
    case "text":
      return other.kind === "text" && one.value === other.value;
    case "number":
      return other.kind === "number" && Object.is(one.value, other.value);
    case "field":
      return other.kind === "field" && one.name === other.name && one.braced === other.braced;
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
    default:
      return assertNever(one);
  }
}
