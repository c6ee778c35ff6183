import type { RegexNode } from "./regex-node.ts";

/** The text that every match starts with; `""` if there is none. */
export function leadingText(node: RegexNode): string {
  if (node.kind === "literal") return node.text;
  if (node.kind === "group") return leadingText(node.body);
  if (node.kind === "sequence" && node.items[0] !== undefined) return leadingText(node.items[0]);
  return node.kind === "repeat" && node.min > 0 ? leadingText(node.body) : "";
}

/** Whether a match can start only at the start of the text. */
export function isHeldAtStart(node: RegexNode): boolean {
  switch (node.kind) {
    case "anchor":
      return node.anchor === "start";
    case "group":
      return isHeldAtStart(node.body);
    case "sequence":
      return node.items.some((item, index) => index === 0 && isHeldAtStart(item));
    case "choice":
      return node.options.every(isHeldAtStart);
    case "repeat":
      return node.min > 0 && isHeldAtStart(node.body);
    default:
      return false;
  }
}

/** The prefix of every text that the pattern is found in; `""` if there is none. */
export function heldPrefix(node: RegexNode): string {
  if (node.kind === "group") return heldPrefix(node.body);
  if (node.kind !== "sequence") return "";
  const [first, ...rest] = node.items;
  const isStart = first?.kind === "anchor" && first.anchor === "start";
  return isStart ? leadingText({ kind: "sequence", items: rest }) : "";
}
