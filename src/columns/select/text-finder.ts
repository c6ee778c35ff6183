import type { TextTest } from "../condition/text-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { type ByteAt, type ByteSearch, byteSearch } from "../wasm/byte-search.ts";
import { finderByRow, keepRows, type RowFinder } from "./row-finder.ts";

/** Places in a block are signed numbers of 32 bits. */
const MOST_BYTES = 0x7fff_ffff;

/** If at least one of so many rows is left, searching all of them at once is faster than one by one. */
const SPARSE = 8;

type Find = RowFinder["scan"];

/** Tests of one column. Several tests are all searches for a part. */
export type TextTests = readonly [TextTest, ...TextTest[]];

/** Finds the rows whose texts pass one of some tests, or the rows whose texts pass none. */
export function textFinder(tests: TextTests, wanted: boolean, withVectors: boolean): RowFinder {
  const [only, second] = tests;
  const byRow = finderByRow(
    second === undefined
      ? (row) => only.test(row) === wanted
      : (row) => tests.some(({ test }) => test(row)) === wanted,
  );
  const findIn = findingMany(tests, withVectors);
  if (findIn === undefined) return byRow;
  return {
    scan: (from, to, hits, size) => {
      const find = findIn(from);
      if (find === undefined) return byRow.scan(from, to, hits, size);
      return wanted ? find(from, to, hits, size) : findOthers(find, from, to, hits, size);
    },
    refine: (hits, start, end) => {
      const from = hits[start] as number;
      const to = (hits[end - 1] as number) + 1;
      const isDense = end > start && (end - start) * SPARSE >= to - from;
      const find = isDense ? findIn(from) : undefined;
      if (find === undefined) return byRow.refine(hits, start, end);
      const those = new Int32Array(to - from + 1);
      const count = find(from, to, those, 0);
      return keepRows(hits, start, end, those.subarray(0, count), wanted);
    },
  };
}

/** What finds the rows of a block that pass one of the tests faster than one by one, by a row of the block. */
function findingMany(
  tests: TextTests,
  withVectors: boolean,
): ((row: number) => Find | undefined) | undefined {
  const [test, second] = tests;
  if (test.how !== "contains") {
    return (row) => {
      const block = test.blocks[row >> BLOCK_BITS] as TextBlock;
      if (!test.suits(block)) return;
      return (from, to, hits, size) => {
        const end = scanEnds(test, block, from, to, hits, size);
        return finderByRow(test.test).refine(hits, size, end);
      };
    };
  }
  const search = withVectors ? byteSearch(tests.map(wantedBytes)) : undefined;
  if (search === undefined) {
    const findDecoded = second === undefined ? test.findDecoded : undefined;
    return findDecoded && (() => findDecoded);
  }
  return (row) => {
    const block = test.blocks[row >> BLOCK_BITS] as TextBlock;
    if (!tests.every((one) => one.suits(block)) || block.end > MOST_BYTES) return;
    return (from, to, hits, size) => scanBlock(tests, search, block, from, to, hits, size);
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
  tests: TextTests,
  search: ByteSearch,
  { bytes, starts }: TextBlock,
  from: number,
  to: number,
  hits: Int32Array,
  size: number,
): number {
  const begin = starts[from & (BLOCK - 1)] as number;
  const last = starts[((to - 1) & (BLOCK - 1)) + 1] as number;
  const shortest = Math.min(...tests.map(({ needle }) => needle.length));
  const isAt = (at: number): boolean => {
    for (const test of tests) {
      if (at + test.needle.length <= end && test.isAt(bytes, at)) return true;
    }
    return false;
  };
  const base = from & ~(BLOCK - 1);
  let found = size;
  let place = from & (BLOCK - 1);
  let end = starts[place + 1] as number;
  let isFound = false;
  search(bytes, begin, last - shortest + 1, (at) => {
    while (at >= end) {
      place++;
      end = starts[place + 1] as number;
      isFound = false;
    }
    if (isFound || !isAt(at)) return;
    isFound = true;
    hits[found++] = base + place;
  });
  return found;
}

/**
 * Finds the rows whose texts may start or end with the needle, or be it: they are long enough, and the byte of the needle
 * that is farthest from that end of the text is there. That one tells more than others, since texts often begin alike.
 */
function scanEnds(
  { how, needle, fold }: TextTest,
  { bytes, starts }: TextBlock,
  from: number,
  to: number,
  hits: Int32Array,
  size: number,
): number {
  const { length } = needle;
  const isEnd = how === "endsWith";
  const most = how === "equal" ? length : MOST_BYTES;
  const byte = needle[isEnd ? 0 : length - 1];
  let found = size;
  for (let row = from; row < to; row++) {
    const place = row & (BLOCK - 1);
    const start = starts[place] as number;
    const end = starts[place + 1] as number;
    if (end - start < length || end - start > most) continue;
    const at = isEnd ? end - length : start + length - 1;
    if (fold[bytes[at] as number] === byte) hits[found++] = row;
  }
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
