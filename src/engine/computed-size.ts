import { computationOf, sizeOfComputed } from "../language/core/computation.ts";
import type { Field } from "../language/schema/index.ts";
import type { Diagnostic } from "../language/source/diagnostic.ts";
import { diagnostic } from "../language/source/report.ts";
import { type Ast, type FieldReference, walk } from "../language/syntax/index.ts";
import { quote } from "../util/quote.ts";

/**
 * The diagnostic of a formula that has more nodes than `most` together with the formulas of the fields that it uses, each
 * counted once.
 */
export function tooManyNodes(
  ast: Ast,
  usedFields: readonly Field[],
  most: number,
): Diagnostic | undefined {
  let count = ast.nodeCount;
  const { nodes } = sizeOfComputed(usedFields);
  if (nodes === 0 || count + nodes <= most) return undefined;

  const fields = new Map(usedFields.map((field) => [field.name, field]));
  const references: FieldReference[] = [];
  walk(ast.root, (expression) => {
    if (expression.kind === "field") references.push(expression);
  });
  const counted = new Set<Field>();
  for (const { name, span } of references) {
    const field = fields.get(name);
    for (const [one, size] of (field && computationOf(field)?.sizes) ?? []) {
      if (counted.has(one)) continue;
      counted.add(one);
      count += size.nodes;
    }
    if (count <= most) continue;
    return diagnostic(
      "too-many-nodes",
      span,
      `with the formula of ${quote(name)}, the formula has more than ${most} values, fields, operators and calls`,
    );
  }
  return undefined;
}
