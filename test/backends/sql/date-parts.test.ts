import { expect, it } from "vitest";
import { parameter, type SqlFragment } from "../../../src/backends/sql/sql-fragment.ts";
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
} from "../../../src/language/values/date/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { applied, COLUMN, expectEach, fill, HARD_DATES } from "./primitives.ts";

const DATES = HARD_DATES.map((date) => Date.parse(date));

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    `dates on ${name}`,
    () => openEngine(name),
    (engine) => {
      const dialect = dialectOf(name);
      const { columns, literal, operations } = dialect.definition;
      const date = columns.date.epochMilliseconds.read(COLUMN);
      const inMilliseconds = (instant: SqlFragment): SqlFragment =>
        applied(operations.millisecondsBetween, instant, literal.date(0));

      it("have every part, equal to the reference", async () => {
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

      it("have the same start of every unit", async () => {
        await fill(engine(), "epoch-milliseconds", DATES);
        for (const unit of Object.keys(startOfByUnit) as CalendarUnit[]) {
          const found = inMilliseconds(applied(operations.startOf, date, unit));
          await expectEach(engine(), dialect, DATES, found, (value) => startOf(unit, value));
        }
      });

      it("are moved by months, and have the same difference in months", async () => {
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
