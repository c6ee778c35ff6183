import type { ValueType } from "../../language/types/value-type.ts";
import type { CalendarUnit, DatePart } from "../../language/values/date/index.ts";
import type { Regex } from "../../language/values/regex/index.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Zone } from "./rows/decode-date.ts";
import type { Fragment, ParameterType, Relation, SqlValue } from "./sql-fragment.ts";
import type { TypeText } from "./type-text.ts";

// This folder writes formulas as SQL: the compiler is the same for all engines, and a dialect states the SQL of one.

/** An operation that an engine cannot do exactly: the reason, and the page of its documentation that says so. */
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

/**
 * How an operation is written. An operand may be NULL, if it is an error or a blank. The result must then be NULL, and
 * the engine must not raise an error.
 */
export type Primitive<A extends readonly unknown[]> = ((...operands: A) => Fragment) | Impossible;

/** An operation that is exact for some operands only. Memory decides about the other records. */
interface ExactInPart<A extends readonly unknown[]> {
  /** Exact if `when` is TRUE. Otherwise it may return any value, but must not raise an error. */
  readonly exactly: (...operands: A) => Fragment;
  /** TRUE if the result is exact, else FALSE. It is never NULL if no operand is NULL. */
  readonly when: (...operands: A) => Fragment;
  /** The operands for which the result may be wrong, in words for people. */
  readonly except: string;
  readonly see: string;
}

/** The same for the operations that engines often know for some operands only. */
export type PartialPrimitive<A extends readonly unknown[]> = Primitive<A> | ExactInPart<A>;

type Unary = Primitive<[a: Fragment]>;
type Binary = Primitive<[a: Fragment, b: Fragment]>;
type PartlyUnary = PartialPrimitive<[a: Fragment]>;

/**
 * Every operation that the compiler asks of an engine. Numbers are float64, dates have the dialect's own type for
 * instants, and counts and positions are integers that the dialect made with `integer`. The result of a test is a
 * condition.
 */
export interface Operations {
  // Numbers. The compiler adds the guards against division by zero and, if the engine raises errors, those for the
  // range.
  readonly add: Binary;
  readonly subtract: Binary;
  readonly multiply: Binary;
  readonly divide: Binary;
  readonly abs: Unary;
  readonly floor: Unary;
  /** The square root of a number that is not negative. */
  readonly sqrt: Unary;
  /** A number within ±2^53 without a fraction as the engine's integer. */
  readonly integer: Unary;
  /** An integer as float64. */
  readonly float: Unary;
  /** Any number as JavaScript writes it. */
  readonly numberText: Unary;
  /** The same, for whole numbers between -1e15 and 1e15. */
  readonly wholeNumberText: Unary;
  /** The number that `VALUE` reads from a text; NULL if the text is not a number. The text is not empty. */
  readonly parseNumber: PartlyUnary;

  // Text, by code points
  /** Whether two texts have the same code points; a condition. */
  readonly sameText: Binary;
  readonly differentText: Binary;
  /** Whether the first text comes before the second one in the order of code points. */
  readonly textBefore: Binary;
  readonly textBeforeOrSame: Binary;
  /** Whether a text is one of several; a condition. */
  readonly textAmong: Primitive<[text: Fragment, among: readonly Fragment[]]>;
  /** Whether a text is none of several; a condition. */
  readonly textNotAmong: Primitive<[text: Fragment, among: readonly Fragment[]]>;
  /** The number of code points, an integer. */
  readonly length: Unary;
  /** The number of bytes in UTF-8, an integer. */
  readonly byteLength: Unary;
  /**
   * The position of the needle, counted from 1, at or after `start`; an integer. It is 0 if the needle is not there. An
   * empty needle is found at `start`, up to one place past the end. `start` is an integer from 1 to 2^30; `undefined`
   * means 1.
   */
  readonly find: Primitive<[needle: Fragment, text: Fragment, start: Fragment | undefined]>;
  readonly contains: Primitive<[text: Fragment, needle: Fragment]>;
  readonly notContains: Primitive<[text: Fragment, needle: Fragment]>;
  readonly startsWith: Primitive<[text: Fragment, needle: Fragment]>;
  readonly endsWith: Primitive<[text: Fragment, needle: Fragment]>;
  /** `count` code points (an integer from 0 to 2^30) from the position `start` (an integer from 1 to 2^30). */
  readonly slice: Primitive<[text: Fragment, start: Fragment, count: Fragment]>;
  readonly lower: PartlyUnary;
  readonly upper: PartlyUnary;
  /** The text without U+0020 at its ends. */
  readonly trim: Unary;
  /** Two or more texts in one. The result is within the limit for the length of a text. */
  readonly concat: Primitive<[texts: readonly Fragment[]]>;
  /** Replaces each `old`, from the left. `old` is not empty, and the result is within the limit for a text. */
  readonly substitute: Primitive<[text: Fragment, old: Fragment, replacement: Fragment]>;
  /** The text `count` times (an integer from 0 to 65,536). The result is within the limit for a text. */
  readonly repeat: Primitive<[text: Fragment, count: Fragment]>;
  /** A condition with the pattern as the engine writes it, or the reason why the engine cannot decide the pattern. */
  readonly regexMatch: (text: Fragment, regex: Regex) => Fragment | Impossible;

  // Dates
  /** A part of a date, as a number. */
  readonly datePart: Primitive<[date: Fragment, part: DatePart]>;
  readonly startOf: Primitive<[date: Fragment, unit: CalendarUnit]>;
  /** The amount is a whole number of milliseconds, as float64. The result is within the range of dates. */
  readonly addMilliseconds: Primitive<[date: Fragment, amount: Fragment]>;
  /**
   * Adds whole months, an integer within ±4,800. If the month is too short for the day, the result has the last day of
   * the month. The result may be outside the range of dates, between the years 1400 and 2800.
   */
  readonly addMonths: Primitive<[date: Fragment, months: Fragment]>;
  /** Milliseconds from the second date to the first, as float64. */
  readonly millisecondsBetween: Binary;
  /** Whole months from the second date to the first, as a number. */
  readonly monthsBetween: Binary;
  readonly dateText: Unary;
}

/** How a column of text is compared with constants of its own type, so that its own index serves. */
export interface NativeText {
  /** A text as a constant of the column's type; `undefined` if no value of the type is written so. */
  readonly constant: (text: string) => Fragment | undefined;
  /** Whether the type's own order is that of the texts by code points. */
  readonly isOrdered?: boolean;
  /** Whether the type takes some different texts for the same. The texts themselves are compared as well then. */
  readonly isLoose?: boolean;
  /** All texts that the column can have, if the type names them. */
  readonly values?: readonly string[];
  /** Whether the column is one of several texts, or none of them: with one parameter for all, if its index serves then. */
  readonly among?: (column: Fragment, texts: readonly string[], wanted: boolean) => Fragment;
}

/** How a column of text is read. As for all columns: if the column is NULL, the result must be NULL. */
export interface TextColumn {
  readonly read: (column: Fragment) => Fragment;
  /** Left out if the operations of texts serve as they are. */
  readonly native?: NativeText;
  /**
   * The text of a cell as drivers return it, if that is another form than `read` makes: a text or bytes, `null` for a
   * NULL, or an `Unreadable`.
   */
  readonly cell?: (cell: unknown) => unknown;
  /** Whether no value is the empty text. */
  readonly isNeverEmpty?: boolean;
  /** No value has more code points. */
  readonly maxLength?: number;
}

export interface NumberColumn {
  /** The column's value as float64: the nearest one, if it is none itself. */
  readonly read: (column: Fragment) => Fragment;
  /** Stands for the column in comparisons and orders, if the engine does not compare it exactly with float64. */
  readonly compared?: (column: Fragment) => Fragment;
  /** Stated if all values are whole: the largest distance from 0. */
  readonly whole?: number;
  /** A constant that the column itself is compared with, if every comparison is then that of the numbers. */
  readonly constant?: (value: number) => Fragment;
  /**
   * Compares the column with a constant as the numbers compare, if that takes more than one comparison; `undefined` if
   * it does not take more with this constant.
   */
  readonly test?: (column: Fragment, relation: Relation, constant: number) => Fragment | undefined;
  /** The column as a SELECT returns it, if it may hold values that are not numbers: to read one raises an error. */
  readonly select?: (column: Fragment) => Fragment;
  /** Stated for float32, of which drivers may return the shortest digits. */
  readonly isSingle?: true;
  /** Stated if it may hold numbers that no float64 is, and that are read as the nearest one. */
  readonly isRounded?: true;
}

export interface BooleanColumn {
  readonly isTrue: (column: Fragment) => Fragment;
  readonly isFalse: (column: Fragment) => Fragment;
  /** The column as a SELECT returns it; 0 and 1 unless stated. */
  readonly select?: (column: Fragment) => Fragment;
}

export interface DateColumn {
  /** The column's value as the dialect's own instant, in whole milliseconds. Finer fractions are cut off. */
  readonly read: (column: Fragment) => Fragment;
  /** An instant, in milliseconds since 1970, for a direct comparison (`<`, `>=`) with the column. */
  readonly bound: (milliseconds: number) => Fragment;
  /** The last instant that `bound` writes, if not every column can be compared with later ones: they are compared with `read`. */
  readonly lastBound?: number;
  /**
   * TRUE if the column's value is a date, or NULL, and FALSE otherwise; the other way round if nothing else is wanted. It
   * is never NULL. Stated if the column may hold other values: to read one raises an error, and in conditions it is
   * blank.
   */
  readonly isDate?: (column: Fragment, wanted: boolean) => Fragment;
  /** What the Dates of drivers stand for, if the dialect does not say it of all its dates. */
  readonly zone?: Zone;
  /** Whether a text that names no time zone is in UTC, if the dialect does not say it of all its dates. */
  readonly isTextInUtc?: boolean;
  /** Whether the column holds whole milliseconds only, so that it is in order as it is. */
  readonly isWhole?: boolean;
}

export interface ListColumn {
  /** The number of elements, an integer. */
  readonly length: (column: Fragment) => Fragment;
  readonly has: (column: Fragment, text: Fragment) => Fragment;
  /** The same with a constant, if it can be written so that an index serves. `undefined` if no element is written so. */
  readonly hasConstant?: (column: Fragment, text: string) => Fragment | undefined;
  /** Whether it has at least one of several constants, as one test; each is tested by itself unless stated. */
  readonly hasAny?: (column: Fragment, texts: readonly string[]) => Fragment;
  /** The same for all of several constants. */
  readonly hasAll?: (column: Fragment, texts: readonly string[]) => Fragment;
  readonly join: ((column: Fragment, separator: Fragment) => Fragment) | Impossible;
  /** The text of an element as drivers return it, if that is another form than the operations see. */
  readonly cell?: (element: unknown) => unknown;
  /** The text between the elements, if the column is a text of them. */
  readonly delimiter?: string;
  /** The column as a SELECT returns it; as it is, unless stated. */
  readonly select?: (column: Fragment) => Fragment;
}

/** How columns of each type of field are read. */
export interface ColumnKinds {
  readonly text: TextColumn;
  readonly number: NumberColumn;
  readonly boolean: BooleanColumn;
  readonly date: DateColumn;
  readonly list: ListColumn;
}

/** A type of an engine, and the fields that can stand for its columns. */
export interface NativeType {
  /** As the engine and people name it, in lower case and without parameters; the first is the usual one. */
  readonly names: readonly [string, ...string[]];
  /** By the type of the field; `undefined` for parameters that cannot be. The first is taken if nobody says. */
  readonly fields: {
    readonly [T in ValueType]?: (type: TypeText) => ColumnKinds[T] | undefined;
  };
  /** What the field holds, in words for people, or why a field cannot have the type. */
  readonly note?: string;
  /** What to do instead, if a field cannot have the type. */
  readonly instead?: string;
}

/** The ways to store each type. If the mapping names none, the first possible one is taken. */
interface Columns {
  readonly text: {
    readonly text: TextColumn;
    /**
     * A column whose own collation compares code points. It is stated only if that makes a difference: if then an index
     * of the column serves an order, for example.
     */
    readonly exact?: TextColumn;
  };
  readonly number: {
    readonly double: NumberColumn;
    /** A column with only whole numbers within ±2^53. It is compared with integers, so that its index serves. */
    readonly integer: NumberColumn;
    readonly decimal: NumberColumn | Impossible;
  };
  readonly boolean: {
    readonly boolean: BooleanColumn | Impossible;
    /** A column with 0 and 1. */
    readonly integer: BooleanColumn;
  };
  readonly date: {
    /** The engine's own type for dates, in UTC. On SQLite it is ISO text. */
    readonly timestamp: DateColumn | Impossible;
    readonly epochMilliseconds: DateColumn;
  };
  readonly list: {
    readonly array: ListColumn | Impossible;
    readonly json: ListColumn | Impossible;
    /** A text of the elements with a delimiter between them. The empty text is the empty list. */
    readonly delimited: (delimiter: string) => ListColumn;
  };
}

/** The type of a value that is given a name. */
export type BoundType = "number" | "date";

/** Everything that the compiler must know of one engine, stated in one file. A dialect inherits nothing. */
export interface DialectDefinition {
  /** The name for programs, in lower case. */
  readonly name: string;
  readonly title: string;
  /** A name as SQL writes it; `undefined` if the engine cannot have such a name. */
  readonly quote: (name: string) => string | undefined;
  readonly placeholder: (position: number, type: ParameterType) => string;
  /** Whether the SQL may use the same placeholder several times. */
  readonly reusesPlaceholders: boolean;
  /**
   * A constant in the SQL itself, for definitions, which have no parameters. It means the same whatever the session sets,
   * and the engine reads it exactly.
   */
  readonly inline: (value: SqlValue, type: ParameterType) => string;
  readonly limits: {
    /** The most parameters of one statement. */
    readonly parameters: number;
    /** How deep a filter's fragments may nest. */
    readonly depth: number;
    /** The most characters of a filter, if the engine limits the length of a statement. */
    readonly size?: number;
  };
  /** What the engine does if the result of arithmetic is too large for float64. */
  readonly overflow: "infinity" | "raises";
  /** What the engine does if the result of arithmetic is too small for float64. */
  readonly underflow: "zero" | "raises";
  /** Stated if a division by zero is NULL, and so needs no guard. */
  readonly zeroDivision?: "null";
  /** Whether BETWEEN tests both bounds of a value faster than two comparisons, however short the value is. */
  readonly comparesBetween?: true;
  /** The first value, or the second if the first is NULL. It is left out if CASE is as fast. */
  readonly ifNull?: (value: Fragment, otherwise: Fragment) => Fragment;
  /** Stands for a float64 in `=`, `<>` and IN. It is stated if the engine may take 0 and -0 for two numbers there. */
  readonly equated?: (number: Fragment) => Fragment;
  /**
   * Whether a value is one of several constants, or none of them, with one parameter for all, so that the text of the SQL
   * does not depend on how many there are. Left out for values that would be read with an error then, or if no index
   * would serve.
   */
  readonly among?: {
    readonly text?: (text: Fragment, among: readonly string[], wanted: boolean) => Fragment;
    readonly number?: (number: Fragment, among: readonly number[], wanted: boolean) => Fragment;
    /** For whole numbers within ±2^53. */
    readonly integer?: (integer: Fragment, among: readonly number[], wanted: boolean) => Fragment;
  };
  /**
   * How a text in lower case is compared with constants, so that an index of the expression `fold` serves. It is left
   * out if the engine has no such index.
   */
  readonly ignoringCase?: {
    /** The engine's own lower case. It need not know all letters. */
    readonly fold: (text: Fragment) => Fragment;
    /** All results of `fold` for texts whose lower case is this one, and for no other texts; `undefined` if unknown. */
    readonly variants: (lower: string) => readonly string[] | undefined;
    /** Whether a folded text has a part, if an index serves another form than that of the operation. */
    readonly contains?: (folded: Fragment, part: string) => Fragment;
    readonly startsWith?: (folded: Fragment, part: string) => Fragment;
  };
  /** Whether "begins with" is written as a range in the order of texts, so that a plain index serves. */
  readonly prefixAsRange?: boolean;
  /**
   * Gives names to values within an expression, which then need not repeat them. It is left out if the engine has no
   * way to evaluate a named value only once.
   *
   * @param alias a name that nothing else in the statement has
   * @param types the types of the values
   */
  readonly bind?: (
    alias: string,
    values: readonly Fragment[],
    body: (names: readonly Fragment[]) => Fragment,
    types: readonly BoundType[],
  ) => Fragment;
  /** Parameters with the type that the engine has to see. */
  readonly literal: {
    readonly text: (parameter: Fragment) => Fragment;
    readonly number: (parameter: Fragment) => Fragment;
    /** A whole number within ±2^53. */
    readonly integer: (parameter: Fragment) => Fragment;
    /** An instant of the dialect's own type. */
    readonly date: (milliseconds: number) => Fragment;
  };
  /** A text as ORDER BY has to see it, so that it sorts by code points. */
  readonly textOrder: (text: Fragment) => Fragment;
  /** Whether NULL comes last in an ascending order. */
  readonly nullsLast?: boolean;
  readonly columns: Columns;
  /**
   * The engine's own types. An engine gets them in a file beside its dialect, and {@link catalogue} in another one, which
   * takes the place of the store's own description of tables.
   */
  readonly types: readonly NativeType[];
  /** How the engine is asked for the columns of a table. */
  readonly catalogue: Catalogue;
  /** What drivers of the engine return. */
  readonly rows: {
    /** What the Dates of a column of the storage `timestamp` stand for, if nothing says the type of the column. */
    readonly timestamps: Zone;
    /** Stated if a text that names no time zone may be in another one than UTC. */
    readonly isTextInUtc?: false;
    /** Stated if drivers return bytes for some columns that are compared as text. */
    readonly hasTextAsBytes?: true;
  };
  readonly operations: Operations;
}
