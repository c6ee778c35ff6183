import { expect, it } from "vitest";
import { RowSubset } from "../../../src/backends/columns/condition/row-subset.ts";
import { RowMask } from "../../../src/backends/columns/mask/row-mask.ts";
import { BLOCK } from "../../../src/backends/columns/storage/blocks.ts";
import { Columns } from "../../../src/columns.ts";
import { defineSchema } from "../../../src/index.ts";
import type { Steps } from "../../../src/util/steps.ts";

const LENGTH = 10 * BLOCK;
const { table } = Columns.from(
  Array.from({ length: LENGTH }, (_, row) => ({ text: `t${row % 100}`, list: [`i${row % 50}`] })),
  defineSchema({ text: "text", list: "list" }),
).snapshot();

function countSteps(steps: Steps<unknown>): number {
  let count = 0;
  while (steps.next().done !== true) count++;
  return count;
}

it.each(["text", "list"])("the codes of a %s column are found block by block, once", (name) => {
  const column = table.stored.get(name);
  if (column?.kind !== "codes" && column?.kind !== "lists") throw new Error("no codes");
  const subset = new RowSubset(RowMask.of(LENGTH, new Uint32Array(LENGTH / 32).fill(-1)));
  expect(countSteps(subset.codesOf(column))).toBe(10);
  const { bytes } = subset;
  expect(bytes).toBeGreaterThan(LENGTH / 8);
  expect(countSteps(subset.codesOf(column))).toBe(0);
  expect(subset.bytes).toBe(bytes);
});
