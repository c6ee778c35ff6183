import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  dateText,
  LAST_DATE,
  MIN_DATE,
  parseIsoDate,
} from "../../../../src/language/values/date/index.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

test.prop([arbitraryDate])("dateText equals toISOString, and is read back", (ms) => {
  expect(dateText(ms)).toBe(new Date(ms).toISOString());
  expect(parseIsoDate(dateText(ms))).toBe(ms);
});

describe("parseIsoDate", () => {
  test.each([
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2024-02-29T23:59", "2024-02-29T23:59:00.000Z"],
    ["2024-02-29 23:59", "2024-02-29T23:59:00.000Z"],
    ["2024-02-29T23:59Z", "2024-02-29T23:59:00.000Z"],
    ["2024-02-29T23:59:58", "2024-02-29T23:59:58.000Z"],
    ["2024-02-29T23:59:58.9", "2024-02-29T23:59:58.900Z"],
    ["2024-02-29T23:59:58.09Z", "2024-02-29T23:59:58.090Z"],
    ["2024-02-29T23:59:58.9999", "2024-02-29T23:59:58.999Z"],
    ["2024-02-29T23:59:58.999999999Z", "2024-02-29T23:59:58.999Z"],
    ["1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"],
    ["2024-02-29T12:00+01:30", "2024-02-29T10:30:00.000Z"],
    ["2024-02-29T12:00-0130", "2024-02-29T13:30:00.000Z"],
    ["2024-02-29T12:00:00+02", "2024-02-29T10:00:00.000Z"],
    ["2024-02-29 12:00:00.5-00:00", "2024-02-29T12:00:00.500Z"],
    ["2024-02-29T12:00+23:59", "2024-02-28T12:01:00.000Z"],
    ["1900-01-01", "1900-01-01T00:00:00.000Z"],
    ["1899-12-31T23:30-00:30", "1900-01-01T00:00:00.000Z"],
    ["2298-12-31T23:59:59.999Z", "2298-12-31T23:59:59.999Z"],
    ["2299-01-01T00:29:00+00:30", "2298-12-31T23:59:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(parseIsoDate(text)).toBe(at(iso));
  });

  test.each([
    "",
    "2024",
    "2024-02",
    "2024-2-9",
    "2024/02/29",
    "20240229",
    "2023-02-29",
    "1900-02-29",
    "2024-02-30",
    "2024-04-31",
    "2024-00-10",
    "2024-13-10",
    "2024-01-00",
    "2024-01-32",
    "+002024-01-01",
    "-2024-01-01",
    "02024-01-01",
    "1899-12-31",
    "1899-12-31T23:59:59.999Z",
    "1900-01-01T00:00+00:01",
    "2299-01-01",
    "0000-01-01",
    "9999-12-31",
    " 2024-02-29",
    "2024-02-29 ",
    "2024-02-29Z",
    "2024-02-29+01:00",
    "2024-02-29T",
    "2024-02-29T12",
    "2024-02-29T12:0",
    "2024-02-29T12:00:",
    "2024-02-29T12:00:0",
    "2024-02-29T12:00:00.",
    "2024-02-29T12:00:00.Z",
    "2024-02-29T12:00:00,5",
    "2024-02-29T12:00:00.1234567890",
    "2024-02-29T12:00:00.5x",
    "2024-02-29T12:00.5",
    "2024-02-29T24:00",
    "2024-02-29T12:60",
    "2024-02-29T12:00:60",
    "2024-02-29t12:00",
    "2024-02-29T12:00z",
    "2024-02-29_12:00",
    "2024-02-29  12:00",
    "2024-02-29T12:00 Z",
    "2024-02-29T12:00ZZ",
    "2024-02-29T12:00+",
    "2024-02-29T12:00+1",
    "2024-02-29T12:00+01:",
    "2024-02-29T12:00+01:3",
    "2024-02-29T12:00+013",
    "2024-02-29T12:00+01300",
    "2024-02-29T12:00+01:300",
    "2024-02-29T12:00+24:00",
    "2024-02-29T12:00+01:60",
    "2024-02-29T12:00−01:00",
    "२०२४-०२-२९",
    "２０２４-02-29",
    "2024-02-29\n",
    "2024-02-29T12:00\0",
    "today",
    "1709164800000",
  ])("refuses %j", (text) => {
    expect(parseIsoDate(text)).toBeUndefined();
  });

  test.prop([
    fc.string({ unit: fc.constantFrom(..."0129-T:. Z+"), maxLength: 30 }),
    arbitraryDate,
    fc.nat(24),
  ])("accepts a changed date only if the pattern and Date do", (noise, ms, keep) => {
    const text = dateText(ms).slice(0, keep) + noise;
    const result = parseIsoDate(text);
    expect(result).toBe(parseByPattern(text));
  });
});

const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/;

/** The definition in the comment, implemented with a pattern and Date. */
function parseByPattern(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, day, minutes = "00:00", seconds = "00", fraction = "", sign, hours = "00", rest = "00"] =
    match;
  if (minutes > "23:59" || hours > "23" || rest > "59") return undefined;
  const clock = `${day}T${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const local = new Date(clock).getTime();
  // Date accepts 30 February as 1 March.
  if (Number.isNaN(local) || new Date(local).toISOString() !== clock) return undefined;
  const offset = (Number(hours) * 60 + Number(rest)) * (sign === "-" ? -60_000 : 60_000);
  const ms = local - offset;
  return ms >= MIN_DATE && ms <= LAST_DATE ? ms : undefined;
}
