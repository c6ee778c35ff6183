import type { CoreNode } from "../../core/node.ts";
import type { Flag } from "../condition/branchless.ts";
import type { Layout } from "../condition/layout.ts";
import { Arguments } from "./arguments.ts";
import { BranchlessWriter } from "./branchless-writer.ts";
import { ColumnWriter } from "./column-writer.ts";
import type { RowFinder } from "./row-finder.ts";

interface GeneratedFinder {
  readonly scan: (
    values: readonly unknown[],
    from: number,
    to: number,
    hits: Int32Array,
    size: number,
  ) => number;
  readonly refine: (
    values: readonly unknown[],
    hits: Int32Array,
    start: number,
    end: number,
  ) => number;
}

/** Finders by their sources. Formulas that differ only in constants share one, and the engine's optimised code. */
const known = new Map<string, GeneratedFinder>();
const MOST_KNOWN = 256;

/** One loop without a branch in it, for several conditions that must all hold. */
export function branchlessFinder(flags: readonly Flag[]): RowFinder {
  const handed = new Arguments();
  const writer = new BranchlessWriter(handed);
  const tests = flags.map((flag) => writer.flag(flag));
  const found = `${writer.statements.join(" ")} hits[n] = row; n += ${tests.join(" & ")};`;
  return finderFrom(handed.values, "", found);
}

/** A loop that tests a condition part by part. */
export function branchingFinder(condition: CoreNode, layout: Layout): RowFinder {
  const handed = new Arguments();
  const writer = new ColumnWriter(layout, handed, condition);
  const { before, forRow, test } = writer.condition(condition);
  return finderFrom(handed.values, before, `${forRow} if (${test}) hits[n++] = row;`);
}

function finderFrom(values: readonly unknown[], before: string, forRow: string): RowFinder {
  const { scan, refine } = generated(sourceOf(values, before, forRow));
  return {
    scan: (from, to, hits, size) => scan(values, from, to, hits, size),
    refine: (hits, start, end) => refine(values, hits, start, end),
  };
}

function sourceOf(values: readonly unknown[], before: string, forRow: string): string {
  const names = values.map((_, index) => `a${index} = values[${index}]`);
  const given = names.length === 0 ? "" : `const ${names.join(", ")};`;
  // Columns of different kinds get different loops, because the engine optimises a loop for the kinds that it has seen.
  const kinds = values.map(kindOf).join("");
  return `"use strict";
return {
  scan(values, from, to, hits, size) {
    ${given} ${before}
    let n = size;
    for (let row = from; row < to; row++) { ${forRow} }
    return n; // ${kinds}
  },
  refine(values, hits, start, end) {
    ${given} ${before}
    let n = start;
    for (let k = start; k < end; k++) { const row = hits[k]; ${forRow} }
    return n;
  },
};`;
}

const KINDS: readonly (readonly [new (length: number) => unknown, string])[] = [
  [Float64Array, "f"],
  [Float32Array, "s"],
  [Uint8Array, "b"],
  [Uint16Array, "h"],
  [Uint32Array, "w"],
];

function kindOf(value: unknown): string {
  for (const [Type, kind] of KINDS) if (value instanceof Type) return kind;
  return typeof value === "number" && Number.isInteger(value) ? "i" : "x";
}

function generated(source: string): GeneratedFinder {
  let finder = known.get(source);
  if (finder === undefined) {
    finder = new Function(source)() as GeneratedFinder;
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  } else {
    known.delete(source);
  }
  // The finder that was used last goes to the end, so it is deleted last.
  known.set(source, finder);
  return finder;
}
