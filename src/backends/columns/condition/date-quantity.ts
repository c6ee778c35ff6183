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

// Dates as arithmetic, so that loops without branches, and vectors, have no need of functions for them.

const constant = (value: number): Quantity => ({ op: "constant", value });

function arithmetic(by: "+" | "-" | "*" | "/"): (x: Quantity, y: Quantity) => Quantity {
  return (x, y) => ({ op: "arithmetic", by, x, y });
}

const plus = /* @__PURE__ */ arithmetic("+");
const minus = /* @__PURE__ */ arithmetic("-");
const times = /* @__PURE__ */ arithmetic("*");
const through = /* @__PURE__ */ arithmetic("/");

/** How many times a size goes into a quantity. */
function whole(x: Quantity, size: number): Quantity {
  return { op: "floor", x: through(x, constant(size)) };
}

/** What is left of a quantity after the whole sizes in it. */
function rest(x: Quantity, size: number): Quantity {
  return minus(x, times(whole(x, size), constant(size)));
}

/** The milliseconds from y to x. */
export function between(x: PartialQuantity, y: PartialQuantity): Quantity {
  return minus(x.quantity, y.quantity);
}

/** A date moved by milliseconds, rounded; an error outside the language's dates. */
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

/** A part of a date that is not blank; `undefined` for parts that conditions on numbers hardly use. */
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
      // The first day of the count was a Thursday.
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

/** The start of the unit of a date that is not blank; `undefined` for quarters. */
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

/** The day, counted as dates are, on which a year begins. */
function newYear(year: Quantity): Quantity {
  const before = minus(year, constant(1));
  const leaps = plus(minus(whole(before, 4), whole(before, 100)), whole(before, 400));
  return minus(plus(times(before, constant(365)), leaps), constant(719_162));
}

/**
 * Year, month and day. Days are counted from 1 March of the year 0, so that the day that some years lack is the last of a
 * year; 400 years have 146,097 days, and five months from March on have 153.
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
  // January and February belong to the year that began in March.
  const isNext = whole(month, 10);
  return {
    year: plus(plus(yearOfEra, times(whole(day, 146_097), constant(400))), isNext),
    month: minus(plus(month, constant(3)), times(isNext, constant(12))),
    day: plus(minus(dayOfYear, monthDays), constant(1)),
  };
}
