import type { ValueType } from "../../language/types/value-type.ts";
import type { CalendarUnit, DatePart } from "../../language/values/date/index.ts";
import type { Regex } from "../../language/values/regex/index.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Zone } from "./rows/decode-date.ts";
import type { Relation, SqlFragment, SqlParameterType, SqlValue } from "./sql-fragment.ts";
import type { TypeText } from "./type-text.ts";

// Formulas as SQL: the compiler is the same for all engines, and a dialect defines the SQL of one.

/** An operation that an engine cannot do exactly: the reason, and the page of its documentation that supports it. */
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
 * The SQL of an operation. An operand that is an error or a blank is NULL. The result must then be NULL, and the engine
 * must not raise an error.
 */
export type Primitive<A extends readonly unknown[]> =
  | ((...operands: A) => SqlFragment)
  | Impossible;

/** An operation that is exact for some operands only. Other records are left to memory. */
interface ExactInPart<A extends readonly unknown[]> {
  /** Exact if `when` is TRUE. Otherwise it may return any value, but must not raise an error. */
  readonly exactly: (...operands: A) => SqlFragment;
  /** TRUE if the result is exact, else FALSE. It is never NULL if no operand is NULL. */
  readonly when: (...operands: A) => SqlFragment;
  /** The operands for which the result may be wrong, for messages. */
  readonly except: string;
  readonly see: string;
}

/** An operation that engines often implement for some operands only. */
export type PartialPrimitive<A extends readonly unknown[]> = Primitive<A> | ExactInPart<A>;

type Unary = Primitive<[a: SqlFragment]>;
type Binary = Primitive<[a: SqlFragment, b: SqlFragment]>;
type PartlyUnary = PartialPrimitive<[a: SqlFragment]>;

/**
 * The operations that the compiler needs from an engine. Numbers are float64, dates have the dialect's own type for
 * instants, and counts and positions are integers produced by `integer`. The result of a test is a condition.
 */
export interface Operations {
  // Numbers. The compiler adds the guards against division by zero and, for engines that raise errors, against overflow
  // and underflow.
  readonly add: Binary;
  readonly subtract: Binary;
  readonly multiply: Binary;
  readonly divide: Binary;
  readonly abs: Unary;
  readonly floor: Unary;
  /** The square root of a nonnegative number. */
  readonly sqrt: Unary;
  /** Converts a whole number within ±2^53 to the engine's integer. */
  readonly integer: Unary;
  /** Converts an integer to float64. */
  readonly float: Unary;
  /** A number in JavaScript's notation. */
  readonly numberText: Unary;
  /** A whole number between -1e15 and 1e15 in JavaScript's notation. */
  readonly wholeNumberText: Unary;
  /** The number that `VALUE` parses from a nonempty text; NULL if the text is not a number. */
  readonly parseNumber: PartlyUnary;

  // Text, by code points
  /** Whether two texts have the same code points; a condition. */
  readonly sameText: Binary;
  readonly differentText: Binary;
  /** Whether the first text precedes the second in the order of code points. */
  readonly textBefore: Binary;
  readonly textBeforeOrSame: Binary;
  /** Whether a text is one of several; a condition. */
  readonly textAmong: Primitive<[text: SqlFragment, among: readonly SqlFragment[]]>;
  /** Whether a text is none of several; a condition. */
  readonly textNotAmong: Primitive<[text: SqlFragment, among: readonly SqlFragment[]]>;
  /** The number of code points, an integer. */
  readonly length: Unary;
  /** The number of bytes in UTF-8, an integer. */
  readonly byteLength: Unary;
  /**
   * The position of the needle, counted from 1, at or after `start`; an integer. It is 0 if the needle is not found. An
   * empty needle is found at `start`, up to one position past the end. `start` is an integer from 1 to 2^30;
   * `undefined` means 1.
   */
  readonly find: Primitive<
    [needle: SqlFragment, text: SqlFragment, start: SqlFragment | undefined]
  >;
  readonly contains: Primitive<[text: SqlFragment, needle: SqlFragment]>;
  readonly notContains: Primitive<[text: SqlFragment, needle: SqlFragment]>;
  readonly startsWith: Primitive<[text: SqlFragment, needle: SqlFragment]>;
  readonly endsWith: Primitive<[text: SqlFragment, needle: SqlFragment]>;
  /** `count` code points (an integer from 0 to 2^30) from the position `start` (an integer from 1 to 2^30). */
  readonly slice: Primitive<[text: SqlFragment, start: SqlFragment, count: SqlFragment]>;
  readonly lowerCase: PartlyUnary;
  readonly upperCase: PartlyUnary;
  /** Removes U+0020 from both ends. */
  readonly trim: Unary;
  /** Concatenates two or more texts. The result is within the limit for the length of a text. */
  readonly concat: Primitive<[texts: readonly SqlFragment[]]>;
  /** Replaces each `old`, from the left. `old` is not empty, and the result is within the limit for a text. */
  readonly substitute: Primitive<[text: SqlFragment, old: SqlFragment, replacement: SqlFragment]>;
  /** Repeats a text `count` times (an integer from 0 to 65,536). The result is within the limit for a text. */
  readonly repeat: Primitive<[text: SqlFragment, count: SqlFragment]>;
  /** A condition with the pattern in the engine's syntax, or the reason why the engine cannot evaluate the pattern. */
  readonly regexMatch: (text: SqlFragment, regex: Regex) => SqlFragment | Impossible;

  // Dates
  /** A part of a date, as a number. */
  readonly datePart: Primitive<[date: SqlFragment, part: DatePart]>;
  readonly startOf: Primitive<[date: SqlFragment, unit: CalendarUnit]>;
  /** Adds a whole number of milliseconds, given as float64. The result is within the range of dates. */
  readonly addMilliseconds: Primitive<[date: SqlFragment, amount: SqlFragment]>;
  /**
   * Adds whole months, an integer within ±4,800. A day beyond the end of the month becomes its last day. The result may
   * be outside the range of dates, between the years 1400 and 2800.
   */
  readonly addMonths: Primitive<[date: SqlFragment, months: SqlFragment]>;
  /** Milliseconds from the second date to the first, as float64. */
  readonly millisecondsBetween: Binary;
  /** Whole months from the second date to the first, as a number. */
  readonly monthsBetween: Binary;
  readonly dateText: Unary;
}

/** Compares a text column with constants of the column's own type, so that its index can be used. */
export interface NativeText {
  /** A text as a constant of the column's type; `undefined` if no value of the type has this text. */
  readonly constant: (text: string) => SqlFragment | undefined;
  /** Whether the type's own order is that of code points. */
  readonly isOrdered?: boolean;
  /** Whether the type treats some different texts as equal. The texts themselves are then compared as well. */
  readonly isLoose?: boolean;
  /** All texts that the column can have, if the type lists them. */
  readonly values?: readonly string[];
  /**
   * Whether the column is one of several texts, or none of them: with one parameter for all, if its index can be used
   * then.
   */
  readonly among?: (column: SqlFragment, texts: readonly string[], wanted: boolean) => SqlFragment;
}

/** How to read a text column. As for all columns: if the column is NULL, the result must be NULL. */
export interface TextColumnSql {
  readonly read: (column: SqlFragment) => SqlFragment;
  /** Omitted if the general text operations can use the column's index. */
  readonly native?: NativeText;
  /**
   * Converts a cell as drivers return it, if its form differs from that of `read`: a string or bytes, `null` for a
   * NULL, or an `Unreadable`.
   */
  readonly cell?: (cell: unknown) => unknown;
  /** Whether no value is the empty text. */
  readonly isNeverEmpty?: boolean;
  /** The maximum number of code points of a value. */
  readonly maxLength?: number;
}

export interface NumberColumnSql {
  /** The column's value as float64, rounded to the nearest. */
  readonly read: (column: SqlFragment) => SqlFragment;
  /** Replaces the column in comparisons and orders, if the engine does not compare it exactly with float64. */
  readonly compared?: (column: SqlFragment) => SqlFragment;
  /** Given if all values are whole: the maximum distance from 0. */
  readonly whole?: number;
  /** A constant for comparing the column directly, if every comparison then agrees with that of the numbers. */
  readonly constant?: (value: number) => SqlFragment;
  /**
   * Compares the column with a constant if that takes more than one comparison; `undefined` if one is enough for this
   * constant.
   */
  readonly test?: (
    column: SqlFragment,
    relation: Relation,
    constant: number,
  ) => SqlFragment | undefined;
  /** The column in a SELECT, if it may hold values that are not numbers: reading one of those raises an error. */
  readonly select?: (column: SqlFragment) => SqlFragment;
  /** Given for float32: drivers may return its shortest digits. */
  readonly isSingle?: true;
  /** Given if the column may hold numbers that are not float64, which are rounded to the nearest. */
  readonly isRounded?: true;
}

export interface BooleanColumnSql {
  readonly trueTest: (column: SqlFragment) => SqlFragment;
  readonly falseTest: (column: SqlFragment) => SqlFragment;
  /** The column in a SELECT; 0 and 1 unless given. */
  readonly select?: (column: SqlFragment) => SqlFragment;
}

export interface DateColumnSql {
  /** The column's value as the dialect's own instant, in whole milliseconds. Finer fractions are truncated. */
  readonly read: (column: SqlFragment) => SqlFragment;
  /** An instant, in milliseconds since 1970, for a direct comparison (`<`, `>=`) with the column. */
  readonly bound: (milliseconds: number) => SqlFragment;
  /**
   * The last instant that `bound` supports, if some columns cannot be compared with later ones: those are compared with
   * `read`.
   */
  readonly lastBound?: number;
  /**
   * Given if the column may hold values that are not dates. TRUE if the column's value is a date or NULL, otherwise
   * FALSE; negated unless `wanted`. Never NULL. Reading an invalid value raises an error, and in conditions it is
   * blank.
   */
  readonly dateTest?: (column: SqlFragment, wanted: boolean) => SqlFragment;
  /** The meaning of drivers' Date objects, if it differs from that of the dialect's other dates. */
  readonly zone?: Zone;
  /** Whether a text without a time zone is in UTC, if it differs from the dialect's other dates. */
  readonly isTextInUtc?: boolean;
  /** Whether the column holds whole milliseconds only, so that its own order can be used. */
  readonly isWhole?: boolean;
}

export interface ListColumnSql {
  /** The number of elements, an integer. */
  readonly length: (column: SqlFragment) => SqlFragment;
  readonly has: (column: SqlFragment, text: SqlFragment) => SqlFragment;
  /** Whether the list has a constant, in a form that can use an index. `undefined` if no element has this text. */
  readonly constantTest?: (column: SqlFragment, text: string) => SqlFragment | undefined;
  /** Whether it has at least one of several constants, as one test; unless given, each is tested separately. */
  readonly anyTest?: (column: SqlFragment, texts: readonly string[]) => SqlFragment;
  /** Whether it has all of several constants, as one test. */
  readonly allTest?: (column: SqlFragment, texts: readonly string[]) => SqlFragment;
  readonly join: ((column: SqlFragment, separator: SqlFragment) => SqlFragment) | Impossible;
  /** Converts an element as drivers return it, if its form differs from that in the operations. */
  readonly cell?: (element: unknown) => unknown;
  /** The delimiter, if the column is a delimited text. */
  readonly delimiter?: string;
  /** The column in a SELECT; unchanged unless given. */
  readonly select?: (column: SqlFragment) => SqlFragment;
}

/** How to read the columns of each type of field. */
export interface ColumnKinds {
  readonly text: TextColumnSql;
  readonly number: NumberColumnSql;
  readonly boolean: BooleanColumnSql;
  readonly date: DateColumnSql;
  readonly list: ListColumnSql;
}

/** A type of an engine, and the fields that its columns can represent. */
export interface NativeType {
  /**
   * The names of the type in the engine's catalogue and documentation, in lower case and without parameters; the first
   * is the usual one.
   */
  readonly names: readonly [string, ...string[]];
  /** By the type of the field; `undefined` for invalid parameters. The first is the default. */
  readonly fields: {
    readonly [T in ValueType]?: (type: TypeText) => ColumnKinds[T] | undefined;
  };
  /** A note on the field's values, or why no field can have the type. */
  readonly note?: string;
  /** The alternative, if no field can have the type. */
  readonly instead?: string;
}

/** The storage kinds for each type. The default is the first possible one. */
interface StorageKinds {
  readonly text: {
    readonly text: TextColumnSql;
    /**
     * A column whose own collation compares code points. Given only if that makes a difference, for example if an index
     * of the column then serves an order.
     */
    readonly exact?: TextColumnSql;
  };
  readonly number: {
    readonly double: NumberColumnSql;
    /** A column with only whole numbers within ±2^53. It is compared with integers, so that its index can be used. */
    readonly integer: NumberColumnSql;
    readonly decimal: NumberColumnSql | Impossible;
  };
  readonly boolean: {
    readonly boolean: BooleanColumnSql | Impossible;
    /** A column with 0 and 1. */
    readonly integer: BooleanColumnSql;
  };
  readonly date: {
    /** The engine's own type for dates, in UTC. On SQLite it is ISO text. */
    readonly timestamp: DateColumnSql | Impossible;
    readonly epochMilliseconds: DateColumnSql;
  };
  readonly list: {
    readonly array: ListColumnSql | Impossible;
    readonly json: ListColumnSql | Impossible;
    /** A delimited text. The empty text is the empty list. */
    readonly delimited: (delimiter: string) => ListColumnSql;
  };
}

/** The type of a value that is bound to a name. */
export type BoundType = "number" | "date";

/** The complete definition of an engine, in one file. A dialect inherits nothing. */
export interface DialectDefinition {
  /** The identifier, in lower case. */
  readonly name: string;
  readonly title: string;
  /** The type of texts in a CAST. */
  readonly textType: string;
  /** A quoted name; `undefined` if the engine does not allow the name. */
  readonly quote: (name: string) => string | undefined;
  readonly placeholder: (position: number, type: SqlParameterType) => string;
  /** Whether a placeholder may occur several times. */
  readonly reusesPlaceholders: boolean;
  /** Matches a parameter in each spelling that the engine accepts outside of texts, names and comments. */
  readonly parameterMark: RegExp;
  /** Texts, quoted names and comments, in which SQL proper cannot stand. */
  readonly quotation: RegExp;
  /**
   * A constant as SQL text, for definitions, which have no parameters. It does not depend on session settings, and the
   * engine reads it exactly.
   */
  readonly inline: (value: SqlValue, type: SqlParameterType) => string;
  readonly limits: {
    /** The maximum number of parameters of a statement. */
    readonly parameters: number;
    /** The maximum nesting depth of a filter's fragments. */
    readonly depth: number;
    /** The maximum number of characters of a filter, if the engine limits the length of a statement. */
    readonly size?: number;
  };
  /** What the engine does if arithmetic overflows. */
  readonly overflow: "infinity" | "raises";
  /** What the engine does if arithmetic underflows. */
  readonly underflow: "zero" | "raises";
  /** Given if a division by zero is NULL, so that it needs no guard. */
  readonly zeroDivision?: "null";
  /** Whether BETWEEN is faster than two comparisons, even for a short value. */
  readonly comparesBetween?: true;
  /** The first value, or the second if the first is NULL. Omitted if CASE is as fast. */
  readonly ifNull?: (value: SqlFragment, otherwise: SqlFragment) => SqlFragment;
  /** Wraps a float64 for `=`, `<>` and IN. Given if the engine may treat 0 and -0 as different. */
  readonly equated?: (number: SqlFragment) => SqlFragment;
  /**
   * Whether a value is one of several constants, or none of them, with one parameter for all, so that the SQL does not
   * depend on the number of constants. Omitted for values that would not be read exactly, or if no index could be used.
   */
  readonly among?: {
    readonly text?: (text: SqlFragment, among: readonly string[], wanted: boolean) => SqlFragment;
    readonly number?: (
      number: SqlFragment,
      among: readonly number[],
      wanted: boolean,
    ) => SqlFragment;
    /** For whole numbers within ±2^53. */
    readonly integer?: (
      integer: SqlFragment,
      among: readonly number[],
      wanted: boolean,
    ) => SqlFragment;
  };
  /**
   * How to compare a lower-case text with constants, so that an index on the expression `fold` can be used. Omitted if
   * the engine has no such index.
   */
  readonly ignoringCase?: {
    /** The engine's own lower-case function. It need not know all letters. */
    readonly fold: (text: SqlFragment) => SqlFragment;
    /** All results of `fold` for texts with this lower case, and for no other texts; `undefined` if unknown. */
    readonly variants: (lower: string) => readonly string[] | undefined;
    /** Whether a folded text contains a part, if an index supports another form than that of the operation. */
    readonly contains?: (folded: SqlFragment, part: string) => SqlFragment;
    readonly startsWith?: (folded: SqlFragment, part: string) => SqlFragment;
  };
  /** Whether "starts with" is written as a range of texts, so that a plain index can be used. */
  readonly prefixAsRange?: boolean;
  /**
   * Binds values to names within an expression, which then need not repeat them. Omitted if the engine cannot make sure
   * that a named value is evaluated only once.
   *
   * @param alias a name that is unique in the statement
   * @param types the types of the values
   */
  readonly bind?: (
    alias: string,
    values: readonly SqlFragment[],
    body: (names: readonly SqlFragment[]) => SqlFragment,
    types: readonly BoundType[],
  ) => SqlFragment;
  /** Parameters, with the type that the engine needs. */
  readonly literal: {
    readonly text: (parameter: SqlFragment) => SqlFragment;
    readonly number: (parameter: SqlFragment) => SqlFragment;
    /** A whole number within ±2^53. */
    readonly integer: (parameter: SqlFragment) => SqlFragment;
    /** An instant of the dialect's own type. */
    readonly date: (milliseconds: number) => SqlFragment;
  };
  /** A text in the form that ORDER BY needs to sort by code points. */
  readonly textOrder: (text: SqlFragment) => SqlFragment;
  /** Whether NULL comes last in ascending order. */
  readonly nullsLast?: boolean;
  readonly columns: StorageKinds;
  /**
   * The engine's own types. They are in a file beside the dialect. {@link catalogue} is in another one, which replaces
   * the store's own description of tables.
   */
  readonly types: readonly NativeType[];
  /** Queries the engine for the columns of a table. */
  readonly catalogue: Catalogue;
  /** The values that drivers of the engine return. */
  readonly rows: {
    /** The meaning of Date objects of a `timestamp` column, if the type of the column is unknown. */
    readonly timestamps: Zone;
    /** Given if a text without a time zone may be in another zone than UTC. */
    readonly isTextInUtc?: false;
    /** Given if drivers return bytes for some columns that are compared as text. */
    readonly hasTextAsBytes?: true;
  };
  readonly operations: Operations;
}
