import type { CoreNode, NodeOf, Operation } from "../core/node.ts";

/** Conditions on texts, and what they are made of. None throws for a text that is not well-formed. */
const CONDITIONS: ReadonlySet<Operation> = new Set<Operation>([
  "equal",
  "less",
  "lessOrEqual",
  "contains",
  "startsWith",
  "endsWith",
  "among",
]);
const PARTS: ReadonlySet<Operation> = new Set<Operation>([
  "field",
  "literal",
  "length",
  "find",
  "slice",
  "lower",
  "upper",
  "trim",
  "subtract",
]);
/** A condition of more parts is not worth the search. */
const MOST_PARTS = 12;

/**
 * The text field that is all that a condition reads, if the condition computes something from it; `undefined` for other
 * conditions.
 *
 * @param isRemembered whether a node is computed elsewhere
 */
export function soleText(
  condition: CoreNode,
  isRemembered: (node: CoreNode) => boolean,
): NodeOf<"field"> | undefined {
  if (!CONDITIONS.has(condition.op) || condition.operands.some(({ op }) => op === "field")) {
    return undefined;
  }
  const pending: CoreNode[] = [condition];
  let sole: NodeOf<"field"> | undefined;
  let parts = 0;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (++parts > MOST_PARTS || isRemembered(node)) return undefined;
    if (node !== condition && !PARTS.has(node.op)) return undefined;
    if (node.op === "field") {
      if (node.type !== "text" || (sole !== undefined && sole !== node)) return undefined;
      sole = node;
    }
    pending.push(...node.operands);
  }
  return sole;
}
