import {
  dayOfMonth,
  dayOfYear,
  hourOf,
  isoWeekOf,
  isoWeekYearOf,
  millisecondOf,
  minuteOf,
  monthOf,
  quarterOf,
  secondOf,
  weekdayOf,
  weekOf,
  weekYearOf,
  yearOf,
} from "./date-part.ts";

/** Reads a number from the local time of a date. The parser also uses these functions as the keys of parts. */
export type PartReader = (ms: number) => number;

/** An element of a date format. */
export type DateFormatElement =
  | { readonly kind: "literal"; readonly text: string }
  | {
      readonly kind: "number";
      readonly read: PartReader;
      /** The minimum number of digits, in writing and in parsing; `most` is the maximum in parsing. */
      readonly least: number;
      readonly most: number;
      readonly ordinal: boolean;
    }
  | { readonly kind: "fraction"; readonly digits: number }
  | { readonly kind: "month"; readonly form: "long" | "short" }
  | { readonly kind: "weekday"; readonly form: "long" | "short" | "least" }
  | { readonly kind: "halfDay"; readonly upper: boolean }
  | { readonly kind: "offset"; readonly separator: string }
  | { readonly kind: "zone" }
  | { readonly kind: "timestamp"; readonly unit: number };

/** A parsed date format, for `formatDate` and `parseDateWithFormat`. */
export interface DateFormat {
  readonly elements: readonly DateFormatElement[];
  /** Whether it contains the day of the month, which affects the form of the month's name in some languages. */
  readonly hasDay: boolean;
}

/** The last two digits of the year. */
export const shortYearOf: PartReader = (ms) => yearOf(ms) % 100;
/** The last two digits of the year of `isoWeekOf`. */
export const shortIsoWeekYearOf: PartReader = (ms) => isoWeekYearOf(ms) % 100;
/** The last two digits of the year of `weekOf`. */
export const shortWeekYearOf: PartReader = (ms) => weekYearOf(ms) % 100;
/** The weekday by ISO 8601, 1 for Monday to 7 for Sunday. */
export const isoWeekdayOf: PartReader = (ms) => weekdayOf(ms) || 7;
/** The hour from 1 to 12. */
export const hour12Of: PartReader = (ms) => hourOf(ms) % 12 || 12;
/** The hour from 1 to 24. */
export const hour24Of: PartReader = (ms) => hourOf(ms) || 24;
/** 0 before noon, 1 from noon on. */
export const halfDayOf: PartReader = (ms) => (hourOf(ms) < 12 ? 0 : 1);
/** The readers of the first digit, the first two and the first three digits after the decimal point of the second. */
export const fractionReaders: readonly PartReader[] = [
  (ms) => Math.floor(millisecondOf(ms) / 100),
  (ms) => Math.floor(millisecondOf(ms) / 10),
  millisecondOf,
];

// Each token has a reader, the minimum and the maximum number of digits; there is one number if both are the same. Any
// text of up to four characters can be looked up safely, because no inherited property has such a short name.
const numbers: Readonly<Record<string, readonly [PartReader, number, number?]>> = {
  Y: [yearOf, 1, 4],
  YY: [shortYearOf, 2],
  YYYY: [yearOf, 4],
  Q: [quarterOf, 1],
  M: [monthOf, 1, 2],
  MM: [monthOf, 2],
  D: [dayOfMonth, 1, 2],
  DD: [dayOfMonth, 2],
  DDD: [dayOfYear, 1, 3],
  DDDD: [dayOfYear, 3],
  d: [weekdayOf, 1],
  e: [weekdayOf, 1],
  E: [isoWeekdayOf, 1],
  w: [weekOf, 1, 2],
  ww: [weekOf, 2],
  gg: [shortWeekYearOf, 2],
  gggg: [weekYearOf, 4],
  W: [isoWeekOf, 1, 2],
  WW: [isoWeekOf, 2],
  GG: [shortIsoWeekYearOf, 2],
  GGGG: [isoWeekYearOf, 4],
  H: [hourOf, 1, 2],
  HH: [hourOf, 2],
  h: [hour12Of, 1, 2],
  hh: [hour12Of, 2],
  k: [hour24Of, 1, 2],
  kk: [hour24Of, 2],
  m: [minuteOf, 1, 2],
  mm: [minuteOf, 2],
  s: [secondOf, 1, 2],
  ss: [secondOf, 2],
};

const others: Readonly<Record<string, DateFormatElement>> = {
  MMM: { kind: "month", form: "short" },
  MMMM: { kind: "month", form: "long" },
  dd: { kind: "weekday", form: "least" },
  ddd: { kind: "weekday", form: "short" },
  dddd: { kind: "weekday", form: "long" },
  A: { kind: "halfDay", upper: true },
  a: { kind: "halfDay", upper: false },
  Z: { kind: "offset", separator: ":" },
  ZZ: { kind: "offset", separator: "" },
  z: { kind: "zone" },
  zz: { kind: "zone" },
  X: { kind: "timestamp", unit: 1000 },
  x: { kind: "timestamp", unit: 1 },
};

// All languages use the forms of US English, because the order of parts in other forms differs between runtimes.
const abbreviations: Readonly<Record<string, string>> = {
  LT: "h:mm A",
  LTS: "h:mm:ss A",
  L: "MM/DD/YYYY",
  LL: "MMMM D, YYYY",
  LLL: "MMMM D, YYYY h:mm A",
  LLLL: "dddd, MMMM D, YYYY h:mm A",
  l: "M/D/YYYY",
  ll: "MMM D, YYYY",
  lll: "MMM D, YYYY h:mm A",
  llll: "ddd, MMM D, YYYY h:mm A",
};

const LONGEST_TOKEN = 4;
const MOST_FRACTION_DIGITS = 9;

/**
 * Parses a date format in the tokens of Airtable's `DATETIME_FORMAT`. The longest token at a position wins. `[text]` is
 * literal text, and so is any part that is not a token.
 */
export function parseDateFormat(format: string): DateFormat {
  const elements: DateFormatElement[] = [];
  addElements(format, elements);
  const hasDay = elements.some(
    (element) => element.kind === "number" && element.read === dayOfMonth,
  );
  return { elements, hasDay };
}

function addElements(format: string, elements: DateFormatElement[]): void {
  // This is -1 once no closing bracket remains: searching again at each `[` would take quadratic time.
  let closing = 0;
  let at = 0;
  while (at < format.length) {
    if (format[at] === "[" && closing >= 0) {
      closing = format.indexOf("]", at);
      if (closing >= 0) {
        addLiteral(format.slice(at + 1, closing), elements);
        at = closing + 1;
        continue;
      }
    }
    const token = format.slice(at, at + tokenLength(format, at));
    const element = elementOf(token);
    const longer = abbreviations[token];
    if (element !== undefined) elements.push(element);
    else if (longer !== undefined) addElements(longer, elements);
    else addLiteral(token, elements);
    at += token.length;
  }
}

function addLiteral(text: string, elements: DateFormatElement[]): void {
  const last = elements.at(-1);
  if (last?.kind === "literal") elements.pop();
  elements.push({ kind: "literal", text: last?.kind === "literal" ? last.text + text : text });
}

/** The length of the longest token at a position; 1 if there is none. */
function tokenLength(format: string, at: number): number {
  let size = 0;
  while (size < MOST_FRACTION_DIGITS && format[at + size] === "S") size++;
  if (size > 0) return size;
  for (size = LONGEST_TOKEN; size > 1; size--) {
    const token = format.slice(at, at + size);
    if (token.length === size && (elementOf(token) ?? abbreviations[token]) !== undefined) break;
  }
  return size;
}

function elementOf(token: string): DateFormatElement | undefined {
  if (token[0] === "S") return { kind: "fraction", digits: token.length };
  const ordinal = /^(?:[QMDdwW]|DDD)o$/.test(token);
  const [read, least = 1, most = least] = numbers[ordinal ? token.slice(0, -1) : token] ?? [];
  return read === undefined ? others[token] : { kind: "number", read, least, most, ordinal };
}

/** The English suffix of an ordinal number. */
export function ordinalEnding(value: number): string {
  const tens = Math.floor(value / 10) % 10;
  const ones = value % 10;
  if (tens === 1 || ones === 0 || ones > 3) return "th";
  return ones === 1 ? "st" : ones === 2 ? "nd" : "rd";
}
