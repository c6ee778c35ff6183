import type { Field } from "../schema/field.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Plain } from "../values/plain.ts";
import { MAX_TEXT_BYTES } from "../values/text/index.ts";
import type { Price } from "./kernel.ts";
import type { CoreNode } from "./node.ts";

/** The most UTF-16 units in a text of the field. In a list, each item counts as one more. */
export type Longest = (field: Field) => number;

/** The lengths that prices depend on. */
export interface Lengths {
  readonly of: (operand: CoreNode) => number;
  readonly longest: Longest;
}

// Nanoseconds for each unit of a text, measured with the texts that take longest.
export const COPY = 2;
export const READ = 2;
export const COMPARE = 3;
export const COUNT = 4;
export const PARSE = 5;
const SEARCH = 6;
export const SLICE = 9;
export const REPLACE = 26;
export const CHANGE_CASE = 45;

/** V8 searches for a long text by looking at all of it at each place, in the worst case. */
const LONG_NEEDLE = 256;
const SEARCH_LONG = 0.15;

/** The longest text of a number or a date, and more. */
const SHORT = 32;

/** No work beside its own, and a result without text. */
export const fixed = (work: number): Price => ({ work, length: 0 });

export const shortText = (work: number): Price => ({ work, length: SHORT });

/** Reads the first text. */
export const reading =
  (each: number) =>
  (own: number, a: number): Price => ({ work: own + each * a, length: 0 });

/** Makes a text as long as the first one. */
export const changing =
  (each: number) =>
  (own: number, a: number): Price => ({ work: own + each * a, length: a });

export const comparing = (own: number, a: number, b: number): Price => ({
  work: own + COMPARE * Math.min(a, b),
  length: 0,
});

/** The work of searching a text of a length for another one. */
export function searching(needle: number, text: number): number {
  return text * (SEARCH + (needle > LONG_NEEDLE ? SEARCH_LONG * needle : 0));
}

/** The length of a constant, as `Price` counts it. */
export function constantLength(value: Plain): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return value.reduce((length, item) => length + item.length + 1, 0);
}

/** What a count can be: its own value if it is written in the formula. */
export function countOf(node: CoreNode): number {
  return node.op === "literal" ? Math.max(0, Number(node.data)) : Number.POSITIVE_INFINITY;
}

/** A text that an operation makes is an error if it has more bytes. */
export function capped(length: number): number {
  // 0 times `Infinity` is no number: a blank text that is repeated is blank.
  return Number.isNaN(length) ? 0 : Math.min(length, MAX_TEXT_BYTES);
}

export function holdsText(type: ValueType): boolean {
  return type === "text" || type === "list";
}
