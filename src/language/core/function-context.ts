import type { ValueType } from "../types/value-type.ts";
import type { CalendarUnit, DatePart } from "../values/date/index.ts";
import type { Plain } from "../values/plain.ts";
import type { Kernel } from "./kernel.ts";

declare const EXPR: unique symbol;

/** A value of a formula, known or not: an argument of a call, or what operations make of arguments. */
export interface Expr {
  /** Its type. */
  readonly type: ValueType;
  /** This property is never set. It keeps other objects from passing for an expression. */
  readonly [EXPR]: true;
}

/**
 * The literals and operations that the `lower` of a function builds its result of. If an operand is an error, the result is
 * an error, unless the operation says otherwise. The page on core operations has the exact meaning of each.
 */
export interface FunctionContext {
  /** The time zone of parts and units of dates; `undefined` for UTC. */
  readonly timeZone: string | undefined;
  /** The boolean TRUE. */
  readonly true: Expr;
  /** The boolean FALSE. */
  readonly false: Expr;
  /** The instant that the clock shows. */
  readonly now: Expr;
  /** A text. */
  text(value: string): Expr;
  /** A number. */
  number(value: number): Expr;
  /** A boolean. */
  boolean(value: boolean): Expr;
  /** A date. */
  date(milliseconds: number): Expr;
  /** A list of texts. */
  list(values: readonly string[]): Expr;
  /** A value as a constant of a type; `null` is the blank number or date. */
  constant(type: ValueType, value: Plain): Expr;
  /** The blank of a type. If the type has no blank of its own, this is `""`, the empty list or FALSE. */
  blank(type: ValueType): Expr;
  /** The error as a value of a type. */
  fail(type: ValueType): Expr;

  /** Whether all conditions are true. One that is FALSE decides, even beside an error. */
  and(...conditions: readonly Expr[]): Expr;
  /** Whether a condition is true. One that is TRUE decides, even beside an error. */
  or(...conditions: readonly Expr[]): Expr;
  /** Whether a condition is false. */
  not(condition: Expr): Expr;
  /** The branch that the condition chooses; an error if the condition is an error. The other branch does not count. */
  if(condition: Expr, then: Expr, otherwise: Expr): Expr;
  /** Whether a value is an error. */
  isError(value: Expr): Expr;
  /** Whether a value of any type is blank. Booleans never are. */
  isBlank(value: Expr): Expr;
  /** The value, or `otherwise` if it is blank. If it is not blank, `otherwise` does not count. */
  orElse(value: Expr, otherwise: Expr): Expr;
  /** The number, or 0 if it is blank. */
  orZero(value: Expr): Expr;
  /** Whether two values of one type are equal. A blank equals only a blank. */
  equal(a: Expr, b: Expr): Expr;
  /** Whether a text, number or date is one of several constants, none of which is blank. */
  among(value: Expr, alternatives: ReadonlySet<string | number>): Expr;
  /** The same as `or`, and faster for tests of one value against several constants. */
  anyOf(...conditions: readonly Expr[]): Expr;
  /** Whether a is less than b, of the same type; FALSE if one is blank. */
  less(a: Expr, b: Expr): Expr;
  /** Whether a is at most b, of the same type; FALSE if one is blank. */
  lessOrEqual(a: Expr, b: Expr): Expr;

  /** The sum of two numbers. */
  add(a: Expr, b: Expr): Expr;
  /** The number a without b. */
  subtract(a: Expr, b: Expr): Expr;
  /** The product of two numbers. */
  multiply(a: Expr, b: Expr): Expr;
  /** The number a divided by b; an error if b is 0. */
  divide(a: Expr, b: Expr): Expr;
  /** The number with the other sign. */
  negate(a: Expr): Expr;
  /** The number without its sign. */
  abs(a: Expr): Expr;
  /** The greatest whole number that is not above a. */
  floor(a: Expr): Expr;
  /** The smallest whole number that is not less than a. */
  ceiling(a: Expr): Expr;
  /** The number without its fraction. */
  truncate(a: Expr): Expr;
  /** The square root; an error for a negative number. */
  sqrt(a: Expr): Expr;
  /** The smaller one of two values. */
  smaller(a: Expr, b: Expr): Expr;
  /** The larger one of two values. */
  larger(a: Expr, b: Expr): Expr;

  /** The number of code points. */
  length(text: Expr): Expr;
  /** The first place of the needle at or after `start`, counted from 1; 0 if there is none. */
  find(needle: Expr, text: Expr, start?: Expr): Expr;
  /** Whether a text contains another. */
  contains(text: Expr, needle: Expr): Expr;
  /** Whether a text starts with another. */
  startsWith(text: Expr, needle: Expr): Expr;
  /** Whether a text ends with another. */
  endsWith(text: Expr, needle: Expr): Expr;
  /** The code points from place `start` (counted from 1) up to `start + count`, as far as the text has them. */
  slice(text: Expr, start: Expr, count: Expr): Expr;
  /** The text in lower case. */
  lower(text: Expr): Expr;
  /** The text in upper case. */
  upper(text: Expr): Expr;
  /** The text without white space at its ends. */
  trim(text: Expr): Expr;
  /** The texts as one. */
  concat(...texts: readonly Expr[]): Expr;
  /** Replaces every occurrence of `old`, from the left, without overlap. */
  substitute(text: Expr, old: Expr, replacement: Expr): Expr;
  /** The text, repeated. */
  repeat(text: Expr, count: Expr): Expr;

  /** A number as text. */
  numberText(value: Expr): Expr;
  /** The number that a text is; blank for a blank text, and an error for another text. */
  parseNumber(text: Expr): Expr;
  /** A date as text. */
  dateText(date: Expr): Expr;
  /** A value of any type as text. */
  toText(value: Expr): Expr;
  /** Whether a value of any type counts as true. */
  toCondition(value: Expr): Expr;

  /** A part of a date, as a number. */
  datePart(date: Expr, part: DatePart): Expr;
  /** The first instant of the unit that contains the date. */
  startOf(date: Expr, unit: CalendarUnit): Expr;
  /**
   * The time that the formula's clock shows at an instant, as if the clock were in UTC: parts and units are taken of it.
   * The date itself if the formula is in UTC.
   */
  local(date: Expr): Expr;
  /** The instant at which the formula's clock shows a time; the time itself if the formula is in UTC. */
  fromLocal(time: Expr): Expr;
  /** The time that clocks of a zone show at an instant, as if they were in UTC. */
  localTime(date: Expr, zone: string): Expr;
  /** The instant at which clocks of a zone show a time. */
  instantAt(time: Expr, zone: string): Expr;
  /** The date that is a number of milliseconds later. */
  addMilliseconds(date: Expr, amount: Expr): Expr;
  /** The date that is a number of months later. */
  addMonths(date: Expr, months: Expr): Expr;
  /** The milliseconds from b to a. */
  millisecondsBetween(a: Expr, b: Expr): Expr;
  /** The whole months from b to a. */
  monthsBetween(a: Expr, b: Expr): Expr;

  /** The items of a list as one text. */
  join(list: Expr, separator: Expr): Expr;
  /** The number of items. */
  listLength(list: Expr): Expr;
  /** Whether a list has a text as one of its items. */
  has(list: Expr, text: Expr): Expr;
  /** Whether a list has at least one of several items. */
  hasAny(list: Expr, items: ReadonlySet<string | number>): Expr;
  /** A list with the text as its only item; the empty list if the text is blank. */
  singleton(text: Expr): Expr;

  /** The result of a kernel. The kernel receives blanks as they are, and never an error. */
  call(kernel: Kernel, ...operands: readonly Expr[]): Expr;
}
