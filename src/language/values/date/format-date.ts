import { HOUR, MINUTE } from "./calendar.ts";
import { type DateFormat, type DateFormatElement, ordinalEnding } from "./date-format-elements.ts";
import { hourOf, millisecondOf } from "./date-part.ts";
import { monthName, weekdayName } from "./locale.ts";
import { zoneAbbreviation, zoneOffset } from "./time-zone.ts";

/**
 * Formats a date in a time zone and with the names of a locale. The zone must be one that `isTimeZone` accepts, and the
 * locale one that `isLocale` accepts; others throw a `RangeError`. The result may exceed the limit for texts.
 */
export function formatDate(ms: number, format: DateFormat, zone = "UTC", locale = "en"): string {
  const offset = zoneOffset(zone, ms);
  const local = ms + offset;
  const write = (element: DateFormatElement): string => {
    switch (element.kind) {
      case "literal":
        return element.text;
      case "number": {
        const value = element.read(local);
        return element.ordinal ? `${value}${ordinalEnding(value)}` : pad(value, element.least);
      }
      case "fraction":
        return pad(millisecondOf(local), 3).padEnd(element.digits, "0").slice(0, element.digits);
      case "month":
        return monthName(locale, element.form, format.hasDay, local);
      case "weekday":
        return element.form === "least"
          ? Array.from(weekdayName(locale, "short", local))
              .slice(0, 2)
              .join("")
          : weekdayName(locale, element.form, local);
      case "halfDay": {
        const half = hourOf(local) < 12 ? "am" : "pm";
        return element.upper ? half.toUpperCase() : half;
      }
      case "offset":
        return offsetText(offset, element.separator);
      case "zone":
        return zoneAbbreviation(zone, ms);
      case "timestamp":
        return `${Math.floor(ms / element.unit)}`;
    }
  };
  return format.elements.map(write).join("");
}

// Offsets from before zones were standardised have seconds, which are truncated here.
function offsetText(offset: number, separator: string): string {
  const size = Math.abs(offset);
  const hours = pad(Math.floor(size / HOUR), 2);
  const minutes = pad(Math.floor(size / MINUTE) % 60, 2);
  return `${offset < 0 ? "-" : "+"}${hours}${separator}${minutes}`;
}

function pad(value: number, digits: number): string {
  return `${value}`.padStart(digits, "0");
}
