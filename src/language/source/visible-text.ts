const TAB = "    ";
const ZERO_WIDTH = /^\p{M}/u;
/** East Asian wide and full-width characters, and emoji. A terminal shows each in two columns. */
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A line of text made visible: hidden characters and those that move the cursor are escaped. */
export function visibleText(text: string): string {
  return text
    .replaceAll("\t", TAB)
    .replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The number of terminal columns that the text takes after `visibleText`. */
export function visibleWidth(text: string): number {
  let width = 0;
  for (const character of visibleText(text)) {
    if (WIDE.test(character)) width += 2;
    else if (!ZERO_WIDTH.test(character)) width += 1;
  }
  return width;
}
