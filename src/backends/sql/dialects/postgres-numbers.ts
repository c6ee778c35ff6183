import { numberAfter, numberBefore } from "../../../language/values/number/index.ts";
import type { NumberColumnSql } from "../dialect-definition.ts";
import { and, parameter, type Relation, related, type SqlFragment, TRUE } from "../sql-fragment.ts";
import { wideIntegers } from "./integers.ts";
import { EXACT_DIGITS } from "./native-types.ts";
import { BIGINT, cast, constant, NUMERIC, number } from "./postgres-basics.ts";

/** 16-bit or 32-bit integers. */
export function smallIntegers(bits: number): NumberColumnSql {
  return { read: number, whole: 2 ** (bits - 1) };
}

/** 64-bit integers. */
export const bigint: NumberColumnSql = wideIntegers({
  read: number,
  integer: (value) => constant(String(value), BIGINT),
  number: (value) => number(parameter(value, "number")),
  least: -(2n ** 63n),
  most: 2n ** 63n - 1n,
});

const decimal = (value: number): SqlFragment => constant(String(value), NUMERIC);

/** Decimals. Each counts as the nearest float64. */
export function decimals(precision: number | undefined): NumberColumnSql {
  if (precision !== undefined && precision <= EXACT_DIGITS) {
    return { read: number, constant: decimal };
  }
  return {
    read: number,
    isRounded: true,
    // Different decimals may be the same number.
    compared: number,
    test: (column, relation, value) =>
      and(
        near(column, relation, value),
        related(number(column), relation, number(parameter(value, "number"))),
      ),
  };
}

/** A condition that every decimal in a relation to a number satisfies. An index on the column can be used. */
function near(column: SqlFragment, relation: Relation, value: number): SqlFragment {
  const bound = (side: ">" | "<", limit: number): SqlFragment =>
    Number.isFinite(limit) ? related(column, side, decimal(limit)) : TRUE;
  switch (relation) {
    case "<":
      return bound("<", value);
    case ">":
      return bound(">", value);
    case "<=":
      return bound("<", numberAfter(value));
    case ">=":
      return bound(">", numberBefore(value));
    case "=":
      return and(bound(">", numberBefore(value)), bound("<", numberAfter(value)));
    case "<>":
      return TRUE;
  }
}

/** Amounts of money. The server's locale affects their text, not their value. */
export const money: NumberColumnSql = {
  read: (column) => number(cast(column, NUMERIC)),
  compared: (column) => number(cast(column, NUMERIC)),
  isRounded: true,
};
