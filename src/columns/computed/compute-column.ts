/* Computed fields as columns: their values are computed once for all rows, block by block. */

import type { CompiledFormula } from "../../core/compiled.ts";
import { usesClock } from "../../core/uses.ts";
import { constantLength } from "../../core/work.ts";
import { Run } from "../../in-memory/compute.ts";
import { decode } from "../../in-memory/encoding.ts";
import { ERROR, type Outcome } from "../../values/plain.ts";
import type { Layout } from "../condition/layout.ts";
import { ColumnClosures } from "../select/column-closures.ts";
import type { Steps } from "../select/stages.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { Column } from "../storage/column.ts";
import { storeOf } from "../storage/store-of.ts";

/** A column of a computed field. */
export interface ComputedColumn {
  readonly column: Column;
  /** The most UTF-16 units in a value. In a list, each item counts as one more. */
  readonly longest: number;
}

/** A step takes no longer than this, in milliseconds, if single values do not. */
const STEP_MS = 4;
/** How many values are computed before the clock is looked at. */
const LOOK_AROUND = 16;

/** Computes a field for each row, in steps. An error is blank in the column: an order and a record show it so. */
export function* computeColumn(
  { root, now }: Pick<CompiledFormula, "root" | "now">,
  layout: Layout,
): Steps<ComputedColumn> {
  const compute = new ColumnClosures(layout, root).computing(root);
  const run = new Run(usesClock(root) ? now() : 0);
  const store = storeOf(root.type);
  const missing =
    root.type === "boolean" && root.mayFail ? new Uint8Array(layout.length) : undefined;
  let longest = 0;
  let until = Date.now() + STEP_MS;
  const raw: unknown[] = [];
  for (let from = 0; from < layout.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, layout.length);
    for (let row = from; row < to; row++) {
      if (row % LOOK_AROUND === 0 && Date.now() > until) {
        yield;
        until = Date.now() + STEP_MS;
      }
      const outcome = decode(root.type, compute(row, run.next()));
      if (outcome === ERROR && missing !== undefined) missing[row] = 1;
      else if (typeof outcome === "string" || Array.isArray(outcome)) {
        longest = Math.max(longest, constantLength(outcome));
      }
      raw[row - from] = rawValue(root.type, outcome);
    }
    store.write(raw, to - from, from);
  }
  const column = store.read(layout.length);
  if (missing === undefined || column.kind !== "flags") return { column, longest };
  return { column: { ...column, isMissing: (row) => missing[row] === 1 }, longest };
}

/** The value as a row would have it. */
function rawValue(type: CompiledFormula["root"]["type"], outcome: Outcome): unknown {
  if (outcome === ERROR) return null;
  return type === "date" && typeof outcome === "number" ? new Date(outcome) : outcome;
}
