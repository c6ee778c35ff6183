import type { FunctionDefinition } from "../define.ts";
import { dateAdd } from "./date-add.ts";
import { dateStr } from "./date-str.ts";
import { datetimeDiff } from "./datetime-diff.ts";
import { datetimeFormat } from "./datetime-format.ts";
import { datetimeParse } from "./datetime-parse.ts";
import { day } from "./day.ts";
import { fromNow } from "./from-now.ts";
import { hour } from "./hour.ts";
import { isAfter } from "./is-after.ts";
import { isBefore } from "./is-before.ts";
import { isSame } from "./is-same.ts";
import { minute } from "./minute.ts";
import { month } from "./month.ts";
import { now } from "./now.ts";
import { second } from "./second.ts";
import { setLocale } from "./set-locale.ts";
import { setTimezone } from "./set-timezone.ts";
import { timeStr } from "./time-str.ts";
import { toNow } from "./to-now.ts";
import { today } from "./today.ts";
import { weekNum } from "./week-num.ts";
import { weekday } from "./weekday.ts";
import { workday } from "./workday.ts";
import { workdayDiff } from "./workday-diff.ts";
import { year } from "./year.ts";

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
