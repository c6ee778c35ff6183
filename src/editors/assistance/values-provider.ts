import type { Field } from "../../language/schema/field.ts";

/** The parts of an `AbortSignal` that the language service uses. */
export interface CancelSignal {
  /** Whether the work was cancelled. */
  readonly aborted: boolean;
  /** Calls the listener when the work is cancelled. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Removes the listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** An `AbortSignal`, if the platform's types have one. */
export type Signal = typeof globalThis extends {
  readonly AbortSignal: { readonly prototype: infer S };
}
  ? S
  : CancelSignal;

/** A value of a field in the records. */
export interface FieldValue {
  /** The value: a number for a number field; otherwise the text, an item of the list, or the date in ISO 8601. */
  readonly value: string | number;
  /** The number of records with the value, if it is known; frequent values are shown first. */
  readonly count?: number;
}

/**
 * Finds values of a field: at most `limit` that begin with `prefix`, ignoring case, most frequent first. The prefix may
 * be empty. The signal aborts if the values are no longer needed. An error counts as no values.
 */
export type ValueProvider = (
  field: Field,
  prefix: string,
  limit: number,
  signal: Signal | undefined,
) => readonly FieldValue[] | Promise<readonly FieldValue[]>;
