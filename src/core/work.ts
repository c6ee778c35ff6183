import type { Field } from "../schema/field.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Plain } from "../values/plain.ts";
import { regexWork } from "../values/regex/index.ts";
import { MAX_TEXT_BYTES } from "../values/text/index.ts";
import { ownCost } from "./cost.ts";
import { operandsFirst } from "./fold.ts";
import { defaultPrice, type Price } from "./kernel.ts";
import { type CoreNode, type NodeOf, type Operation, operandsOf, threeOperandsOf } from "./node.ts";

/*
 * The work of a formula for one record, as it is known before anything runs: an upper estimate from the operations and
 * the lengths of their texts. Its unit is about a nanosecond. It may be several times too high, but not several times
 * too low.
 */

/** The length that the text of a field has at most, if nothing is known of the records. */
export const ASSUMED_LENGTH = 100;

/** The most UTF-16 units in a text of the field. In a list, each item counts as one more. */
export type Longest = (field: Field) => number;

const assumed: Longest = () => ASSUMED_LENGTH;

/** The work of a formula. */
export interface Work {
  readonly total: number;
  /** The node with the most work of its own. */
  readonly costliest: CoreNode | undefined;
  /** Whether all operations have a price: a custom function need not state one. */
  readonly isPriced: boolean;
}

/** The work of computing these roots together. A node that they share runs once. */
export function workOf(roots: readonly CoreNode[], longest: Longest = assumed): Work {
  let total = 0;
  let most = 0;
  let costliest: CoreNode | undefined;
  let isPriced = true;
  eachWork(roots, longest, (node, work) => {
    total += work;
    if (work > most) [most, costliest] = [work, node];
    if (node.op === "call" && node.data.price === undefined) isPriced = false;
  });
  return { total, costliest, isPriced };
}

/** The work of each node that the roots need, without that of its operands. */
export function worksOf(
  roots: readonly CoreNode[],
  longest: Longest,
): ReadonlyMap<CoreNode, number> {
  const works = new Map<CoreNode, number>();
  eachWork(roots, longest, (node, work) => works.set(node, work));
  return works;
}

function eachWork(
  roots: readonly CoreNode[],
  longest: Longest,
  add: (node: CoreNode, work: number) => void,
): void {
  // The nodes of one core have different ids.
  const lengths: number[] = [];
  /* v8 ignore next -- the operands are known */
  const lengthOf = ({ id }: CoreNode): number => lengths[id] ?? 0;
  for (const node of operandsFirst(...roots)) {
    const { work, length } = priceOf(node, lengthOf, longest);
    lengths[node.id] = length;
    add(node, work);
  }
}

/** The length of a constant, as `Price` counts it. */
export function constantLength(value: Plain): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return value.reduce((length, item) => length + item.length + 1, 0);
}

// Nanoseconds for each unit of a text, measured with the texts that take longest.
const COPY = 2;
const READ = 2;
const COMPARE = 3;
const COUNT = 4;
const PARSE = 5;
const SEARCH = 6;
const SLICE = 9;
const REPLACE = 26;
const CHANGE_CASE = 45;

/** V8 searches for a long text by looking at all of it at each place, in the worst case. */
const LONG_NEEDLE = 256;
const SEARCH_LONG = 0.15;

/** Nanoseconds in the unit of `ownCost`. */
const OWN_COST = 2;

/** An operation on nodes, as far as its price depends on it. */
export type Priced = {
  [O in Operation]: Pick<NodeOf<O>, "op" | "type" | "operands" | "data">;
}[Operation];

/** The price of an operation whose operands have at most the lengths that `lengthOf` returns. */
export function priceOf(
  node: Priced,
  lengthOf: (operand: CoreNode) => number,
  longest: Longest = assumed,
): Price {
  if (node.op === "literal") return { work: 0, length: constantLength(node.data) };
  const own = OWN_COST * ownCost(node);
  const isText = holdsText(node.type);
  const [first, second] = node.operands;
  // Numbers, dates and conditions have no text: their length is 0.
  const a = first === undefined ? 0 : lengthOf(first);
  const b = second === undefined ? 0 : lengthOf(second);
  switch (node.op) {
    case "field": {
      const length = isText ? longest(node.data) : 0;
      return { work: own + READ * length, length };
    }
    // Like a text of a record that nobody has seen.
    case "parameter":
      return { work: own, length: isText ? ASSUMED_LENGTH : 0 };
    case "equal":
    case "less":
    case "lessOrEqual":
    case "startsWith":
    case "endsWith":
      return { work: own + COMPARE * Math.min(a, b), length: 0 };
    case "among":
    case "has":
    case "hasAny":
      return { work: own + COMPARE * a, length: 0 };
    case "length":
      return { work: own + COUNT * a, length: 0 };
    case "find":
      return { work: own + COUNT * b + searching(a, b), length: 0 };
    case "contains":
      return { work: own + searching(b, a), length: 0 };
    case "parseNumber":
      return { work: own + PARSE * a, length: 0 };
    case "regexMatch":
      return { work: own + regexWork(node.data, a), length: 0 };
    case "slice": {
      const [, , count] = threeOperandsOf(node);
      // A code point has at most two units.
      return { work: own + SLICE * a, length: Math.min(a, 2 * countOf(count)) };
    }
    case "lower":
    case "upper":
      return { work: own + CHANGE_CASE * a, length: a };
    case "trim":
      return { work: own + COPY * a, length: a };
    case "concat": {
      const length = node.operands.reduce((sum, operand) => sum + lengthOf(operand), 0);
      return { work: own + COPY * capped(length), length: capped(length) };
    }
    case "join": {
      const length = capped(a + a * b);
      return { work: own + COPY * (a + length), length };
    }
    case "repeat": {
      const [, count] = operandsOf(node);
      const length = capped(a * countOf(count));
      return { work: own + COPY * (a + length), length };
    }
    case "substitute": {
      const [, old, replacement] = threeOperandsOf(node);
      // An occurrence of a text that is not known has at least one unit.
      const most = a / (old.op === "literal" ? Math.max(1, b) : 1);
      const length = capped(a + most * lengthOf(replacement));
      const work = own + searching(b, a) + REPLACE * most + COPY * (a + length);
      return { work, length };
    }
    case "numberText":
    case "dateText":
      return { work: own, length: SHORT };
    case "singleton":
      return { work: own, length: a + 1 };
    case "call": {
      const { price = defaultPrice } = node.data;
      const { work, length } = price(node.operands.map(lengthOf));
      return { work, length: isText ? length : 0 };
    }
    default:
      return {
        work: own,
        length: isText ? node.operands.reduce((most, x) => Math.max(most, lengthOf(x)), 0) : 0,
      };
  }
}

/** The longest text of a number or a date, and more. */
const SHORT = 32;

/** The work of searching a text of a length for another one. */
export function searching(needle: number, text: number): number {
  return text * (SEARCH + (needle > LONG_NEEDLE ? SEARCH_LONG * needle : 0));
}

/** What a count can be: its own value if it is written in the formula. */
function countOf(node: CoreNode): number {
  return node.op === "literal" ? Math.max(0, Number(node.data)) : Number.POSITIVE_INFINITY;
}

/** A text that an operation makes is an error if it has more bytes. */
function capped(length: number): number {
  // 0 times `Infinity` is no number: a blank text that is repeated is blank.
  return Number.isNaN(length) ? 0 : Math.min(length, MAX_TEXT_BYTES);
}

function holdsText(type: ValueType): boolean {
  return type === "text" || type === "list";
}
