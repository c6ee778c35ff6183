import { showValue } from "../../../editors/assistance/describe/show-value.ts";
import { type Explanation, isErrorValue, type Value } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import type { Span } from "../../../language/source/span.ts";
import { children, type Expression, parse } from "../../../language/syntax/index.ts";
import type { TreeRow } from "./tree-row.ts";

/** A part that is still to be listed. */
interface PendingPart {
  readonly explanation: Explanation;
  /** The part's expression; `undefined` if it is unknown. */
  readonly expression: Expression | undefined;
  readonly depth: number;
  readonly decides: boolean;
  /** For a part of a computed field's formula: the span of the field's name in the outer formula. */
  readonly within: Span | undefined;
  readonly title?: string;
}

/** Explains a formula's value: one line for each part with its value. Parts that decided the result are marked. */
export function whyRows(
  text: string,
  explanation: Explanation,
  schema: Pick<Schema, "fields">,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting: PendingPart[] = [
    { explanation, expression: rootOf(text), depth: 0, decides: true, within: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const row = rowOf(next);
    // A literal's label is already its value.
    if (row.decides === true || row.label !== row.detail) rows.push(row);
    const { expression, depth, within } = next;
    const { parts, definition, span } = next.explanation;
    const expressions = expression === undefined ? [] : children(expression);
    const deciding = next.decides ? decidingParts(expression, next.explanation) : new Set();
    const inner = parts.map(
      (part, index): PendingPart => ({
        explanation: part,
        expression: expressions[index],
        depth: depth + 1,
        decides: deciding.has(index),
        within,
      }),
    );
    if (definition !== undefined) {
      const { field } = definition;
      const formula = schema.fields.get(field)?.formula;
      inner.push({
        explanation: definition,
        expression: formula === undefined ? undefined : rootOf(formula),
        depth: depth + 1,
        decides: next.decides,
        within: within ?? span,
        title: `${field} = `,
      });
    }
    waiting.push(...inner.reverse());
  }
  return rows;
}

function rootOf(text: string): Expression | undefined {
  const parsed = parse(text, { limits: { length: Number.POSITIVE_INFINITY } });
  return parsed.ok ? parsed.ast.root : undefined;
}

function rowOf({ explanation, depth, decides, within, title = "" }: PendingPart): TreeRow {
  const { text, value, length, holds, cause, span } = explanation;
  const shown = length === undefined ? showValue(value) : `${showValue(value)} (${length})`;
  return {
    depth,
    label: `${title}${text.replace(/\s+/g, " ")}`,
    detail: cause === undefined ? shown : `${shown}: ${cause}`,
    span: within ?? span,
    tone: isErrorValue(value)
      ? "error"
      : value === null
        ? "blank"
        : holds === true
          ? "true"
          : "false",
    decides,
  };
}

/**
 * The indices of the parts that decided the value of a condition. Other operations only propagate errors of their
 * parts.
 */
function decidingParts(
  expression: Expression | undefined,
  { parts, holds, value }: Explanation,
): ReadonlySet<number> {
  const which = (test: (part: Explanation, index: number) => boolean): ReadonlySet<number> =>
    new Set(parts.flatMap((part, index) => (test(part, index) ? [index] : [])));
  const isError = isErrorValue(value);
  switch (expression?.kind === "call" ? expression.name.toUpperCase() : undefined) {
    case "AND":
      return which((part) =>
        isError ? isErrorValue(part.value) : holds !== false || part.holds === false,
      );
    case "OR":
      return which((part) =>
        isError ? isErrorValue(part.value) : holds !== true || part.holds === true,
      );
    case "NOT":
    case "XOR":
      return which((part) => !isError || isErrorValue(part.value));
    case "IF": {
      const taken = parts[0]?.holds;
      return which(
        (_, index) =>
          index === 0 || (taken === true && index === 1) || (taken === false && index === 2),
      );
    }
    case "SWITCH": {
      const taken = takenCase(parts);
      return which(
        (_, index) => index === 0 || index === taken || (index === taken - 1 && index % 2 === 1),
      );
    }
    default:
      return isError ? which((part) => isErrorValue(part.value)) : new Set();
  }
}

/** The index of the result that a SWITCH returned: the one after the first equal value, or the last part. */
function takenCase(parts: readonly Explanation[]): number {
  const wanted = keyOf(parts[0]?.value ?? null);
  for (let index = 1; index + 1 < parts.length; index += 2) {
    if (keyOf(parts[index]?.value ?? null) === wanted) return index + 1;
  }
  return parts.length % 2 === 0 ? parts.length - 1 : 0;
}

function keyOf(value: Value): string {
  return `${typeof value} ${showValue(value)}`;
}
