import { numberBefore } from "../../../language/values/number/index.ts";
import type { NumberColumnSql } from "../dialect-definition.ts";
import { FALSE, related, type SqlFragment, TRUE } from "../sql-fragment.ts";
import { MOST_WHOLE } from "./common.ts";

/** How a dialect writes integers beyond the exact range of float64. */
interface WideIntegers {
  readonly read: (column: SqlFragment) => SqlFragment;
  /** An integer as a constant of the column's type. */
  readonly integer: (value: bigint) => SqlFragment;
  /** A float64 as a constant. */
  readonly number: (value: number) => SqlFragment;
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Integers of 64 bits or more. A number that is not a float64 counts as the nearest one. Comparisons use integer
 * constants, so that an index can be used.
 */
export function wideIntegers(how: WideIntegers): NumberColumnSql {
  const { read, integer, number, least, most } = how;
  return {
    read,
    isRounded: true,
    whole: Math.max(Number(most), -Number(least)),
    test: (column, relation, value) => {
      const asNumbers = (): SqlFragment => related(read(column), relation, number(value));
      if (relation === "=" || relation === "<>") {
        if (Math.abs(value) >= MOST_WHOLE) return asNumbers();
        const isHeld = Number.isInteger(value) && BigInt(value) >= least && BigInt(value) <= most;
        if (isHeld) return related(column, relation, integer(BigInt(value)));
        return relation === "=" ? FALSE : TRUE;
      }
      if (value <= Number(least) || value >= Number(most)) return asNumbers();
      const isLower = relation === "<" || relation === ">=";
      const bound = isLower ? leastThatReads(value) : mostThatReads(value);
      return related(column, relation, integer(bound));
    },
  };
}

/** The smallest integer whose nearest float64 is at least the number. */
function leastThatReads(value: number): bigint {
  const whole = BigInt(Math.ceil(value));
  if (Math.abs(value) < MOST_WHOLE) return whole;
  const middle = (BigInt(numberBefore(value)) + whole) / 2n;
  return Number(middle) >= value ? middle : middle + 1n;
}

/** The largest integer whose nearest float64 is at most the number. */
function mostThatReads(value: number): bigint {
  return -leastThatReads(-value);
}

/** Parses canonical digits; `undefined` if the text is not an integer, or is out of range. */
export function integerOf(text: string, least: bigint, most: bigint): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,77})$/.test(text)) return undefined;
  const value = BigInt(text);
  return value >= least && value <= most ? value : undefined;
}
