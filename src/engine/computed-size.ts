import { computationOf, sizeOfComputed } from "../language/core/computation.ts";
import type { Field } from "../language/schema/index.ts";
import type { Finding } from "../language/source/finding.ts";
import { type Ast, type FieldReference, walk } from "../language/syntax/index.ts";

/**
 * The finding for a formula that has more than `most` nodes, including the formulas of the fields that it uses, each
 * counted once.
 */
export function tooManyNodes(
  ast: Ast,
  usedFields: readonly Field[],
  most: number,
): Finding | undefined {
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
    return { code: "too-many-nodes", span, data: { most, field: name } };
  }
  return undefined;
}
