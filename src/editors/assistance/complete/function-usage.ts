import { lookUpFunction } from "../../../language/functions/registry.ts";
import type { Expression } from "../../../language/syntax/index.ts";
import { argumentIndex, type MarkedCursor, otherSide } from "../cursor/marked-cursor.ts";
import type { Knowledge } from "../knowledge.ts";

/** Functions that often follow another one: the other bound of a range, or the next component of a date. */
const NEXT: ReadonlyMap<string, string> = new Map([
  ["IS_AFTER", "IS_BEFORE"],
  ["IS_BEFORE", "IS_AFTER"],
  ["YEAR", "MONTH"],
  ["MONTH", "DAY"],
  ["STARTS_WITH", "ENDS_WITH"],
]);

/**
 * The functions that are likely to be repeated or continued: `MONTH(a) = MONTH(b)`, `OR(HAS(…), HAS(…))`,
 * `AND(IS_AFTER(…), IS_BEFORE(…))`.
 */
export function functionsAlike(
  { path: [marker, around] }: MarkedCursor,
  { registry }: Knowledge,
): readonly string[] {
  if (around?.kind === "binary") return namesOf(otherSide(around, marker));
  if (around?.kind !== "call") return [];
  const before = around.arguments[argumentIndex(around, marker) - 1];
  if (before === undefined) return [];
  const outer = lookUpFunction(registry, around.name)?.name;
  // The branches of an IF used as a condition are often constants.
  if (outer === "IF") return ["TRUE", "FALSE"];
  const names = namesOf(before.kind === "binary" ? before.left : before);
  return outer === "AND" ? names.flatMap((name) => NEXT.get(name) ?? []) : names;

  function namesOf(expression: Expression): readonly string[] {
    const found =
      expression.kind === "call" ? lookUpFunction(registry, expression.name) : undefined;
    return found === undefined ? [] : [found.name];
  }
}
