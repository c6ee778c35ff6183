/** Engines copy a part of a text only if it is shorter than this. A longer part is a view, which keeps the whole text in memory. */
const COPIED = 13;

/** The same text in memory of its own, so that keeping it does not keep a longer text that it was cut from. */
export function copyText(text: string): string {
  // Joining makes a new text, and taking a part of that one makes the engine write it out.
  return text.length < COPIED ? text : ` ${text}`.slice(1);
}
