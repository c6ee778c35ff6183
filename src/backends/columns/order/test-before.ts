import { numberAfter, numberBefore } from "../../../language/values/number/index.ts";
import type { RangeTest, TableTest } from "../condition/column-test.ts";
import type { CodeColumn, NumberColumn } from "../storage/column.ts";

// These tests exclude only rows that do not precede a given row, by one key of an order.

const BLANK = Number.POSITIVE_INFINITY;

/** With more codes than this, building a table costs more than it saves. */
const MOST_CODES = 4_096;

/** @param isSole whether this is the last key: then rows that are equal by it do not pass */
export function numbersBefore(
  { values }: NumberColumn,
  isDescending: boolean,
  row: number,
  isSole: boolean,
): RangeTest {
  const value = values[row] as number;
  const range = { kind: "range", values, isInside: true } as const;
  if (!isDescending) return { ...range, low: -BLANK, high: isSole ? numberBefore(value) : value };
  // Every number comes before a blank.
  if (value === BLANK) return { ...range, low: -BLANK, high: isSole ? Number.MAX_VALUE : BLANK };
  return { ...range, low: isSole ? numberAfter(value) : value, high: Number.MAX_VALUE };
}

/** @param ranksByCode the rank of each code in the order */
export function codesBefore(
  { codes, size }: CodeColumn,
  ranksByCode: Float64Array,
  row: number,
  isSole: boolean,
): TableTest | undefined {
  if (size > MOST_CODES) return undefined;
  const rank = ranksByCode[codes[row] as number] as number;
  const table = Uint8Array.from(ranksByCode, (other) =>
    Number(isSole ? other < rank : other <= rank),
  );
  return { kind: "table", codes, table };
}
