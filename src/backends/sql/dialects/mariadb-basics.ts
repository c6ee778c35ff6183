import { atom, call, commas, type Fragment, name, parameter, sql } from "../sql-fragment.ts";
import { singleQuoted } from "./common.ts";

export const number = (value: Fragment): Fragment => sql`${value} + 0e0`;
export const integer = (value: Fragment): Fragment => atom`CAST(${value} AS SIGNED)`;

/** A constant of this dialect. It is a parameter, since the session decides what a backslash means in SQL. */
export const constant = (value: string): Fragment => parameter(value, "text");

/**
 * A text in the SQL itself. The session decides what a backslash means, so a text with one is written by its bytes. A
 * literal of bytes with the name of a character set is no way, since MariaDB forgets its quotes when it keeps a
 * definition; and the collation of a CONVERT does not give way to that of a column.
 */
export function inlineText(value: string): string {
  if (!value.includes("\\")) return singleQuoted(value);
  const bytes = Array.from(encodeURIComponent(value).matchAll(/%(..)|./g), ([character, hex]) =>
    hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16),
  );
  return `CHAR(${bytes.join(", ")} USING utf8mb4)`;
}

/** A constant pattern that means the same whatever flags the session sets for patterns. */
export const pattern = (source: string): Fragment => constant(`(?-imsxU)${source}`);

const NAMED_TYPES = {
  number: "DOUBLE",
  date: "DATETIME(3)",
  text: "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
  digits: "LONGTEXT",
} as const;

/**
 * Gives values names. They are columns of a table with one row, made of JSON: MariaDB has no other table that may refer
 * to the current row. JSON keeps float64, texts and instants exactly. Values without a name stay outside the subquery,
 * so that no name hides a column's.
 */
export function bind(
  alias: string,
  values: readonly Fragment[],
  body: (names: readonly Fragment[]) => Fragment,
  types: readonly (keyof typeof NAMED_TYPES)[],
): Fragment {
  const columns = types.map((type, index) =>
    name(`v${index} ${NAMED_TYPES[type]} PATH '$[${index}]'`),
  );
  const row = atom`JSON_TABLE(${call("JSON_ARRAY", ...values)}, '$' COLUMNS (${commas(columns)}))`;
  const names = values.map((_, index) => name(`${alias}.v${index}`));
  return atom`(SELECT ${body(names)} FROM ${row} AS ${name(alias)})`;
}

/** A longer value gets a name and is not repeated. */
const SHORT = 60;

export function named(
  value: Fragment,
  type: keyof typeof NAMED_TYPES,
  use: (name: Fragment) => Fragment,
): Fragment {
  return value.size <= SHORT ? use(value) : bind("x", [value], ([a = value]) => use(a), [type]);
}
