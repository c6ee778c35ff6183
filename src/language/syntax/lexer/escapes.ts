const TEXT_ESCAPE = /\\(["'\\ntr])/g;
const FIELD_ESCAPE = /\\([{}\\])/g;

/** The text of a literal with quotes. A backslash that starts no escape is kept. */
export function textOfLiteral(literal: string): string {
  const inside = literal.slice(1, -1);
  return inside.includes("\\") ? inside.replace(TEXT_ESCAPE, resolveEscape) : inside;
}

function resolveEscape(_escape: string, character: string): string {
  if (character === "n") return "\n";
  if (character === "t") return "\t";
  return character === "r" ? "\r" : character;
}

/** The name in a field reference with braces. */
export function nameOfField(reference: string): string {
  const inside = reference.slice(1, -1);
  return inside.includes("\\") ? inside.replace(FIELD_ESCAPE, "$1") : inside;
}

/** The literal of a text, in double quotes, or in single quotes if only double quotes occur in the text. */
export function literalOfText(text: string): string {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  const inside = text
    .replace(/\\(?=["'\\ntr\n\t\r]|$)/g, "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r");
  return quote + inside + quote;
}

/** The reference in braces to a field, whatever its name. */
export function referenceOfField(name: string): string {
  return `{${name.replace(/\\(?=[{}\\]|$)/g, "\\\\").replace(/[{}]/g, "\\$&")}}`;
}
