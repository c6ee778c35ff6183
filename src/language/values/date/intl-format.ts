const known = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>();
// Creating a formatter takes about 50 µs and some kilobytes, so formatters are cached. Names of zones and locales may
// come from records, so the cache is bounded.
const MOST_KNOWN = 128;

/**
 * A formatter for the Gregorian calendar with Latin digits, in UTC unless given. The cache `key` must identify the
 * options.
 */
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
