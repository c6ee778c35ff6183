import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  dateText,
  formatDate,
  parseDateFormat,
} from "../../../../src/language/values/date/index.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

const friday = at("2024-02-09T04:05:06.078Z");
const sunday = at("1999-12-26T23:59:58.999Z");

function format(ms: number, pattern: string, zone?: string, locale?: string): string {
  return formatDate(ms, parseDateFormat(pattern), zone, locale);
}

describe("every token", () => {
  test.each([
    ["Y", "2024", "1999"],
    ["YY", "24", "99"],
    ["YYYY", "2024", "1999"],
    ["Q", "1", "4"],
    ["Qo", "1st", "4th"],
    ["M", "2", "12"],
    ["Mo", "2nd", "12th"],
    ["MM", "02", "12"],
    ["MMM", "Feb", "Dec"],
    ["MMMM", "February", "December"],
    ["D", "9", "26"],
    ["Do", "9th", "26th"],
    ["DD", "09", "26"],
    ["DDD", "40", "360"],
    ["DDDo", "40th", "360th"],
    ["DDDD", "040", "360"],
    ["d", "5", "0"],
    ["do", "5th", "0th"],
    ["dd", "Fr", "Su"],
    ["ddd", "Fri", "Sun"],
    ["dddd", "Friday", "Sunday"],
    ["e", "5", "0"],
    ["E", "5", "7"],
    ["w", "6", "1"],
    ["wo", "6th", "1st"],
    ["ww", "06", "01"],
    ["W", "6", "51"],
    ["Wo", "6th", "51st"],
    ["WW", "06", "51"],
    ["gg", "24", "00"],
    ["gggg", "2024", "2000"],
    ["GG", "24", "99"],
    ["GGGG", "2024", "1999"],
    ["H", "4", "23"],
    ["HH", "04", "23"],
    ["h", "4", "11"],
    ["hh", "04", "11"],
    ["k", "4", "23"],
    ["kk", "04", "23"],
    ["m", "5", "59"],
    ["mm", "05", "59"],
    ["s", "6", "58"],
    ["ss", "06", "58"],
    ["S", "0", "9"],
    ["SS", "07", "99"],
    ["SSS", "078", "999"],
    ["SSSS", "0780", "9990"],
    ["SSSSSSSSS", "078000000", "999000000"],
    ["SSSSSSSSSS", "0780000000", "9990000009"],
    ["A", "AM", "PM"],
    ["a", "am", "pm"],
    ["Z", "+00:00", "+00:00"],
    ["ZZ", "+0000", "+0000"],
    ["z", "UTC", "UTC"],
    ["zz", "UTC", "UTC"],
    ["X", "1707451506", "946252798"],
    ["x", "1707451506078", "946252798999"],
    ["LT", "4:05 AM", "11:59 PM"],
    ["LTS", "4:05:06 AM", "11:59:58 PM"],
    ["L", "02/09/2024", "12/26/1999"],
    ["LL", "February 9, 2024", "December 26, 1999"],
    ["LLL", "February 9, 2024 4:05 AM", "December 26, 1999 11:59 PM"],
    ["LLLL", "Friday, February 9, 2024 4:05 AM", "Sunday, December 26, 1999 11:59 PM"],
    ["l", "2/9/2024", "12/26/1999"],
    ["ll", "Feb 9, 2024", "Dec 26, 1999"],
    ["lll", "Feb 9, 2024 4:05 AM", "Dec 26, 1999 11:59 PM"],
    ["llll", "Fri, Feb 9, 2024 4:05 AM", "Sun, Dec 26, 1999 11:59 PM"],
  ])("%s", (token, first, second) => {
    expect(format(friday, token)).toBe(first);
    expect(format(sunday, token)).toBe(second);
  });
});

describe("formats", () => {
  test.each([
    ["", ""],
    ["YYYY-MM-DD", "2024-02-09"],
    ["YYYY-MM-DD[T]HH:mm:ss.SSS[Z]", "2024-02-09T04:05:06.078Z"],
    ["YYYYMMDD", "20240209"],
    ["[YYYY] YYYY", "YYYY 2024"],
    ["[]YYYY", "2024"],
    ["[fou YYYY", "[fou 2024"],
    ["a]", "am]"],
    ["[[x]]", "[x]"],
    ["[it's] D", "it's 9"],
    ["MMMMM", "February2"],
    ["YYYYYY", "202424"],
    ["YYY", "242024"],
    ["LLLLL", "Friday, February 9, 2024 4:05 AM02/09/2024"],
    ["LLT", "February 9, 2024T"],
    ["Doo", "9tho"],
    ["DDo", "09o"],
    ["fou T/€😀", "fou T/€😀"],
    ["constructor", "con6tructor"],
    ["hmm", "405"],
  ])("%j gives %j", (pattern, text) => {
    expect(format(friday, pattern)).toBe(text);
  });

  test.each([
    [1, "1st"],
    [2, "2nd"],
    [3, "3rd"],
    [4, "4th"],
    [11, "11th"],
    [12, "12th"],
    [13, "13th"],
    [21, "21st"],
    [22, "22nd"],
    [23, "23rd"],
    [30, "30th"],
    [101, "101st"],
    [111, "111th"],
    [112, "112th"],
    [113, "113th"],
    [122, "122nd"],
  ])("day %d of the year is written as %s", (day, text) => {
    expect(format(Date.UTC(2024, 0, day), "DDDo")).toBe(text);
  });

  test.each([
    ["2024-01-01T00:30:00.000Z", "12 12 24 24 AM"],
    ["2024-01-01T12:30:00.000Z", "12 12 12 12 PM"],
    ["2024-01-01T13:30:00.000Z", "1 01 13 13 PM"],
  ])("at %s the clock shows %s", (iso, text) => {
    expect(format(at(iso), "h hh k kk A")).toBe(text);
  });

  test("seconds before the epoch are rounded down", () => {
    expect(format(-1, "X x")).toBe("-1 -1");
    expect(format(-1001, "X x")).toBe("-2 -1001");
  });

  test.prop([arbitraryDate])("the ISO format equals dateText", (ms) => {
    expect(format(ms, "YYYY-MM-DD[T]HH:mm:ss.SSS[Z]")).toBe(dateText(ms));
  });

  test.prop([fc.string({ unit: fc.constantFrom(..."YMDdHhmsSLTloQ[]Z aé") }), arbitraryDate])(
    "any text is a format, and each of its brackets is applied",
    (pattern, ms) => {
      expect(typeof format(ms, pattern)).toBe("string");
      const literal = pattern.replaceAll("]", "");
      expect(format(ms, `[${literal}]`)).toBe(literal);
    },
  );

  test("takes linear time on brackets that never close", () => {
    expect(format(friday, "[".repeat(60_000))).toHaveLength(60_000);
  });
});

describe("zones", () => {
  test.each([
    ["Europe/Rome", "2024-02-09 05:05:06.078 +01:00 +0100 GMT+1"],
    ["america/new_york", "2024-02-08 23:05:06.078 -05:00 -0500 EST"],
    ["Asia/Kathmandu", "2024-02-09 09:50:06.078 +05:45 +0545 GMT+5:45"],
  ])("%s shows %s", (zone, text) => {
    expect(format(friday, "YYYY-MM-DD HH:mm:ss.SSS Z ZZ z", zone)).toBe(text);
  });

  test("the instant stays the same, and the year may leave the range", () => {
    expect(format(friday, "x X", "Asia/Tokyo")).toBe("1707451506078 1707451506");
    expect(format(at("1900-01-01"), "YYYY-MM-DD", "America/New_York")).toBe("1899-12-31");
    expect(format(at("2298-12-31T23:00:00.000Z"), "YYYY-MM-DD", "Asia/Tokyo")).toBe("2299-01-01");
  });
});

describe("languages", () => {
  test.each([
    ["en", "Friday Fri Fr February Feb"],
    ["EN-us", "Friday Fri Fr February Feb"],
    ["fr", "vendredi ven. ve février févr."],
    ["de", "Freitag Fr Fr Februar Feb"],
    ["ja", "金曜日 金 金 2月 2月"],
  ])("%s writes %s", (locale, text) => {
    expect(format(friday, "dddd ddd dd MMMM MMM", undefined, locale)).toBe(text);
  });

  test.each([
    ["ru", "9 февраля", "февраль"],
    ["fi", "9 helmikuuta", "helmikuu"],
    ["ja", "9 2月", "2月"],
    ["es", "9 febrero", "febrero"],
  ])("in %s the month is %s with a day, and %s alone", (locale, beside, alone) => {
    expect(format(friday, "D MMMM", undefined, locale)).toBe(beside);
    expect(format(friday, "MMMM", undefined, locale)).toBe(alone);
  });

  test("numbers stay in Latin digits and the Gregorian calendar", () => {
    expect(format(friday, "YYYY-MM-DD", undefined, "ar-eg")).toBe("2024-02-09");
    expect(format(friday, "MMMM", undefined, "fa")).toBe("فوریه");
  });
});
