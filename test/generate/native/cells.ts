import { LAST_DATE, MIN_DATE } from "../../../src/language/values/date/index.ts";
import type { Tape } from "../tape.ts";
import { DATES, LISTS, NUMBERS, TEXTS } from "../vocabulary.ts";
import { wildDate, wildNumber, wildText } from "../wild.ts";
import type { Cell } from "./column.ts";

// Values of the types that engines share. What differs is how SQL writes them.

export type Write = (text: string) => string;

/** A text in the quotes of standard SQL. */
export const quoted: Write = (text) => `'${text.replaceAll("'", "''")}'`;

/** A text in quotes in which a backslash means something. */
export const escaped: Write = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const EDGES = [0n, 1n, -1n, 2n, 3n, 10n, 29n, 2024n, -7n];
const POWERS = [7, 8, 15, 16, 24, 31, 32, 52, 53, 54, 62, 63, 64, 100, 126, 127, 128, 255];

/** An integer from `least` to `most`: an edge, something near a power of two, or any. */
function anyInteger(least: bigint, most: bigint, tape: Tape): bigint {
  const sign = least < 0n && tape.oneIn(2) ? -1n : 1n;
  const near = sign * (2n ** BigInt(tape.pick(POWERS)) + BigInt(tape.below(5) - 2));
  const any = sign * BigInt(tape.below(65_536)) * 10n ** BigInt(tape.below(30));
  const found = tape.pick([
    tape.pick(EDGES),
    tape.pick(EDGES),
    tape.pick([least, most]),
    near,
    any,
  ]);
  return found < least || found > most ? BigInt(tape.below(100)) : found;
}

/** An integer as a number; one that no float64 is cannot be read. */
export function numberOfInteger(least: bigint, most: bigint, write: Write = String) {
  return (tape: Tape): Cell => {
    const found = anyInteger(least, most, tape);
    const nearest = BigInt(Number(found));
    const held = nearest >= least && nearest <= most ? nearest : BigInt(tape.below(100));
    return { sql: write(String(held)), value: Number(held) };
  };
}

/** An integer as the text of its digits. */
export function textOfInteger(least: bigint, most: bigint, write: Write = String) {
  return (tape: Tape): Cell => {
    const digits = String(anyInteger(least, most, tape));
    return { sql: write(digits), value: digits };
  };
}

/** A decimal of some digits, of which some are after the point. */
export function anyDecimal(precision: number, scale: number, tape: Tape): string {
  const digits = (most: number): string =>
    Array.from({ length: tape.oneIn(3) ? most : Math.min(most, 1 + tape.below(4)) }, () =>
      tape.pick(["0", "0", "1", "2", "5", "9"]),
    ).join("");
  const whole = digits(precision - scale).replace(/^0+/, "") || "0";
  const fraction = scale === 0 ? "" : digits(scale).padEnd(scale, "0");
  const isZero = /^0*$/.test(whole + fraction);
  return `${!isZero && tape.oneIn(3) ? "-" : ""}${whole}${scale === 0 ? "" : `.${fraction}`}`;
}

/** A decimal as a number. One that is an integer, but no float64, cannot be read. */
export function numberOfDecimal(precision: number, scale: number, write: Write = String) {
  return (tape: Tape): Cell => {
    const text = anyDecimal(precision, scale, tape);
    const isWhole = !/\.\d*[1-9]/.test(text);
    const isHeld = !isWhole || text.replace(/\D/g, "").length - scale <= 15;
    const held = isHeld ? text : scale === 0 ? "7" : `0.${"5".padEnd(scale, "0")}`;
    return { sql: write(held), value: Number(held) + 0 };
  };
}

/** Any number. */
export function float(write: (value: number) => string, most = Number.MAX_VALUE) {
  return (tape: Tape): Cell => {
    const found = tape.oneIn(3) ? wildNumber(tape) : tape.pick([...NUMBERS, -0]);
    const held = Math.abs(found) > most ? 1.5 : found;
    return { sql: write(held), value: held + 0 };
  };
}

/** A number of 32 bits. */
export function single(write: (value: number) => string) {
  return (tape: Tape): Cell => {
    const { value } = float(String)(tape);
    const rounded = Math.fround(Number(value));
    const isHeld = Number.isFinite(rounded) && (rounded === 0 || Math.abs(rounded) > 1.2e-38);
    const held = isHeld ? rounded : 0.5;
    return { sql: write(held), value: held + 0 };
  };
}

interface Texts {
  readonly most?: number;
  readonly holds?: (text: string) => boolean;
  /** What is read of a text that was written. */
  readonly read?: (text: string) => string;
}

export function text(
  write: Write,
  { most = 40, holds = () => true, read = (one) => one }: Texts = {},
) {
  return (tape: Tape): Cell => {
    const found = tape.oneIn(3) ? wildText(tape) : tape.pick(TEXTS);
    const cut = [...found].slice(0, most).join("");
    const held = holds(cut) ? cut : "a";
    const value = read(held);
    return { sql: write(held), value: value === "" ? null : value };
  };
}

/** One of some texts. */
export function among(write: Write, texts: readonly string[]) {
  return (tape: Tape): Cell => {
    const found = tape.pick(texts);
    return { sql: write(found), value: found === "" ? null : found };
  };
}

const HEX = [..."0123456789abcdef"];
const digitsOf = (count: number, tape: Tape): string =>
  Array.from({ length: count }, () => tape.pick(HEX)).join("");

const UUIDS = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
  "7fffffff-ffff-4fff-bfff-ffffffffffff",
  "80000000-0000-4000-8000-000000000000",
];

function uuidText(tape: Tape): string {
  if (!tape.oneIn(3)) return tape.pick(UUIDS);
  // MariaDB takes none of a version that is not defined.
  const [first, second, third] = [digitsOf(8, tape), digitsOf(4, tape), digitsOf(3, tape)];
  return `${first}-${second}-4${third}-8${digitsOf(3, tape)}-${digitsOf(12, tape)}`;
}

export function uuid(write: Write) {
  return (tape: Tape): Cell => {
    const value = uuidText(tape);
    return { sql: write(tape.oneIn(4) ? value.toUpperCase() : value), value };
  };
}

/** Bytes by their hexadecimal digits. */
export function bytes(write: Write, most = 6, shown: Write = (digits) => digits) {
  return (tape: Tape): Cell => {
    const digits = tape.oneIn(2)
      ? tape.pick(["", "00", "de", "dead", "ff00", "61"])
      : digitsOf(2 * tape.below(most + 1), tape);
    const held = digits.slice(0, 2 * most);
    const value = shown(held);
    return { sql: write(held), value: value === "" ? null : value };
  };
}

export function boolean(yes: string, no: string) {
  return (tape: Tape): Cell => {
    const value = tape.oneIn(2);
    return { sql: value ? yes : no, value };
  };
}

const DAY = 86_400_000;
const OUTSIDE = [
  "1899-12-31T23:59:59.999Z",
  "2299-01-01T00:00:00.000Z",
  "2400-02-29T10:20:30.400Z",
];

function anyMoment(least: number, most: number, tape: Tape): number {
  const found = tape.oneIn(8)
    ? Date.parse(tape.pick(OUTSIDE))
    : tape.oneIn(2)
      ? wildDate(tape)
      : Date.parse(tape.pick(DATES));
  return found < least || found > most ? Date.UTC(2024, 1, 29) : found;
}

const dateOf = (milliseconds: number): Date | null =>
  milliseconds >= MIN_DATE && milliseconds <= LAST_DATE ? new Date(milliseconds) : null;

interface Moments {
  /** The earliest and the latest that the type holds. */
  readonly least?: string;
  readonly most?: string;
  /** Values that are no moments, such as infinity. */
  readonly others?: readonly string[];
}

/** A day, as `2024-02-29`. */
export function day(
  write: Write,
  { least = "1000-01-01", most = "9999-12-31", others = [] }: Moments = {},
) {
  return (tape: Tape): Cell => {
    if (others.length > 0 && tape.oneIn(12)) return { sql: write(tape.pick(others)), value: null };
    const found = Math.floor(anyMoment(Date.parse(least), Date.parse(most), tape) / DAY) * DAY;
    return { sql: write(new Date(found).toISOString().slice(0, 10)), value: dateOf(found) };
  };
}

/** An instant, as `2024-02-29 10:00:00.123456`, with so many digits of a second. */
export function moment(
  write: Write,
  digits: number,
  { least = "1000-01-01", most = "9999-12-31", others = [] }: Moments = {},
) {
  return (tape: Tape): Cell => {
    if (others.length > 0 && tape.oneIn(12)) return { sql: write(tape.pick(others)), value: null };
    const found = anyMoment(Date.parse(least), Date.parse(most), tape);
    const unit = 10 ** Math.max(3 - digits, 0);
    const whole = Math.floor(found / unit) * unit;
    const finer = Array.from({ length: digits > 3 ? digits - 3 : 0 }, () =>
      tape.pick(["0", "0", "4", "5", "9"]),
    ).join("");
    const iso = new Date(whole).toISOString();
    const fraction = (iso.slice(20, 23) + finer).slice(0, digits);
    const shown = `${iso.slice(0, 19).replace("T", " ")}${fraction === "" ? "" : `.${fraction}`}`;
    return { sql: write(shown), value: dateOf(whole) };
  };
}

const TIMES = ["00:00:00", "10:00:00", "23:59:59", "09:05:07", "12:00:00", "00:00:01"];
const FRACTIONS = ["", "", ".5", ".25", ".000001", ".999999", ".1"];

/** A time of the day; fractions without zeros at their end. */
export function timeText(digits: number, tape: Tape): string {
  const fraction = tape.pick(
    FRACTIONS.filter((one) => one.length <= digits + (digits > 0 ? 1 : 0)),
  );
  return tape.pick(TIMES) + fraction;
}

/** A list, of which each element is written by itself. NULLs are no elements. */
export function list(
  write: (elements: readonly string[]) => string,
  element: (tape: Tape) => Cell,
  hasNulls = true,
) {
  return (tape: Tape): Cell => {
    const cells = Array.from({ length: tape.below(4) }, () =>
      hasNulls && tape.oneIn(6) ? { sql: "NULL", value: null } : element(tape),
    );
    const value = cells.flatMap(({ sql, value: one }) =>
      sql === "NULL" ? [] : [one === null ? "" : String(one)],
    );
    return { sql: write(cells.map(({ sql }) => sql)), value: value.length === 0 ? null : value };
  };
}

/** A document that is a list of texts. */
export function jsonList(write: Write) {
  return (tape: Tape): Cell => {
    const found = tape.pick(LISTS);
    return { sql: write(JSON.stringify(found)), value: found.length === 0 ? null : found };
  };
}
