import { inDateRange } from "./calendar.ts";
import { parseIsoDate } from "./iso-date.ts";

/**
 * The date in a row's value, which is a `Date` object of any realm, or a string that `parseIsoDate` accepts.
 * `undefined` for any other value, including numbers, and for a date outside the range.
 */
export function toDateValue(value: unknown): number | undefined {
  if (typeof value === "string") return parseIsoDate(value);
  return typeof value === "object" && value !== null ? timeOfObject(value) : undefined;
}

function timeOfObject(value: object): number | undefined {
  try {
    // This call reads the internal slot even if a subclass overrides the method, and throws if there is no slot.
    return inDateRange(Date.prototype.getTime.call(value));
  } catch {
    return undefined;
  }
}
