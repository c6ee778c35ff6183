import type { ValueType } from "../../../language/types/value-type.ts";
import type { ColumnStore } from "./column.ts";
import { FlagStore } from "./flag-store.ts";
import { ListStore } from "./list-store.ts";
import { NumberStore } from "./number-store.ts";
import type { LongTexts } from "./text-blocks.ts";
import { TextStore } from "./text-store.ts";

const MOST_DISTINCT = 1_048_576;

/**
 * Creates an empty store for a type.
 *
 * @param mostDistinct the maximum number of distinct texts in a dictionary
 * @param longTexts the expected size of long texts that are known not to repeat
 */
export function storeOf(
  type: ValueType,
  mostDistinct: number = MOST_DISTINCT,
  longTexts?: LongTexts,
): ColumnStore {
  switch (type) {
    case "number":
    case "date":
      return new NumberStore(type);
    case "boolean":
      return new FlagStore();
    case "text":
      return new TextStore(mostDistinct, longTexts);
    case "list":
      return new ListStore();
  }
}
