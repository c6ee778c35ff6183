import { inDateRange } from "./calendar.ts";
import { parseIsoDate } from "./iso-date.ts";

/**
 * The date a row value holds: that of a `Date` object of any realm, or of a text `parseIsoDate` reads. `undefined`
 * for everything else, numbers included, and for a date outside the range.
 */
export function toDateValue(value: unknown): number | undefined {
  if (typeof value === "string") return parseIsoDate(value);
  return typeof value === "object" && value !== null ? timeOfObject(value) : undefined;
}

function timeOfObject(value: object): number | undefined {
  try {
    // Reads the internal slot whatever a subclass overrides, and throws where there is none.
    return inDateRange(Date.prototype.getTime.call(value));
  } catch {
    return undefined;
  }
}
