import type { RegexNode } from "./regex-node.ts";

/** A pattern that is one fixed text, perhaps held at the start or the end of what is searched. */
export interface FixedText {
  readonly text: string;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** The fixed text that a pattern is, if it is one: `abc`, `^abc`, `abc$`, `^abc$`. */
export function fixedText(root: RegexNode): FixedText | undefined {
  let text = "";
  let atStart = false;
  let atEnd = false;
  for (const item of root.kind === "sequence" ? root.items : [root]) {
    if (item.kind === "anchor" && item.anchor === "start" && text === "" && !atEnd) atStart = true;
    else if (item.kind === "anchor" && item.anchor === "end") atEnd = true;
    else if (item.kind === "literal" && !atEnd) text += item.text;
    else return undefined;
  }
  return { text, atStart, atEnd };
}

/** The text every match starts with; `""` when there is none. */
export function leadingText(node: RegexNode): string {
  if (node.kind === "literal") return node.text;
  if (node.kind === "group") return leadingText(node.body);
  if (node.kind === "sequence" && node.items[0] !== undefined) return leadingText(node.items[0]);
  return node.kind === "repeat" && node.min > 0 ? leadingText(node.body) : "";
}

/** Whether a match can only start where the text does. */
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
