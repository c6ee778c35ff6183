import { and, atom, call, choose, NULL, name, or, type SqlFragment, sql } from "../sql-fragment.ts";
import { bind, constant, integer, named, number, pattern } from "./mariadb-basics.ts";

const MANTISSA = String.raw`[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)`;
const NUMBER = pattern(String.raw`\A\x20*${MANTISSA}(?:[eE][+-]?[0-9]+)?\x20*\z`);
/**
 * MariaDB parses up to thirty characters to the nearest float64; with such a small exponent, the number is in range.
 */
const SHORT_NUMBER = pattern(
  String.raw`\A(?=.{1,30}\z)\x20*${MANTISSA}(?:[eE](?:\+?1?[0-9]{1,2}|-[0-9]{1,3}))?\x20*\z`,
);
const ALL_BUT_MANTISSA = pattern(String.raw`[eE].*|[\x20+-]`);
const SIGN = pattern(String.raw`\A\x20*\K-?`);
const EXPONENT = pattern(String.raw`\A[^eE]*[eE]([+-]?)0*([0-9]{1,9}).*\z`);
const NO_EXPONENT = constant("e0");
const BOTH_GROUPS = constant(String.raw`\1\2`);
const DIGITS = name("800");
const NOT_ZERO = pattern("[1-9]");
/** The smallest whole number with 309 digits that rounds to infinity. */
const INFINITE_DIGITS = constant((2n ** 1024n - 2n ** 970n).toString());

/**
 * MariaDB parses at most thirty digits after the decimal point, and treats the largest number as out of range. It
 * parses all digits of a number without a point. After eight hundred digits, the only thing that can matter is whether
 * one of the rest is not 0.
 */
export function parseNumber(value: SqlFragment): SqlFragment {
  return named(value, "text", (a) =>
    choose([
      [sql`${a} REGEXP ${SHORT_NUMBER}`, number(a)],
      [sql`${a} REGEXP ${NUMBER}`, parseLongNumber(a)],
    ]),
  );
}

function parseLongNumber(value: SqlFragment): SqlFragment {
  const mantissa = call("REGEXP_REPLACE", value, ALL_BUT_MANTISSA, atom`''`);
  const digits = atom`TRIM(LEADING '0' FROM ${call("REPLACE", mantissa, atom`'.'`, atom`''`)})`;
  const behindPoint = call(
    "GREATEST",
    sql`${call("LOCATE", atom`'.'`, call("REVERSE", mantissa))} - 1`,
    atom`0`,
  );
  const exponent = integer(
    call("REGEXP_REPLACE", call("CONCAT", value, NO_EXPONENT), EXPONENT, BOTH_GROUPS),
  );
  const parts = [digits, sql`${exponent} - ${behindPoint}`, call("REGEXP_SUBSTR", value, SIGN)];
  const reading = ([
    known = NULL,
    shift = NULL,
    sign = NULL,
  ]: readonly SqlFragment[]): SqlFragment => {
    // The power of ten, as if all digits stood after the point.
    const point = sql`${shift} + ${call("CHAR_LENGTH", known)}`;
    const isInfinite = or(
      sql`${point} > 309`,
      and(sql`${point} = 309`, sql`${known} >= ${INFINITE_DIGITS}`),
    );
    const rest = sql`${call("SUBSTR", known, sql`${DIGITS} + 1`)} REGEXP ${NOT_ZERO}`;
    const read = (last: SqlFragment): SqlFragment => {
      const exponent = sql`${sql`${point} - ${DIGITS}`} - 1`;
      const first = call("RPAD", known, DIGITS, atom`'0'`);
      return number(call("CONCAT", sign, first, last, atom`'e'`, exponent));
    };
    const value = read(call("IF", rest, atom`'1'`, atom`'0'`));
    // MariaDB breaks ties between the smallest numbers downward, not to even.
    const isOdd = sql`${call("MOD", sql`${call("ABS", value)} / 5e-324`, atom`2`)} = 1`;
    return choose(
      [
        [or(sql`${known} = ''`, sql`${point} < -400`), atom`0e0`],
        [isInfinite, NULL],
        [and(sql`${point} < -306`, isOdd), read(atom`'1'`)],
      ],
      value,
    );
  };
  return bind("y", parts, reading, ["digits", "number", "digits"]);
}

/** The exponent by number of zeros after the point, for numbers that only JavaScript writes with an exponent. */
const EXPONENTS = constant(
  `|${Array.from({ length: 12 }, (_, index) => `${"0".repeat(6 + index)}:${7 + index}|`).join("")}`,
);
const SMALL = pattern(String.raw`^(-?)0\.(0+)([1-9])([0-9]*)\|(?:.*\|)?\2:([0-9]+)\|.*$`);
const WITH_EXPONENT = constant(String.raw`\1\3.\4e-\5`);

/** @param exactly applies the dialect's collation; constants and numbers may have others */
export function numberText(
  value: SqlFragment,
  exactly: (text: SqlFragment) => SqlFragment,
): SqlFragment {
  return exactly(named(value, "number", (a) => unnamedNumberText(a, exactly)));
}

/**
 * MariaDB writes the shortest digits, as JavaScript does. Its decimals have no exponent, like JavaScript's numbers from
 * 1e-6 up to 1e21. Outside of that range, the two write exponents slightly differently.
 */
function unnamedNumberText(
  value: SqlFragment,
  exactly: (text: SqlFragment) => SqlFragment,
): SqlFragment {
  const decimal = atom`CAST(CAST(${value} AS DECIMAL(65, 30)) AS CHAR)`;
  const fixed = atom`TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${decimal}))`;
  const signed = call(
    "REPLACE",
    call("REPLACE", exactly(call("CONCAT", value)), atom`'e'`, atom`'e+'`),
    atom`'e+-'`,
    atom`'e-'`,
  );
  const small = call("REGEXP_REPLACE", call("CONCAT", signed, EXPONENTS), SMALL, WITH_EXPONENT);
  const scientific = call(
    "REPLACE",
    call("REPLACE", small, EXPONENTS, atom`''`),
    atom`'.e'`,
    atom`'e'`,
  );
  const isFixed = sql`${call("ABS", value)} BETWEEN 1e-6 AND 999999999999999900000e0`;
  return choose([[isFixed, fixed]], scientific);
}
