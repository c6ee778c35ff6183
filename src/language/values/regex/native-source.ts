import { assertNever } from "../../../util/assert-never.ts";
import { codePointOf } from "../../../util/code-point-of.ts";
import type { CodePointRange, RegexNode } from "./regex-node.ts";

/**
 * The pattern as the source of a JavaScript `RegExp` with the flag `u`. The tree includes the effect of the pattern's
 * flags.
 */
export function nativeSource(node: RegexNode): string {
  switch (node.kind) {
    case "literal":
      return [...node.text].map((character) => escapeCode(codePointOf(character))).join("");
    case "set":
      return `[${node.negated ? "^" : ""}${node.ranges.map(rangeSource).join("")}]`;
    case "anchor":
      return { start: "^", end: "$", wordBoundary: "\\b", notWordBoundary: "\\B" }[node.anchor];
    case "group":
      return `(${nativeSource(node.body)})`;
    case "sequence":
      return node.items.map(nativeSource).join("");
    case "choice":
      return `(?:${node.options.map(nativeSource).join("|")})`;
    case "repeat": {
      const most = node.max === Number.POSITIVE_INFINITY ? "" : node.max;
      return `(?:${nativeSource(node.body)}){${node.min},${most}}${node.lazy ? "?" : ""}`;
    }
    default:
      return assertNever(node);
  }
}

function rangeSource([first, last]: CodePointRange): string {
  return first === last ? escapeCode(first) : `${escapeCode(first)}-${escapeCode(last)}`;
}

function escapeCode(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
