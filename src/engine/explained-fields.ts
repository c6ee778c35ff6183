import { computationOf, storedIn } from "../language/core/computation.ts";
import type { Schema } from "../language/schema/index.ts";
import { walk } from "../language/syntax/index.ts";

/**
 * The names of the stored fields that an explanation of a formula shows or reads, including those that the formula's
 * value does not depend on.
 *
 * @param names the fields that the formula names
 */
export function explainedFields(
  { fields, stored }: Pick<Schema, "fields" | "stored">,
  names: readonly string[],
): readonly string[] {
  const found = new Set<string>();
  for (const name of names) {
    const field = fields.get(name);
    const computation = field && computationOf(field);
    if (computation === undefined) found.add(name);
    for (const needed of computation?.sizes.keys() ?? []) {
      const used = computationOf(needed);
      /* v8 ignore next -- only computed fields have sizes */
      if (used === undefined) continue;
      for (const one of storedIn(used.root)) found.add(one);
      walk(used.ast.root, (node) => {
        if (node.kind === "field" && stored.has(node.name)) found.add(node.name);
      });
    }
  }
  return [...found];
}
