import type { ListColumnSql } from "../dialect-definition.ts";
import { atom, call, choose, parameter, type SqlFragment, sql } from "../sql-fragment.ts";

// SQL shared by the files of DuckDB's dialect.

export const text = (value: SqlFragment): SqlFragment => atom`${value}::VARCHAR`;
export const number = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS DOUBLE)`;
/** A plain CAST raises an error for a number out of range. */
export const integer = (value: SqlFragment): SqlFragment => atom`TRY_CAST(${value} AS BIGINT)`;
export const words = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS VARCHAR)`;

/** A constant as a parameter, which takes little space even if it is used often. */
export const constant = (value: string): SqlFragment => text(parameter(value, "text"));

/** Powers of ten are exact up to the 22nd. */
const SCALE = constant(String.raw`,(\d|1\d|2[0-2])[)]`);

/**
 * A decimal as the nearest float64. DuckDB's cast divides by a power of ten. Up to 15 digits both numbers are exact, so
 * only the quotient is rounded. Decimals with more digits are parsed from their text. The type is known when
 * DuckDB plans, so a row costs no test of it.
 */
export function decimal(column: SqlFragment): SqlFragment {
  const scale = call("regexp_extract", call("typeof", column), SCALE, atom`1`);
  const power = call("power", atom`10`, atom`TRY_CAST(${scale} AS INTEGER)`);
  const near = number(column);
  return choose(
    [[sql`${call("abs", near)} < ${sql`9e15 / ${power}`}`, near]],
    number(words(column)),
  );
}

/** Instants are milliseconds since 1970, on which arithmetic cannot raise an error. */
export const milliseconds = (value: number): SqlFragment =>
  atom`${parameter(value, "integer")}::BIGINT`;
export const timestamp = (date: SqlFragment): SqlFragment => call("epoch_ms", date);

/** The start of a unit of time. `epoch_ms` alone would round up before 1970. */
export function startIn(unit: SqlFragment, moment: SqlFragment): SqlFragment {
  return call("epoch_ms", call("date_trunc", unit, moment));
}

/** A column whose value can be read as an array; NULL if it holds no list. A NULL element is dropped. */
export function listColumn(array: (column: SqlFragment) => SqlFragment): ListColumnSql {
  return {
    length: (column) => call("list_count", array(column)),
    has: (column, element) => call("list_contains", array(column), element),
    anyTest: (column, texts) => {
      const items = parameter(JSON.stringify(texts), "text");
      return call("list_has_any", array(column), atom`CAST(CAST(${items} AS JSON) AS VARCHAR[])`);
    },
    join: (column, separator) => {
      const elements = array(column);
      // Without elements, the join would be NULL.
      const empty = choose([
        [sql`${call("list_count", elements)} = 0`, call("substring", separator, atom`1`, atom`0`)],
      ]);
      return call("coalesce", call("array_to_string", elements, separator), empty);
    },
  };
}
