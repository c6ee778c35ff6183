import { quote } from "../../../util/quote.ts";
import { DIGITS, SPACES, WORD } from "./code-point-ranges.ts";
import type { PatternReader } from "./pattern-reader.ts";
import type { AnchorNode, CodePointRanges, SetNode } from "./regex-node.ts";

/** The meaning of an escape: a character, a set or an anchor. */
export type Escape =
  | { readonly kind: "character"; readonly character: string }
  | SetNode
  | AnchorNode;

const sets = new Map<string, CodePointRanges>([
  ["d", DIGITS],
  ["w", WORD],
  ["s", SPACES],
]);

const controls = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["f", "\f"],
  ["v", "\v"],
]);

const NO_NUL = "a text has no NUL";

const number = /x\{([\da-fA-F]{1,8})\}|x([\da-fA-F]{2})|u([\da-fA-F]{4})/y;

/** Reads the rest of an escape after its backslash. */
export function parseEscape(reader: PatternReader): Escape | undefined {
  const start = reader.position - 1;
  const digits = reader.takeMatch(number);
  if (digits !== undefined) return numberedCharacter(reader, digits, start);

  const letter = reader.takeCharacter();
  const control = controls.get(letter);
  if (control !== undefined) return { kind: "character", character: control };
  if (letter === "b") return { kind: "anchor", anchor: "wordBoundary" };
  if (letter === "B") return { kind: "anchor", anchor: "notWordBoundary" };
  const ranges = sets.get(letter.toLowerCase());
  if (ranges !== undefined) return { kind: "set", negated: !sets.has(letter), ranges };
  if (/^[\t-\r -/:-@[-`{-~]$/.test(letter)) return { kind: "character", character: letter };
  return reader.fail(explain(letter), start);
}

function explain(letter: string): string {
  if (letter === "") return "a `\\` at the end has no meaning: write `\\\\`";
  if (letter === "0") return NO_NUL;
  if (/[1-9gk]/.test(letter)) return "a reference back to a group is not supported";
  if (/[pP]/.test(letter))
    return "character properties are not supported: list characters in `[…]`";
  if (letter === "x")
    return "write two hexadecimal digits, as in `\\x41`, or any in braces: `\\x{1F600}`";
  if (letter === "u") return "write four hexadecimal digits, as in `\\u0041`";
  const written = quote(`\\${letter}`);
  if (letter === "A") return `${written} is not supported: write \`^\``;
  if (/[zZ]/.test(letter)) return `${written} is not supported: write \`$\``;
  return `${written} has no meaning: write ${quote(letter)}, or ${quote(`\\\\${letter}`)} to find a backslash too`;
}

function numberedCharacter(
  reader: PatternReader,
  digits: RegExpExecArray,
  start: number,
): Escape | undefined {
  const code = Number.parseInt(digits.slice(1).join(""), 16);
  if (code === 0) return reader.fail(NO_NUL, start);
  if (code > 0x10ffff) return reader.fail("the last character is `\\x{10FFFF}`", start);
  if (code >= 0xd800 && code <= 0xdfff) {
    return reader.fail("this is half a character: write all of it, as in `\\x{1F600}`", start);
  }
  return { kind: "character", character: String.fromCodePoint(code) };
}
