import type { CoreNode } from "../../core/node.ts";
import type { Layout } from "../condition/layout.ts";
import { type TextTest, textTestOf } from "../condition/text-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { type ByteAt, type ByteSearch, byteSearch } from "../wasm/byte-search.ts";
import { finderByRow, keepRows, type RowFinder } from "./row-finder.ts";
import type { Tier } from "./tier.ts";

/** Places in a block are signed numbers of 32 bits. */
const MOST_BYTES = 0x7fff_ffff;

/** If at least one of so many rows is left, searching all of them at once is faster than one by one. */
const SPARSE = 8;

type Find = RowFinder["scan"];

/** The finder of a search in a column of texts; `undefined` for other conditions. */
export function textFinder(node: CoreNode, layout: Layout, tier: Tier): RowFinder | undefined {
  const found = textTestOf(node, layout);
  if (found === undefined) return undefined;
  const { test, wanted } = found;
  const one = oneByOne(test, wanted);
  const findIn = test.how === "contains" ? findingMany(test, tier) : undefined;
  if (findIn === undefined) return one;
  return {
    scan: (from, to, hits, size) => {
      const find = findIn(from);
      if (find === undefined) return one.scan(from, to, hits, size);
      return wanted ? find(from, to, hits, size) : findOthers(find, from, to, hits, size);
    },
    refine: (hits, start, end) => {
      const from = hits[start] as number;
      const to = (hits[end - 1] as number) + 1;
      const isDense = end > start && (end - start) * SPARSE >= to - from;
      const find = isDense ? findIn(from) : undefined;
      if (find === undefined) return one.refine(hits, start, end);
      const those = new Int32Array(to - from + 1);
      const count = find(from, to, those, 0);
      return keepRows(hits, start, end, those.subarray(0, count), wanted);
    },
  };
}

/** Tests text after text. */
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
        const place = row & (BLOCK - 1);
        const holds = test.holds(bytes, starts[place] as number, starts[place + 1] as number);
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
        const place = row & (BLOCK - 1);
        const holds = test.holds(bytes, starts[place] as number, starts[place + 1] as number);
        if (holds === wanted) hits[found++] = row;
      }
      return found;
    },
  };
}

/** What finds the rows of a block faster than one by one, by a row of the block. */
function findingMany(test: TextTest, tier: Tier): ((row: number) => Find | undefined) | undefined {
  const search = tier === "vectors" ? byteSearch(wantedBytes(test)) : undefined;
  if (search === undefined) {
    const { findDecoded } = test;
    return findDecoded && (() => findDecoded);
  }
  return (row) => {
    const block = test.blocks[row >> BLOCK_BITS] as TextBlock;
    if (!test.suits(block) || block.end > MOST_BYTES) return;
    return (from, to, hits, size) => scanBlock(test, search, block, from, to, hits, size);
  };
}

/** The first, the middle and the last byte of the needle, which rarely stand together by chance. */
function wantedBytes({ needle, fold }: TextTest): readonly ByteAt[] {
  const last = needle.length - 1;
  const places = new Set([last >> 1, last]);
  places.delete(0);
  const at = (behind: number): ByteAt => ({
    behind,
    bytes: [...fold.keys()].filter((byte) => fold[byte] === needle[behind]),
  });
  return [at(0), ...[...places].map(at)];
}

function scanBlock(
  test: TextTest,
  search: ByteSearch,
  { bytes, starts }: TextBlock,
  from: number,
  to: number,
  hits: Int32Array,
  size: number,
): number {
  const begin = starts[from & (BLOCK - 1)] as number;
  const last = starts[((to - 1) & (BLOCK - 1)) + 1] as number;
  const { length } = test.needle;
  const base = from & ~(BLOCK - 1);
  let found = size;
  let place = from & (BLOCK - 1);
  let end = starts[place + 1] as number;
  let isFound = false;
  search(bytes, begin, last - length + 1, (at) => {
    while (at >= end) {
      place++;
      end = starts[place + 1] as number;
      isFound = false;
    }
    if (isFound || at + length > end || !test.isAt(bytes, at)) return;
    isFound = true;
    hits[found++] = base + place;
  });
  return found;
}

/** Finds the other rows. */
function findOthers(find: Find, from: number, to: number, hits: Int32Array, size: number): number {
  const those = new Int32Array(to - from + 1);
  const count = find(from, to, those, 0);
  let found = size;
  let next = 0;
  for (let row = from; row < to; row++) {
    if (next < count && those[next] === row) next++;
    else hits[found++] = row;
  }
  return found;
}
