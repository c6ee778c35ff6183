import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import type { Layout } from "../condition/layout.ts";
import { wholeTest } from "../condition/parts-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { HEAD, headOfBytes } from "../storage/text-reader.ts";
import { utf8Of } from "../storage/utf8.ts";
import type { RowFinder } from "./row-finder.ts";

/** The heads of the rows of a block of which so many rows are asked; `undefined` if they are not known. */
type HeadsOf = (block: number, rows: number) => Uint32Array | undefined;

/** What heads decide: nothing if they agree in the bits of `mask`, else the flag for one that is below the other, or above. */
interface Decision {
  readonly mask: number;
  readonly whenBelow: number;
  readonly whenAbove: number;
}

/**
 * Finds rows by the heads of two texts, of which one is a field and the other a field or a constant; only rows whose heads
 * agree are tested. `undefined` for conditions that heads do not decide.
 */
export function headsFinder(node: CoreNode, layout: Layout): RowFinder | undefined {
  const wanted = node.op !== "not";
  const condition = wanted ? node : operandOf(node);
  const decision = decisionOf(condition, wanted);
  if (decision === undefined) return undefined;
  const [a, b] = operandsOf(condition).map((text) => headsOf(text, layout));
  const test = wholeTest(condition, wanted, layout);
  if (a === undefined || b === undefined || test === undefined) return undefined;
  return {
    scan: (from, to, hits, size) => {
      for (let row = from; row < to; row++) hits[size + row - from] = row;
      return refine(decision, a, b, test, hits, size, size + to - from);
    },
    refine: (hits, start, end) => refine(decision, a, b, test, hits, start, end),
  };
}

function decisionOf({ op, operands }: CoreNode, wanted: boolean): Decision | undefined {
  if (op === "startsWith") {
    const prefix = operands[1];
    if (prefix?.op !== "literal" || prefix.data === "") return undefined;
    const bits = 8 * Math.min(HEAD, utf8Of(String(prefix.data)).length);
    return { mask: -1 << (8 * HEAD - bits), whenBelow: +!wanted, whenAbove: +!wanted };
  }
  if (op !== "less" && op !== "lessOrEqual") return undefined;
  return { mask: -1, whenBelow: +wanted, whenAbove: +!wanted };
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

function refine(
  { mask, whenBelow, whenAbove }: Decision,
  a: HeadsOf,
  b: HeadsOf,
  test: (row: number) => boolean,
  hits: Int32Array,
  start: number,
  end: number,
): number {
  const block = (hits[start] as number) >> BLOCK_BITS;
  const [xs, ys] = [a(block, end - start), b(block, end - start)];
  const change = whenBelow ^ whenAbove;
  let found = start;
  for (let index = start; index < end; index++) {
    const row = hits[index] as number;
    hits[found] = row;
    const place = row & (BLOCK - 1);
    const x = xs === undefined ? 0 : (xs[place] as number);
    const y = xs === undefined || ys === undefined ? x : (ys[place] as number);
    found += ((x ^ y) & mask) === 0 ? +test(row) : (+(x < y) & change) ^ whenAbove;
  }
  return found;
}
