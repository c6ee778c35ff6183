import type { CalendarUnit, DatePart } from "../../../language/values/date/index.ts";
import { atom, call, type SqlFragment, sql } from "../sql-fragment.ts";
import { constant, number } from "./mariadb-basics.ts";

const instant = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS DATETIME(3))`;

/** Writes three digits of a second, so that nothing is rounded: the rounding mode depends on the session. */
export function instantOf(milliseconds: number): SqlFragment {
  const iso = new Date(milliseconds).toISOString();
  return instant(constant(iso.slice(0, 23).replace("T", " ")));
}

export function later(date: SqlFragment, microseconds: SqlFragment): SqlFragment {
  return sql`${date} + INTERVAL ${microseconds} MICROSECOND`;
}

export function earlier(date: SqlFragment, microseconds: SqlFragment): SqlFragment {
  return sql`${date} - INTERVAL ${microseconds} MICROSECOND`;
}

export function datePart(date: SqlFragment, part: DatePart): SqlFragment {
  switch (part) {
    case "year":
    case "quarter":
    case "month":
    case "day":
    case "dayOfYear":
    case "hour":
    case "minute":
    case "second":
      return number(call(part.toUpperCase(), date));
    case "weekday":
      return number(sql`${call("DAYOFWEEK", date)} - 1`);
    case "week": {
      // The week's Saturday determines the year that the week belongs to.
      const deciding = sql`${date} + INTERVAL ${sql`7 - ${call("DAYOFWEEK", date)}`} DAY`;
      return number(sql`${sql`${call("DAYOFYEAR", deciding)} + 6`} DIV 7`);
    }
    case "isoWeek":
      return number(call("WEEK", date, atom`3`));
    case "millisecond":
      return number(sql`${call("MICROSECOND", date)} DIV 1000`);
  }
}

export function startOf(date: SqlFragment, unit: CalendarUnit): SqlFragment {
  switch (unit) {
    case "second":
      return earlier(date, call("MICROSECOND", date));
    case "minute":
      return earlier(date, atom`EXTRACT(SECOND_MICROSECOND FROM ${date})`);
    case "hour":
      return sql`${instant(call("DATE", date))} + INTERVAL ${call("HOUR", date)} HOUR`;
    case "day":
      return instant(call("DATE", date));
    case "month":
      return instant(call("DATE_FORMAT", date, atom`'%Y-%m-01'`));
    case "quarter":
      return sql`${startOf(date, "year")} + INTERVAL ${sql`${call("QUARTER", date)} - 1`} QUARTER`;
    case "year":
      return instant(call("MAKEDATE", call("YEAR", date), atom`1`));
  }
}
