import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyOrder } from "../../../../src/backends/columns/write/property-order.ts";
import { MOST_DATE_BYTES, writeDate } from "../../../../src/backends/columns/write/write-date.ts";
import {
  MOST_ESCAPED_BYTES,
  writeEscaped,
} from "../../../../src/backends/columns/write/write-escaped.ts";
import {
  MOST_NUMBER_BYTES,
  writeNumber,
} from "../../../../src/backends/columns/write/write-number.ts";
import { runsOf } from "../../../harness/extent.ts";

/** The string that is written after some bytes, which must not change. */
function written(room: number, write: (into: Uint8Array, at: number) => number): string {
  const bytes = new Uint8Array(3 + room).fill(0x2a);
  const end = write(bytes, 3);
  expect(end).toBeLessThanOrEqual(bytes.length);
  expect([...bytes.subarray(0, 3), ...bytes.subarray(end)].every((byte) => byte === 0x2a)).toBe(
    true,
  );
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(3, end));
}

const number = (value: number): string =>
  written(MOST_NUMBER_BYTES, (into, at) => writeNumber(value, into, at));
const date = (ms: number): string =>
  written(MOST_DATE_BYTES, (into, at) => writeDate(ms, into, at));

describe("a number", () => {
  it.each([
    ...[0, -0, 1, -1, 9, 10, 99, 100, 12_345, 99_999, 100_000, 9_999_999, 10_000_000],
    ...[999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1],
    ...[2 ** 53, -(2 ** 53), 1e21, 1e-7, 0.1, -1.5, 5e-324, Number.MAX_VALUE],
    -2.2250738585072014e-308,
    -0.0000010000129616145381,
  ])("%d is written as in JSON", (value) => {
    expect(number(value)).toBe(JSON.stringify(value));
  });

  it("of any kind is written as in JSON", () => {
    const some = fc.oneof(
      fc.integer(),
      fc.maxSafeInteger(),
      fc.double({ noDefaultInfinity: true, noNaN: true }),
    );
    fc.assert(
      fc.property(some, (value) => {
        expect(number(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: runsOf(20_000) },
    );
  });
});

describe("a date", () => {
  it.each([
    "1970-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999Z",
    "2000-02-29T12:00:00.001Z",
    "1900-02-28T23:59:59.999Z",
    "1900-03-01T00:00:00.000Z",
    "2100-12-31T23:59:59.999Z",
    "0000-01-01T00:00:00.000Z",
    "0000-02-29T00:00:00.010Z",
    "9999-12-31T23:59:59.999Z",
    "+010000-01-01T00:00:00.000Z",
    "-000001-12-31T23:59:59.999Z",
    "+275760-09-13T00:00:00.000Z",
    "-271821-04-20T00:00:00.000Z",
  ])("%s is written as `toISOString` does", (text) => {
    expect(date(Date.parse(text))).toBe(text);
  });

  it("of days from the year 0 to 9999 is written as `toISOString` does", () => {
    const day = 86_400_000;
    const bytes = new Uint8Array(MOST_DATE_BYTES);
    const wrong: string[] = [];
    const end = Date.parse("+010000-01-01T00:00:00.000Z");
    // A different time of day each time.
    for (let ms = Date.parse("0000-01-01T00:00:00.000Z"); ms < end; ms += 29 * day + 7_919_317) {
      const length = writeDate(ms, bytes, 0);
      const text = String.fromCharCode(...bytes.subarray(0, length));
      if (text !== new Date(ms).toISOString()) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  it("of any kind is written as `toISOString` does", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (value) => {
        expect(date(value.getTime())).toBe(value.toISOString());
      }),
      { numRuns: runsOf(5_000) },
    );
  });
});

describe("a text", () => {
  const escaped = (text: string): string => {
    const from = new TextEncoder().encode(`<${text}>`);
    const end = from.length - 1;
    const room = MOST_ESCAPED_BYTES * (from.length - 2);
    return `"${written(room, (into, at) => writeEscaped(from, 1, end, into, at))}"`;
  };

  it("with each of the first characters is written as in JSON", () => {
    for (let code = 0; code < 0x3000; code++) {
      const text = String.fromCharCode(code);
      expect(escaped(text)).toBe(JSON.stringify(text));
    }
  });

  it("of any kind is written as in JSON", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        '"',
        "\\",
        "\u2028",
        "\u2029",
        "\u007f",
        "\ufeff",
        "😀",
        "\b\f\n\r\t",
        "\u001f",
      ),
    );
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join("");
        expect(escaped(text)).toBe(JSON.stringify(text));
      }),
      { numRuns: runsOf(5_000) },
    );
  });
});

describe("the names of properties", () => {
  it("come in the order of properties of objects", () => {
    const name = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.constantFrom(
        "0",
        "-0",
        "00",
        "01",
        "1.5",
        "1e3",
        "-1",
        "4294967294",
        "4294967295",
        "9007199254740991",
        "__proto__",
      ),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const record = Object.fromEntries(names.map((one) => [one, 0]));
        expect(propertyOrder(names)).toEqual(Object.keys(record));
      }),
      { numRuns: runsOf(5_000) },
    );
  });
});
