import type { Anchor, RegexNode } from "./regex-node.ts";

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

/** A prefix of every text that the pattern matches; `""` if there is none. */
export function heldPrefix(node: RegexNode): string {
  if (node.kind === "group") return heldPrefix(node.body);
  if (node.kind !== "sequence") return "";
  const [first, ...rest] = node.items;
  return isAnchor(first, "start") ? leadingText({ kind: "sequence", items: rest }) : "";
}

/** The search of a pattern without choices: a text, optionally anchored at the start and at the end. */
export interface PlainSearch {
  readonly text: string;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** The equivalent search for a text; `undefined` if there is none. */
export function plainSearch(node: RegexNode): PlainSearch | undefined {
  if (node.kind === "group") return plainSearch(node.body);
  const items = node.kind === "sequence" ? [...node.items] : [node];
  const atStart = isAnchor(items[0], "start");
  if (atStart) items.shift();
  const atEnd = isAnchor(items.at(-1), "end");
  if (atEnd) items.pop();
  let text = "";
  for (const item of items) {
    if (item.kind !== "literal") return undefined;
    text += item.text;
  }
  return text === "" && !(atStart && atEnd) ? undefined : { text, atStart, atEnd };
}

function isAnchor(node: RegexNode | undefined, anchor: Anchor): boolean {
  return node?.kind === "anchor" && node.anchor === anchor;
}
