/** What `evaluate` answers where the formula is an error for a record. */
export interface ErrorValue {
  readonly kind: "error";
}

export const ERROR_VALUE: ErrorValue = Object.freeze({ kind: "error" });

/** Whether a value that `evaluate` answered is the error. */
export function isErrorValue(value: unknown): value is ErrorValue {
  return value === ERROR_VALUE;
}
