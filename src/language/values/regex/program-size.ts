import { assertNever } from "../../../util/assert-never.ts";
import type { RegexNode } from "./regex-node.ts";

/** The number of steps in the program of a pattern, without building the program. */
export function programSize(node: RegexNode): number {
  switch (node.kind) {
    case "literal":
      return [...node.text].length;
    case "set":
    case "anchor":
      return 1;
    case "group":
      return programSize(node.body) + 2;
    case "sequence":
      return node.items.reduce((size, item) => size + programSize(item), 0);
    case "choice":
      return node.options.reduce(
        (size, option) => size + programSize(option),
        node.options.length - 1,
      );
    case "repeat": {
      // An empty body counts as one step: its rounds have no steps, but the compiler visits them.
      const body = Math.max(1, programSize(node.body));
      if (node.max !== Number.POSITIVE_INFINITY) return body * node.max + (node.max - node.min);
      return body * Math.max(1, node.min) + (node.min === 0 && matchesEmpty(node.body) ? 2 : 1);
    }
    default:
      return assertNever(node);
  }
}

/** Whether a part may match the empty text. */
export function matchesEmpty(node: RegexNode): boolean {
  switch (node.kind) {
    case "literal":
    case "set":
      return false;
    case "anchor":
      return true;
    case "group":
      return matchesEmpty(node.body);
    case "sequence":
      return node.items.every(matchesEmpty);
    case "choice":
      return node.options.some(matchesEmpty);
    case "repeat":
      return node.min === 0 || matchesEmpty(node.body);
    default:
      return assertNever(node);
  }
}
