import type { CalendarUnit, DatePart } from "../values/date/index.ts";
import type { Regex } from "../values/regex/index.ts";
import type { Fragment, ParameterType } from "./fragment.ts";

/** What an engine cannot do exactly: why, and where its documentation says so. */
export interface Impossible {
  readonly impossible: string;
  readonly see: string;
}

export function isImpossible(stated: unknown): stated is Impossible {
  return typeof stated === "object" && stated !== null && "impossible" in stated;
}

export function impossible(reason: string, see: string): Impossible {
  return { impossible: reason, see };
}

/** A primitive that is exact for some operands only: then the rest is decided in memory. */
interface ExactInPart<A extends readonly unknown[]> {
  /** Exact where `when` is TRUE; elsewhere it may answer anything, but not raise. */
  readonly exactly: (...operands: A) => Fragment;
  /** TRUE where the answer can be trusted, FALSE (never NULL) elsewhere, for operands that are not NULL. */
  readonly when: (...operands: A) => Fragment;
  /** What the other operands are. */
  readonly except: string;
  readonly see: string;
}

/**
 * How an operation is written. Operands may be NULL, which stands for an error or, as the column is read, for a
 * blank; the result must then be NULL, and never an exception of the engine.
 */
export type Primitive<A extends readonly unknown[]> =
  | ((...operands: A) => Fragment)
  | ExactInPart<A>
  | Impossible;

type Unary = Primitive<[a: Fragment]>;
type Binary = Primitive<[a: Fragment, b: Fragment]>;

/**
 * Every operation that the compiler asks of an engine. Numbers are float64, text is text, dates are the dialect's own instant
 * type, whole counts and positions are integers the dialect made with `integer`. Results of tests are conditions.
 */
export interface Operations {
  // Numbers. The compiler has seen to division by zero and, where the engine raises, to the range.
  readonly add: Binary;
  readonly subtract: Binary;
  readonly multiply: Binary;
  readonly divide: Binary;
  readonly abs: Unary;
  readonly floor: Unary;
  /** Of a number that is not negative. */
  readonly sqrt: Unary;
  /** A number within ±2^53 without a fraction as the engine's integer. */
  readonly integer: Unary;
  /** An integer as float64. */
  readonly float: Unary;
  /** Any number as JavaScript writes it. */
  readonly numberText: Unary;
  /** The same for whole numbers below 1e15 in magnitude. */
  readonly wholeNumberText: Unary;
  /** The number that a text is, as `VALUE` reads it; NULL where it is none. The text is not empty. */
  readonly parseNumber: Unary;

  // Text, by code points
  /** The same code points; as a condition. */
  readonly sameText: Binary;
  readonly differentText: Binary;
  /** Before in the order of code points. */
  readonly textBefore: Binary;
  readonly textBeforeOrSame: Binary;
  /** Any of them; as a condition. */
  readonly textAmong: Primitive<[text: Fragment, among: readonly Fragment[]]>;
  /** None of them. */
  readonly textNotAmong: Primitive<[text: Fragment, among: readonly Fragment[]]>;
  /** The number of code points, an integer. */
  readonly length: Unary;
  /** The number of bytes in UTF-8, an integer. */
  readonly byteLength: Unary;
  /**
   * The 1-based position at or after `start` (an integer from 1 to 2^30, or `undefined` for 1), 0 where it is absent or the start is past the
   * end; an integer. An empty needle is found at `start`, up to one past the end.
   */
  readonly find: Primitive<[needle: Fragment, text: Fragment, start: Fragment | undefined]>;
  readonly contains: Primitive<[text: Fragment, needle: Fragment]>;
  readonly notContains: Primitive<[text: Fragment, needle: Fragment]>;
  readonly startsWith: Primitive<[text: Fragment, needle: Fragment]>;
  readonly endsWith: Primitive<[text: Fragment, needle: Fragment]>;
  /** `count` (integer from 0 to 2^30) code points from `start` (integer from 1 to 2^30). */
  readonly slice: Primitive<[text: Fragment, start: Fragment, count: Fragment]>;
  readonly lower: Unary;
  readonly upper: Unary;
  /** Without U+0020 at the ends. */
  readonly trim: Unary;
  /** Two or more; the result is within the limit of a text's length. */
  readonly concat: Primitive<[texts: readonly Fragment[]]>;
  /** Every occurrence, from the left; `old` is not empty and the result is within the limit. */
  readonly substitute: Primitive<[text: Fragment, old: Fragment, replacement: Fragment]>;
  /** `count` (integer from 0 to 65,536) times; the result is within the limit. */
  readonly repeat: Primitive<[text: Fragment, count: Fragment]>;
  /** A condition. The pattern is written anew for the engine; where that cannot be done, it says why. */
  readonly regexMatch: (text: Fragment, regex: Regex) => Fragment | Impossible;

  // Dates
  /** A number. */
  readonly datePart: Primitive<[date: Fragment, part: DatePart]>;
  readonly startOf: Primitive<[date: Fragment, unit: CalendarUnit]>;
  /** The result is within the range of dates; the amount is a whole number of milliseconds, float64. */
  readonly addMilliseconds: Primitive<[date: Fragment, amount: Fragment]>;
  /** Whole months, an integer within ±4,800; the day is cut to the month's last. The result may lie outside the range of dates, within 1400 to 2800. */
  readonly addMonths: Primitive<[date: Fragment, months: Fragment]>;
  /** From the second to the first, float64. */
  readonly millisecondsBetween: Binary;
  /** Whole months from the second to the first, a number. */
  readonly monthsBetween: Binary;
  readonly dateText: Unary;
}

/** How a kind of column is read. The column may be NULL: what is made of it must be NULL then. */
export interface TextColumn {
  readonly read: (column: Fragment) => Fragment;
}

export interface NumberColumn {
  /** As float64. */
  readonly read: (column: Fragment) => Fragment;
  /** What stands for the column in comparisons and orders, where the engine does not compare the column itself exactly with float64. */
  readonly compared?: (column: Fragment) => Fragment;
}

export interface BooleanColumn {
  readonly isTrue: (column: Fragment) => Fragment;
  readonly isFalse: (column: Fragment) => Fragment;
}

export interface DateColumn {
  /** As the dialect's own instant, with whole milliseconds: what is finer is cut off. */
  readonly read: (column: Fragment) => Fragment;
  /** An instant, in milliseconds since 1970, for a direct comparison (`<`, `>=`) with the column. */
  readonly bound: (milliseconds: number) => Fragment;
}

export interface ListColumn {
  /** How many elements, an integer. */
  readonly length: (column: Fragment) => Fragment;
  readonly has: (column: Fragment, text: Fragment) => Fragment;
  readonly join: ((column: Fragment, separator: Fragment) => Fragment) | Impossible;
}

/** The ways in which a type may be stored; the first is taken where the mapping does not say. */
export interface Columns {
  readonly text: {
    readonly text: TextColumn;
    /** Whose own collation compares code points; stated where that makes a difference, such as that indexes serve an order. */
    readonly exact?: TextColumn;
  };
  readonly number: {
    readonly double: NumberColumn;
    /** Holds only whole numbers within ±2^53, and is compared with integers, so that its index serves. */
    readonly integer: NumberColumn;
    readonly decimal: NumberColumn | Impossible;
  };
  readonly boolean: {
    readonly boolean: BooleanColumn | Impossible;
    /** 0 and 1 */
    readonly integer: BooleanColumn;
  };
  readonly date: {
    /** The engine's own type, in UTC; ISO text on SQLite. */
    readonly timestamp: DateColumn | Impossible;
    readonly epochMilliseconds: DateColumn;
  };
  readonly list: {
    readonly array: ListColumn | Impossible;
    readonly json: ListColumn | Impossible;
    /** Elements with a delimiter between them; the empty text is the empty list. */
    readonly delimited: (delimiter: string) => ListColumn;
  };
}

/** The type of a value that is given a name. */
export type BoundType = "number" | "date";

/** One engine: everything the compiler must know, stated in one file. Nothing is inherited. */
export interface DialectDefinition {
  /** In lower case, for programs. */
  readonly name: string;
  readonly title: string;
  /** A name as SQL writes it; `undefined` where it cannot be one. */
  readonly quote: (name: string) => string | undefined;
  readonly placeholder: (position: number, type: ParameterType) => string;
  /** Whether a placeholder may stand several times for one parameter. */
  readonly reusesPlaceholders: boolean;
  readonly limits: {
    /** Parameters of one statement. */
    readonly parameters: number;
    /** How deep a filter's fragments may nest. */
    readonly depth: number;
    /** How long a filter may be, in characters, where a statement's length has a limit. */
    readonly size?: number;
  };
  /** What arithmetic does where the result is too large for float64, and too small. */
  readonly overflow: "infinity" | "raises";
  readonly underflow: "zero" | "raises";
  /** Stated where a division by zero is NULL, and so needs no guard. */
  readonly zeroDivision?: "null";
  /** A test that computes the value once; left out where a comparison for each bound is as fast. */
  readonly between?: (value: Fragment, least: Fragment, most: Fragment) => Fragment;
  /** The first, or the second where the first is NULL; left out where CASE is as fast. */
  readonly ifNull?: (value: Fragment, otherwise: Fragment) => Fragment;
  /** What stands for a float64 where `=`, `<>` or IN tests it, on engines that may take 0 and -0 for two numbers there. */
  readonly equated?: (number: Fragment) => Fragment;
  /** Whether a text's beginning is tested as a stretch of the order of texts, since plain indexes are in that order. */
  readonly prefixAsRange?: boolean;
  /**
   * Gives values names within an expression, so that it need not repeat them; left out where the engine has no way that
   * evaluates them once. `alias` is used by no other.
   *
   * @param types those of the values
   */
  readonly bind?: (
    alias: string,
    values: readonly Fragment[],
    body: (names: readonly Fragment[]) => Fragment,
    types: readonly BoundType[],
  ) => Fragment;
  /** A bound value with the type it has to have. */
  readonly literal: {
    readonly text: (parameter: Fragment) => Fragment;
    readonly number: (parameter: Fragment) => Fragment;
    /** A whole number within ±2^53. */
    readonly integer: (parameter: Fragment) => Fragment;
    /** The dialect's own instant. */
    readonly date: (milliseconds: number) => Fragment;
  };
  /** A text as ORDER BY takes it, so that it sorts by code points. */
  readonly textOrder: (text: Fragment) => Fragment;
  readonly columns: Columns;
  readonly operations: Operations;
}
