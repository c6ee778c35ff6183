import type { Field, Schema } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import { compareText } from "../../values/text/index.ts";
import { shownValue } from "../files/data-error.ts";
import { StoreError, type StoreRecord } from "../store.ts";
import type { Pace } from "./pace.ts";
import type { Compare } from "./record-order.ts";
import { sortedPlaces } from "./sorted-places.ts";

/** Records in a block; a filter looks at a block at a time. */
export const BLOCK = 16_384;

/** Records in the order of their key, which are never changed. */
export interface MemoryTable {
  readonly schema: Schema;
  readonly key: Field;
  /** All of the same length, but the last. */
  readonly blocks: readonly (readonly StoreRecord[])[];
  readonly size: number;
  /** Another text for other records. */
  readonly version: string;
}

export interface TableContent {
  readonly schema: Schema;
  readonly key: Field;
  readonly records: readonly StoreRecord[];
  readonly version: string;
  /** Where a record came from, for messages. */
  readonly placeOf: (index: number) => string;
}

/**
 * Puts records in the order of their key.
 *
 * @throws {@link StoreError} for a key that is blank, or the same as another's.
 */
export async function makeTable(
  { schema, key, records, version, placeOf }: TableContent,
  pace: Pace,
): Promise<MemoryTable> {
  const keys = records.map((record, index) => {
    const value = record[key.name] ?? "";
    if (value === "") {
      throw new StoreError("data", `${placeOf(index)}: the key ${quote(key.name)} is blank`);
    }
    return value;
  });
  const places = await sortedPlaces(keys.length, (a, b) => compareKeys(keys[a], keys[b]), pace);
  const sorted: StoreRecord[][] = [];
  for (let from = 0; from < places.length; from += BLOCK) {
    const block: StoreRecord[] = [];
    for (const [offset, place] of places.subarray(from, from + BLOCK).entries()) {
      const before = places[from + offset - 1];
      if (before !== undefined && keys[before] === keys[place]) {
        const [first, second] = before < place ? [before, place] : [place, before];
        throw new StoreError(
          "data",
          `${placeOf(second)}: the key ${quote(key.name)} is ${shownValue(keys[place])}, as it is at ${placeOf(first)}`,
        );
      }
      const record = records[place];
      if (record !== undefined) block.push(record);
    }
    sorted.push(block);
    if (pace.isDue()) await pace.turn();
  }
  return { schema, key, blocks: sorted, size: places.length, version };
}

const compareKeys: Compare<StoreRecord[string] | undefined> = (a, b) => {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return Number(a) - Number(b);
};

/** How many records come before a position, or are at it, in the order of the key. */
export function placeAfter(
  { blocks, size }: MemoryTable,
  isBeforeOrAt: (record: StoreRecord) => boolean,
): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    const record = blocks[Math.floor(middle / BLOCK)]?.[middle % BLOCK];
    if (record !== undefined && isBeforeOrAt(record)) low = middle + 1;
    else high = middle;
  }
  return low;
}
