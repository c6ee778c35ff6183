import { isAllowed } from "../../../engine/index.ts";
import type { Field } from "../../../language/schema/index.ts";
import { type Expression, isComparison } from "../../../language/syntax/index.ts";
import type { Knowledge } from "../knowledge.ts";
import type { CursorArgument } from "./cursor-tree.ts";
import { type MarkedCursor, otherSide } from "./marked-cursor.ts";

/** The field whose values are expected at the marker: the one that it is compared with, or that a function searches. */
export function valueField(
  { path: [marker, around] }: MarkedCursor,
  argument: CursorArgument | undefined,
  knowledge: Knowledge,
): Field | undefined {
  if (around?.kind === "binary") {
    if (!isComparison(around.operator)) return undefined;
    return fieldOf(otherSide(around, marker), knowledge);
  }
  if (argument === undefined) return undefined;
  const { call, definition, index } = argument;
  const { form, name, result } = definition;
  if (form === "switch") {
    const isPattern = index % 2 === 1;
    return isPattern ? fieldOf(call.arguments[0], knowledge) : undefined;
  }
  if (form === "among" || form === "between") {
    return index > 0 ? fieldOf(call.arguments[0], knowledge) : undefined;
  }
  // Functions that search for one text in another: CONTAINS, STARTS_WITH, HAS, EXACT, FIND and the like.
  const type = argument.parameter?.type;
  const looks = result === "boolean" || name === "FIND" || name === "SEARCH";
  if (!looks || (type !== "text" && type !== "list")) return undefined;
  const others = call.arguments.filter((_, other) => other !== index);
  return others.map((other) => fieldOf(other, knowledge)).find((field) => field !== undefined);
}

function fieldOf(node: Expression | undefined, { schema, policy }: Knowledge): Field | undefined {
  const field = node?.kind === "field" ? schema.fields.get(node.name) : undefined;
  if (field === undefined || !isAllowed(policy?.fields, field.name)) return undefined;
  return field.type === "boolean" ? undefined : field;
}
