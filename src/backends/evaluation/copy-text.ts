/** Engines copy a part of a text only if it is shorter than this. A longer part keeps the whole text in memory. */
const COPIED = 13;

/** A copy of a text in memory of its own. Unlike a part of a longer text, it does not keep that text in memory. */
export function copyText(text: string): string {
  // Joining makes a new text. The engine copies all characters into the new text before it slices it.
  return text.length < COPIED ? text : ` ${text}`.slice(1);
}
