import { evaluator, type Scope } from "../core/evaluate.ts";
import type { CoreNode, Operation } from "../core/node.ts";
import type { Span } from "../source/span.ts";
import { type Ast, children, type Expression, walk } from "../syntax/index.ts";
import { ERROR, type Outcome } from "../values/plain.ts";
import { toValue, type Value } from "./value.ts";

/** The value of one part of a formula for a record, with the explanations of its own parts. */
export interface Explanation {
  readonly span: Span;
  /** The part's own text. */
  readonly text: string;
  readonly value: Value;
  /** Whether the part counts as true; `null` if it is an error. */
  readonly holds: boolean | null;
  /** Why the part is an error; left out if it is not an error, or if one of its own parts has the cause. */
  readonly cause?: string;
  readonly parts: readonly Explanation[];
}

const OUT_OF_RANGE = "the number is too large";
const TEXT_TOO_LONG = "the text is longer than 64 KiB";
const DATE_OUT_OF_RANGE = "the date lies outside 1900 to 2298";
const CAUSES: Partial<Readonly<Record<Operation, string>>> = {
  add: OUT_OF_RANGE,
  subtract: OUT_OF_RANGE,
  multiply: OUT_OF_RANGE,
  divide: "division by zero, or a number too large",
  sqrt: "a negative number has no root",
  parseNumber: "the text is no number",
  concat: TEXT_TOO_LONG,
  join: TEXT_TOO_LONG,
  repeat: TEXT_TOO_LONG,
  substitute: TEXT_TOO_LONG,
  addMilliseconds: DATE_OUT_OF_RANGE,
  addMonths: DATE_OUT_OF_RANGE,
  startOf: DATE_OUT_OF_RANGE,
};

/** Explains a formula for one record, part by part. The values come from the reference evaluator. */
export function explainAst(
  ast: Ast,
  byNode: ReadonlyMap<number, CoreNode>,
  scope: Scope,
): Explanation {
  const evaluate = evaluator(scope);

  /** Explanations that have a cause themselves or in their parts. */
  const withCause = new Set<Explanation>();
  const hasCause = (part: Explanation): boolean => withCause.has(part);

  function explain(node: Expression, parts: readonly Explanation[]): Explanation {
    const core = byNode.get(node.id);
    const { span } = node;
    const text = ast.source.slice(span.start, span.end);
    // A literal that is read when the formula is checked, such as a unit, is not in the core. Its value is its text.
    if (core === undefined) {
      return { span, text, value: node.kind === "text" ? node.value : null, holds: null, parts };
    }
    const outcome = evaluate(core);
    const isCause = outcome === ERROR && !parts.some(hasCause);
    return {
      span,
      text,
      value: toValue(core.type, outcome),
      holds: isTrueLike(outcome),
      ...(isCause ? { cause: CAUSES[core.op] ?? "the value cannot be computed" } : {}),
      parts,
    };
  }

  const expressions: Expression[] = [];
  walk(ast.root, (expression) => expressions.push(expression));
  const explanations = new Map<Expression, Explanation>();
  // The walk visits each expression before its parts; in reverse, the parts are explained first.
  for (const expression of expressions.reverse()) {
    const parts = children(expression).flatMap((child) => explanations.get(child) ?? []);
    const explanation = explain(expression, parts);
    explanations.set(expression, explanation);
    if (explanation.cause !== undefined || parts.some(hasCause)) withCause.add(explanation);
  }
  const explanation = explanations.get(ast.root);
  if (explanation === undefined) throw new Error("the formula has no root");
  return explanation;
}

/** Whether the outcome is TRUE, a number other than 0, or a text, date or list that is not blank. */
function isTrueLike(outcome: Outcome): boolean | null {
  if (outcome === ERROR) return null;
  if (typeof outcome === "object") return outcome !== null && outcome.length > 0;
  return outcome !== false && outcome !== 0 && outcome !== "";
}
