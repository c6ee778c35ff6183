import { isExact, LongNumber } from "../../language/values/exact-number.ts";
import type { StoredColumn } from "./stored-column.ts";

/** How to read the values of a column. */
export type StoredForm = Omit<StoredColumn, "name">;

/** Numbers of at most this many digits are exact in a double, with a margin for inexact statistics of a file. */
const SAFE_DIGITS = 14;

/** Units of time, as the number of decimal digits after the second. */
export const UNITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

/** How to read 64-bit integers. */
export const LONG_INTEGERS = {
  decode: (value: unknown): unknown => value,
  spell: spelled,
  isLong: isLongInt,
  safe: Number.MAX_SAFE_INTEGER,
} as const;

/** The decimal digits of an integer. */
export function spelled(value: unknown): unknown {
  return value === null || value === undefined ? value : String(value);
}

function isLongInt(value: unknown): boolean {
  return value !== null && value !== undefined && !Number.isSafeInteger(Number(value));
}

export function decimals(scale: number): StoredForm {
  const spell = (value: unknown): unknown => mapInteger(value, (digits) => pointed(digits, scale));
  const decode = (value: unknown): unknown =>
    mapInteger(value, (digits) => {
      const text = pointed(digits, scale);
      // Parsing the digits gives the nearest number; multiplying would round twice.
      const number = Number(text);
      return isExact(text, number) ? number : new LongNumber(text);
    });
  const isLong = (value: unknown): boolean => decode(value) instanceof LongNumber;
  return { type: "number", decode, spell, isLong, safe: 10 ** (SAFE_DIGITS - scale) };
}

/** Dates have milliseconds: finer digits are truncated, as when parsing the text of a date. */
export function timestamps(unit: number): StoredForm {
  const perMillisecond = 10n ** BigInt(unit - UNITS.MILLIS);
  return {
    type: "date",
    time: true,
    decode: (value) =>
      mapInteger(value, (stored) => new Date(Number(floored(stored, perMillisecond)))),
    spell: (value) =>
      mapInteger(value, (stored) => {
        const seconds = floored(stored, 10n ** BigInt(unit));
        const date = new Date(Number(seconds) * 1000);
        if (Number.isNaN(date.getTime())) return date;
        const [day = "", time = ""] = date.toISOString().slice(0, -".000Z".length).split("T");
        return `${day}T${time}${fractionOf(stored, unit)}Z`;
      }),
  };
}

/** The text of a day, such as `2024-02-29`; the date itself if it is out of range. */
export function dayText(date: Date): string | Date {
  return Number.isNaN(date.getTime()) ? date : date.toISOString().replace(/T.*/, "");
}

export function times(unit: number): StoredForm {
  const decode = (value: unknown): unknown =>
    mapInteger(value, (stored) => {
      const seconds = Number(floored(stored, 10n ** BigInt(unit)));
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      return (
        parts.map((part) => String(part).padStart(2, "0")).join(":") + fractionOf(stored, unit)
      );
    });
  return { type: "text", decode };
}

/** Rounds down, as reading the text of a date does. */
export function floored(value: bigint, unit: bigint): bigint {
  const whole = value / unit;
  return value % unit < 0n ? whole - 1n : whole;
}

/** The digits after the seconds, without trailing zeros. */
function fractionOf(value: bigint, unit: number): string {
  const rest = BigInt.asIntN(64, value - floored(value, 10n ** BigInt(unit)) * 10n ** BigInt(unit));
  return rest === 0n ? "" : `.${String(rest).padStart(unit, "0").replace(/0+$/, "")}`;
}

/** Inserts the decimal point into digits. */
function pointed(digits: bigint, scale: number): string {
  if (scale <= 0) return String(digits * 10n ** BigInt(-scale));
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return `${digits < 0n ? "-" : ""}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Maps an integer. Bytes are a big-endian integer in two's complement. */
function mapInteger(value: unknown, map: (value: bigint) => unknown): unknown {
  if (typeof value === "bigint") return map(value);
  if (typeof value === "number" && Number.isInteger(value)) return map(BigInt(value));
  if (!(value instanceof Uint8Array)) return value;
  let integer = 0n;
  for (const byte of value) integer = integer * 256n + BigInt(byte);
  return map(BigInt.asIntN(8 * value.length, integer));
}
