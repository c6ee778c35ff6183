import type { Ast } from "./ast.ts";
import { walk } from "./walk.ts";

/**
 * Freezes a tree, with all its nodes and spans. It takes as long as parsing, so only trees that callers receive are
 * frozen.
 */
export function freezeTree(ast: Ast): Ast {
  walk(ast.root, (node) => {
    if (node.kind === "call") {
      Object.freeze(node.nameSpan);
      Object.freeze(node.arguments);
    }
    if (node.kind === "binary") Object.freeze(node.operatorSpan);
    Object.freeze(node.span);
    Object.freeze(node);
  });
  return Object.freeze(ast);
}
