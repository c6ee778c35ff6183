import type { PatternProblem } from "../../source/messages/pattern-problem.ts";
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

function explain(letter: string): PatternProblem {
  if (letter === "") return { kind: "backslash-at-end" };
  if (letter === "0") return { kind: "nul" };
  if (/[1-9gk]/.test(letter)) return { kind: "reference-back" };
  if (/[pP]/.test(letter)) return { kind: "property" };
  if (letter === "x") return { kind: "hexadecimal" };
  if (letter === "u") return { kind: "four-digits" };
  const written = `\\${letter}`;
  if (letter === "A") return { kind: "start-anchor", written };
  if (/[zZ]/.test(letter)) return { kind: "end-anchor", written };
  return { kind: "no-meaning", written };
}

function numberedCharacter(
  reader: PatternReader,
  digits: RegExpExecArray,
  start: number,
): Escape | undefined {
  const code = Number.parseInt(digits.slice(1).join(""), 16);
  if (code === 0) return reader.fail({ kind: "nul" }, start);
  if (code > 0x10ffff) return reader.fail({ kind: "last-character" }, start);
  if (code >= 0xd800 && code <= 0xdfff) {
    return reader.fail({ kind: "half-character" }, start);
  }
  return { kind: "character", character: String.fromCodePoint(code) };
}
