import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, compile, compileOrThrow, defineSchema, ERROR } from "../../src/index.ts";
import {
  instantAt,
  instantsBetween,
  LAST_DATE,
  localTime,
  MIN_DATE,
  zoneOffset,
} from "../../src/language/values/date/index.ts";
import { ZONES } from "../generate/zones.ts";
import { runsOf } from "../harness/extent.ts";

const schema = defineSchema({ d: "date", t: "text" });
const HOUR = 3_600_000;

const valueIn = (source: string, timeZone: string, d?: string): unknown =>
  compileOrThrow(source, schema, {
    timeZone,
    clock: () => new Date("2024-03-31T00:30:00.000Z"),
  }).evaluate(d === undefined ? {} : { d: new Date(d) });

describe("the clock of a zone", () => {
  const zone = fc.constantFrom(...ZONES);
  const instant = fc.integer({ min: MIN_DATE, max: LAST_DATE });

  it("shows the same time with cached offsets and without", () => {
    const same = (name: string, ms: number): void => {
      expect(localTime(name, ms)).toBe(ms + zoneOffset(name, ms));
    };
    fc.assert(fc.property(zone, instant, same), { numRuns: runsOf(3_000) });
  });

  it("is inverted by the instant of a local time", () => {
    const undone = (name: string, ms: number): void => {
      const local = localTime(name, ms);
      const found = instantAt(name, local);
      if (found === undefined) return;
      expect(localTime(name, found)).toBe(local);
      expect(found).toBeLessThanOrEqual(ms);
    };
    fc.assert(fc.property(zone, instant, undone), { numRuns: runsOf(3_000) });
  });

  it("has ranges with exactly the instants whose local time is within bounds", () => {
    const day = fc.integer({ min: -25_566, max: 120_165 });
    const near = fc.integer({ min: -30 * HOUR, max: 30 * HOUR });
    const exact = (name: string, first: number, length: number, offsets: readonly number[]) => {
      const [from, to] = [first * 24 * HOUR, (first + length) * 24 * HOUR];
      const ranges = instantsBetween(name, from, to);
      for (const bound of [from, to]) {
        for (const offset of offsets) {
          const ms = Math.min(Math.max(bound + offset, MIN_DATE), LAST_DATE);
          const local = localTime(name, ms);
          const isIn = ranges.some((range) => ms >= range.from && ms < range.to);
          expect(isIn).toBe(local >= from && local < to);
        }
      }
    };
    fc.assert(
      fc.property(
        zone,
        day,
        fc.constantFrom(1, 7, 31, 366),
        fc.array(near, { minLength: 20 }),
        exact,
      ),
      { numRuns: runsOf(300) },
    );
  });

  it("may show the times of a day in two ranges", () => {
    // At St. John's, clocks were put back at one minute past midnight.
    const day = Date.UTC(2006, 9, 29);
    const ranges = instantsBetween("america/st_johns", day, day + 24 * HOUR);
    expect(ranges.length).toBe(2);
  });
});

describe("the option `timeZone`", () => {
  it("is the name of a zone", () => {
    const message = /the option `timeZone`.*time zone of the IANA database/;
    for (const timeZone of ["Mars/Base", "", "+02:00", "Europe/Rome "]) {
      expect(() => compile("{d}", schema, { timeZone })).toThrow(message);
      expect(() => check("{d}", schema, { timeZone })).toThrow(TypeError);
    }
  });

  it("has no effect if it is UTC, in any case", () => {
    const one = compileOrThrow("YEAR({d}) = 2024", schema, { timeZone: "utc" });
    expect(one.filter([{ d: new Date(Date.UTC(2024, 0, 1)) }])).toHaveLength(1);
  });

  it("sets the days to those of that zone", () => {
    expect(valueIn("TODAY()", "Europe/Rome")).toEqual(new Date("2024-03-30T23:00:00.000Z"));
    expect(valueIn("TODAY()", "Asia/Kathmandu")).toEqual(new Date("2024-03-30T18:15:00.000Z"));
    expect(valueIn("DAY({d})", "Asia/Tokyo", "2024-02-29T20:00:00Z")).toBe(1);
    expect(valueIn("DATESTR({d})", "America/New_York", "2024-03-01T03:00:00Z")).toBe("2024-02-29");
    expect(valueIn('{d} >= "2024-03-01"', "America/New_York", "2024-03-01T03:00:00Z")).toBe(false);
  });

  it.each([
    ["2299-01-01", "Asia/Tokyo", "2298-12-31T15:00:00.000Z"],
    ["2299-01-01T08:59:59.999", "Asia/Tokyo", "2298-12-31T23:59:59.999Z"],
    ["2299-01-01T09:00", "Asia/Tokyo", undefined],
    ["1900-01-01", "Asia/Tokyo", undefined],
    ["1899-12-31T19:00", "America/New_York", "1900-01-01T00:00:00.000Z"],
    ["2299-01-01T00:00Z", "Asia/Tokyo", undefined],
    ["2299-01-01", "UTC", undefined],
  ])("reads %s in %s as a date if the instant lies in the range", (text, zone, expected) => {
    const date = expected === undefined ? ERROR : new Date(expected);
    expect(valueIn(`DATETIME_PARSE("${text}")`, zone)).toEqual(date);
    const parts = `"${text.replace("Z", "+00:00")}", "YYYY-MM-DD${text.includes("T") ? "[T]HH:mm" : ""}${text.includes(".") ? ":ss.SSS" : ""}${text.includes("Z") ? "Z" : ""}"`;
    expect(valueIn(`DATETIME_PARSE(${parts})`, zone)).toEqual(date);
  });

  it("is retained by `assume`", () => {
    const options = { timeZone: "Asia/Tokyo", clock: () => new Date("2024-02-29T20:00:00Z") };
    const whole = compileOrThrow('AND({t} = "a", DAY({d}) = 1, DAY(TODAY()) = 1)', schema, options);
    const left = whole.assume({ t: "a" });
    expect(left.timeZone).toBe("asia/tokyo");
    for (const d of ["2024-02-29T20:00:00Z", "2024-03-01T20:00:00Z"]) {
      const row = { t: "a", d: new Date(d) };
      expect([d, left.matches(row)]).toEqual([d, whole.matches(row)]);
    }
    expect(left.matches({ d: new Date("2024-02-29T20:00:00Z") })).toBe(true);
  });
});
