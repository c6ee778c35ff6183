import type { Span } from "../../../language/source/span.ts";
import { sourceTokens } from "../../../language/syntax/index.ts";
import { parenthesesIn } from "./selections.ts";

/** The contents of parentheses, and the comments, that span several lines. */
export function foldsIn(text: string): readonly Span[] {
  const comments = sourceTokens(text)
    .filter(({ kind }) => kind === "comment")
    .map(({ span }) => span);
  return [...parenthesesIn(text), ...comments]
    .filter(({ start, end }) => /[\n\r]/.test(text.slice(start, end)))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}
