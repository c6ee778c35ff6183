/** The code of why a value is an error. */
export type ErrorCause =
  | "number-too-large"
  | "division"
  | "negative-root"
  | "not-a-number"
  | "date-out-of-range"
  | "text-too-long"
  | "too-costly"
  /** The function `ERROR`, or a custom function. */
  | "no-value";

/** Why a value is an error, as a clause without a full stop. */
export type ErrorCauseTexts = Readonly<Record<ErrorCause, string>>;
