import type { CoreNode } from "../../core/node.ts";

/**
 * Chooses one of many values by a choice between two. The values are paired as in a tournament. Each choice reads both
 * of its sides more than once, so the SQL text of a chain of choices would double with every argument.
 */
export function tournament(
  values: readonly CoreNode[],
  choose: (a: CoreNode, b: CoreNode) => CoreNode,
): CoreNode {
  const [first] = values;
  if (first === undefined) throw new Error("no value to choose from");
  if (values.length === 1) return first;
  const middle = values.length >> 1;
  return choose(
    tournament(values.slice(0, middle), choose),
    tournament(values.slice(middle), choose),
  );
}
