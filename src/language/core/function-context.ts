import type { ValueType } from "../types/value-type.ts";
import type { CalendarUnit, DatePart } from "../values/date/index.ts";
import type { Plain } from "../values/plain.ts";
import type { Kernel } from "./kernel.ts";

declare const EXPR: unique symbol;

/** A value of a formula: an argument of a call, or the result of an operation. */
export interface Expr {
  /** Its type. */
  readonly type: ValueType;
  /** Never set. It prevents other objects from being passed as expressions. */
  readonly [EXPR]: true;
}

/**
 * The literals and operations with which the `lower` of a function builds its result. If an operand is an error, the
 * result is an error, unless the operation says otherwise. The page on core operations defines each operation exactly.
 */
export interface FunctionContext {
  /** The time zone of parts and units of dates; `undefined` for UTC. */
  readonly timeZone: string | undefined;
  /** The boolean TRUE. */
  readonly true: Expr;
  /** The boolean FALSE. */
  readonly false: Expr;
  /** The current time of the clock. */
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

  /** Whether all conditions are true. A FALSE condition decides, even if another is an error. */
  and(...conditions: readonly Expr[]): Expr;
  /** Whether a condition is true. A TRUE condition decides, even if another is an error. */
  or(...conditions: readonly Expr[]): Expr;
  /** Whether a condition is false. */
  not(condition: Expr): Expr;
  /** The branch that the condition selects; an error if the condition is an error. The other branch is ignored. */
  if(condition: Expr, then: Expr, otherwise: Expr): Expr;
  /** Whether a value is an error. */
  isError(value: Expr): Expr;
  /** Whether a value of any type is blank. Booleans never are. */
  isBlank(value: Expr): Expr;
  /** The value, or `otherwise` if the value is blank. If it is not, an error in `otherwise` has no effect. */
  orElse(value: Expr, otherwise: Expr): Expr;
  /** The number, or 0 if it is blank. */
  orZero(value: Expr): Expr;
  /** Whether two values of one type are equal. A blank equals only a blank. */
  equal(a: Expr, b: Expr): Expr;
  /** Whether a text, number or date is one of several constants, none of which is blank. */
  among(value: Expr, alternatives: ReadonlySet<string | number>): Expr;
  /** Like `or`, but faster for tests of one value against several constants. */
  anyOf(...conditions: readonly Expr[]): Expr;
  /** Whether a is less than b, of the same type; FALSE if one is blank. */
  less(a: Expr, b: Expr): Expr;
  /** Whether a is at most b, of the same type; FALSE if one is blank. */
  lessOrEqual(a: Expr, b: Expr): Expr;

  /** The sum of two numbers. */
  add(a: Expr, b: Expr): Expr;
  /** The number `a` minus `b`. */
  subtract(a: Expr, b: Expr): Expr;
  /** The product of two numbers. */
  multiply(a: Expr, b: Expr): Expr;
  /** The number `a` divided by `b`; an error if `b` is 0. */
  divide(a: Expr, b: Expr): Expr;
  /** The negated number. */
  negate(a: Expr): Expr;
  /** The absolute value. */
  abs(a: Expr): Expr;
  /** The largest whole number that is at most `a`. */
  floor(a: Expr): Expr;
  /** The smallest whole number that is at least `a`. */
  ceiling(a: Expr): Expr;
  /** The number truncated to a whole number. */
  truncate(a: Expr): Expr;
  /** The square root; an error for a negative number. */
  sqrt(a: Expr): Expr;
  /** The smaller of two values. */
  smaller(a: Expr, b: Expr): Expr;
  /** The larger of two values. */
  larger(a: Expr, b: Expr): Expr;

  /** The number of code points. */
  length(text: Expr): Expr;
  /** The first position of the needle at or after `start`, counted from 1; 0 if not found. */
  find(needle: Expr, text: Expr, start?: Expr): Expr;
  /** Whether a text contains another. */
  contains(text: Expr, needle: Expr): Expr;
  /** Whether a text starts with another. */
  startsWith(text: Expr, needle: Expr): Expr;
  /** Whether a text ends with another. */
  endsWith(text: Expr, needle: Expr): Expr;
  /** The code points from position `start` (counted from 1) up to `start + count`, clipped to the text. */
  slice(text: Expr, start: Expr, count: Expr): Expr;
  /** The text in lower case. */
  lowerCase(text: Expr): Expr;
  /** The text in upper case. */
  upperCase(text: Expr): Expr;
  /** The text without spaces (U+0020) at its ends. */
  trim(text: Expr): Expr;
  /** The concatenation of texts. */
  concat(...texts: readonly Expr[]): Expr;
  /** Replaces every occurrence of `old`, from the left, without overlap. */
  substitute(text: Expr, old: Expr, replacement: Expr): Expr;
  /** The text, repeated `count` times. */
  repeat(text: Expr, count: Expr): Expr;

  /** A number as text. */
  numberText(value: Expr): Expr;
  /** The number in a text; blank for a blank text, and an error for other texts. */
  parseNumber(text: Expr): Expr;
  /** A date as text. */
  dateText(date: Expr): Expr;
  /** A value of any type as text. */
  toText(value: Expr): Expr;
  /** Whether a value of any type counts as true. */
  toCondition(value: Expr): Expr;

  /** A part of a date, as a number. */
  datePart(date: Expr, part: DatePart): Expr;
  /** The start of the unit that contains the date. */
  startOf(date: Expr, unit: CalendarUnit): Expr;
  /**
   * The local time at an instant in the formula's time zone, represented as if it were UTC, so that parts and units can
   * be computed. The date itself if the formula is in UTC.
   */
  local(date: Expr): Expr;
  /** The instant of a local time in the formula's time zone; the time itself if the formula is in UTC. */
  fromLocal(time: Expr): Expr;
  /** The local time at an instant in a time zone, represented as if it were UTC. */
  localTime(date: Expr, zone: string): Expr;
  /** The instant of a local time in a time zone. */
  instantAt(time: Expr, zone: string): Expr;
  /** The date moved by a number of milliseconds. */
  addMilliseconds(date: Expr, amount: Expr): Expr;
  /** The date moved by a number of months. */
  addMonths(date: Expr, months: Expr): Expr;
  /** The milliseconds from `b` to `a`. */
  millisecondsBetween(a: Expr, b: Expr): Expr;
  /** The whole months from `b` to `a`. */
  monthsBetween(a: Expr, b: Expr): Expr;

  /** The items of a list, joined by a separator. */
  join(list: Expr, separator: Expr): Expr;
  /** The number of items. */
  listLength(list: Expr): Expr;
  /** Whether a list has a text as one of its items. */
  has(list: Expr, text: Expr): Expr;
  /** Whether a list has at least one of several items. */
  hasAny(list: Expr, items: ReadonlySet<string | number>): Expr;
  /** A list with the text as its only item; the empty list if the text is blank. */
  singleton(text: Expr): Expr;

  /** The result of a kernel. The kernel receives blanks unchanged, but never an error. */
  call(kernel: Kernel, ...operands: readonly Expr[]): Expr;
}
