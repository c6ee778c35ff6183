import { anyField, COMPARISONS, literal, PATTERNS, textLiteral } from "./formula.ts";
import type { Tape } from "./tape.ts";

/** A formula as people write filters: tests of fields, joined by AND, OR and NOT. */
export function filterFormula(tape: Tape, depth = 3): string {
  if (depth === 0 || tape.oneIn(3)) return fieldTest(tape);
  const parts = Array.from({ length: 2 + tape.below(3) }, () => filterFormula(tape, depth - 1));
  const [first = "", second = "", third = fieldTest(tape)] = parts;
  switch (tape.below(8)) {
    case 0:
    case 1:
    case 2:
      return `AND(${parts.join(", ")})`;
    case 3:
    case 4:
      return `OR(${parts.join(", ")})`;
    case 5:
      return amongConstants(tape);
    case 6:
      return `NOT(${first})`;
    default:
      return `IF(${first}, ${second}, ${third})`;
  }
}

/** Alternatives for one field, which become one IN, in two ways to write them. */
function amongConstants(tape: Tape): string {
  const type = tape.pick(["text", "number"] as const);
  const field = anyField(type, tape);
  const values = Array.from({ length: 2 + tape.below(4) }, () => literal(type, tape));
  const test = tape.oneIn(2)
    ? `ISONEOF(${field}, ${values.join(", ")})`
    : `OR(${values.map((value) => `${field} = ${value}`).join(", ")})`;
  return tape.oneIn(2) ? test : `NOT(${test})`;
}

function fieldTest(tape: Tape): string {
  return tape.pick(TESTS)(tape);
}

type Test = (tape: Tape) => string;

const IGNORING_CASE = [
  "EQUALS_IGNORE_CASE",
  "CONTAINS_IGNORE_CASE",
  "STARTS_WITH_IGNORE_CASE",
  "ENDS_WITH_IGNORE_CASE",
];
const UNITS = ["day", "month", "year", "hour", "minute", "second", "week", "quarter"];
const PARTS = ["YEAR", "MONTH", "DAY", "WEEKDAY", "WEEKNUM", "HOUR", "MINUTE", "SECOND"];

const text = (tape: Tape): string => anyField("text", tape);
const number = (tape: Tape): string => anyField("number", tape);
const date = (tape: Tape): string => anyField("date", tape);
const list = (tape: Tape): string => anyField("list", tape);
const constant = (tape: Tape): string => textLiteral(tape.pick(tape.subject.texts));
/** Mostly a text that lists have. */
const element = (tape: Tape): string =>
  tape.oneIn(4) ? constant(tape) : textLiteral(tape.pick(["a", "b", "", "A", "10"]));
const small = (tape: Tape): string => String(tape.pick([0, 1, 2, 3, 5, 12, 29, 30, 2024]));
const operator = (tape: Tape): string => tape.pick(COMPARISONS);
const unit = (tape: Tape): string => textLiteral(tape.pick(UNITS));
const day = (tape: Tape): string => textLiteral(tape.pick(tape.subject.dates));

const TESTS: readonly Test[] = [
  (tape) => `${text(tape)} ${operator(tape)} ${constant(tape)}`,
  (tape) => `${text(tape)} ${operator(tape)} ${text(tape)}`,
  (tape) => `${constant(tape)} ${operator(tape)} ${text(tape)}`,
  (tape) => `${text(tape)} ${tape.pick(["=", "!="])} BLANK()`,
  (tape) => `FIND(${constant(tape)}, ${text(tape)})`,
  (tape) =>
    `FIND(${constant(tape)}, ${text(tape)}, ${small(tape)}) ${operator(tape)} ${small(tape)}`,
  (tape) => `SEARCH(${constant(tape)}, ${text(tape)})`,
  (tape) => `CONTAINS(${text(tape)}, ${constant(tape)})`,
  (tape) => `STARTS_WITH(${text(tape)}, ${tape.oneIn(3) ? text(tape) : constant(tape)})`,
  (tape) => `ENDS_WITH(${text(tape)}, ${tape.oneIn(3) ? text(tape) : constant(tape)})`,
  (tape) => `${tape.pick(IGNORING_CASE)}(${text(tape)}, ${constant(tape)})`,
  (tape) => `LEN(${text(tape)}) ${operator(tape)} ${small(tape)}`,
  (tape) => `${tape.pick(["LOWER", "UPPER", "TRIM"])}(${text(tape)}) = ${constant(tape)}`,
  (tape) => `${tape.pick(["LEFT", "RIGHT"])}(${text(tape)}, ${small(tape)}) = ${constant(tape)}`,
  (tape) => `REGEX_MATCH(${text(tape)}, ${textLiteral(tape.pick(PATTERNS))})`,
  (tape) => `${text(tape)} & ${text(tape)} ${operator(tape)} ${constant(tape)}`,
  (tape) => `${number(tape)} ${operator(tape)} ${literal("number", tape)}`,
  (tape) => `${number(tape)} ${operator(tape)} ${small(tape)}`,
  (tape) => `${small(tape)} ${operator(tape)} ${number(tape)}`,
  (tape) => `${number(tape)} ${operator(tape)} ${number(tape)}`,
  (tape) => `${number(tape)} ${tape.pick(["=", "!="])} BLANK()`,
  (tape) =>
    `${number(tape)} ${arithmetic(tape)} ${literal("number", tape)} ${operator(tape)} ${small(tape)}`,
  (tape) => `${number(tape)} ${arithmetic(tape)} ${number(tape)} ${operator(tape)} ${number(tape)}`,
  (tape) =>
    `${tape.pick(["INT", "ABS", "EVEN", "CEILING", "SQRT"])}(${number(tape)}) ${operator(tape)} ${small(tape)}`,
  (tape) => `MOD(${number(tape)}, ${small(tape)}) ${operator(tape)} ${small(tape)}`,
  (tape) =>
    `ROUND(${number(tape)}, ${tape.pick(["0", "1", "2"])}) ${operator(tape)} ${small(tape)}`,
  (tape) => `${number(tape)} & "" = ${constant(tape)}`,
  (tape) => number(tape),
  (tape) => anyField("boolean", tape),
  (tape) =>
    `${anyField("boolean", tape)} ${tape.pick(["=", "!="])} ${tape.pick(["TRUE()", "FALSE()", "1", "0"])}`,
  (tape) => `${date(tape)} ${operator(tape)} ${day(tape)}`,
  (tape) => `${day(tape)} ${operator(tape)} ${date(tape)}`,
  (tape) => `${date(tape)} ${operator(tape)} ${date(tape)}`,
  (tape) => `${date(tape)} ${operator(tape)} ${tape.pick(["TODAY()", "NOW()"])}`,
  (tape) => `${date(tape)} ${tape.pick(["=", "!="])} BLANK()`,
  (tape) => `${tape.pick(PARTS)}(${date(tape)}) ${operator(tape)} ${small(tape)}`,
  (tape) => `IS_SAME(${date(tape)}, ${tape.oneIn(2) ? date(tape) : day(tape)}, ${unit(tape)})`,
  (tape) => `${tape.pick(["IS_AFTER", "IS_BEFORE"])}(${date(tape)}, ${day(tape)})`,
  (tape) => `DATEADD(${date(tape)}, ${small(tape)}, ${unit(tape)}) ${operator(tape)} ${date(tape)}`,
  (tape) =>
    `DATETIME_DIFF(${date(tape)}, ${date(tape)}, ${unit(tape)}) ${operator(tape)} ${small(tape)}`,
  (tape) => `${date(tape)} - ${date(tape)} ${operator(tape)} ${small(tape)}`,
  (tape) => `DATESTR(${date(tape)}) = "2024-02-29"`,
  (tape) => list(tape),
  (tape) => `HAS(${list(tape)}, ${constant(tape)})`,
  (tape) =>
    `${tape.pick(["HASANY", "HASALL", "HASNONE"])}(${list(tape)}, ${element(tape)}, ${element(tape)})`,
  (tape) => `${list(tape)} ${operator(tape)} ${constant(tape)}`,
  (tape) => `FIND(${constant(tape)}, ${list(tape)})`,
  (tape) => `ARRAYJOIN(${list(tape)}, ",") = ${constant(tape)}`,
  (tape) => `ISERROR(${number(tape)} / ${number(tape)})`,
  (tape) => `ISERROR(IF(${number(tape)} > ${small(tape)}, ${text(tape)}, ERROR()) & ${text(tape)})`,
];

function arithmetic(tape: Tape): string {
  return tape.pick(["+", "-", "*", "/"]);
}
