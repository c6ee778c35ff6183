import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../src/index.ts";
import { type DateRanges, dateRangesOf } from "../../../src/language/core/date-range.ts";
import { evaluate } from "../../../src/language/core/evaluate.ts";
import { type CoreNode, operandOf } from "../../../src/language/core/node.ts";
import { LAST_DATE, MIN_DATE } from "../../../src/language/values/date/index.ts";
import { ZONES } from "../../generate/zones.ts";
import { runsOf } from "../../harness/extent.ts";
import { lowerSource } from "../../harness/ways.ts";

const schema = defineSchema({ d: "date" });

/** The comparisons of a condition, inside an AND or NOT. */
function comparisonsIn(source: string, timeZone?: string): readonly CoreNode[] {
  const result = lowerSource(source, schema, [], timeZone);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("; "));
  const { condition } = result.lowered;
  const parts = condition.op === "and" ? condition.operands : [condition];
  return parts.map((part) => (part.op === "not" ? operandOf(part) : part));
}

const DAYS = ["1900-01-02", "2006-10-29", "2024-02-29", "2024-10-27", "2298-12-31"];
const UNITS = ["year", "quarter", "month", "week", "isoWeek", "day", "hour", "minute", "second"];
const FORMATS = [
  "YYYY",
  "YYYY-MM",
  "YYYY-MM-DD",
  "YYYY-MM-DD[T]HH:mm",
  "YYYY-MM-DD[T]HH:mm:ss.SSS",
];
const RELATIONS = ["=", "!=", "<", "<=", ">", ">="];
const TEXTS = ["2024", "2024-02", "2024-02-29", "2006-10-29", "2024-10-27T02:30", "1899", "x"];

const relation = fc.constantFrom(...RELATIONS);
const zone = fc.option(fc.constantFrom(...ZONES), { nil: undefined });
const comparison = fc.oneof(
  fc.tuple(relation, fc.constantFrom(...TEXTS)).map(([is, text]) => `DATESTR({d}) ${is} "${text}"`),
  fc
    .tuple(relation, fc.constantFrom(...TEXTS), fc.constantFrom(...FORMATS), zone)
    .map(([is, text, format, shown]) => {
      const date = shown === undefined ? "{d}" : `SET_TIMEZONE({d}, "${shown}")`;
      return `DATETIME_FORMAT(${date}, "${format}") ${is} "${text}"`;
    }),
  fc
    .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...UNITS))
    .map(([day, unit]) => `IS_SAME({d}, "${day}", "${unit}")`),
  fc
    .tuple(relation, fc.constantFrom(1899, 1900, 2023.5, 2024, 2298, 2299))
    .map(([is, year]) => `YEAR({d}) ${is} ${year}`),
  fc.tuple(relation, fc.constantFrom(...DAYS)).map(([is, day]) => `{d} ${is} "${day}"`),
);
const instant = fc.oneof(
  fc.integer({ min: MIN_DATE, max: LAST_DATE }),
  fc
    .tuple(fc.constantFrom(...DAYS), fc.integer({ min: -30, max: 30 }), fc.integer({ max: 1 }))
    .map(([day, hours, more]) => Date.parse(day) + hours * 3_600_000 + Math.max(more, -1))
    .filter((date) => date >= MIN_DATE && date <= LAST_DATE),
);

describe("a comparison that is computed from a date", () => {
  it("holds for ranges of dates exactly", () => {
    const exact = (source: string, timeZone: string | undefined, dates: readonly number[]) => {
      for (const node of comparisonsIn(source, timeZone)) {
        const found = dateRangesOf(node);
        expect(found, source).toBeDefined();
        const { ranges, isInside } = found as DateRanges;
        const ends = ranges.flatMap(({ from, to }) => [from - 1, from, to - 1, to]);
        const near = ends.filter((date) => date >= MIN_DATE && date <= LAST_DATE);
        for (const date of [null, ...dates, ...near]) {
          const isIn = ranges.some(({ from, to }) => date !== null && date >= from && date < to);
          const outcome = evaluate(node, { read: () => date, now: 0, bound: [] });
          expect(isIn === isInside, `${source} at ${date}`).toBe(outcome);
        }
      }
    };
    fc.assert(fc.property(comparison, zone, fc.array(instant, { minLength: 5 }), exact), {
      numRuns: runsOf(800),
    });
  });

  it.each([
    "MONTH({d}) = 2",
    'DATETIME_FORMAT({d}, "MM-YYYY") = "02-2024"',
    'DATETIME_FORMAT({d}, "MMM") = "Feb"',
    "DATESTR({d}) = DATESTR(NOW())",
    "{d} = NOW()",
    'LEFT(DATESTR({d}), 0) = ""',
    'LEFT({d} & "", 0) = ""',
  ])("%s has no ranges", (source) => {
    for (const node of comparisonsIn(source)) expect(dateRangesOf(node)).toBeUndefined();
  });

  it("has no date for which a text is less than the empty text", () => {
    const [isThere, isBefore] = comparisonsIn('DATESTR({d}) < ""');
    expect(dateRangesOf(isThere as CoreNode)?.isInside).toBe(false);
    expect(dateRangesOf(isBefore as CoreNode)).toBeUndefined();
  });
});
