import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  formatDate,
  LAST_DATE,
  MIN_DATE,
  parseDateFormat,
  parseDateWithFormat,
} from "../../../../src/language/values/date/index.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

function parse(text: string, format: string): number | undefined {
  return parseDateWithFormat(text, parseDateFormat(format));
}

describe("texts that fit", () => {
  test.each([
    ["2024-02-29", "YYYY-MM-DD", "2024-02-29"],
    ["29/02/2024", "DD/MM/YYYY", "2024-02-29"],
    ["9/2/2024", "D/M/YYYY", "2024-02-09"],
    ["09/02/2024", "D/M/YYYY", "2024-02-09"],
    ["20240229", "YYYYMMDD", "2024-02-29"],
    ["2024", "YYYY", "2024-01-01"],
    ["2024", "Y", "2024-01-01"],
    ["02 2024", "MM YYYY", "2024-02-01"],
    ["68", "YY", "2068-01-01"],
    ["69", "YY", "1969-01-01"],
    ["Q3 2024", "[Q]Q YYYY", "2024-07-01"],
    ["3rd 2024", "Qo YYYY", "2024-07-01"],
    ["Feb 9, 2024", "MMM D, YYYY", "2024-02-09"],
    ["FEBRUARY 9th 2024", "MMMM Do YYYY", "2024-02-09"],
    ["May 1st 2024", "MMMM Do YYYY", "2024-05-01"],
    ["Friday, february 9, 2024 4:05 am", "LLLL", "2024-02-09T04:05:00.000Z"],
    ["Fri 9 Feb 2024", "ddd D MMM YYYY", "2024-02-09"],
    ["fr 9 Feb 2024", "dd D MMM YYYY", "2024-02-09"],
    ["2024 060", "YYYY DDDD", "2024-02-29"],
    ["2024 60", "YYYY DDD", "2024-02-29"],
    ["2024-W06", "GGGG-[W]WW", "2024-02-05"],
    ["2024-W06-5", "GGGG-[W]WW-E", "2024-02-09"],
    ["24-W06-7", "GG-[W]WW-E", "2024-02-11"],
    ["2020-W53-7", "GGGG-[W]WW-E", "2021-01-03"],
    ["2024-W01-1", "YYYY-[W]WW-E", "2024-01-01"],
    ["2024", "GGGG", "2024-01-01"],
    ["2024 6", "gggg w", "2024-02-04"],
    ["2024 6 5", "gggg w d", "2024-02-09"],
    ["2025 01 0", "gggg ww e", "2024-12-29"],
    ["25 01", "gg ww", "2024-12-29"],
    ["2024 6", "YYYY w", "2024-02-04"],
    ["2024-02-09T04:05:06.078Z", "YYYY-MM-DD[T]HH:mm:ss.SSS[Z]", "2024-02-09T04:05:06.078Z"],
    ["2024 04:05", "YYYY HH:mm", "2024-01-01T04:05:00.000Z"],
    ["2024 12", "YYYY h", "2024-01-01T12:00:00.000Z"],
    ["2024 12 AM", "YYYY h A", "2024-01-01T00:00:00.000Z"],
    ["2024 12 pm", "YYYY h a", "2024-01-01T12:00:00.000Z"],
    ["2024 1 Pm", "YYYY h a", "2024-01-01T13:00:00.000Z"],
    ["2024 PM", "YYYY A", "2024-01-01T12:00:00.000Z"],
    ["2024 13 PM", "YYYY H A", "2024-01-01T13:00:00.000Z"],
    ["2024 24", "YYYY k", "2024-01-01T00:00:00.000Z"],
    ["2024 23", "YYYY kk", "2024-01-01T23:00:00.000Z"],
    ["2024 0.1", "YYYY s.S", "2024-01-01T00:00:00.100Z"],
    ["2024 0.12", "YYYY s.SS", "2024-01-01T00:00:00.120Z"],
    ["2024 0.1239", "YYYY s.SSSS", "2024-01-01T00:00:00.123Z"],
    ["2024 0.123999999", "YYYY s.SSSSSSSSS", "2024-01-01T00:00:00.123Z"],
    ["2024-02-09 12:00 +01:30", "YYYY-MM-DD HH:mm Z", "2024-02-09T10:30:00.000Z"],
    ["2024-02-09 12:00 -0130", "YYYY-MM-DD HH:mm ZZ", "2024-02-09T13:30:00.000Z"],
    ["2024-02-09 12:00 Z", "YYYY-MM-DD HH:mm Z", "2024-02-09T12:00:00.000Z"],
    ["1899-12-31 23:00 -0100", "YYYY-MM-DD HH:mm ZZ", "1900-01-01T00:00:00.000Z"],
    ["1707451506", "X", "2024-02-09T04:05:06.000Z"],
    ["1707451506.07", "X", "2024-02-09T04:05:06.070Z"],
    ["1707451506078", "x", "2024-02-09T04:05:06.078Z"],
    ["+0", "x", "1970-01-01T00:00:00.000Z"],
    ["-0", "x", "1970-01-01T00:00:00.000Z"],
    ["-1.5", "X", "1969-12-31T23:59:58.500Z"],
    ["1707451506 2024", "X YYYY", "2024-02-09T04:05:06.000Z"],
    ["2024 2024", "YYYY YYYY", "2024-01-01"],
    ["2024 24", "YYYY YY", "2024-01-01"],
  ])("%j as %j is %s", (text, format, iso) => {
    expect(parse(text, format)).toBe(at(iso));
  });
});

describe("texts that do not", () => {
  test.each([
    ["", ""],
    ["", "YYYY"],
    ["2024-02-30", "YYYY-MM-DD"],
    ["2023-02-29", "YYYY-MM-DD"],
    ["2024-13-01", "YYYY-MM-DD"],
    ["2024-00-01", "YYYY-MM-DD"],
    ["2024-01-00", "YYYY-MM-DD"],
    ["2024-1-01", "YYYY-MM-DD"],
    ["24-01-01", "YYYY-MM-DD"],
    ["2024-01-01 ", "YYYY-MM-DD"],
    [" 2024-01-01", "YYYY-MM-DD"],
    ["2024/01/01", "YYYY-MM-DD"],
    ["2024-01", "YYYY-MM-DD"],
    ["12:30", "HH:mm"],
    ["02-09", "MM-DD"],
    ["2024 24", "YYYY HH"],
    ["2024 0", "YYYY h"],
    ["2024 13", "YYYY h"],
    ["2024 13 PM", "YYYY h A"],
    ["2024 13 AM", "YYYY H A"],
    ["2024 0", "YYYY k"],
    ["2024 25", "YYYY k"],
    ["2024 xm", "YYYY A"],
    ["2024 60", "YYYY mm"],
    ["2024 60", "YYYY ss"],
    ["2024 1.12", "YYYY s.SSS"],
    ["2024 0.1x", "YYYY s.SS"],
    ["2024 5", "YYYY Q"],
    ["2024 0", "YYYY Q"],
    ["1 2024-05-01", "Q YYYY-MM-DD"],
    ["2023 366", "YYYY DDD"],
    ["2024 0", "YYYY DDD"],
    ["2024 60 1", "YYYY DDD D"],
    ["9st 2 2024", "Do M YYYY"],
    ["9 2 2024", "Do M YYYY"],
    ["Fev 2024", "MMM YYYY"],
    ["février 2024", "MMMM YYYY"],
    ["June 2024", "MMM YYYY"],
    ["Sat 2024-02-09", "ddd YYYY-MM-DD"],
    ["4 2024-02-09", "E YYYY-MM-DD"],
    ["2021-W53", "GGGG-[W]WW"],
    ["2024-W00", "GGGG-[W]WW"],
    ["2024-W06-0", "GGGG-[W]WW-E"],
    ["2024-W06-8", "GGGG-[W]WW-E"],
    ["2024 54", "gggg w"],
    ["1899-12-31", "YYYY-MM-DD"],
    ["2299-01-01", "YYYY-MM-DD"],
    ["0000-01-01", "YYYY-MM-DD"],
    ["2024 +1", "YYYY Z"],
    ["2024 +24:00", "YYYY Z"],
    ["2024 ", "YYYY Z"],
    ["2024 UTC", "YYYY z"],
    ["2024 2025", "YYYY YYYY"],
    ["1707451506 2023", "X YYYY"],
    ["1 2", "x x"],
    ["", "x"],
    ["-", "x"],
    ["1.", "X"],
    ["1.5", "x"],
    ["99999999999999", "x"],
    ["123456789012345", "x"],
    ["99999999999999", "X"],
    ["２０２４", "YYYY"],
  ])("%j does not match %j", (text, format) => {
    expect(parse(text, format)).toBeUndefined();
  });
});

describe("reading written dates", () => {
  test.prop([
    fc.constantFrom(
      "YYYY-MM-DD HH:mm:ss.SSS",
      "D/M/YYYY H:m:s.SSS",
      "dddd, MMMM Do, YYYY h:mm:ss.SSSSSS A",
      "DDDD YYYY kk:mm:ss.SSS",
      "GGGG-[W]WW-E HH:mm:ss.SSS ZZ",
      "gggg ww e HH:mm:ss.SSS Z",
      "ddd MMM DD YYYY hh:mm:ss.SSS a",
      "x",
      "[on] YYYYMMDDHHmmssSSS",
      "Q Qo M Mo D DDD DDDo d do dd E w wo W Wo gg GG YYYY HH k h A m s S SS SSS x",
    ),
    arbitraryDate,
  ])("gives the same instant, for complete formats", (pattern, ms) => {
    const format = parseDateFormat(pattern);
    expect(parseDateWithFormat(formatDate(ms, format), format)).toBe(ms);
  });

  test.prop([arbitraryDate, fc.constantFrom("Asia/Kathmandu", "America/New_York", "Pacific/Apia")])(
    "also in another zone, if the offset is written",
    (any, zone) => {
      // From 1980 on offsets are whole minutes.
      const ms = Math.max(any, at("1980-01-01"));
      const format = parseDateFormat("YYYY-MM-DD HH:mm:ss.SSS Z");
      expect(parseDateWithFormat(formatDate(ms, format, zone), format)).toBe(ms);
    },
  );

  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(..."0123"), minLength: length, maxLength: length });
  const tokenWithText = fc.oneof(
    fc.tuple(
      fc.constantFrom("YYYY", "GGGG", "gggg"),
      fc.constantFrom("2023", "2024", "1900", "2298", "1899"),
    ),
    fc.tuple(fc.constantFrom("YY", "MM", "DD", "HH", "hh", "kk", "mm", "WW", "ww"), digits(2)),
    fc.tuple(fc.constantFrom("Q", "E", "e", "S"), digits(1)),
    fc.tuple(fc.constantFrom("DDDD", "SSS"), digits(3)),
    fc.tuple(fc.constant("A"), fc.constantFrom("AM", "PM")),
  );

  test.prop([fc.array(tokenWithText, { minLength: 1, maxLength: 5 })])(
    "gives a date of the language for any matching text, and writing it again keeps its meaning",
    (elements) => {
      const format = parseDateFormat(elements.map(([token]) => token).join(" "));
      const ms = parseDateWithFormat(elements.map(([, text]) => text).join(" "), format);
      if (ms === undefined) return;
      expect(ms).toBeGreaterThanOrEqual(MIN_DATE);
      expect(ms).toBeLessThanOrEqual(LAST_DATE);
      expect(formatDate(ms, format)).toBe(elements.map(([, text]) => text).join(" "));
      expect(parseDateWithFormat(formatDate(ms, format), format)).toBe(ms);
    },
  );
});
