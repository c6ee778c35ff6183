import type { CoreNode } from "../core/node.ts";

/**
 * Reduces values to one by a rule for two, in a balanced tree. A chain would be as deep as the number of arguments, and
 * engines limit depth. If the rule uses an operand more than once, as a choice between two does, the SQL of a chain
 * would also double with every argument.
 */
export function tournament(
  values: readonly CoreNode[],
  choose: (a: CoreNode, b: CoreNode) => CoreNode,
): CoreNode {
  const [first] = values;
  /* v8 ignore next -- the checker requires at least one argument */
  if (first === undefined) throw new Error("no value to choose from");
  if (values.length === 1) return first;
  const middle = values.length >> 1;
  return choose(
    tournament(values.slice(0, middle), choose),
    tournament(values.slice(middle), choose),
  );
}
