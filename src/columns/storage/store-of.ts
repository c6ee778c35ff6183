import type { ValueType } from "../../types/value-type.ts";
import type { ColumnStore } from "./column.ts";
import { FlagStore } from "./flag-store.ts";
import { ListStore } from "./list-store.ts";
import { NumberStore } from "./number-store.ts";
import { TextStore } from "./text-store.ts";

const MOST_DISTINCT = 1_048_576;

/**
 * An empty column of a type.
 *
 * @param mostDistinct texts are kept without a dictionary if there are more distinct ones
 */
export function storeOf(type: ValueType, mostDistinct: number = MOST_DISTINCT): ColumnStore {
  switch (type) {
    case "number":
    case "date":
      return new NumberStore(type);
    case "boolean":
      return new FlagStore();
    case "text":
      return new TextStore(mostDistinct);
    case "list":
      return new ListStore();
  }
}
