import { monthOf, weekdayOf } from "./date-part.ts";
import { intlFormat, intlPart } from "./intl-format.ts";

/** The English months. The first three letters are the short form. */
export const englishMonths: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The English weekdays from Sunday on. The first three letters are the short form. */
export const englishWeekdays: readonly string[] = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];

type NameForm = "long" | "short";

const localePattern = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

/** Whether the runtime has names for this language tag, such as `fr` or `pt-br`. Extensions are not accepted. */
export function isLocale(tag: string): boolean {
  if (!localePattern.test(tag)) return false;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

// The English names are built in, so they are the same in every runtime and do not need Intl.
function isEnglish(locale: string): boolean {
  return locale === "en" || locale === "en-us";
}

/**
 * The name of the month. In many languages it has another form next to a day of the month ("1 января"), which is used
 * if `besideDay` is true, unless that form is a number.
 */
export function monthName(locale: string, form: NameForm, besideDay: boolean, ms: number): string {
  const key = locale.toLowerCase();
  if (isEnglish(key)) return englishName(englishMonths, form, monthOf(ms) - 1);
  if (besideDay) {
    const options = { month: form, day: "numeric" } as const;
    const name = intlPart(intlFormat(`day ${form} ${key}`, locale, options), "month", ms);
    if (name !== undefined && !/^\d+$/.test(name)) return name;
  }
  return intlFormat(`month ${form} ${key}`, locale, { month: form }).format(ms);
}

/** The name of the weekday of an instant. */
export function weekdayName(locale: string, form: NameForm, ms: number): string {
  const key = locale.toLowerCase();
  if (isEnglish(key)) return englishName(englishWeekdays, form, weekdayOf(ms));
  return intlFormat(`weekday ${form} ${key}`, locale, { weekday: form }).format(ms);
}

function englishName(names: readonly string[], form: NameForm, index: number): string {
  /* v8 ignore next -- the index is in range */
  const name = names[index] ?? "";
  return form === "long" ? name : name.slice(0, 3);
}
