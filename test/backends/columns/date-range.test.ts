import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partOf } from "../../../src/backends/columns/condition/date-quantity.ts";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { LAST_DATE, MIN_DATE } from "../../../src/language/values/date/index.ts";

const STRATEGIES = ["closures", "generated", "vectors"] as const;
const schema = defineSchema({ date: "date", other: "date" });
const DAYS = ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01", "2024-02-25", "1900-01-01"];

const dates = [
  MIN_DATE,
  LAST_DATE,
  0,
  ...DAYS.flatMap((day) => [-1, 0, 1, 43_200_000].map((more) => Date.parse(day) + more)),
].filter((date) => date >= MIN_DATE);
const rows = dates.flatMap((date) => [
  { date: new Date(date), other: new Date(dates[(date + DAYS.length) % dates.length] ?? 0) },
  { date: new Date(date) },
  { other: new Date(date) },
]);
const tables = STRATEGIES.map((strategy) => Columns.from(rows, schema, { strategy }));

const UNITS = ["year", "quarter", "month", "week", "isoWeek", "day", "hour", "minute", "second"];
const PARTS = ["MONTH", "DAY", "WEEKDAY", "WEEKNUM", "HOUR", "MINUTE", "SECOND"];
const VALUES = [
  "DATESTR({date})",
  'DATETIME_FORMAT({date}, "YYYY")',
  'DATETIME_FORMAT({date}, "YYYY-MM")',
  'DATETIME_FORMAT({date}, "YYYY-MM-DD HH:mm")',
  '{date} & ""',
];

describe("conditions on dates", () => {
  test("have no arithmetic form for some parts of a date", () => {
    expect(partOf({ op: "constant", value: 0 }, "isoWeek")).toBeUndefined();
  });

  const comparisons = fc.oneof(
    fc
      .tuple(fc.constantFrom(...UNITS), fc.constantFrom(...DAYS))
      .map(([unit, day]) => `IS_SAME({date}, "${day}", "${unit}")`),
    fc
      .tuple(
        fc.constantFrom("days", "hours", "months"),
        fc.constantFrom(-150_000, -1, 0, 59, 150_000),
        fc.constantFrom("=", "<", ">="),
      )
      .chain(([unit, amount, relation]) =>
        fc.constantFrom(
          `DATEADD({date}, ${amount}, "${unit}") ${relation} {other}`,
          `DATETIME_DIFF({date}, {other}, "${unit}") ${relation} ${amount}`,
          `ISERROR(DATEADD({date}, ${amount}, "${unit}"))`,
        ),
      ),
    fc
      .tuple(
        fc.constantFrom(...PARTS),
        fc.constantFrom("date", "other"),
        fc.integer({ min: 0, max: 60 }),
      )
      .map(([part, field, value]) => `${part}({${field}}) = ${value}`),
    fc
      .tuple(fc.constantFrom("year", "quarter", "month", "day", "hour", "second"))
      .map(([unit]) => `IS_SAME({date}, {other}, "${unit}")`),
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

  test("select the same rows in columns and in rows, and so do their negations", () => {
    fc.assert(
      fc.property(comparisons, fc.boolean(), (comparison, isNegated) => {
        const formula = compileOrThrow(isNegated ? `NOT(${comparison})` : comparison, schema);
        const found = formula.filter(rows).map((row) => rows.indexOf(row));
        for (const columns of tables) expect([...formula.select(columns)]).toEqual(found);
      }),
    );
  });
});
