import { expect, it } from "vitest";
import { type Fragment, parameter } from "../../src/sql/fragment.ts";
import {
  addMonths,
  type CalendarUnit,
  type DatePart,
  datePart,
  datePartReaders,
  dateText,
  monthsBetween,
  startOf,
  startOfByUnit,
} from "../../src/values/date/index.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { startEngine } from "../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { applied, COLUMN, expectEach, fill } from "./primitives.ts";

const DATES = [
  "1900-01-01T00:00:00.000Z",
  "1900-02-28T23:59:59.999Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "1999-12-31T23:59:59.999Z",
  // Where PostgreSQL's own count of time begins.
  "2000-01-01T00:00:00.000Z",
  "2000-01-01T00:00:00.001Z",
  "2000-02-29T12:34:56.789Z",
  "2004-12-31T00:00:00.001Z",
  "2005-01-01T00:00:00.000Z",
  "2023-01-01T06:30:00.500Z",
  "2024-01-31T00:00:00.000Z",
  "2024-02-29T23:59:59.999Z",
  "2024-03-10T07:30:00.000Z",
  "2024-03-31T01:00:00.000Z",
  "2024-12-30T00:00:00.000Z",
  "2100-02-28T23:59:59.999Z",
  "2298-12-31T23:59:59.999Z",
].map((date) => Date.parse(date));

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    `dates on ${name}`,
    () => startEngine(name),
    (engine) => {
      const dialect = dialectOf(name);
      const { columns, literal, operations } = dialect.definition;
      const date = columns.date.epochMilliseconds.read(COLUMN);
      const inMilliseconds = (instant: Fragment): Fragment =>
        applied(operations.millisecondsBetween, instant, literal.date(0));

      it("have every part", async () => {
        const parts = Object.keys(datePartReaders) as DatePart[];
        expect(parts.length).toBeGreaterThan(10);
        await fill(engine(), "epoch-milliseconds", DATES);
        for (const part of parts) {
          const found = applied(operations.datePart, date, part);
          await expectEach(engine(), dialect, DATES, found, (value) => datePart(part, value));
        }
        const text = applied(operations.dateText, date);
        await expectEach(engine(), dialect, DATES, text, dateText);
      });

      it("lie in every unit", async () => {
        await fill(engine(), "epoch-milliseconds", DATES);
        for (const unit of Object.keys(startOfByUnit) as CalendarUnit[]) {
          const found = inMilliseconds(applied(operations.startOf, date, unit));
          await expectEach(engine(), dialect, DATES, found, (value) => startOf(unit, value));
        }
      });

      it("are moved by months, and are months apart", async () => {
        for (const count of [0, 1, -1, 11, 12, -13]) {
          const moved = literal.integer(parameter(count, "integer"));
          const found = inMilliseconds(applied(operations.addMonths, date, moved));
          const inside = DATES.filter((value) => addMonths(value, count) !== undefined);
          await fill(engine(), "epoch-milliseconds", inside);
          await expectEach(engine(), dialect, inside, found, (value) => addMonths(value, count));
        }
        await fill(engine(), "epoch-milliseconds", DATES);
        for (const other of DATES) {
          const found = applied(operations.monthsBetween, date, literal.date(other));
          await expectEach(engine(), dialect, DATES, found, (value) => monthsBetween(value, other));
        }
      });
    },
  );
}
