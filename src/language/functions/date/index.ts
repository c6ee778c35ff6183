import type { DocumentedFunction, FunctionDefinition } from "../define.ts";
import { dateAdd, dateAddDocumentation } from "./date-add.ts";
import { dateStr, dateStrDocumentation } from "./date-str.ts";
import { datetimeDiff, datetimeDiffDocumentation } from "./datetime-diff.ts";
import { datetimeFormat, datetimeFormatDocumentation } from "./datetime-format.ts";
import { datetimeParse, datetimeParseDocumentation } from "./datetime-parse.ts";
import { day, dayDocumentation } from "./day.ts";
import { fromNow, fromNowDocumentation } from "./from-now.ts";
import { hour, hourDocumentation } from "./hour.ts";
import { isAfter, isAfterDocumentation } from "./is-after.ts";
import { isBefore, isBeforeDocumentation } from "./is-before.ts";
import { isSame, isSameDocumentation } from "./is-same.ts";
import { minute, minuteDocumentation } from "./minute.ts";
import { month, monthDocumentation } from "./month.ts";
import { now, nowDocumentation } from "./now.ts";
import { second, secondDocumentation } from "./second.ts";
import { setLocale, setLocaleDocumentation } from "./set-locale.ts";
import { setTimezone, setTimezoneDocumentation } from "./set-timezone.ts";
import { timeStr, timeStrDocumentation } from "./time-str.ts";
import { toNow, toNowDocumentation } from "./to-now.ts";
import { today, todayDocumentation } from "./today.ts";
import { weekNum, weekNumDocumentation } from "./week-num.ts";
import { weekday, weekdayDocumentation } from "./weekday.ts";
import { workday, workdayDocumentation } from "./workday.ts";
import { workdayDiff, workdayDiffDocumentation } from "./workday-diff.ts";
import { year, yearDocumentation } from "./year.ts";

export const DATE_FUNCTIONS: readonly FunctionDefinition[] = [
  dateAdd,
  dateStr,
  datetimeDiff,
  datetimeFormat,
  datetimeParse,
  day,
  fromNow,
  hour,
  isAfter,
  isBefore,
  isSame,
  minute,
  month,
  now,
  second,
  setLocale,
  setTimezone,
  timeStr,
  toNow,
  today,
  weekNum,
  weekday,
  workday,
  workdayDiff,
  year,
];

export const DOCUMENTED_DATE_FUNCTIONS: readonly DocumentedFunction[] = [
  { definition: dateAdd, documentation: dateAddDocumentation },
  { definition: dateStr, documentation: dateStrDocumentation },
  { definition: datetimeDiff, documentation: datetimeDiffDocumentation },
  { definition: datetimeFormat, documentation: datetimeFormatDocumentation },
  { definition: datetimeParse, documentation: datetimeParseDocumentation },
  { definition: day, documentation: dayDocumentation },
  { definition: fromNow, documentation: fromNowDocumentation },
  { definition: hour, documentation: hourDocumentation },
  { definition: isAfter, documentation: isAfterDocumentation },
  { definition: isBefore, documentation: isBeforeDocumentation },
  { definition: isSame, documentation: isSameDocumentation },
  { definition: minute, documentation: minuteDocumentation },
  { definition: month, documentation: monthDocumentation },
  { definition: now, documentation: nowDocumentation },
  { definition: second, documentation: secondDocumentation },
  { definition: setLocale, documentation: setLocaleDocumentation },
  { definition: setTimezone, documentation: setTimezoneDocumentation },
  { definition: timeStr, documentation: timeStrDocumentation },
  { definition: toNow, documentation: toNowDocumentation },
  { definition: today, documentation: todayDocumentation },
  { definition: weekNum, documentation: weekNumDocumentation },
  { definition: weekday, documentation: weekdayDocumentation },
  { definition: workday, documentation: workdayDocumentation },
  { definition: workdayDiff, documentation: workdayDiffDocumentation },
  { definition: year, documentation: yearDocumentation },
];
