import { RowSubset } from "../../../backends/columns/condition/row-subset.ts";
import { RowMask, rowsWithin } from "../../../backends/columns/mask/row-mask.ts";
import { BLOCK, BLOCK_BITS } from "../../../backends/columns/storage/blocks.ts";
import type { Column } from "../../../backends/columns/storage/column.ts";
import type { Formula } from "../../../engine/index.ts";
import { internals } from "../../../language/core/compiled.ts";
import { usesClock } from "../../../language/core/uses.ts";
import type { Steps } from "../../../util/steps.ts";
import { scopeOf } from "../filter-scopes.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { type MemoryTable, maskOf } from "./memory-table.ts";

/** The rows in a scope, and the lengths of their texts. */
interface InScope {
  readonly scope: RowSubset;
  readonly longest: ReadonlyMap<string, number>;
}

/** Cached by table and scope, which are immutable. Scopes that read the clock are not cached. */
const known = new WeakMap<MemoryTable, WeakMap<Formula, InScope>>();

/**
 * The table with the text lengths of the filter's scope only. Otherwise, an error for too long texts would reveal the
 * texts of records outside of it. The filter is only computed for rows in the scope, so these lengths bound its work.
 */
export async function tableInScope(
  table: MemoryTable,
  filter: Formula | undefined,
  slice: TimeSlice,
): Promise<MemoryTable> {
  const scope = scopeOf(filter);
  if (scope === undefined) return table;
  const ofTable = known.get(table) ?? new WeakMap<Formula, InScope>();
  known.set(table, ofTable);
  let found = ofTable.get(scope);
  if (found === undefined) {
    const mask = await maskOf(table, scope, slice);
    const longest = await paced(longestIn(table, mask), slice);
    found = { scope: new RowSubset(mask), longest };
    if (!readsClock(scope)) ofTable.set(scope, found);
  }
  return { ...table, ...found };
}

function readsClock(formula: Formula): boolean {
  return usesClock(internals(formula).condition);
}

/** The length of the longest text of each field, in some rows. */
function* longestIn({ rows, longest }: MemoryTable, mask: RowMask): Steps<Map<string, number>> {
  const found = new Map<string, number>();
  const block = new Uint32Array(BLOCK);
  for (const name of longest.keys()) {
    const column = rows.stored.get(name);
    if (column === undefined) continue;
    const lengthOf = longerText(column);
    let most = 0;
    for (let from = 0; from < rows.length; from += BLOCK) {
      yield;
      const to = Math.min(from + BLOCK, rows.length);
      const size = rowsWithin(RowMask.wordsOf(mask), from, to, block, 0);
      for (let index = 0; index < size; index++) {
        most = Math.max(most, lengthOf(block[index] ?? 0, most));
      }
    }
    found.set(name, most);
  }
  return found;
}

/**
 * Returns a function for the length of a row's text. The function may return any number up to `most` if the length does
 * not exceed it.
 */
function longerText(column: Column): (row: number, most: number) => number {
  switch (column.kind) {
    case "codes": {
      const { codes, texts } = column;
      return (row) => texts[codes[row] ?? 0]?.length ?? 0;
    }
    case "texts": {
      const { blocks, reader } = column;
      return (row, most) => {
        const starts = blocks[row >> BLOCK_BITS]?.starts;
        const index = row & (BLOCK - 1);
        // The number of bytes is an upper bound of the units.
        const bytes = (starts?.[index + 1] ?? 0) - (starts?.[index] ?? 0);
        return bytes > most ? reader.at(row).length : 0;
      };
    }
    case "lists": {
      const { offsets, codes, texts } = column;
      return (row) => {
        let units = 0;
        for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++) {
          units += (texts[codes[at] ?? 0]?.length ?? 0) + 1;
        }
        return units;
      };
    }
    default:
      return () => 0;
  }
}
