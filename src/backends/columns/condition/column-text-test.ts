import { type CoreNode, operandOf, operandsOf } from "../../../language/core/node.ts";
import { compareText, lowerText, upperText } from "../../../language/values/text/index.ts";
import type { TextColumn } from "../storage/column.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { utf8Of } from "../storage/utf8.ts";
import type { ColumnLayout } from "./column-layout.ts";

type TextComparison = "contains" | "startsWith" | "endsWith" | "equal" | "less" | "lessOrEqual";

const CHANGES = { lowerCase: lowerText, upperCase: upperText } as const;

/** Tables that map each byte before comparison: identity, or ASCII letters to the other case. */
const FOLDS = {
  none: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  lowerCase: Uint8Array.from({ length: 256 }, (_, byte) => (isLetter(byte, 65) ? byte + 32 : byte)),
  upperCase: Uint8Array.from({ length: 256 }, (_, byte) => (isLetter(byte, 97) ? byte - 32 : byte)),
} as const;

/** @param a the first letter of the alphabet, lower or upper case */
function isLetter(byte: number, a: number): boolean {
  return byte >= a && byte < a + 26;
}

const TESTS: Readonly<Record<TextComparison, (text: string, needle: string) => boolean>> = {
  contains: (text, needle) => text.includes(needle),
  startsWith: (text, needle) => text.startsWith(needle),
  endsWith: (text, needle) => text.endsWith(needle),
  equal: (text, needle) => text === needle,
  less: (text, needle) => compareText(text, needle) < 0,
  lessOrEqual: (text, needle) => compareText(text, needle) <= 0,
};

/** Compares the bytes of a column's texts with a constant, or searches them for it, without decoding the texts. */
export class TextTest {
  readonly comparison: TextComparison;
  readonly blocks: readonly TextBlock[];
  /** The bytes of the constant. */
  readonly needle: Uint8Array;
  /** Maps each byte of a block before comparison. */
  readonly fold: Uint8Array;
  readonly #column: TextColumn;
  readonly #text: string;
  readonly #isAscii: boolean;
  readonly #change: keyof typeof CHANGES | undefined;

  constructor(
    comparison: TextComparison,
    column: TextColumn,
    text: string,
    change: keyof typeof CHANGES | undefined,
  ) {
    this.comparison = comparison;
    this.blocks = column.blocks;
    this.needle = utf8Of(text);
    this.#isAscii = this.needle.length === text.length;
    this.fold = FOLDS[change ?? "none"];
    this.#column = column;
    this.#text = text;
    this.#change = change;
  }

  /**
   * Whether a block can be searched by bytes. Case mapping of non-ASCII letters needs strings, but few of these letters
   * map to ASCII, and only those matter for an ASCII needle.
   */
  suits({ isAscii, changesToAscii }: TextBlock): boolean {
    return isAscii || this.#change === undefined || (this.#isAscii && !changesToAscii);
  }

  /** Tests a row by its decoded text. */
  holdsFor(row: number): boolean {
    const text = this.#column.reader.glance(row);
    /* v8 ignore next -- without case mapping, every block is searched by bytes */
    const changed = this.#change === undefined ? text : CHANGES[this.#change](text);
    return TESTS[this.comparison](changed, this.#text);
  }

  /** Tests a range of bytes, in a block that suits. UTF-8 bytes sort in the order of code points. */
  holds(bytes: Uint8Array, start: number, end: number): boolean {
    const { comparison, needle, fold } = this;
    const { length } = needle;
    if (comparison === "contains") return this.#isWithin(bytes, start, end - length);
    const at = comparison === "endsWith" ? end - length : start;
    if (at < start) return false;
    const most = Math.min(length, end - at);
    let same = 0;
    while (same < most && fold[bytes[at + same] as number] === needle[same]) same++;
    switch (comparison) {
      case "startsWith":
      case "endsWith":
        return same === length;
      case "equal":
        return same === length && end - at === length;
      case "less":
      case "lessOrEqual":
        if (same < most)
          return (fold[bytes[at + same] as number] as number) < (needle[same] as number);
        return comparison === "less" ? end - at < length : end - at <= length;
    }
  }

  /** Whether the needle stands at an offset. The caller makes sure that enough bytes follow. */
  isAt(bytes: Uint8Array, at: number): boolean {
    const { needle, fold } = this;
    for (let index = 0; index < needle.length; index++) {
      if (fold[bytes[at + index] as number] !== needle[index]) return false;
    }
    return true;
  }

  #isWithin(bytes: Uint8Array, start: number, last: number): boolean {
    const { needle, fold } = this;
    const first = needle[0] as number;
    for (let at = start; at <= last; at++) {
      if (fold[bytes[at] as number] === first && this.isAt(bytes, at)) return true;
    }
    return false;
  }
}

/** A search, and whether rows that pass it match or all others do. */
interface WantedText {
  readonly test: TextTest;
  readonly wanted: boolean;
}

/** The condition as a search of a field, optionally case-mapped, for a constant; `undefined` if it has no such form. */
export function textTestOf(node: CoreNode, layout: ColumnLayout): WantedText | undefined {
  switch (node.op) {
    case "not": {
      const found = textTestOf(operandOf(node), layout);
      return found && { test: found.test, wanted: !found.wanted };
    }
    case "less":
    case "lessOrEqual": {
      const [a, b] = operandsOf(node);
      if (a.op !== "literal") return searchOf(node.op, a, b, true, layout);
      // `constant < text` is `not (text <= constant)`.
      return searchOf(node.op === "less" ? "lessOrEqual" : "less", b, a, false, layout);
    }
    case "contains":
    case "startsWith":
    case "endsWith":
    case "equal": {
      // The builder puts the constant second.
      const [text, needle] = operandsOf(node);
      return searchOf(node.op, text, needle, true, layout);
    }
    default:
      return undefined;
  }
}

function searchOf(
  comparison: TextComparison,
  text: CoreNode,
  needle: CoreNode,
  wanted: boolean,
  layout: ColumnLayout,
): WantedText | undefined {
  if (needle.op !== "literal" || typeof needle.data !== "string") return undefined;
  if (needle.data === "" && comparison !== "equal") return undefined;
  const change = text.op === "lowerCase" || text.op === "upperCase" ? text.op : undefined;
  const field = change === undefined ? text : operandOf(text);
  if (field.op !== "field") return undefined;
  const column = layout.column(field.data);
  if (column.kind !== "texts") return undefined;
  return { test: new TextTest(comparison, column, needle.data, change), wanted };
}
