const known = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>();
// Making one takes some 50 µs and kilobytes; the names of zones and languages come from records too, so that
// their number has no bound.
const MOST_KNOWN = 128;

/** A formatter of the Gregorian calendar with Latin digits, in UTC unless the options say otherwise; `key` names it. */
export function intlFormat(
  key: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const found = known.get(key);
  if (found !== undefined) return found;
  const format = new Intl.DateTimeFormat(locale, {
    calendar: "gregory",
    numberingSystem: "latn",
    timeZone: "UTC",
    ...options,
  });
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, format);
  return format;
}

/** The part of a formatted date that has a type, if any. */
export function intlPart(
  format: Intl.DateTimeFormat,
  type: Intl.DateTimeFormatPartTypes,
  ms: number,
): string | undefined {
  return format.formatToParts(ms).find((part) => part.type === type)?.value;
}
