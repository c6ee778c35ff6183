/** Engines copy a substring only if it is shorter than this. A longer one retains the whole string. */
const COPIED = 13;

/** Copies a string. Unlike a slice, the copy does not retain the longer string. */
export function copyText(text: string): string {
  // Concatenation creates a new string, whose characters the engine copies before it slices them.
  return text.length < COPIED ? text : ` ${text}`.slice(1);
}
