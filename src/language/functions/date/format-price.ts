import type { Price } from "../../core/kernel.ts";
import type { DateFormat } from "../../values/date/index.ts";
import { MAX_TEXT_BYTES } from "../../values/text/index.ts";

// Nanoseconds for each element of a format.
const LITERAL = 20;
const NUMBER = 500;
/** Names of zones, and of months and weekdays in other languages than English, come from the platform. */
const NAME = 4_000;
/** The maximum length of a name of a month, weekday or zone in UTF-16 units. */
const LONGEST_NAME = 32;

/** The price of writing or parsing a date in a format. */
export function formatPrice({ elements }: DateFormat, locale = "en"): Price {
  let work = NAME;
  let length = 0;
  for (const element of elements) {
    const isLiteral = element.kind === "literal";
    const isForeign = locale !== "en" && (element.kind === "month" || element.kind === "weekday");
    length += isLiteral ? element.text.length : LONGEST_NAME;
    work += isLiteral ? LITERAL : isForeign || element.kind === "zone" ? NAME : NUMBER;
  }
  return { work, length: Math.min(length, MAX_TEXT_BYTES) };
}
