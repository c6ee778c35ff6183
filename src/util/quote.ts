import { codePointOf } from "./code-point-of.ts";

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const LONGEST_QUOTE = 60;

/**
 * Quotes a user's string in a message. The string is shortened, and control, format and separator characters are
 * escaped, so nothing in it is hidden when the message is logged or sent in a header.
 */
export function quote(text: string): string {
  const shown = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text;
  return `\`${shown.replace(CONTROL, escapeCharacter)}\``;
}

function escapeCharacter(character: string): string {
  const code = codePointOf(character);
  if (code === 0x0a) return "\\n";
  if (code === 0x0d) return "\\r";
  if (code === 0x09) return "\\t";
  return `\\u{${code.toString(16)}}`;
}
