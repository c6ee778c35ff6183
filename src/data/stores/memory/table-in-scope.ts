import { RowSubset } from "../../../backends/columns/condition/row-subset.ts";
import { RowMask, rowsWithin } from "../../../backends/columns/mask/row-mask.ts";
import { BLOCK, BLOCK_BITS } from "../../../backends/columns/storage/blocks.ts";
import type { Column } from "../../../backends/columns/storage/column.ts";
import type { Formula } from "../../../engine/index.ts";
import { internals } from "../../../language/core/compiled.ts";
import { usesClock } from "../../../language/core/uses.ts";
import { ByteCache } from "../../../util/byte-cache.ts";
import type { Steps } from "../../../util/steps.ts";
import { scopeOf } from "../filter-scopes.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { type MemoryTable, maskOf } from "./memory-table.ts";

/** The rows in a scope, and the lengths of their texts. */
interface InScope {
  readonly scope: RowSubset;
  readonly longest: ReadonlyMap<string, number>;
  /** The approximate number of bytes that it takes now. */
  readonly bytes: number;
}

/** The maximum number of bytes of a table's cached scopes. */
const MOST_BYTES = 2 ** 26;
/** The approximate bytes of a scope's formula and of what is cached for it beside masks and codes. */
const FORMULA_BYTES = 8_192;

/** Cached by table and scope, which are immutable. Scopes that read the clock are not cached. */
const known = new WeakMap<MemoryTable, ByteCache<Formula, InScope>>();

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
  const ofTable = known.get(table) ?? new ByteCache<Formula, InScope>(MOST_BYTES);
  known.set(table, ofTable);
  const found = ofTable.get(scope) ?? (await findScope(table, scope, slice));
  // The scope is now the most recently used one, and may have more codes than before.
  if (!readsClock(scope)) ofTable.set(scope, found);
  return { ...table, scope: found.scope, longest: found.longest };
}

async function findScope(table: MemoryTable, formula: Formula, slice: TimeSlice): Promise<InScope> {
  const mask = await maskOf(table, formula, slice);
  const longest = await paced(longestIn(table, mask), slice);
  const scope = new RowSubset(mask);
  return {
    scope,
    longest,
    get bytes() {
      return scope.bytes + FORMULA_BYTES;
    },
  };
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
