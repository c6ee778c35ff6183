import { lookUpFunction } from "../../../language/functions/registry.ts";
import type { Field } from "../../../language/schema/index.ts";
import { type Expression, walk } from "../../../language/syntax/index.ts";
import { argumentIndex, type MarkedCursor, otherSide } from "../cursor/marked-cursor.ts";
import type { Knowledge } from "../knowledge.ts";

const AGAIN = -13;
const USED = 7;
const OTHER_SIDE = 19;
const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "/"]);
const ORDERED: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/**
 * A penalty for fields used next to the marker. A field is rarely compared with itself. Conditions of AND are mostly
 * about different fields; those of OR, and the two bounds of a range, about the same one.
 */
export function usageAt(
  marked: MarkedCursor | undefined,
  { registry }: Knowledge,
): (field: Field) => number {
  const weights = new Map<string, number>();
  const [marker, around] = marked?.path ?? [];
  if (marker !== undefined && around?.kind === "binary") {
    const other = otherSide(around, marker);
    const isCompared = !ARITHMETIC.has(around.operator);
    if (other.kind === "field" && isCompared) weights.set(other.name, OTHER_SIDE);
  }
  if (marker !== undefined && around?.kind === "call") {
    const index = argumentIndex(around, marker);
    const earlier = around.arguments.slice(0, index);
    for (const argument of earlier) {
      for (const name of fieldsIn(argument)) weights.set(name, USED);
    }
    const last = earlier.at(-1);
    const name = lookUpFunction(registry, around.name)?.name;
    const again = last === undefined ? [] : fieldsIn(last);
    const isAlike =
      name === "OR" ||
      (name === "IF" && index === 2) ||
      isOpenRange(last, earlier) ||
      isPresence(last);
    if (isAlike) for (const one of again) weights.set(one, AGAIN);
  }
  return ({ name }) => weights.get(name) ?? 0;
}

/** Whether the last condition is one bound of a range. */
function isOpenRange(last: Expression | undefined, earlier: readonly Expression[]): boolean {
  if (last?.kind !== "binary" || !ORDERED.has(last.operator)) return false;
  const [field] = fieldsIn(last.left);
  const uses = earlier.filter((one) => field !== undefined && fieldsIn(one).includes(field));
  return uses.length === 1;
}

/** Whether the last condition only tests for a value, as in `{x} != BLANK()`. */
function isPresence(last: Expression | undefined): boolean {
  if (last?.kind !== "binary" || last.operator !== "!=") return false;
  return fieldsIn(last.right).length === 0 && last.right.kind === "call";
}

const MOST_NAMES = 20;

function fieldsIn(expression: Expression): readonly string[] {
  const names: string[] = [];
  walk(expression, (node) => {
    if (node.kind === "field" && names.length < MOST_NAMES) names.push(node.name);
  });
  return names;
}
