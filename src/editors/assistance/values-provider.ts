import type { Field } from "../../language/schema/field.ts";

/** The parts of an `AbortSignal` that the language service uses. */
export interface CancelSignal {
  /** Whether the work is no longer wanted. */
  readonly aborted: boolean;
  /** Calls the listener once the work is no longer wanted. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Takes the listener away again. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** An `AbortSignal`, if the platform's types have it. */
export type Signal = typeof globalThis extends {
  readonly AbortSignal: { readonly prototype: infer S };
}
  ? S
  : CancelSignal;

/** A value that records have in a field. */
export interface FieldValue {
  /** The value: a number if the field is one; otherwise the text, an item of the list, or the date's ISO 8601 text. */
  readonly value: string | number;
  /** In how many records it occurs, if that is known; values that occur often are shown first. */
  readonly count?: number;
}

/**
 * Finds the values that records have in a field: at most `limit` of those that begin with `prefix`, whatever the case of
 * its letters, the most frequent first. The prefix may be empty. If the signal aborts, the values are no longer wanted.
 * What it throws is treated as if there were no values.
 */
export type ValueProvider = (
  field: Field,
  prefix: string,
  limit: number,
  signal: Signal | undefined,
) => readonly FieldValue[] | Promise<readonly FieldValue[]>;
