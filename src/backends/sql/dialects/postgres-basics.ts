import { atom, call, parameter, type SqlFragment, sql } from "../sql-fragment.ts";

// SQL shared by the files of PostgreSQL's dialect.

const FLOAT: SqlFragment = atom`float8`;
export const BIGINT: SqlFragment = atom`int8`;
export const TEXT: SqlFragment = atom`text`;
export const TEXTS: SqlFragment = atom`text[]`;
export const NUMERIC: SqlFragment = atom`numeric`;
export const JSONB: SqlFragment = atom`jsonb`;
export const TIMESTAMP: SqlFragment = atom`timestamp`;

export function cast(value: SqlFragment, type: SqlFragment): SqlFragment {
  return value.level === "atom" ? atom`${value}::${type}` : atom`(${value})::${type}`;
}

export const number = (value: SqlFragment): SqlFragment => cast(value, FLOAT);
export const integer = (value: SqlFragment): SqlFragment => cast(value, BIGINT);
export const text = (value: SqlFragment): SqlFragment => cast(value, TEXT);

const BY_CODE = ' COLLATE "C"';

/**
 * A text in the collation of code points. If two collations meet, PostgreSQL raises an error unless one is explicit.
 */
export function byCode(value: SqlFragment): SqlFragment {
  return value.segments.at(-1) === BY_CODE ? value : sql`${value} COLLATE "C"`;
}

/** A constant of a type. */
export function constant(value: string, type: SqlFragment): SqlFragment {
  return cast(parameter(value, "text"), type);
}

/**
 * An instant as a constant without a type: it takes the type of the column that it is compared with, and is read as
 * UTC.
 */
export function instant(milliseconds: number): SqlFragment {
  return parameter(new Date(milliseconds).toISOString(), "text");
}

/** An array of texts as one parameter, in the server's syntax. */
export function arrayOfTexts(values: readonly string[]): SqlFragment {
  const elements = values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`);
  return parameter(`{${elements.join(",")}}`, "text");
}

/** An array of numbers as one parameter. */
export function arrayOfNumbers(values: readonly number[]): SqlFragment {
  return parameter(`{${values.join(",")}}`, "text");
}

/** Whether a value is one of the elements of an array, or none of them. */
export function inArray(value: SqlFragment, array: SqlFragment, wanted: boolean): SqlFragment {
  return wanted ? sql`${value} = ${call("ANY", array)}` : sql`${value} <> ${call("ALL", array)}`;
}

export const isAmongTexts = (
  value: SqlFragment,
  texts: readonly string[],
  wanted: boolean,
): SqlFragment => inArray(value, cast(arrayOfTexts(texts), TEXTS), wanted);
