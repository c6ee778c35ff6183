import type { CoreNode } from "../core/node.ts";

/**
 * Makes one value of many by a rule for two. The values are paired as in a tournament. A chain would be as deep as there
 * are arguments, which engines limit. And if the rule reads a side more than once, as a choice between two does, the SQL
 * text of a chain would double with every argument.
 */
export function tournament(
  values: readonly CoreNode[],
  choose: (a: CoreNode, b: CoreNode) => CoreNode,
): CoreNode {
  const [first] = values;
  /* v8 ignore next -- the checker wants one argument at least */
  if (first === undefined) throw new Error("no value to choose from");
  if (values.length === 1) return first;
  const middle = values.length >> 1;
  return choose(
    tournament(values.slice(0, middle), choose),
    tournament(values.slice(middle), choose),
  );
}
