/** Engines copy a part of a text only if it is shorter than this. A longer part keeps the whole text in memory. */
const COPIED = 13;

/** A copy of a text. The longer text that the original may be a part of does not stay in memory because of the copy. */
export function copyText(text: string): string {
  // Joining makes a new text. Before the engine slices it, it copies all characters into that one.
  return text.length < COPIED ? text : ` ${text}`.slice(1);
}
