import type { CoreNode } from "../../../language/core/node.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import { type TextTest, textTestOf } from "../condition/column-text-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { type ByteAt, type ByteSearch, byteSearch } from "../wasm/byte-search.ts";
import { finderByRow, type RowFinder } from "./row-finder.ts";
import type { Tier } from "./tier.ts";

/** Offsets in a block are signed 32-bit numbers in vector code. */
const MOST_BYTES = 0x7fff_ffff;

/** If at least one of this number of rows remains, searching a whole block is faster than testing row by row. */
const SPARSE = 8;

/** If the needle may begin at one of this number of offsets, as a common letter does, texts are searched one by one. */
const DENSE = 32;

/** The finder for a search in a column of texts; `undefined` for other conditions. */
export function textFinder(
  node: CoreNode,
  layout: ColumnLayout,
  tier: Tier,
): RowFinder | undefined {
  const found = textTestOf(node, layout);
  if (found === undefined) return undefined;
  const { test, wanted } = found;
  const one = oneByOne(test, wanted);
  const isSearch = test.comparison === "contains" && tier !== "closures";
  const search = isSearch ? byteSearch(wantedBytes(test)) : undefined;
  if (search === undefined) return one;
  const flags = new Uint8Array(BLOCK);
  const others = wanted ? 0 : 1;
  /** Sets the flags of the rows that contain the needle; returns whether the block can be searched. */
  const mark = (from: number, to: number): boolean => {
    const block = test.blocks[from >> BLOCK_BITS] as TextBlock;
    if (!test.suits(block) || block.end > MOST_BYTES) return false;
    markBlock(test, search, block, from, to, flags.fill(0));
    return true;
  };
  return {
    scan: (from, to, hits, size) => {
      if (!mark(from, to)) return one.scan(from, to, hits, size);
      let end = size;
      for (let row = from; row < to; row++) {
        hits[end] = row;
        end += (flags[row & (BLOCK - 1)] as number) ^ others;
      }
      return end;
    },
    refine: (hits, start, size) => {
      if (start === size) return size;
      const from = hits[start] as number;
      const to = (hits[size - 1] as number) + 1;
      const isDense = (size - start) * SPARSE >= to - from;
      if (!isDense || !mark(from, to)) return one.refine(hits, start, size);
      let end = start;
      for (let index = start; index < size; index++) {
        const row = hits[index] as number;
        hits[end] = row;
        end += (flags[row & (BLOCK - 1)] as number) ^ others;
      }
      return end;
    },
  };
}

/** Tests texts one by one. */
function oneByOne(test: TextTest, wanted: boolean): RowFinder {
  const asStrings = finderByRow((row) => test.holdsFor(row) === wanted);
  const blockOf = (row: number): TextBlock => test.blocks[row >> BLOCK_BITS] as TextBlock;
  return {
    scan: (from, to, hits, size) => {
      const block = blockOf(from);
      if (!test.suits(block)) return asStrings.scan(from, to, hits, size);
      const { bytes, starts } = block;
      let found = size;
      for (let row = from; row < to; row++) {
        const blockIndex = row & (BLOCK - 1);
        const holds = test.holds(
          bytes,
          starts[blockIndex] as number,
          starts[blockIndex + 1] as number,
        );
        if (holds === wanted) hits[found++] = row;
      }
      return found;
    },
    refine: (hits, start, end) => {
      if (start === end) return end;
      const block = blockOf(hits[start] as number);
      if (!test.suits(block)) return asStrings.refine(hits, start, end);
      const { bytes, starts } = block;
      let found = start;
      for (let index = start; index < end; index++) {
        const row = hits[index] as number;
        const blockIndex = row & (BLOCK - 1);
        const holds = test.holds(
          bytes,
          starts[blockIndex] as number,
          starts[blockIndex + 1] as number,
        );
        if (holds === wanted) hits[found++] = row;
      }
      return found;
    },
  };
}

/** The first, middle and last byte of the needle: they rarely occur together by chance. */
function wantedBytes({ needle, fold }: TextTest): readonly ByteAt[] {
  const last = needle.length - 1;
  const others = new Set([last >> 1, last]);
  others.delete(0);
  const at = (behind: number): ByteAt => ({
    behind,
    bytes: [...fold.keys()].filter((byte) => fold[byte] === needle[behind]),
  });
  return [at(0), ...[...others].map(at)];
}

function markBlock(
  test: TextTest,
  search: ByteSearch,
  { bytes, starts }: TextBlock,
  from: number,
  to: number,
  flags: Uint8Array,
): void {
  const { length } = test.needle;
  let blockIndex = from & (BLOCK - 1);
  let end = starts[blockIndex + 1] as number;
  const begin = starts[blockIndex] as number;
  const last = (to - 1) & (BLOCK - 1);
  const until = (starts[last + 1] as number) - length + 1;
  for (let at = begin; at < until; at += search.step) {
    const offsets = search.next(bytes, at, until);
    if (offsets.length * DENSE > search.step) {
      for (; blockIndex <= last; blockIndex++) {
        const start = starts[blockIndex] as number;
        flags[blockIndex] = Number(test.holds(bytes, start, starts[blockIndex + 1] as number));
      }
      return;
    }
    for (let index = 0; index < offsets.length; index++) {
      const one = offsets[index] as number;
      while (one >= end) end = starts[++blockIndex + 1] as number;
      if (one + length <= end && test.isAt(bytes, one)) flags[blockIndex] = 1;
    }
  }
}
