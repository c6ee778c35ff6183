import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import { lowerText, upperText } from "../../values/text/index.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextColumn } from "../storage/column.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { utf8Of } from "../storage/utf8.ts";
import type { Layout } from "./layout.ts";
import { FOLDS } from "./text-parts.ts";

type How = "contains" | "startsWith" | "endsWith" | "equal";

const CHANGES = { lower: lowerText, upper: upperText } as const;

const TESTS: Readonly<Record<How, (text: string, needle: string) => boolean>> = {
  contains: (text, needle) => text.includes(needle),
  startsWith: (text, needle) => text.startsWith(needle),
  endsWith: (text, needle) => text.endsWith(needle),
  equal: (text, needle) => text === needle,
};

/** Looks for a constant in the bytes of a column's texts, without making strings of them. */
export class TextTest {
  readonly how: How;
  readonly blocks: readonly TextBlock[];
  /** The bytes to look for; there is at least one. */
  readonly needle: Uint8Array;
  /** Maps each byte of a block before it is compared. */
  readonly fold: Uint8Array;
  readonly #column: TextColumn;
  readonly #text: string;
  readonly #isAscii: boolean;
  readonly #change: keyof typeof CHANGES | undefined;

  constructor(
    how: How,
    column: TextColumn,
    text: string,
    change: keyof typeof CHANGES | undefined,
  ) {
    this.how = how;
    this.blocks = column.blocks;
    this.needle = utf8Of(text);
    this.#isAscii = this.needle.length === text.length;
    this.fold = FOLDS[change ?? "none"];
    this.#column = column;
    this.#text = text;
    this.#change = change;
  }

  /**
   * Finds the rows of a block whose texts contain the needle as it is, many at a time, in decoded texts; `undefined` for
   * other tests.
   */
  get findDecoded():
    | ((from: number, to: number, hits: Int32Array, size: number) => number)
    | undefined {
    if (this.how !== "contains" || this.#change !== undefined) return undefined;
    const { reader } = this.#column;
    return (from, to, hits, size) => reader.findWithin(this.#text, from, to, hits, size);
  }

  /**
   * Whether a block can be searched by bytes. The case of letters that are not ASCII is only changed in strings, but most of
   * these letters are never a part of an ASCII needle.
   */
  suits({ isAscii, changesToAscii }: TextBlock): boolean {
    return isAscii || this.#change === undefined || (this.#isAscii && !changesToAscii);
  }

  readonly test = (row: number): boolean => {
    const block = this.blocks[row >> BLOCK_BITS] as TextBlock;
    if (!this.suits(block)) return this.#testText(row);
    const place = row & (BLOCK - 1);
    const start = block.starts[place] as number;
    const end = block.starts[place + 1] as number;
    const { length } = this.needle;
    if (end - start < length) return false;
    switch (this.how) {
      case "contains":
        return this.#isWithin(block.bytes, start, end - length);
      case "startsWith":
        return this.isAt(block.bytes, start);
      case "endsWith":
        return this.isAt(block.bytes, end - length);
      case "equal":
        return end - start === length && this.isAt(block.bytes, start);
    }
  };

  /** Whether the needle stands at a place; the caller makes sure that as many bytes follow. */
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

  #testText(row: number): boolean {
    const text = this.#column.reader.glance(row);
    /* v8 ignore next -- without a change, every block is searched by bytes */
    const changed = this.#change === undefined ? text : CHANGES[this.#change](text);
    return TESTS[this.how](changed, this.#text);
  }
}

/** The condition as a search for bytes; `undefined` if it has no such form. */
export function textTestOf(node: CoreNode, layout: Layout): TextTest | undefined {
  const { op } = node;
  if (op !== "contains" && op !== "startsWith" && op !== "endsWith" && op !== "equal")
    return undefined;
  // The builder puts a constant second.
  const [text, needle] = operandsOf(node);
  return textSearchOf(op, text, needle, layout);
}

/** The search for a constant in a field, which may be changed; `undefined` for other texts. */
export function textSearchOf(
  how: How,
  text: CoreNode,
  needle: CoreNode,
  layout: Layout,
): TextTest | undefined {
  if (needle.op !== "literal" || typeof needle.data !== "string" || needle.data === "")
    return undefined;
  const change = text.op === "lower" || text.op === "upper" ? text.op : undefined;
  const field = change === undefined ? text : operandOf(text);
  if (field.op !== "field") return undefined;
  const column = layout.column(field.data);
  if (column.kind !== "texts") return undefined;
  return new TextTest(how, column, needle.data, change);
}
