import type { ValueType } from "../types/value-type.ts";
import { toDateValue } from "./date/index.ts";
import type { Plain } from "./plain.ts";
import { isText } from "./text/index.ts";

/**
 * Converts a value that the program supplies to a plain value; `null` is the blank of any type. `undefined` for a value
 * of another type, which is blank only in a row.
 */
export function givenValue(type: ValueType, value: unknown): Plain | undefined {
  switch (type) {
    case "text":
      return value === null ? "" : isText(value) ? value : undefined;
    case "number":
      if (value === null) return null;
      return typeof value === "number" && Number.isFinite(value) ? value + 0 : undefined;
    case "boolean":
      return value === null ? false : typeof value === "boolean" ? value : undefined;
    case "date":
      return value === null ? null : toDateValue(value);
    case "list":
      if (value === null) return [];
      return Array.isArray(value) && value.every(isText) ? [...value] : undefined;
  }
}
