import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import type { Layout } from "../condition/layout.ts";
import { wholeTest } from "../condition/parts-test.ts";
import { textTestOf } from "../condition/text-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { HEAD, headOfBytes } from "../storage/text-reader.ts";
import { utf8Of } from "../storage/utf8.ts";
import { finderByRow, keepingFinder, type RowFinder } from "./row-finder.ts";

/** The heads of the rows of a block, which are made if enough rows are asked; `undefined` if they are not known. */
type HeadsOf = (block: number, rows: number) => Uint32Array | undefined;

/** What heads decide: the flag for one that is below the other, or above, and for two that agree in the bits of `mask`. */
interface Decision {
  readonly mask: number;
  readonly whenBelow: number;
  readonly whenAbove: number;
  /** `undefined` if the whole texts decide. */
  readonly whenSame: number | undefined;
}

/**
 * Finds rows by the heads of two texts, of which one is a field and the other a field or a constant; only rows whose heads
 * agree are tested, if at all. `undefined` for conditions that heads do not decide.
 */
export function headsFinder(node: CoreNode, layout: Layout): RowFinder | undefined {
  const wanted = node.op !== "not";
  const condition = wanted ? node : operandOf(node);
  const decision = decisionOf(condition, wanted);
  if (decision === undefined) return undefined;
  const [a, b] = operandsOf(condition).map((text) => headsOf(text, layout));
  const test = testOf(condition, wanted, layout);
  if (a === undefined || b === undefined || test === undefined) return undefined;
  const byRow = finderByRow(test);
  const refine: RowFinder["refine"] = (hits, start, end) => {
    const block = (hits[start] as number) >> BLOCK_BITS;
    const [xs, ys] = [a(block, 0), b(block, 0)];
    if (xs === undefined || ys === undefined) return byRow.refine(hits, start, end);
    return refineHeads(decision, xs, ys, test, hits, start, end);
  };
  return {
    ...keepingFinder(refine),
    prepare: (row, rows) => {
      a(row >> BLOCK_BITS, rows);
      b(row >> BLOCK_BITS, rows);
    },
  };
}

function testOf(
  condition: CoreNode,
  wanted: boolean,
  layout: Layout,
): ((row: number) => boolean) | undefined {
  if (condition.op !== "startsWith") return wholeTest(condition, wanted, layout);
  const test = textTestOf(condition, layout)?.test;
  return wanted ? test : test && ((row) => !test(row));
}

function decisionOf({ op, operands }: CoreNode, wanted: boolean): Decision | undefined {
  if (op === "startsWith") {
    const prefix = operands[1];
    if (prefix?.op !== "literal" || prefix.data === "") return undefined;
    const bytes = utf8Of(String(prefix.data));
    const bits = 8 * Math.min(HEAD, bytes.length);
    // A text that is shorter than its head has zeros there, and no text has U+0000.
    const isInHead = bytes.length <= HEAD;
    return {
      mask: -1 << (8 * HEAD - bits),
      whenBelow: +!wanted,
      whenAbove: +!wanted,
      whenSame: isInHead ? +wanted : undefined,
    };
  }
  if (op !== "less" && op !== "lessOrEqual") return undefined;
  return { mask: -1, whenBelow: +wanted, whenAbove: +!wanted, whenSame: undefined };
}

function headsOf(node: CoreNode, layout: Layout): HeadsOf | undefined {
  if (node.op === "literal") {
    const bytes = utf8Of(String(node.data));
    const heads = new Uint32Array(BLOCK).fill(headOfBytes(bytes, 0, bytes.length));
    return () => heads;
  }
  const column = node.op === "field" ? layout.column(node.data) : undefined;
  if (column?.kind !== "texts") return undefined;
  return (block, rows) => column.reader.headsOf(block, rows);
}

function refineHeads(
  { mask, whenBelow, whenAbove, whenSame }: Decision,
  xs: Uint32Array,
  ys: Uint32Array,
  test: (row: number) => boolean,
  hits: Int32Array,
  start: number,
  end: number,
): number {
  const change = whenBelow ^ whenAbove;
  let found = start;
  for (let index = start; index < end; index++) {
    const row = hits[index] as number;
    hits[found] = row;
    const place = row & (BLOCK - 1);
    const x = xs[place] as number;
    const y = ys[place] as number;
    found += ((x ^ y) & mask) === 0 ? (whenSame ?? +test(row)) : (+(x < y) & change) ^ whenAbove;
  }
  return found;
}
