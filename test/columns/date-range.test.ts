import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Columns } from "../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../src/index.ts";
import { LAST_DATE, MIN_DATE } from "../../src/values/date/index.ts";

const schema = defineSchema({ date: "date", note: "text" });
const DAYS = ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01", "2024-02-25", "1900-01-01"];

const dates = [
  MIN_DATE,
  LAST_DATE,
  0,
  ...DAYS.flatMap((day) => [-1, 0, 1, 43_200_000].map((more) => Date.parse(day) + more)),
].filter((date) => date >= MIN_DATE);
const rows = [...dates.map((date) => ({ date: new Date(date), note: "" })), { note: "blank" }];
const columns = Columns.from(rows, schema);

const UNITS = ["year", "quarter", "month", "week", "isoWeek", "day", "hour", "minute", "second"];
const VALUES = [
  "DATESTR({date})",
  'DATETIME_FORMAT({date}, "YYYY")',
  'DATETIME_FORMAT({date}, "YYYY-MM")',
  'DATETIME_FORMAT({date}, "YYYY-MM-DD HH:mm")',
  '{date} & ""',
];

describe("a range of dates", () => {
  const comparisons = fc.oneof(
    fc
      .tuple(fc.constantFrom(...UNITS), fc.constantFrom(...DAYS))
      .map(([unit, day]) => `IS_SAME({date}, "${day}", "${unit}")`),
    fc
      .tuple(fc.constantFrom("=", "<", "<=", ">", ">="), fc.constantFrom(1899, 1900, 2023.5, 2024))
      .map(([relation, year]) => `YEAR({date}) ${relation} ${year}`),
    fc
      .tuple(
        fc.constantFrom("=", "!=", "<", "<=", ">", ">="),
        fc.constantFrom(...VALUES),
        fc.constantFrom("", "2024", "2024-02", "2024-02-29", "2024-02-29T00:00:00.000Z", "x"),
        fc.boolean(),
      )
      .map(([relation, value, constant, isRight]) =>
        isRight ? `${value} ${relation} "${constant}"` : `"${constant}" ${relation} ${value}`,
      ),
  );

  test("holds for the rows for which the condition does, and so does its negation", () => {
    fc.assert(
      fc.property(comparisons, fc.boolean(), (comparison, isNegated) => {
        const formula = compileOrThrow(isNegated ? `NOT(${comparison})` : comparison, schema);
        const found = formula.filter(rows).map((row) => rows.indexOf(row));
        expect([...formula.select(columns)]).toEqual(found);
      }),
    );
  });
});
