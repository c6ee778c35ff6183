import { compareText } from "../../../language/values/text/index.ts";
import type { NativeText, TextColumnSql } from "../dialect-definition.ts";
import { atom, call, parameter, type SqlFragment, sql } from "../sql-fragment.ts";
import { digitsText, writtenText } from "./native-texts.ts";
import { hexadecimal } from "./native-types.ts";
import { byCode, constant, isAmongTexts, TEXT, text } from "./postgres-basics.ts";

/** Reads a value in the text form of the server. */
export const words = (column: SqlFragment): SqlFragment => byCode(text(column));

/** A text column. Constants are compared in the column's own collation, so that its index can be used. */
export const plainText: TextColumnSql = {
  read: byCode,
  native: { constant: (value) => constant(value, TEXT), among: isAmongTexts },
};

/** A column whose own collation compares code points. */
export const exactText: TextColumnSql = {
  read: byCode,
  native: {
    constant: (value) => constant(value, TEXT),
    isOrdered: true,
    among: isAmongTexts,
  },
};

/** A column whose collation treats some different texts as equal. */
export const looseText: TextColumnSql = {
  read: byCode,
  native: { constant: (value) => constant(value, TEXT), isLoose: true },
};

/** The type is in an extension, whose schema may not be on the search path: the constant takes the column's type. */
export const ignoringCase: TextColumnSql = {
  read: words,
  native: { constant: (value) => parameter(value, "text"), isLoose: true },
};

/** Trailing spaces are padding, not part of the text. */
export const paddedText: TextColumnSql = {
  read: words,
  cell: (cell) => (typeof cell === "string" ? cell.replace(/ +$/, "") : cell),
  native: {
    constant: (value) => (value.endsWith(" ") ? undefined : constant(value, atom`bpchar`)),
  },
};

/** A type with canonical texts that sort as its values do. */
export function opaque(type: SqlFragment, pattern: RegExp): TextColumnSql {
  return writtenText(words, {
    constant: (value) => (pattern.test(value) ? constant(value, type) : undefined),
    isOrdered: true,
  });
}

export function enumText(labels: readonly string[]): TextColumnSql {
  const sorted = [...labels].sort(compareText);
  const isOrdered = labels.every((label, index) => label === sorted[index]);
  const native: NativeText = {
    constant: (value) => (labels.includes(value) ? parameter(value, "text") : undefined),
    isOrdered,
    values: labels,
  };
  return labels.length === 0
    ? { read: words }
    : { read: words, isNeverEmpty: !labels.includes(""), native };
}

/** Signed integers of some bits, as texts of their digits. */
export function integerText(type: SqlFragment, bits: number): TextColumnSql {
  const limit = 2n ** BigInt(bits - 1);
  return digitsText(words, (value) => constant(String(value), type), -limit, limit - 1n);
}

/** Bytes as `\x` followed by hexadecimal digits. */
export const bytes: TextColumnSql = {
  read: (column) => byCode(sql`'\\x' || ${call("encode", column, atom`'hex'`)}`),
  isNeverEmpty: true,
  cell: (cell) => (cell instanceof Uint8Array ? `\\x${hexadecimal(cell)}` : cell),
  native: {
    constant: (value) =>
      /^\\x(?:[0-9a-f]{2})*$/.test(value)
        ? call("decode", constant(value.slice(2), TEXT), atom`'hex'`)
        : undefined,
    isOrdered: true,
  },
};
