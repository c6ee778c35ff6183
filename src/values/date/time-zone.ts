import { DAY, dayNumber, HOUR, MINUTE, SECOND } from "./calendar.ts";
import { intlFormat, intlPart } from "./intl-format.ts";

const zoneNamePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const LONGEST_NAME = 64;

function clock(zone: string): Intl.DateTimeFormat {
  return intlFormat(`clock ${zone}`, "en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** Whether the runtime knows a time zone of the IANA database by this name, in any case. An offset is not a name. */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST_NAME || !zoneNamePattern.test(name)) return false;
  try {
    clock(name.toLowerCase());
    return true;
  } catch {
    return false;
  }
}

/**
 * The milliseconds by which a zone's clock is ahead of UTC at an instant. The zone must be one that `isTimeZone`
 * accepts; any other text throws a `RangeError`.
 */
export function zoneOffset(zone: string, ms: number): number {
  const key = zone.toLowerCase();
  if (key === "utc") return 0;
  // Offsets of zones are whole seconds, so the milliseconds do not matter.
  const instant = Math.floor(ms / SECOND) * SECOND;
  const fields = clock(key).format(instant).match(/\d+/g) ?? [];
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
  const time = hour * HOUR + minute * MINUTE + second * SECOND;
  return dayNumber(year, month, day) * DAY + time - instant;
}

/** The short name of a zone at an instant, in English: `UTC`, `EST`, `GMT+1`. */
export function zoneAbbreviation(zone: string, ms: number): string {
  const key = zone.toLowerCase();
  if (key === "utc") return "UTC";
  const format = intlFormat(`zone ${key}`, "en-US", { timeZone: key, timeZoneName: "short" });
  return intlPart(format, "timeZoneName", ms) ?? zone;
}
