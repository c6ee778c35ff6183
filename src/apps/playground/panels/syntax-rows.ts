import { children, type Expression } from "../../../language/syntax/index.ts";
import type { TreeRow } from "./tree-row.ts";

/** The syntax tree, a line for each expression. */
export function syntaxRows(root: Expression): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting = [{ expression: root, depth: 0 }];
  // A stack instead of recursion: a long chain of operators is a deep tree.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression, depth } = next;
    rows.push({
      depth,
      label: expression.kind,
      detail: detailOf(expression),
      span: expression.span,
    });
    const parts = children(expression).map((part) => ({ expression: part, depth: depth + 1 }));
    waiting.push(...parts.reverse());
  }
  return rows;
}

function detailOf(expression: Expression): string {
  switch (expression.kind) {
    case "text":
      return JSON.stringify(expression.value);
    case "number":
      return String(expression.value);
    case "field":
    case "parameter":
    case "call":
      return expression.name;
    case "unary":
    case "binary":
      return expression.operator;
  }
}
