import { atom, call, type Fragment, parameter, sql } from "../sql-fragment.ts";

// SQL shared by the files of PostgreSQL's dialect.

const FLOAT: Fragment = atom`float8`;
export const BIGINT: Fragment = atom`int8`;
export const TEXT: Fragment = atom`text`;
export const TEXTS: Fragment = atom`text[]`;
export const NUMERIC: Fragment = atom`numeric`;
export const JSONB: Fragment = atom`jsonb`;
export const TIMESTAMP: Fragment = atom`timestamp`;

export function cast(value: Fragment, type: Fragment): Fragment {
  return value.level === "atom" ? atom`${value}::${type}` : atom`(${value})::${type}`;
}

export const number = (value: Fragment): Fragment => cast(value, FLOAT);
export const integer = (value: Fragment): Fragment => cast(value, BIGINT);
export const text = (value: Fragment): Fragment => cast(value, TEXT);

const BY_CODE = ' COLLATE "C"';

/**
 * A text in the collation of code points. If two collations meet, PostgreSQL raises an error unless one is explicit.
 */
export function byCode(value: Fragment): Fragment {
  return value.segments.at(-1) === BY_CODE ? value : sql`${value} COLLATE "C"`;
}

/** A constant of a type. */
export function constant(value: string, type: Fragment): Fragment {
  return cast(parameter(value, "text"), type);
}

/**
 * An instant as a constant without a type: it takes the type of the column that it is compared with, and is read as
 * UTC.
 */
export function instant(milliseconds: number): Fragment {
  return parameter(new Date(milliseconds).toISOString(), "text");
}

/** An array of texts as one parameter, in the server's syntax. */
export function arrayOfTexts(values: readonly string[]): Fragment {
  const elements = values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`);
  return parameter(`{${elements.join(",")}}`, "text");
}

/** An array of numbers as one parameter. */
export function arrayOfNumbers(values: readonly number[]): Fragment {
  return parameter(`{${values.join(",")}}`, "text");
}

/** Whether a value is one of the elements of an array, or none of them. */
export function inArray(value: Fragment, array: Fragment, wanted: boolean): Fragment {
  return wanted ? sql`${value} = ${call("ANY", array)}` : sql`${value} <> ${call("ALL", array)}`;
}

export const isAmongTexts = (
  value: Fragment,
  texts: readonly string[],
  wanted: boolean,
): Fragment => inArray(value, cast(arrayOfTexts(texts), TEXTS), wanted);
