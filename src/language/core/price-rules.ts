import type { Field } from "../schema/field.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Plain } from "../values/plain.ts";
import { MAX_TEXT_BYTES } from "../values/text/index.ts";
import type { Price } from "./kernel.ts";
import type { CoreNode } from "./node.ts";

/** The maximum number of UTF-16 units in a text of the field. In a list, each item counts as one more. */
export type Longest = (field: Field) => number;

/** The names of the fields that the author of a formula may see. */
export interface VisibleFields {
  has(name: string): boolean;
}

/** The lengths that prices depend on. */
export interface Lengths {
  readonly of: (operand: CoreNode) => number;
  readonly longest: Longest;
}

// Nanoseconds for each unit of a text, measured with the slowest texts.
export const COPY = 2;
export const READ = 2;
export const COMPARE = 3;
export const COUNT = 4;
export const PARSE = 5;
const SEARCH = 6;
export const SLICE = 9;
export const REPLACE = 26;
export const CHANGE_CASE = 45;

/** In the worst case, V8's search for a needle of at least this length compares the whole needle at each position. */
const LONG_NEEDLE = 256;
const SEARCH_LONG = 0.15;

/** An upper bound for the length of a number or a date as text. */
const SHORT = 32;

/** Constant work, and a result without text. */
export const fixed = (work: number): Price => ({ work, length: 0 });

export const shortText = (work: number): Price => ({ work, length: SHORT });

/** Operations that read the first text. */
export const reading =
  (each: number) =>
  (own: number, a: number): Price => ({ work: own + each * a, length: 0 });

/** Operations whose result is as long as the first text. */
export const changing =
  (each: number) =>
  (own: number, a: number): Price => ({ work: own + each * a, length: a });

export const comparing = (own: number, a: number, b: number): Price => ({
  work: own + COMPARE * Math.min(a, b),
  length: 0,
});

/** The work of searching a text for another one, given both lengths. */
export function searching(needle: number, text: number): number {
  return text * (SEARCH + (needle > LONG_NEEDLE ? SEARCH_LONG * needle : 0));
}

/** The length of a constant, as `Price` counts it. */
export function constantLength(value: Plain): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return value.reduce((length, item) => length + item.length + 1, 0);
}

/** The maximum of a count: its own value if it is a literal. */
export function countOf(node: CoreNode): number {
  return node.op === "literal" ? Math.max(0, Number(node.data)) : Number.POSITIVE_INFINITY;
}

/** A text result is an error if it has more bytes. */
export function capped(length: number): number {
  // `0 * Infinity` is NaN: repeating a blank text gives a blank text.
  return Number.isNaN(length) ? 0 : Math.min(length, MAX_TEXT_BYTES);
}

/** Formulas count a text of a hidden field with this length, in UTF-16 units, unless it is longer. */
const HIDDEN_LENGTH = MAX_TEXT_BYTES;

/**
 * The lengths of fields, without those of hidden fields: a limit of the work would reveal them to anyone who sees a
 * field that is computed from them, and adds to its work bit by bit.
 *
 * @param visible has the names of the other fields
 */
export function visibleLengths(longest: Longest, visible: VisibleFields): Longest {
  return (field) =>
    visible.has(field.name) || !holdsText(field.type)
      ? longest(field)
      : Math.max(HIDDEN_LENGTH, longest(field));
}

export function holdsText(type: ValueType): boolean {
  return type === "text" || type === "list";
}
