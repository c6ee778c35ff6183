import { replace } from "../source/finding.ts";
import type { ComparisonOperator, Expression } from "../syntax/index.ts";
import { DAY, isDateValue, parseIsoDate } from "../values/date/index.ts";
import type { CheckContext } from "./checker.ts";
import { textOf } from "./convert.ts";
import type { Typed } from "./typed.ts";

/**
 * Warns of a comparison of dates that have a time of day with a day: the day means its first moment, so `=` and `<=` leave
 * out the rest of it. With `<`, `>` and `>=` the day is a border, as its author expects or could.
 */
export function warnOfMidnight(
  node: Expression,
  operator: ComparisonOperator,
  date: Typed,
  other: Typed,
  context: CheckContext,
): void {
  if (operator !== "=" && operator !== "!=" && operator !== "<=") return;
  const [day, next] = daysOf(other, context) ?? [];
  if (day === undefined || !hasTime(date)) return;
  const field = textOf(date.node, context.source);
  const written = day.replaceAll('"', "");
  const before = `${field} < ${next}`;
  const within = `AND(${field} >= ${day}, ${before})`;
  const instead = operator === "=" ? within : operator === "!=" ? `NOT(${within})` : before;
  context.report({
    code: "midnight-comparison",
    span: node.span,
    // One of several candidates cannot be replaced alone.
    ...(node === other.node
      ? { data: { date: written } }
      : { data: { date: written, instead }, fix: replace(node.span, instead) }),
  });
}

/** A day and the one after it, as parts of a formula; `undefined` if the value is no day. */
function daysOf(typed: Typed, { source }: CheckContext): readonly [string, string] | undefined {
  if (typed.kind === "call" && typed.definition.name === "TODAY") {
    const today = textOf(typed.node, source);
    return [today, `${today} + 1`];
  }
  if (typed.kind !== "text" || !/^\d{4}-\d\d-\d\d$/.test(typed.value)) return undefined;
  const next = (parseIsoDate(typed.value) ?? Number.NaN) + DAY;
  return isDateValue(next)
    ? [`"${typed.value}"`, `"${new Date(next).toISOString().slice(0, 10)}"`]
    : undefined;
}

function hasTime(typed: Typed): boolean {
  if (typed.kind === "call") return typed.definition.role !== undefined && typed.type === "date";
  return (
    typed.kind === "field" &&
    (typed.field.time ?? (typed.type === "date" && typed.field.role !== undefined))
  );
}
