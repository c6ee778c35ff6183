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

export function isFieldValue(found: unknown): found is FieldValue {
  if (typeof found !== "object" || found === null || !("value" in found)) return false;
  return typeof found.value === "string" || typeof found.value === "number";
}

/** The options of a search for values. */
export interface ValueOptions {
  /** The most values to return. */
  readonly limit: number;
  /** Aborts if the values are no longer needed. */
  readonly signal?: Signal | undefined;
}

/**
 * Finds values of a field that begin with `prefix`, ignoring case, most frequent first. The prefix may be empty. An error
 * counts as no values.
 */
export type ValueProvider = (
  field: Field,
  prefix: string,
  options: ValueOptions,
) => readonly FieldValue[] | Promise<readonly FieldValue[]>;
