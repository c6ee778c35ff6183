import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../../core/node.ts";
import { joinText, lowerText, MAX_TEXT_BYTES, upperText } from "../../values/text/index.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { CodeColumn, ListColumn } from "../storage/column.ts";
import { type TextBlock, TextBlocks } from "../storage/text-blocks.ts";
import { TextReader } from "../storage/text-reader.ts";
import { textOfUtf8, utf8Of } from "../storage/utf8.ts";
import type { Layout } from "./layout.ts";
import { FOLDS, isAsciiAt, type TextParts } from "./text-parts.ts";

/** Adds the parts of a row's text; false if the text is an error. */
export type PartsOf = (row: number, into: TextParts) => boolean;

const CHANGES = { lower: lowerText, upper: upperText } as const;

/** How each operation adds the parts of its text; `undefined` if it cannot without making strings. */
const WRITERS: {
  readonly [op in CoreNode["op"]]?: (node: CoreNode, layout: Layout) => PartsOf | undefined;
} = {
  literal: ({ data }) => constant(String(data)),
  field: (node, layout) => ofField(node, layout),
  concat: (node, layout) => joined(node, layout),
  join: (node, layout) => joinedList(node, layout),
  slice: (node, layout) => sliced(node, layout),
  lower: (node, layout) => changed(node, "lower", layout),
  upper: (node, layout) => changed(node, "upper", layout),
  trim: (node, layout) => {
    const text = partsOf(operandOf(node), layout);
    return (
      text &&
      ((row, into) => {
        const first = into.count;
        if (!text(row, into)) return false;
        into.trim(first);
        return true;
      })
    );
  },
};

/** The parts of a text; `undefined` if they cannot be had without making strings. */
export function partsOf(node: CoreNode, layout: Layout): PartsOf | undefined {
  return node.type === "text" ? WRITERS[node.op]?.(node, layout) : undefined;
}

/** A text of more parts is made as a string, of which the shared parts are remembered. */
const MOST_PARTS = 64;

/**
 * Whether texts are made of few parts, each counted as often as it is written down. A part that is used twice by one
 * that is used twice would be made four times, and so on.
 */
export function haveFewParts(texts: readonly CoreNode[]): boolean {
  const pending = [...texts];
  let count = 0;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (++count > MOST_PARTS) return false;
    if (node.type === "text") pending.push(...node.operands);
  }
  return true;
}

/** Whether a text of few parts is, or is made of, one that a column holds as bytes, or a list. */
export function readsBytes(node: CoreNode, layout: Layout): boolean {
  if (node.op === "field") return layout.column(node.data).kind !== "codes";
  return node.type === "text" && node.operands.some((operand) => readsBytes(operand, layout));
}

function constant(text: string): PartsOf {
  const bytes = utf8Of(text);
  const isAscii = bytes.length === text.length;
  return (_row, into) => {
    into.add(bytes, 0, bytes.length, isAscii);
    return true;
  };
}

function ofField(node: CoreNode, layout: Layout): PartsOf | undefined {
  /* v8 ignore next -- only fields are written so */
  if (node.op !== "field") return undefined;
  const column = layout.column(node.data);
  if (column.kind === "texts") return ofBlocks(column.blocks, undefined);
  /* v8 ignore next -- a field of texts has no other column */
  return column.kind === "codes" ? ofBlocks(textsOf(column).blocks, column.codes) : undefined;
}

function ofBlocks(blocks: readonly TextBlock[], codes: CodeColumn["codes"] | undefined): PartsOf {
  return (row, into) => {
    const number = codes === undefined ? row : (codes[row] as number);
    const { bytes, starts, isAscii } = blocks[number >> BLOCK_BITS] as TextBlock;
    const place = number & (BLOCK - 1);
    into.add(bytes, starts[place] as number, starts[place + 1] as number, isAscii);
    return true;
  };
}

const readers = new WeakMap<CodeColumn | ListColumn, TextReader>();

/** The texts of a dictionary as bytes. */
export function textsOf(column: CodeColumn | ListColumn): TextReader {
  let known = readers.get(column);
  if (known === undefined) {
    const blocks = new TextBlocks();
    blocks.add(column.texts.slice(0, column.size), column.size, 0);
    known = new TextReader(blocks.read());
    readers.set(column, known);
  }
  return known;
}

function joined(node: CoreNode, layout: Layout): PartsOf | undefined {
  const texts: PartsOf[] = [];
  for (const operand of node.operands) {
    const text = partsOf(operand, layout);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return (row, into) => {
    const first = into.count;
    for (const text of texts) if (!text(row, into)) return false;
    return into.size(first) <= MAX_TEXT_BYTES;
  };
}

/** A list of more items is joined as a string. */
const MOST_ITEMS = 256;

function joinedList(node: CoreNode, layout: Layout): PartsOf | undefined {
  const [list, separator] = operandsOf(node);
  const column = list.op === "field" ? layout.column(list.data) : undefined;
  if (column?.kind !== "lists" || separator.op !== "literal") return undefined;
  const { offsets, codes, texts } = column;
  const text = String(separator.data);
  const between = constant(text);
  const item = ofBlocks(textsOf(column).blocks, codes);
  return (row, into) => {
    const begin = offsets[row] as number;
    const end = offsets[row + 1] as number;
    if (end - begin > MOST_ITEMS) {
      const items = Array.from(codes.subarray(begin, end), (code) => texts[code] as string);
      const whole = joinText(items, text);
      return whole !== undefined && constant(whole)(row, into);
    }
    const first = into.count;
    for (let at = begin; at < end; at++) {
      if (at > begin) between(row, into);
      item(at, into);
    }
    return into.size(first) <= MAX_TEXT_BYTES;
  };
}

function sliced(node: CoreNode, layout: Layout): PartsOf | undefined {
  const [whole, start, count] = threeOperandsOf(node);
  const text = partsOf(whole, layout);
  const before = numberOf(start);
  const most = numberOf(count);
  // The last characters of a text begin at its length less a number.
  const fromEnd = start.op === "subtract" ? lessThanLength(start, whole) : undefined;
  if (text === undefined || most === undefined) return undefined;
  if (before === undefined && fromEnd === undefined) return undefined;
  return (row, into) => {
    const first = into.count;
    if (!text(row, into)) return false;
    /* v8 ignore next -- one of them is known */
    const from = before ?? into.points(first) - (fromEnd ?? 0);
    const begin = Math.floor(from);
    const skipped = begin > 1 ? begin - 1 : 0;
    into.slice(first, skipped, Math.max(0, begin + Math.floor(most) - 1 - skipped));
    return true;
  };
}

function lessThanLength(start: CoreNode, whole: CoreNode): number | undefined {
  const [length, less] = operandsOf(start);
  /* v8 ignore next -- only RIGHT subtracts: from the length of the same text */
  return length.op === "length" && operandOf(length) === whole ? numberOf(less) : undefined;
}

function numberOf(node: CoreNode): number | undefined {
  return node.op === "literal" && typeof node.data === "number" ? node.data : undefined;
}

function changed(
  node: CoreNode,
  change: keyof typeof CHANGES,
  layout: Layout,
): PartsOf | undefined {
  const operand = operandOf(node);
  const text = hasChange(operand) ? undefined : partsOf(operand, layout);
  if (text === undefined) return undefined;
  return (row, into) => {
    const first = into.count;
    if (!text(row, into)) return false;
    for (let index = first; index < into.count; index++) {
      const part = into.at(index);
      if (part.isAscii || isAsciiAt(part.bytes, part.start, part.end)) {
        part.fold = FOLDS[change];
        continue;
      }
      // Case changes letter by letter, so each part can be changed by itself.
      part.bytes = utf8Of(CHANGES[change](textOfUtf8(part.bytes.subarray(part.start, part.end))));
      part.start = 0;
      part.end = part.bytes.length;
    }
    return true;
  };
}

/** Whether letters are changed in a text already: a part has room for one change only. */
function hasChange(node: CoreNode): boolean {
  if (node.op === "lower" || node.op === "upper") return true;
  return node.type === "text" && node.operands.some(hasChange);
}
