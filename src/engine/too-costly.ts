import { operandsFirst } from "../language/core/fold.ts";
import type { CoreNode } from "../language/core/node.ts";
import { workOf } from "../language/core/work.ts";
import type { Lowered } from "../language/lower/index.ts";
import type { Diagnostic } from "../language/source/diagnostic.ts";
import { diagnostic } from "../language/source/report.ts";
import { type Ast, type Expression, walk } from "../language/syntax/index.ts";
import { quote } from "../util/quote.ts";

const NANOSECONDS_A_MILLISECOND = 1e6;

/** The diagnostic of a formula whose evaluation for one record may take more work than `most`. */
export function tooCostly(ast: Ast, lowered: Lowered, most: number): Diagnostic | undefined {
  const { total, costliest } = workOf([lowered.root, lowered.condition]);
  if (total <= most || costliest === undefined) return undefined;
  const part = partOf(ast, lowered, costliest);
  const text = ast.source.slice(part.span.start, part.span.end);
  return diagnostic(
    "too-costly",
    part.span,
    `the formula may take ${milliseconds(total)} for each record, mostly in ${quote(text)}; ` +
      `${milliseconds(most)} are allowed`,
    {
      help: "make the texts shorter, or the pattern: counts such as in `REPT` and `{0,300}` multiply the work",
    },
  );
}

/** The smallest expression whose value needs a node of the core. */
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

function milliseconds(work: number): string {
  const amount = work / NANOSECONDS_A_MILLISECOND;
  return `${amount < 10 ? Number(amount.toPrecision(2)) : Math.round(amount)} ms`;
}
