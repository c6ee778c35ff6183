import { atom, call, commas, name, parameter, type SqlFragment, sql } from "../sql-fragment.ts";
import { singleQuoted } from "./common.ts";

export const number = (value: SqlFragment): SqlFragment => sql`${value} + 0e0`;
export const integer = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS SIGNED)`;

/** A constant as a parameter, since the session determines the meaning of a backslash in SQL. */
export const constant = (value: string): SqlFragment => parameter(value, "text");

/**
 * A text as SQL. The session determines the meaning of a backslash, so a text with one is written as bytes. A literal
 * of bytes with a character set does not work, since MariaDB loses its quotes when it stores a definition; and the
 * collation of a CONVERT takes precedence over that of a column.
 */
export function inlineText(value: string): string {
  if (!value.includes("\\")) return singleQuoted(value);
  const bytes = Array.from(encodeURIComponent(value).matchAll(/%(..)|./g), ([character, hex]) =>
    hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16),
  );
  return `CHAR(${bytes.join(", ")} USING utf8mb4)`;
}

/** A constant pattern that is independent of the session's flags for patterns. */
export const pattern = (source: string): SqlFragment => constant(`(?-imsxU)${source}`);

const NAMED_TYPES = {
  number: "DOUBLE",
  date: "DATETIME(3)",
  text: "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
  digits: "LONGTEXT",
} as const;

/**
 * Binds values to names: columns of a table with one row, built from JSON. MariaDB has no other table that may refer to
 * the current row. JSON preserves float64, texts and instants exactly. Values without a name stay outside the subquery,
 * so that no name hides a column's.
 */
export function bind(
  alias: string,
  values: readonly SqlFragment[],
  body: (names: readonly SqlFragment[]) => SqlFragment,
  types: readonly (keyof typeof NAMED_TYPES)[],
): SqlFragment {
  const columns = types.map((type, index) =>
    name(`v${index} ${NAMED_TYPES[type]} PATH '$[${index}]'`),
  );
  const row = atom`JSON_TABLE(${call("JSON_ARRAY", ...values)}, '$' COLUMNS (${commas(columns)}))`;
  const names = values.map((_, index) => name(`${alias}.v${index}`));
  return atom`(SELECT ${body(names)} FROM ${row} AS ${name(alias)})`;
}

/** A longer value is bound to a name instead of repeated. */
const SHORT = 60;

export function named(
  value: SqlFragment,
  type: keyof typeof NAMED_TYPES,
  use: (name: SqlFragment) => SqlFragment,
): SqlFragment {
  return value.size <= SHORT ? use(value) : bind("x", [value], ([a = value]) => use(a), [type]);
}
