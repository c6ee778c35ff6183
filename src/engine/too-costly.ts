import { operandsFirst } from "../language/core/fold.ts";
import type { CoreNode } from "../language/core/node.ts";
import { workOf } from "../language/core/work.ts";
import type { Lowered } from "../language/lower/index.ts";
import { excerpt, type Finding } from "../language/source/finding.ts";
import { type Ast, type Expression, walk } from "../language/syntax/index.ts";

/** The finding for a formula whose evaluation for one record may take more work than `most`. */
export function tooCostly(ast: Ast, lowered: Lowered, most: number): Finding | undefined {
  const { total, costliest } = workOf([lowered.root, lowered.condition]);
  if (total <= most || costliest === undefined) return undefined;
  const { span } = partOf(ast, lowered, costliest);
  const part = excerpt(ast.source.slice(span.start, span.end));
  return { code: "too-costly", span, data: { work: total, most, part } };
}

/** The smallest expression that needs a node of the core. */
function partOf({ root }: Ast, lowered: Lowered, node: CoreNode): Expression {
  const needing = new Set([node]);
  for (const other of operandsFirst(lowered.root)) {
    if (other.operands.some((operand) => needing.has(operand))) needing.add(other);
  }
  let part = root;
  walk(root, (expression) => {
    const core = lowered.byNode[expression.id];
    const isSmaller =
      expression.span.end - expression.span.start <= part.span.end - part.span.start;
    if (core !== undefined && needing.has(core) && isSmaller) part = expression;
  });
  return part;
}
