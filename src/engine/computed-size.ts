import { computationOf } from "../core/computation.ts";
import type { Field, Schema } from "../schema/index.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { diagnostic } from "../source/report.ts";
import { type Ast, type FieldReference, walk } from "../syntax/index.ts";
import { quote } from "../util/quote.ts";

/** The number of nodes in a formula's own text. */
export function countNodes({ root }: Ast): number {
  let count = 0;
  walk(root, () => {
    count++;
  });
  return count;
}

/**
 * The diagnostic of a formula that has more nodes than `most` together with the formulas of the fields that it uses, each
 * counted once.
 */
export function tooManyNodes(
  ast: Ast,
  schema: Pick<Schema, "fields">,
  most: number,
): Diagnostic | undefined {
  const references: FieldReference[] = [];
  let count = 0;
  walk(ast.root, (expression) => {
    count++;
    if (expression.kind === "field") references.push(expression);
  });
  const counted = new Set<Field>();
  for (const { name, span } of references) {
    const field = schema.fields.get(name);
    const sizes = field && computationOf(field)?.sizes;
    for (const [one, { nodes }] of sizes ?? []) {
      if (counted.has(one)) continue;
      counted.add(one);
      count += nodes;
    }
    if (sizes === undefined || count <= most) continue;
    return diagnostic(
      "too-many-nodes",
      span,
      `with the formula of ${quote(name)}, the formula has more than ${most} values, fields, operators and calls`,
    );
  }
  return undefined;
}
