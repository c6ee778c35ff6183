import {
  type CalendarUnit,
  DAY,
  type DatePart,
  HOUR,
  LAST_DATE,
  MIN_DATE,
  MINUTE,
  SECOND,
} from "../../../language/values/date/index.ts";
import { type Flag, NO_NUMBER, type PartialQuantity, type Quantity } from "./forms.ts";

// Dates as arithmetic: branchless loops and vectors cannot call functions.

const constant = (value: number): Quantity => ({ op: "constant", value });

function arithmetic(by: "+" | "-" | "*" | "/"): (x: Quantity, y: Quantity) => Quantity {
  return (x, y) => ({ op: "arithmetic", by, x, y });
}

const plus = /* @__PURE__ */ arithmetic("+");
const minus = /* @__PURE__ */ arithmetic("-");
const times = /* @__PURE__ */ arithmetic("*");
const through = /* @__PURE__ */ arithmetic("/");

/** Integer division by a constant size. */
function whole(x: Quantity, size: number): Quantity {
  return { op: "floor", x: through(x, constant(size)) };
}

/** The remainder of the division by a constant size. */
function rest(x: Quantity, size: number): Quantity {
  return minus(x, times(whole(x, size), constant(size)));
}

/** The milliseconds from `y` to `x`. */
export function between(x: PartialQuantity, y: PartialQuantity): Quantity {
  return minus(x.quantity, y.quantity);
}

/** A date moved by milliseconds, rounded; an error if outside the language's range of dates. */
export function moved(date: PartialQuantity, amount: PartialQuantity): Quantity {
  const sum = plus(date.quantity, amount.quantity);
  const rounded: Quantity = { op: "floor", x: plus(sum, constant(0.5)) };
  const when: Flag = {
    op: "all",
    parts: [
      { op: "compare", by: "<=", x: constant(MIN_DATE), y: rounded },
      { op: "compare", by: "<=", x: rounded, y: constant(LAST_DATE) },
    ],
  };
  return { op: "choose", when, x: rounded, y: NO_NUMBER };
}

/** A part of a nonblank date; `undefined` for parts that rarely occur in conditions on numbers. */
export function partOf(date: Quantity, part: DatePart): Quantity | undefined {
  switch (part) {
    case "year":
      return civil(date).year;
    case "month":
      return civil(date).month;
    case "day":
      return civil(date).day;
    case "dayOfYear":
      return plus(minus(whole(date, DAY), newYear(civil(date).year)), constant(1));
    case "weekday":
      // Day 0 was a Thursday.
      return rest(plus(whole(date, DAY), constant(4)), 7);
    case "hour":
      return whole(rest(date, DAY), HOUR);
    case "minute":
      return whole(rest(date, HOUR), MINUTE);
    case "second":
      return whole(rest(date, MINUTE), SECOND);
    default:
      return undefined;
  }
}

const SIZES = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY } as const;

/** The start of the unit that contains a nonblank date; `undefined` for quarters. */
export function startOfUnit(date: Quantity, unit: CalendarUnit): Quantity | undefined {
  switch (unit) {
    case "quarter":
      return undefined;
    case "year":
      return times(newYear(civil(date).year), constant(DAY));
    case "month": {
      const day = whole(date, DAY);
      return times(minus(day, minus(civil(date).day, constant(1))), constant(DAY));
    }
    default:
      return minus(date, rest(date, SIZES[unit]));
  }
}

/** The day number of 1 January of a year. */
function newYear(year: Quantity): Quantity {
  const before = minus(year, constant(1));
  const leaps = plus(minus(whole(before, 4), whole(before, 100)), whole(before, 400));
  return minus(plus(times(before, constant(365)), leaps), constant(719_162));
}

/**
 * Year, month and day. Days are counted from 1 March of year 0, so that a leap day is the last day of its year. 400
 * years have 146,097 days, and every five months from March on have 153 days.
 */
function civil(date: Quantity): Readonly<Record<"year" | "month" | "day", Quantity>> {
  const day = plus(whole(date, DAY), constant(719_468));
  const ofEra = rest(day, 146_097);
  const leapDays = plus(minus(whole(ofEra, 1460), whole(ofEra, 36_524)), whole(ofEra, 146_096));
  const yearOfEra = whole(minus(ofEra, leapDays), 365);
  const leaps = minus(whole(yearOfEra, 4), whole(yearOfEra, 100));
  const dayOfYear = minus(ofEra, plus(times(yearOfEra, constant(365)), leaps));
  const month = whole(plus(times(dayOfYear, constant(5)), constant(2)), 153);
  const monthDays = whole(plus(times(month, constant(153)), constant(2)), 5);
  // January and February belong to the year that began the March before.
  const isNext = whole(month, 10);
  return {
    year: plus(plus(yearOfEra, times(whole(day, 146_097), constant(400))), isNext),
    month: minus(plus(month, constant(3)), times(isNext, constant(12))),
    day: plus(minus(dayOfYear, monthDays), constant(1)),
  };
}
