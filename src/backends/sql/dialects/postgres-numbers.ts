import { numberAfter, numberBefore } from "../../../language/values/number/index.ts";
import type { NumberColumn } from "../dialect-definition.ts";
import { and, type Fragment, parameter, type Relation, related, TRUE } from "../sql-fragment.ts";
import { wideIntegers } from "./integers.ts";
import { BIGINT, cast, constant, NUMERIC, number } from "./postgres-basics.ts";

/** Integers of 16 or 32 bits. */
export function smallIntegers(bits: number): NumberColumn {
  return { read: number, whole: 2 ** (bits - 1) };
}

/** Integers of 64 bits. */
export const bigint: NumberColumn = wideIntegers({
  read: number,
  integer: (value) => constant(String(value), BIGINT),
  number: (value) => number(parameter(value, "number")),
  least: -(2n ** 63n),
  most: 2n ** 63n - 1n,
});

const decimal = (value: number): Fragment => constant(String(value), NUMERIC);

/** Up to so many digits, no two decimals have the same nearest float64, and its shortest digits are theirs. */
const EXACT_DIGITS = 15;

/** Decimals, of which each counts as the nearest float64. */
export function decimals(precision: number | undefined): NumberColumn {
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

/** What holds of every decimal in a relation to a number. An index of the column serves it. */
function near(column: Fragment, relation: Relation, value: number): Fragment {
  const bound = (side: ">" | "<", limit: number): Fragment =>
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

/** Amounts of money; the server's locale decides how they are written, and not what they are. */
export const money: NumberColumn = {
  read: (column) => number(cast(column, NUMERIC)),
  compared: (column) => number(cast(column, NUMERIC)),
  isRounded: true,
};
