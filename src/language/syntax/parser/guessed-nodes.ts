import type { Expression } from "../tree/ast.ts";
import { walk } from "../tree/walk.ts";

/** The ids of the nodes that the repair invented, which have no name, and of calls with doubtful arguments. */
export function guessedNodes(
  root: Expression,
  doubtfulCalls: ReadonlySet<number>,
): ReadonlySet<number> {
  const guessed = new Set<number>();
  walk(root, (node) => {
    if (node.kind !== "field" && node.kind !== "call") return;
    const doubtful = node.kind === "call" && doubtfulCalls.has(node.nameSpan.start);
    if (node.name === "" || doubtful) guessed.add(node.id);
  });
  return guessed;
}
