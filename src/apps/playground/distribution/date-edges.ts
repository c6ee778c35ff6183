/** The most bins in a histogram of dates. */
const MOST_BINS = 48;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The Monday before 1970-01-01, from which weeks are counted. */
const MONDAY = -3 * DAY;

/** The width of a bin: milliseconds counted from an instant, or months. */
type Width = { readonly milliseconds: number; readonly from: number } | { readonly months: number };

const WIDTHS: readonly Width[] = [
  ...[1, 10, 100, SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE].map(fixed),
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY].map(fixed),
  { milliseconds: 7 * DAY, from: MONDAY },
  ...[1, 3, 6, 12, 24, 60, 120].map((months) => ({ months })),
];

function fixed(milliseconds: number): Width {
  return { milliseconds, from: 0 };
}

/** The edges of bins for dates in milliseconds: whole seconds, days, months or years in UTC. */
export function dateEdges(least: number, most: number): readonly number[] {
  for (const width of WIDTHS) {
    const from = binOf(least, width);
    const count = binOf(most, width) - from + 1;
    if (count > MOST_BINS) continue;
    return Array.from({ length: count + 1 }, (_, index) => edgeAt(from + index, width));
  }
  throw new RangeError("no date of the language lies outside of four centuries");
}

/** The index of a date's bin. */
function binOf(date: number, width: Width): number {
  if ("milliseconds" in width) return Math.floor((date - width.from) / width.milliseconds);
  const at = new Date(date);
  return Math.floor((at.getUTCFullYear() * 12 + at.getUTCMonth()) / width.months);
}

function edgeAt(bin: number, width: Width): number {
  if ("milliseconds" in width) return bin * width.milliseconds + width.from;
  const months = bin * width.months;
  return Date.UTC(Math.floor(months / 12), months % 12);
}
