import type { CoreNode } from "../../../language/core/node.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import type { Flag } from "../condition/forms.ts";
import { BranchlessWriter } from "./branchless-writer.ts";
import { CodeArguments } from "./code-arguments.ts";
import { ColumnWriter } from "./column-writer.ts";
import { type GivenSource, generated } from "./generated-code.ts";
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

/** One branchless loop for several conditions that must all hold. */
export function branchlessFinder(flags: readonly Flag[]): RowFinder {
  const handed = new CodeArguments();
  const writer = new BranchlessWriter(handed);
  const tests = flags.map((flag) => writer.flag(flag));
  const found = `${writer.statements.join(" ")} hits[n] = row; n += ${tests.join(" & ")};`;
  return finderFrom(handed.values, "", found);
}

/**
 * A loop that tests some parts of a condition in order. Operations that the parts share are computed once for each row.
 *
 * @param root the condition that has these parts
 */
export function generatedFinder(
  root: CoreNode,
  nodes: readonly CoreNode[],
  layout: ColumnLayout,
): RowFinder {
  const handed = new CodeArguments();
  const writer = new ColumnWriter(layout, handed, root);
  const { before, forRow, expression: test } = writer.parts(root, nodes);
  return finderFrom(handed.values, before, `${forRow} if (${test}) hits[n++] = row;`);
}

function finderFrom(values: readonly unknown[], before: string, forRow: string): RowFinder {
  const { scan, refine } = generated<GeneratedFinder>(values, sourceOf(before, forRow));
  return {
    scan: (from, to, hits, size) => scan(values, from, to, hits, size),
    refine: (hits, start, end) => refine(values, hits, start, end),
  };
}

function sourceOf(before: string, forRow: string): (given: GivenSource) => string {
  return ({ given, kinds }) => `"use strict";
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
