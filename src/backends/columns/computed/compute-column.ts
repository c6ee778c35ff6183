/* Computed fields as columns: their values are computed once for all rows, block by block. */

import type { CompiledFormula } from "../../../language/core/compiled.ts";
import { constantLength } from "../../../language/core/price-rules.ts";
import { usesClock } from "../../../language/core/uses.ts";
import { ERROR, type Outcome } from "../../../language/values/plain.ts";
import type { Steps } from "../../../util/steps.ts";
import { Run } from "../../evaluation/compute.ts";
import { decode, type Encoded } from "../../evaluation/encoded-value.ts";
import type { Layout } from "../condition/column-layout.ts";
import { ColumnClosures } from "../select/column-closures.ts";
import { generatedFill } from "../select/generated-fill.ts";
import { type ColumnStrategy, tierFor } from "../select/tier.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { Column } from "../storage/column.ts";
import { storeOf } from "../storage/store-of.ts";

/** A column of a computed field. */
export interface ComputedColumn {
  readonly column: Column;
  /** The most UTF-16 units in a value. In a list, each item counts as one more. */
  readonly longest: number;
  /** About how many bytes it takes. */
  readonly bytes: number;
  /** Whether a blank stands for an error. */
  readonly hasErrors: boolean;
}

/** How columns are computed. */
interface Computing {
  readonly strategy: ColumnStrategy;
  /** Whether code may be generated, if the schema allows it. */
  readonly codeGeneration: boolean;
}

/** The values that are computed in one step. Blocks are multiples of it. */
const STEP = 16;

/** Computes a field for each row, in steps. An error is blank in the column: an order and a record show it so. */
export function* computeColumn(
  compiled: Pick<CompiledFormula, "root" | "now" | "codeGeneration">,
  layout: Layout,
  how: Computing,
): Steps<ComputedColumn> {
  const { root } = compiled;
  const fill = fillOf(compiled, layout, how);
  const encoded: Encoded[] | Float64Array =
    root.type === "number" || root.type === "date" ? new Float64Array(STEP) : [];
  const store = storeOf(root.type);
  const missing =
    root.type === "boolean" && root.mayFail ? new Uint8Array(layout.length) : undefined;
  let longest = 0;
  let hasErrors = false;
  const raw: unknown[] = [];
  for (let from = 0; from < layout.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, layout.length);
    for (let start = from; start < to; start += STEP) {
      yield;
      const end = Math.min(start + STEP, to);
      fill(start, end - start, encoded);
      for (let row = start; row < end; row++) {
        const outcome = decode(root.type, encoded[row - start] as Encoded);
        if (outcome === ERROR) {
          hasErrors = true;
          if (missing !== undefined) missing[row] = 1;
        } else if (typeof outcome === "string" || Array.isArray(outcome)) {
          longest = Math.max(longest, constantLength(outcome));
        }
        raw[row - from] = rawValue(root.type, outcome);
      }
    }
    store.write(raw, to - from, from);
  }
  const column = store.read(layout.length);
  const { bytes } = store;
  if (missing === undefined || column.kind !== "flags") {
    return { column, longest, bytes, hasErrors };
  }
  const isMissing = (row: number): boolean => missing[row] === 1;
  return {
    column: { ...column, isMissing },
    longest,
    bytes: bytes + missing.byteLength,
    hasErrors,
  };
}

/** Writes the encoded values of so many rows from one on. */
type FillRows = (from: number, count: number, into: Encoded[] | Float64Array) => void;

function fillOf(
  { root, now, codeGeneration }: Pick<CompiledFormula, "root" | "now" | "codeGeneration">,
  layout: Layout,
  how: Computing,
): FillRows {
  const isTimed = usesClock(root);
  const mayGenerate = codeGeneration && how.codeGeneration;
  if (!isTimed && tierFor(how.strategy, layout.length, mayGenerate) !== "closures") {
    const generated = generatedFill(root, layout);
    return (from, count, into) => generated(undefined, from, count, into);
  }
  const compute = new ColumnClosures(layout, root).computing(root);
  const run = new Run(isTimed ? now() : 0);
  return (from, count, into) => {
    for (let index = 0; index < count; index++) {
      (into as Encoded[])[index] = compute(from + index, run.next());
    }
  };
}

/** The value as a row would have it. */
function rawValue(type: CompiledFormula["root"]["type"], outcome: Outcome): unknown {
  if (outcome === ERROR) return null;
  return type === "date" && typeof outcome === "number" ? new Date(outcome) : outcome;
}
