/** Engines copy a part of a text that is shorter than this; a longer one is a view of the text that it is a part of. */
const COPIED = 13;

/** The same text in memory of its own: a part of a long text that is kept would keep all of it. */
export function copyText(text: string): string {
  // What is put together is written out before a part of it is taken.
  return text.length < COPIED ? text : ` ${text}`.slice(1);
}
