import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { HEAD } from "../storage/text-reader.ts";
import { utf8Of } from "../storage/utf8.ts";
import type { Layout } from "./layout.ts";
import { haveFewParts, type PartsOf, partsOf, readsBytes } from "./parts-of-text.ts";
import { headOf } from "./text-heads.ts";
import { compareParts, TextParts } from "./text-parts.ts";

/** Whether two texts, as parts, are related in a way; both may be changed. To search one in the other, strings are faster. */
type Relation = (a: TextParts, b: TextParts) => boolean;

const RELATIONS: { readonly [op in CoreNode["op"]]?: Relation } = {
  equal: (a, b) => a.size() === b.size() && compareParts(a, b) === 0,
  less: (a, b) => compareParts(a, b) < 0,
  lessOrEqual: (a, b) => compareParts(a, b) <= 0,
  // One that goes on after the other is only 1 above it.
  startsWith: (a, b) => b.size() === 0 || isWithin(compareParts(a, b)),
  endsWith: (a, b) => {
    const more = a.size() - b.size();
    if (more < 0) return false;
    a.skip(more);
    return compareParts(a, b) === 0;
  },
};

/** A test of whether a condition on texts is `wanted`, without making strings; `undefined` for other conditions. */
export function partsTest(
  node: CoreNode,
  wanted: boolean,
  layout: Layout,
): ((row: number) => boolean) | undefined {
  const test = wholeTest(node, wanted, layout);
  return test && (testHeads(node, wanted, layout, test) ?? test);
}

/** The same without a look at the heads of the texts first. */
export function wholeTest(
  node: CoreNode,
  wanted: boolean,
  layout: Layout,
): ((row: number) => boolean) | undefined {
  const relation = RELATIONS[node.op];
  if (relation === undefined || !haveFewParts(node.operands)) return undefined;
  if (!node.operands.some((text) => readsBytes(text, layout))) return undefined;
  const [first, second] = operandsOf(node).map((text) => partsOf(text, layout));
  if (first === undefined || second === undefined) return undefined;
  const ordered = constantTest(node, wanted, layout);
  if (ordered !== undefined) return ordered;
  const [a, b] = [new TextParts(), new TextParts()];
  return (row) => fill(first, row, a) && fill(second, row, b) && relation(a, b) === wanted;
}

/** The test of whether a field is before or after a constant; `undefined` for other conditions. */
function constantTest(
  node: CoreNode,
  wanted: boolean,
  layout: Layout,
): ((row: number) => boolean) | undefined {
  if (node.op !== "less" && node.op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(node);
  const isRight = b.op === "literal";
  const [text, constant] = isRight ? [a, b] : [b, a];
  const column = text.op === "field" ? layout.column(text.data) : undefined;
  if (column?.kind !== "texts" || constant.op !== "literal") return undefined;
  const { blocks } = column;
  const other = utf8Of(String(constant.data));
  const words = new DataView(other.buffer, other.byteOffset, other.byteLength);
  const views: (DataView | undefined)[] = [];
  const whenEqual = (node.op === "lessOrEqual") === wanted;
  return (row) => {
    const number = row >> BLOCK_BITS;
    const { bytes, starts } = blocks[number] as TextBlock;
    views[number] ??= new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const place = row & (BLOCK - 1);
    const start = starts[place] as number;
    const order = compareBytes(views[number], start, starts[place + 1] as number, words);
    return order === 0 ? whenEqual : order < 0 === (isRight === wanted);
  };
}

/** Compares bytes, four at a time, with all of the others. */
function compareBytes(bytes: DataView, start: number, end: number, others: DataView): number {
  const length = Math.min(end - start, others.byteLength);
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const difference = bytes.getUint32(start + at) - others.getUint32(at);
    if (difference !== 0) return difference;
  }
  for (; at < length; at++) {
    const difference = bytes.getUint8(start + at) - others.getUint8(at);
    if (difference !== 0) return difference;
  }
  return end - start - others.byteLength;
}

/** The same test, which is needed only for rows whose texts have the same heads. */
function testHeads(
  node: CoreNode,
  wanted: boolean,
  layout: Layout,
  test: (row: number) => boolean,
): ((row: number) => boolean) | undefined {
  if (RELATIONS[node.op] === undefined || node.op === "endsWith") return undefined;
  const [a, b] = operandsOf(node).map((text) => headOf(text, layout));
  if (a === undefined || b === undefined) return undefined;
  if (node.op === "startsWith") {
    return (row) => {
      const [x, y] = [a.head(row), b.head(row)];
      return (x < y || x > y) && b.size(row) >= HEAD ? !wanted : test(row);
    };
  }
  const whenLess = (node.op !== "equal") === wanted;
  return (row) => {
    const x = a.head(row);
    const y = b.head(row);
    if (x < y) return whenLess;
    if (x > y) return !wanted;
    // A head that is not known is not equal to any.
    if (x !== y) return test(row);
    const more = a.size(row) - b.size(row);
    if (more < 0 ? a.size(row) > HEAD : b.size(row) > HEAD) return test(row);
    // One that is as short as its head is the other, or the start of it.
    if (more === 0) return (node.op !== "less") === wanted;
    return more < 0 ? whenLess : !wanted;
  };
}

/** The length of a text, without making a string; `undefined` for other numbers. */
export function partsLength(node: CoreNode, layout: Layout): ((row: number) => number) | undefined {
  if (node.op !== "length" || !haveFewParts(node.operands)) return undefined;
  if (!readsBytes(operandOf(node), layout)) return undefined;
  const text = partsOf(operandOf(node), layout);
  const parts = new TextParts();
  return text && ((row) => (fill(text, row, parts) ? parts.points() : Number.NaN));
}

function fill(text: PartsOf, row: number, into: TextParts): boolean {
  into.clear();
  return text(row, into);
}

function isWithin(order: number): boolean {
  return order === 0 || order === 1;
}
