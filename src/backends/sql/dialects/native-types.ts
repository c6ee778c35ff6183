import { DAY } from "../../../language/values/date/index.ts";
import type { NativeType, NumberColumnSql, TextColumnSql } from "../dialect-definition.ts";
import { type Relation, related, type SqlFragment } from "../sql-fragment.ts";
import type { TypeText } from "../type-text.ts";

// What the types of several engines have in common.

/** The number in the parentheses of a type. */
export function sizeOf({ args: [first] }: TypeText): number | undefined {
  return typeof first === "number" ? first : undefined;
}

/** A text column whose type limits the length of its values. */
export function within(column: TextColumnSql, type: TypeText): TextColumnSql {
  const maxLength = sizeOf(type);
  return maxLength === undefined ? column : { ...column, maxLength };
}

/** A type that no field can have. */
export function refused(name: string, note: string): NativeType {
  return {
    names: [name],
    fields: {},
    note,
    instead:
      "make a view or a generated column that has the part that formulas need, as a text or a number",
  };
}

/** The canonical texts of UUIDs. */
export const UUID: RegExp = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The canonical texts of times of day in microseconds. */
export const TIME: RegExp = /^(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{0,5}[1-9])?|24:00:00)$/;

/**
 * The first day that begins at or after an instant, such as `2024-02-29`. A day, which is the instant of its midnight in
 * UTC, precedes an instant exactly if it precedes this day.
 */
export function dayFrom(milliseconds: number): string {
  const day = new Date(Math.ceil(milliseconds / DAY) * DAY).toISOString();
  return day.slice(0, "YYYY-MM-DD".length);
}

export function hexadecimal(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Converts bytes, as drivers return them, to hexadecimal digits. */
export function hexadecimalCell(cell: unknown): unknown {
  return cell instanceof Uint8Array ? hexadecimal(cell) : cell;
}

/**
 * Up to this number of digits, distinct decimals have distinct nearest float64, whose shortest digits are those of the
 * decimal.
 */
export const EXACT_DIGITS = 15;

/** How a dialect writes decimals of at most {@link EXACT_DIGITS} digits. */
interface ShortDecimals {
  /** Reads a column as float64. */
  readonly read: (column: SqlFragment) => SqlFragment;
  /** The digits of a number as a constant of the column's type; `undefined` if no value of the type has them. */
  readonly decimal: (digits: string) => SqlFragment | undefined;
  /** A float64 as a constant. */
  readonly number: (value: number) => SqlFragment;
}

/** Decimals, which are compared with decimals. A number with other digits would be rounded to one. */
export function shortDecimals({ read, decimal, number }: ShortDecimals): NumberColumnSql {
  return {
    read,
    compared: read,
    test: (column: SqlFragment, relation: Relation, value: number) => {
      const constant = decimal(String(value));
      return constant === undefined
        ? related(read(column), relation, number(value))
        : related(column, relation, constant);
    },
  };
}

/** Whether a decimal of this precision and scale has exactly these digits. */
export function isDecimal(digits: string, precision: number, scale: number): boolean {
  const [, whole = "", fraction = ""] = /^-?(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  const isShort = whole === "0" || whole.length <= precision - scale;
  return whole !== "" && isShort && fraction.length <= scale;
}
