import type { ColumnTest } from "../condition/column-test.ts";
import type { Flags } from "../condition/forms.ts";
import { setBits } from "../mask/row-mask.ts";
import { BLOCK } from "../storage/blocks.ts";
import { vectorCount, vectorMark, vectorScan } from "../wasm/vector-loop.ts";
import { branchlessFinder } from "./generated-finder.ts";
import { finderOf, type RowFinder } from "./row-finder.ts";
import type { Stage } from "./stage.ts";
import type { Tier } from "./tier.ts";

/** A stage of one branchless loop, with vectors if the tier has them. */
export function flagsStage(flags: Flags, tier: Tier): Stage {
  const written = branchlessFinder(flags);
  const scan = tier === "vectors" ? vectorScan(flags) : undefined;
  if (scan === undefined) return { loop: "generated", finder: written };
  const finder = { ...written, scan, count: counter(flags, scan), mark: marker(flags, scan) };
  return { loop: "vectors", finder };
}

/** A stage of one column test. */
export function testStage(test: ColumnTest, tier: Tier): Stage {
  if (tier === "closures") return { loop: "closures", finder: finderOf(test) };
  return flagsStage([{ op: "test", test }], tier);
}

/** Counts rows. Its loop is built on the first call. */
function counter(flags: Flags, scan: RowFinder["scan"]): NonNullable<RowFinder["count"]> {
  let count: RowFinder["count"];
  return (from, to) => {
    /* v8 ignore next -- a loop that finds rows can count them, unless the engine refuses to load the module */
    count ??= vectorCount(flags) ?? ((first, end) => scan(first, end, new Int32Array(BLOCK), 0));
    return count(from, to);
  };
}

/** Marks rows. Its loop is built on the first call. */
function marker(flags: Flags, scan: RowFinder["scan"]): NonNullable<RowFinder["mark"]> {
  let mark: RowFinder["mark"];
  return (from, to, words) => {
    /* v8 ignore next -- as above */
    mark ??= vectorMark(flags) ?? ((first, end, into) => markScanned(scan, first, end, into));
    return mark(from, to, words);
  };
}

/* v8 ignore start -- as above */
function markScanned(
  scan: RowFinder["scan"],
  from: number,
  to: number,
  words: Uint32Array,
): number {
  const hits = new Int32Array(BLOCK);
  return setBits(words, hits, scan(from, to, hits, 0));
}
/* v8 ignore stop */
