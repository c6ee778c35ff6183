import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import type { Layout } from "../condition/layout.ts";
import { wholeTest } from "../condition/parts-test.ts";
import { textTestOf } from "../condition/text-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { HEAD, headOfBytes, sameBytes, type TextReader } from "../storage/text-reader.ts";
import { utf8Of } from "../storage/utf8.ts";
import { finderByRow, keepingFinder, type RowFinder } from "./row-finder.ts";

/** What heads decide: the flag for one that is below the other, or above, and for two that agree in the bits of `mask`. */
interface Decision {
  readonly mask: number;
  readonly whenBelow: number;
  readonly whenAbove: number;
  /** `undefined` if the whole texts decide. */
  readonly whenSame: number | undefined;
}

/** The heads of two texts for the rows of a block, and what they decide. */
interface Compared {
  readonly xs: Uint32Array;
  readonly ys: Uint32Array;
  readonly decision: Decision;
}

/** The same for each block, made if enough of its rows are asked; `undefined` if the heads are not known. */
type Compare = (block: number, rows: number) => Compared | undefined;

/**
 * Finds rows by the heads of two texts, of which one is a field and the other a field or a constant; only rows whose heads
 * agree are tested, if at all. `undefined` for conditions that heads do not decide.
 */
export function headsFinder(node: CoreNode, layout: Layout): RowFinder | undefined {
  const wanted = node.op !== "not";
  const condition = wanted ? node : operandOf(node);
  const compare = comparing(condition, wanted, layout);
  const test = compare && testOf(condition, wanted, layout);
  if (compare === undefined || test === undefined) return undefined;
  const byRow = finderByRow(test);
  const refine: RowFinder["refine"] = (hits, start, end) => {
    const compared = compare((hits[start] as number) >> BLOCK_BITS, 0);
    if (compared === undefined) return byRow.refine(hits, start, end);
    return refineHeads(compared, test, hits, start, end);
  };
  return {
    ...keepingFinder(refine),
    prepare: (row, rows) => {
      compare(row >> BLOCK_BITS, rows);
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

function comparing(condition: CoreNode, wanted: boolean, layout: Layout): Compare | undefined {
  const { op } = condition;
  if (op !== "startsWith" && op !== "less" && op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(condition) as readonly [CoreNode, CoreNode];
  const [x, y] = [readerOf(a, layout), readerOf(b, layout)];
  const ordered = { mask: -1, whenBelow: +wanted, whenAbove: +!wanted, whenSame: undefined };
  if (x !== undefined && y !== undefined && op !== "startsWith") {
    return (block, rows) => {
      const [xs, ys] = [x.headsOf(block, rows), y.headsOf(block, rows)];
      return xs && ys && { xs, ys, decision: ordered };
    };
  }
  if (x !== undefined && b.op === "literal") {
    const begins = op === "startsWith";
    return besideConstant(x, b, (place) => (begins ? beginning(place, wanted) : ordered));
  }
  if (y !== undefined && a.op === "literal" && op !== "startsWith") {
    const compare = besideConstant(y, a, () => ordered);
    return (block, rows) => {
      const compared = compare(block, rows);
      return compared && { ...compared, xs: compared.ys, ys: compared.xs };
    };
  }
  return undefined;
}

function readerOf(node: CoreNode, layout: Layout): TextReader | undefined {
  const column = node.op === "field" ? layout.column(node.data) : undefined;
  return column?.kind === "texts" ? column.reader : undefined;
}

/** Where a constant stands among texts that share a beginning. */
interface Place {
  /** Its head, to be compared with theirs. */
  readonly head: number;
  /** How many of its bytes follow what it shares with that beginning; `undefined` if it differs from it there. */
  readonly rest: number | undefined;
}

const HIGHEST = 0xffff_ffff;

function placeOf(constant: Uint8Array, common: Uint8Array): Place {
  const same = sameBytes(constant, common);
  const rest = constant.length - same;
  if (same === common.length) return { head: headOfBytes(constant, same, constant.length), rest };
  if (rest === 0) return { head: 0, rest };
  const isBelow = (constant[same] as number) < (common[same] as number);
  return { head: isBelow ? 0 : HIGHEST, rest: undefined };
}

/** Compares the texts of a field with a constant, without the beginning that the texts of a block share. */
function besideConstant(
  reader: TextReader,
  { data }: CoreNode,
  decide: (place: Place) => Decision,
): Compare {
  const constant = utf8Of(String(data));
  const ys = new Uint32Array(BLOCK);
  const places: Place[] = [];
  return (block, rows) => {
    const tails = reader.tailsOf(block, rows);
    if (tails === undefined) return;
    places[block] ??= placeOf(constant, tails.common);
    const place = places[block];
    if (ys[0] !== place.head) ys.fill(place.head);
    return { xs: tails.heads, ys, decision: decide(place) };
  };
}

/** What heads decide of texts that are to begin with a constant. */
function beginning({ rest }: Place, wanted: boolean): Decision {
  // No text of the block begins with the constant.
  if (rest === undefined) return { mask: 0, whenBelow: 0, whenAbove: 0, whenSame: +!wanted };
  // A text that goes on after the shared beginning begins with the constant. Others are tested.
  if (rest === 0) return { mask: -1, whenBelow: 0, whenAbove: +wanted, whenSame: undefined };
  const bits = 8 * Math.min(HEAD, rest);
  // A text that is shorter than its head has zeros there, and no text has U+0000.
  const whenSame = rest <= HEAD ? +wanted : undefined;
  return { mask: -1 << (8 * HEAD - bits), whenBelow: +!wanted, whenAbove: +!wanted, whenSame };
}

function refineHeads(
  { xs, ys, decision: { mask, whenBelow, whenAbove, whenSame } }: Compared,
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
