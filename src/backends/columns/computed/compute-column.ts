/* Columns of computed fields: the values are computed once for all rows, block by block. */

import type { CompiledFormula } from "../../../language/core/compiled.ts";
import { constantLength } from "../../../language/core/price-rules.ts";
import { ERROR, type Outcome } from "../../../language/values/plain.ts";
import type { Steps } from "../../../util/steps.ts";
import { decode, type Encoded } from "../../evaluation/encoded-value.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import { RowMask, rowsWithin } from "../mask/row-mask.ts";
import type { ColumnStrategy } from "../select/tier.ts";
import { valueFill } from "../select/value-fill.ts";
import type { Column, ColumnStore } from "../storage/column.ts";
import { storeOf } from "../storage/store-of.ts";

/** A column of a computed field. */
export interface ComputedColumn {
  readonly column: Column;
  /** The maximum number of UTF-16 units in a value. In a list, each item counts as one more. */
  readonly longest: number;
  /** The approximate number of bytes that it takes. */
  readonly bytes: number;
}

/** How columns are computed. */
interface ComputeOptions {
  readonly strategy: ColumnStrategy;
  /** Whether code may be generated, if the schema allows it. */
  readonly codeGeneration: boolean;
  /** The rows to compute; all unless given. */
  readonly rows: RowMask | undefined;
  /** Called with the approximate number of bytes that the column takes so far; throws to abort. */
  readonly hold: ((bytes: number) => void) | undefined;
  /** The number of values to compute in one step. */
  readonly rowsPerStep: number | undefined;
}

/** The size of a step if nothing is known of the cost of a value. Block sizes are multiples of it. */
const STEP = 16;
/** Buffered values are moved into the column once there are this many, or their texts reach this number of UTF-16 units. */
const ENOUGH_ROWS = 512;
const ENOUGH_UNITS = 2 ** 18;
/** If the first texts are longer than this on average, in UTF-16 units, they get no dictionary. */
const LONG_TEXT = 256;

/** Computes a field for each row, in steps. An error becomes a blank, as in orders and records. */
export function* computeColumn(
  compiled: Pick<CompiledFormula, "root" | "now" | "codeGeneration">,
  layout: ColumnLayout,
  how: ComputeOptions,
): Steps<ComputedColumn> {
  const { root } = compiled;
  const { length } = layout;
  const { strategy, rows, hold, rowsPerStep = STEP } = how;
  const step = Math.max(1, Math.min(STEP, rowsPerStep));
  const codeGeneration = compiled.codeGeneration && how.codeGeneration;
  const fill = yield* valueFill({ ...compiled, codeGeneration }, layout, strategy);
  const encoded: Encoded[] | Float64Array =
    root.type === "number" || root.type === "date" ? new Float64Array(STEP) : [];
  let store: ColumnStore | undefined;
  const missing = root.type === "boolean" && root.mayFail ? new Uint8Array(length) : undefined;
  let longest = 0;
  let units = 0;
  let bytes = 0;
  const raw: unknown[] = [];
  let written = 0;
  const words = rows && RowMask.wordsOf(rows);
  // Texts of other rows must neither be computed nor count: they may be outside of a key's scope.
  const wanted = words && new Uint32Array(STEP);
  const writing = function* (to: number): Steps {
    const longTexts =
      units > LONG_TEXT * to ? { bytesPerText: units / to, rows: length } : undefined;
    store ??= storeOf(root.type, undefined, longTexts);
    if (store.writing === undefined) store.write(raw, to - written, written);
    else yield* store.writing(raw, to - written, written);
    written = to;
    // Counting the bytes of a store is slow, so they are estimated first.
    bytes += units;
    units = 0;
    hold?.(bytes);
  };
  for (let start = 0; start < length; ) {
    const end = Math.min(start + step, (start & -STEP) + STEP, length);
    const count = words && wanted ? rowsWithin(words, start, end, wanted, 0) : end - start;
    if (count > 0) {
      yield;
      fill(wanted, start, count, encoded);
    }
    for (let row = start, index = 0; row < end; row++) {
      const isWanted = wanted === undefined || (index < count && wanted[index] === row);
      const outcome = isWanted ? decode(root.type, encoded[index++] as Encoded) : null;
      if (outcome === ERROR) {
        if (missing !== undefined) missing[row] = 1;
      } else if (typeof outcome === "string" || Array.isArray(outcome)) {
        const size = constantLength(outcome);
        longest = Math.max(longest, size);
        units += size;
      }
      raw[row - written] = rawValue(root.type, outcome);
    }
    start = end;
    if (units >= ENOUGH_UNITS || end % ENOUGH_ROWS === 0) yield* writing(end);
  }
  if (written < length || length === 0) yield* writing(length);
  const column = (store ?? storeOf(root.type)).read(length);
  bytes = store?.bytes ?? 0;
  if (missing === undefined || column.kind !== "flags") return { column, longest, bytes };
  const isMissing = (row: number): boolean => missing[row] === 1;
  return { column: { ...column, isMissing }, longest, bytes: bytes + missing.byteLength };
}

/** Converts a result to the value that a record would hold. */
function rawValue(type: CompiledFormula["root"]["type"], outcome: Outcome): unknown {
  if (outcome === ERROR) return null;
  return type === "date" && typeof outcome === "number" ? new Date(outcome) : outcome;
}
