import { atom, call, commas, type Fragment, name, parameter, sql } from "../fragment.ts";

export const number = (value: Fragment): Fragment => sql`${value} + 0e0`;
export const integer = (value: Fragment): Fragment => atom`CAST(${value} AS SIGNED)`;

/** A constant of the dialect: bound, since what a backslash means in SQL depends on the session. */
export const constant = (value: string): Fragment => parameter(value, "text");

/** A constant pattern, whatever flags the session sets for patterns. */
export const pattern = (source: string): Fragment => constant(`(?-imsxU)${source}`);

const NAMED_TYPES = {
  number: "DOUBLE",
  date: "DATETIME(3)",
  text: "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
  digits: "LONGTEXT",
} as const;

/**
 * Names for values: columns of a table of one row, made of JSON, since MariaDB knows no other that may refer to the row at
 * hand. JSON keeps float64, texts and instants exactly. All that has no name stays outside the subquery, so that no name hides
 * a column's.
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

/** What is longer gets a name, rather than that it is repeated. */
const SHORT = 60;

export function named(
  value: Fragment,
  type: keyof typeof NAMED_TYPES,
  use: (name: Fragment) => Fragment,
): Fragment {
  return value.size <= SHORT ? use(value) : bind("x", [value], ([a = value]) => use(a), [type]);
}
