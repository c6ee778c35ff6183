/* Dates: instants in UTC, their parts, units, formats and texts. */

export { DAY, HOUR, isDateValue, LAST_DATE, MIN_DATE, MINUTE, SECOND } from "./calendar.ts";
export { type DateFormat, parseDateFormat } from "./date-format-elements.ts";
export { type DatePart, datePart, datePartReaders, weekOfYear } from "./date-part.ts";
export { toDateValue } from "./date-value.ts";
export { formatDate } from "./format-date.ts";
export { dateText, namesOffset, parseIsoDate } from "./iso-date.ts";
export { isLocale } from "./locale.ts";
export { parseDateWithFormat } from "./parse-date.ts";
export { addMilliseconds, addMonths, monthsBetween } from "./shift-date.ts";
export { type CalendarUnit, startOf, startOfByUnit } from "./start-of.ts";
export {
  type InstantRange,
  instantAt,
  instantsBetween,
  isTimeZone,
  localTime,
  zoneOffset,
} from "./time-zone.ts";
export { addWorkdays, type Holidays, parseHolidays, workdaysBetween } from "./workdays.ts";
