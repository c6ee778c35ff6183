const known = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>();
// Making a formatter takes about 50 µs and some kilobytes, so formatters are kept. Names of zones and locales may come
// from records, so there may be any number of them: only this many are kept.
const MOST_KNOWN = 128;

/** A formatter of the Gregorian calendar with Latin digits, in UTC unless given; `key` must be unique for it. */
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

/** The part of a formatted date that has this type; `undefined` if there is none. */
export function intlPart(
  format: Intl.DateTimeFormat,
  type: Intl.DateTimeFormatPartTypes,
  ms: number,
): string | undefined {
  return format.formatToParts(ms).find((part) => part.type === type)?.value;
}
