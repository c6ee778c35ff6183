import { checkAst } from "../../check/index.ts";
import type { Expression } from "../../syntax/index.ts";
import type { Knowledge } from "../knowledge.ts";
import type { ExpressionType } from "../types.ts";
import { type MarkedPlace, markPlace } from "./marked-place.ts";

/** What stands before an operator that may come next. */
export interface LeftOperand {
  /** The type of the operand that `*` would take. */
  readonly type: ExpressionType;
  /** The type of what `+` and `-` would take; that of `&` is text in the end. */
  readonly sum: ExpressionType;
  /** Whether it is a part of a comparison already. */
  readonly isCompared: boolean;
}

const COMPARISONS: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">="]);

/** Finds what `*` would multiply at the offset, and what is around that. */
export function leftOperand(text: string, offset: number, knowledge: Knowledge): LeftOperand {
  const place = markPlace(text, { start: offset, end: offset }, knowledge, " * ");
  const product = place?.path[1];
  if (place === undefined || product?.kind !== "binary") {
    return { type: "unknown", sum: "unknown", isCompared: false };
  }
  const type = typeOf(place, product.left, knowledge);
  let sum = type;
  let inner: Expression = product;
  let isCompared = false;
  for (const around of place.path.slice(2)) {
    if (around.kind !== "binary" || around.right !== inner) break;
    inner = around;
    if (COMPARISONS.has(around.operator)) isCompared = true;
    else if (around.operator === "+" || around.operator === "-") {
      sum =
        typeOf(place, around.left, knowledge) === "date" && type === "number" ? "date" : "number";
    }
  }
  return { type, sum, isCompared };
}

function typeOf(
  { source }: MarkedPlace,
  root: Expression,
  { schema, registry, parameters }: Knowledge,
): ExpressionType {
  const ast = { source, root, nodeCount: 0 };
  return checkAst(ast, schema, registry, new Set(), parameters).root.type;
}
