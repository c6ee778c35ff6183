/* The plain values of the core, and functions on texts, numbers, dates and patterns. */

/**
 * The values that operations of the core take and return. Texts, numbers and booleans represent themselves, a date is
 * whole milliseconds since 1970 UTC, and a list is an array of strings. `null` is a blank number or date; a blank text
 * is `""`, and a blank list is `[]`.
 */
export type Plain = string | number | boolean | readonly string[] | null;

/**
 * The only error value: errors are indistinguishable, so back ends do not need to tell them apart. Kernels and
 * `evaluate` return it.
 */
export const ERROR: unique symbol = Symbol("isoform.error");

/** The type of `ERROR`. */
export type ErrorValue = typeof ERROR;

/** The result of evaluation: a plain value or the error. */
export type Outcome = Plain | ErrorValue;
