import { and, atom, call, choose, type Fragment, NULL, name, or, sql } from "../fragment.ts";
import { bind, constant, integer, named, number, pattern } from "./mariadb-basics.ts";

const MANTISSA = String.raw`[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)`;
const NUMBER = pattern(String.raw`\A\x20*${MANTISSA}(?:[eE][+-]?[0-9]+)?\x20*\z`);
/** Up to thirty characters MariaDB reads to the nearest float64; and with so small an exponent it is in range. */
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
/** The least digits, before the 309th place, of what rounds to infinity. */
const INFINITE_DIGITS = constant((2n ** 1024n - 2n ** 970n).toString());

/**
 * MariaDB reads no more than thirty digits after the point, and takes the largest number for one out of range. Digits
 * without a point it reads all; beyond eight hundred it only counts whether one is not 0.
 */
export function parseNumber(value: Fragment): Fragment {
  return named(value, "text", (a) =>
    choose([
      [sql`${a} REGEXP ${SHORT_NUMBER}`, number(a)],
      [sql`${a} REGEXP ${NUMBER}`, parseLongNumber(a)],
    ]),
  );
}

function parseLongNumber(value: Fragment): Fragment {
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
  const reading = ([known = NULL, shift = NULL, sign = NULL]: readonly Fragment[]): Fragment => {
    // As if the digits stood behind the point.
    const place = sql`${shift} + ${call("CHAR_LENGTH", known)}`;
    const isInfinite = or(
      sql`${place} > 309`,
      and(sql`${place} = 309`, sql`${known} >= ${INFINITE_DIGITS}`),
    );
    const rest = sql`${call("SUBSTR", known, sql`${DIGITS} + 1`)} REGEXP ${NOT_ZERO}`;
    const read = (last: Fragment): Fragment => {
      const exponent = sql`${sql`${place} - ${DIGITS}`} - 1`;
      const first = call("RPAD", known, DIGITS, atom`'0'`);
      return number(call("CONCAT", sign, first, last, atom`'e'`, exponent));
    };
    const value = read(call("IF", rest, atom`'1'`, atom`'0'`));
    // Where two of the smallest numbers are equally near, MariaDB takes the smaller and not the even one.
    const isOdd = sql`${call("MOD", sql`${call("ABS", value)} / 5e-324`, atom`2`)} = 1`;
    return choose(
      [
        [or(sql`${known} = ''`, sql`${place} < -400`), atom`0e0`],
        [isInfinite, NULL],
        [and(sql`${place} < -306`, isOdd), read(atom`'1'`)],
      ],
      value,
    );
  };
  return bind("y", parts, reading, ["digits", "number", "digits"]);
}

/** How many zeros after the point make which exponent, where MariaDB writes none but JavaScript does. */
const EXPONENTS = constant(
  `|${Array.from({ length: 12 }, (_, index) => `${"0".repeat(6 + index)}:${7 + index}|`).join("")}`,
);
const SMALL = pattern(String.raw`^(-?)0\.(0+)([1-9])([0-9]*)\|(?:.*\|)?\2:([0-9]+)\|.*$`);
const WITH_EXPONENT = constant(String.raw`\1\3.\4e-\5`);

/** @param exactly gives a text the dialect's collation: of constants and of numbers, each may have another */
export function numberText(value: Fragment, exactly: (text: Fragment) => Fragment): Fragment {
  return exactly(named(value, "number", (a) => unnamedNumberText(a, exactly)));
}

/**
 * Both write the shortest digits. A decimal has them without an exponent, and that is how JavaScript writes numbers from 1e-6
 * up to 1e21; beyond, exponents look a little different.
 */
function unnamedNumberText(value: Fragment, exactly: (text: Fragment) => Fragment): Fragment {
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
