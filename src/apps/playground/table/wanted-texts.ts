import { type Expression, parse, walk } from "../../../index.ts";

/** Functions that search for a text in another one. */
const SEARCHES =
  /^(?:FIND|SEARCH|HAS|HASANY|HASALL|CONTAINS_IGNORE_CASE|EQUALS_IGNORE_CASE|ISONEOF)$/i;

/** The texts that a formula searches for, by field name, for the table to mark. */
export function wantedTexts(formula: string): ReadonlyMap<string, readonly string[]> {
  const wanted = new Map<string, string[]>();
  const parsed = parse(formula);
  if (parsed.ok) walk(parsed.ast.root, (one) => add(one, wanted));
  return wanted;
}

function add(expression: Expression, wanted: Map<string, string[]>): void {
  let parts: readonly Expression[] = [];
  if (expression.kind === "binary" && expression.operator === "=") {
    parts = [expression.left, expression.right];
  } else if (expression.kind === "call" && SEARCHES.test(expression.name)) {
    parts = expression.arguments;
  }
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.value] : []));
  for (const part of parts) {
    if (part.kind !== "field") continue;
    wanted.set(part.name, [...(wanted.get(part.name) ?? []), ...texts]);
  }
}
