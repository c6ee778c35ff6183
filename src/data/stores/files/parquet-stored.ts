import type { SchemaElement } from "hyparquet";
import {
  decimals,
  type StoredForm,
  times,
  timestamps,
  UNITS,
} from "../../../backends/arrow-layout/stored-integers.ts";

/** The decoder of a column stored as integers: a decimal, a timestamp or a time of day. */
export function storedForm(element: SchemaElement): StoredForm | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") {
    return decimals(logical?.type === "DECIMAL" ? logical.scale : (element.scale ?? 0));
  }
  if (type !== "INT32" && type !== "INT64") return undefined;
  if (logical?.type === "TIMESTAMP") return timestamps(UNITS[logical.unit]);
  if (logical?.type === "TIME") return times(UNITS[logical.unit]);
  switch (converted) {
    case "TIMESTAMP_MILLIS":
      return timestamps(UNITS.MILLIS);
    case "TIMESTAMP_MICROS":
      return timestamps(UNITS.MICROS);
    case "TIME_MILLIS":
      return times(UNITS.MILLIS);
    case "TIME_MICROS":
      return times(UNITS.MICROS);
    default:
      return undefined;
  }
}
