import { replace } from "../source/finding.ts";
import type { ComparisonOperator, Expression } from "../syntax/index.ts";
import { DAY, isDateValue, parseIsoDate } from "../values/date/index.ts";
import type { CheckContext } from "./checker.ts";
import { textOf } from "./convert.ts";
import type { Typed } from "./typed.ts";

const MIRRORED: Readonly<Partial<Record<ComparisonOperator, "=" | "!=" | "<=">>> = {
  "=": "=",
  "!=": "!=",
  ">=": "<=",
};

/**
 * Warns of a comparison of dates that have a time of day with a day: the day means its first moment, so `=` and `<=` leave
 * out the rest of it. With `<`, `>` and `>=` the day is a border, as its author expects or could.
 */
export function warnOfMidnight(
  node: Expression,
  operator: ComparisonOperator,
  left: Typed,
  right: Typed,
  context: CheckContext,
): void {
  if (right.kind === "text") warn(node, operator, left, right.value, context);
  else if (left.kind === "text") warn(node, MIRRORED[operator], right, left.value, context);
}

function warn(
  node: Expression,
  operator: ComparisonOperator | undefined,
  date: Typed,
  text: string,
  context: CheckContext,
): void {
  if (operator !== "=" && operator !== "!=" && operator !== "<=") return;
  if (!hasTime(date) || !/^\d{4}-\d\d-\d\d$/.test(text)) return;
  const next = (parseIsoDate(text) ?? Number.NaN) + DAY;
  if (!isDateValue(next)) return;
  const field = textOf(date.node, context.source);
  const before = `${field} < "${new Date(next).toISOString().slice(0, 10)}"`;
  const within = `AND(${field} >= "${text}", ${before})`;
  const instead = operator === "=" ? within : operator === "!=" ? `NOT(${within})` : before;
  context.report({
    code: "midnight-comparison",
    span: node.span,
    // One of several candidates cannot be replaced alone.
    ...(node.kind === "text"
      ? { data: { date: text } }
      : { data: { date: text, instead }, fix: replace(node.span, instead) }),
  });
}

function hasTime(typed: Typed): boolean {
  if (typed.kind === "call") return typed.definition.role !== undefined && typed.type === "date";
  return (
    typed.kind === "field" &&
    (typed.field.time ?? (typed.type === "date" && typed.field.role !== undefined))
  );
}
