import type { CoreNode } from "../../core/node.ts";

/**
 * One value from many by a choice of two. The choices are paired off as in a tournament, not one after another:
 * each choice reads both of its sides more than once, so a chain would double its SQL text with every argument.
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
