/**
 * What an operation of the core works on and answers, before it is turned into what a caller sees:
 * text, number and boolean as such, a date as whole milliseconds since 1970 UTC, a list as texts,
 * `null` for a blank number or date (a blank text is `""`, a blank list is `[]`), or an error.
 */
export type Plain = string | number | boolean | readonly string[] | null;

/**
 * The one error value: the language does not tell errors apart, so no back end has to. Kernels return it, and so does
 * `evaluate`.
 */
export const ERROR: unique symbol = Symbol("isoform.error");

/** The type of `ERROR`. */
export type ErrorValue = typeof ERROR;

/** The result of evaluating: a plain value or the error. */
export type Outcome = Plain | ErrorValue;
