import type { Formula } from "../../../engine/index.ts";
import { type CompiledFormula, internals } from "../../../language/core/compiled.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import type { Span } from "../../../language/source/span.ts";
import { dateText } from "../../../language/values/date/index.ts";
import type { TreeRow } from "./tree-row.ts";

/**
 * The core of a formula's condition, one line for each operation. A shared operation is shown once, and then referred
 * to by name.
 */
export function coreRows(formula: Formula): readonly TreeRow[] {
  return rowsOf(internals(formula));
}

function rowsOf({ condition, spanOf }: CompiledFormula): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const seen = new Set<CoreNode>();
  const waiting = [{ node: condition, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    const again = seen.has(node) && node.operands.length > 0;
    seen.add(node);
    const span: Span | undefined = spanOf(node);
    rows.push({
      depth,
      label: node.op,
      detail: [dataOf(node), node.type, again ? "as above" : ""]
        .filter((part) => part !== "")
        .join(" · "),
      ...(span === undefined ? {} : { span }),
    });
    if (again) continue;
    waiting.push(
      ...node.operands.map((operand) => ({ node: operand, depth: depth + 1 })).reverse(),
    );
  }
  return rows;
}

/** The attributes of an operation, apart from its operands. */
function dataOf(node: CoreNode): string {
  switch (node.op) {
    case "literal":
      return node.type === "date" ? dateText(Number(node.data)) : JSON.stringify(node.data);
    case "field":
    case "parameter":
    case "call":
      return node.data.name;
    case "among":
    case "hasAny":
      return JSON.stringify([...node.data]);
    case "datePart":
    case "startOf":
    case "localTime":
    case "instantAt":
      return node.data;
    case "regexMatch":
      return node.data.source;
    default:
      return "";
  }
}
