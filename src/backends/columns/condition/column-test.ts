/* Specialised forms of conditions on columns: tests of one column, searches for bytes, and branchless forms. */

import { dateRangesOf } from "../../../language/core/date-range.ts";
import { type CoreNode, operandOf, operandsOf } from "../../../language/core/node.ts";
import { MIN_DATE } from "../../../language/values/date/index.ts";
import { numberAfter, numberBefore } from "../../../language/values/number/index.ts";
import { lowerText, upperText } from "../../../language/values/text/index.ts";
import { BLANK } from "../../evaluation/encoded-value.ts";
import type { NumberColumn } from "../storage/column.ts";
import type { Codes } from "../storage/dictionary.ts";
import type { Numbers } from "../storage/grow.ts";
import { type ColumnLayout, MOST_COMPARED } from "./column-layout.ts";

/** Tests whether a number lies in a range with inclusive bounds. A blank is `Infinity`. */
export interface RangeTest {
  readonly kind: "range";
  readonly values: Numbers;
  readonly low: number;
  readonly high: number;
  /** True to select the numbers in the range, false to select all others. */
  readonly isInside: boolean;
}

/** A table indexed by code: 1 if rows with the code match, else 0. */
export interface TableTest {
  readonly kind: "table";
  readonly codes: Codes;
  readonly table: Uint8Array;
}

/** Tests whether a row has any of some bits (`isAny`), or none of them. */
export interface BitsTest {
  readonly kind: "bits";
  readonly words: readonly (readonly [bits: Uint32Array, mask: number])[];
  readonly isAny: boolean;
}

/** A condition that depends on one value of one column. */
export type ColumnTest = RangeTest | TableTest | BitsTest;

/** The column test of whether the condition equals `wanted`; `undefined` if it has no such form. */
export function columnTestOf(
  node: CoreNode,
  wanted: boolean,
  layout: ColumnLayout,
): ColumnTest | undefined {
  switch (node.op) {
    case "not":
      return columnTestOf(operandOf(node), !wanted, layout);
    case "field": {
      const column = layout.column(node.data);
      /* v8 ignore next -- the type of a field decides the kind of its column */
      if (column.kind !== "flags") return undefined;
      const { values } = column;
      return { kind: "table", codes: values, table: wanted ? IS_TRUE : IS_FALSE };
    }
    case "isBlank": {
      const column = numbersOf(operandOf(node), layout);
      if (column !== undefined) return range(column, BLANK, BLANK, wanted);
      break;
    }
    case "among": {
      const columnTest = codesTest(operandOf(node), node.data, wanted, layout);
      if (columnTest !== undefined) return columnTest;
      break;
    }
    case "equal":
    case "less":
    case "lessOrEqual": {
      const columnTest = comparison(node, wanted, layout);
      if (columnTest !== undefined) return columnTest;
      break;
    }
  }
  if (node.op === "contains") {
    const columnTest = tokenTest(node, wanted, layout);
    if (columnTest !== undefined) return columnTest;
  }
  const lookUp = layout.lookUp(node);
  if (lookUp === undefined) return undefined;
  const { column, values } = lookUp;
  const table = Uint8Array.from(values as readonly unknown[], (value) =>
    value === wanted ? 1 : 0,
  );
  return { kind: "table", codes: column.codes, table };
}

const IS_TRUE = Uint8Array.of(0, 1);
const IS_FALSE = Uint8Array.of(1, 0);

/** Tests whether a dictionary-encoded text is one of some constants. */
function codesTest(
  text: CoreNode,
  among: Iterable<string | number>,
  wanted: boolean,
  layout: ColumnLayout,
): ColumnTest | undefined {
  if (text.op !== "field" || text.type !== "text") return undefined;
  const column = layout.column(text.data);
  if (column.kind !== "codes" || column.size > MOST_COMPARED) return undefined;
  const { codes, size } = column;
  const table = new Uint8Array(size).fill(+!wanted);
  for (const one of among) {
    const code = column.codeOf(String(one));
    // A code that was added later occurs in no row of this reader.
    if (code !== undefined && code < size) table[code] = +wanted;
  }
  return { kind: "table", codes, table };
}

function comparison(node: CoreNode, wanted: boolean, layout: ColumnLayout): ColumnTest | undefined {
  const [a, b] = operandsOf(node);
  if (node.op === "equal" && b.op === "literal" && typeof b.data === "string") {
    return codesTest(a, [b.data], wanted, layout) ?? dateTest(node, wanted, layout);
  }
  if (b.op === "literal" && typeof b.data === "number") {
    const column = numbersOf(a, layout);
    if (column === undefined) return dateTest(node, wanted, layout);
    if (node.op === "equal") return range(column, b.data, b.data, wanted);
    const high = node.op === "less" ? numberBefore(b.data) : b.data;
    return range(column, Number.NEGATIVE_INFINITY, high, wanted);
  }
  if (a.op === "literal" && typeof a.data === "number" && node.op !== "equal") {
    const column = numbersOf(b, layout);
    const low = node.op === "less" ? numberAfter(a.data) : a.data;
    if (column !== undefined) return range(column, low, Number.MAX_VALUE, wanted);
  }
  return dateTest(node, wanted, layout);
}

function dateTest(node: CoreNode, wanted: boolean, layout: ColumnLayout): ColumnTest | undefined {
  const found = dateRangesOf(node);
  // When clocks are put back, a local time occurs twice: there are two ranges.
  if (found === undefined || found.ranges.length > 1) return undefined;
  const column = layout.column(found.field);
  /* v8 ignore next -- the type of a field decides the kind of its column */
  if (column.kind !== "numbers") return undefined;
  const [{ from, to } = NO_DATES] = found.ranges;
  return range(column, from, to - 1, found.isInside === wanted);
}

/** An empty range: the last date comes before the first. */
const NO_DATES = { from: MIN_DATE, to: MIN_DATE };

/** If the needle has no delimiter, a text contains it exactly if one of the text's tokens does. */
function tokenTest(node: CoreNode, wanted: boolean, layout: ColumnLayout): ColumnTest | undefined {
  const [text, needle] = operandsOf(node);
  const change =
    text.op === "lowerCase" ? lowerText : text.op === "upperCase" ? upperText : undefined;
  const field = change === undefined ? text : operandOf(text);
  if (field.op !== "field" || needle.op !== "literal") return undefined;
  const { data } = needle;
  const column = layout.column(field.data);
  if (column.kind !== "texts" || column.tokens === undefined) return undefined;
  const { delimiter, names, words } = column.tokens;
  if (typeof data !== "string" || data === "" || data.includes(delimiter)) return undefined;
  const masks = words.map(() => 0);
  for (const [number, name] of names.entries()) {
    // Case mapping works letter by letter and keeps delimiters, so each token can be mapped by itself.
    if (!(change === undefined ? name : change(name)).includes(data)) continue;
    const mask = masks[number >> 5];
    // A token without a mask was added later: no row of this reader has it.
    if (mask !== undefined) masks[number >> 5] = mask | (1 << (number & 31));
  }
  const used = words.flatMap((word, index) => {
    /* v8 ignore next -- the index is in range */
    const mask = masks[index] ?? 0;
    return mask === 0 ? [] : [[word, mask] as const];
  });
  return { kind: "bits", words: used, isAny: wanted };
}

function numbersOf(node: CoreNode, layout: ColumnLayout): NumberColumn | undefined {
  if (node.op !== "field") return undefined;
  const column = layout.column(node.data);
  /* v8 ignore next -- the type of a field decides the kind of its column */
  return column.kind === "numbers" ? column : undefined;
}

function range(
  { values, hasBlanks }: NumberColumn,
  low: number,
  high: number,
  wanted: boolean,
): RangeTest {
  // Without blanks in the column, a range up to the largest number needs no upper bound.
  const end = high === Number.MAX_VALUE && !hasBlanks ? BLANK : high;
  // If the range is open on one side, its complement is a range as well.
  if (!wanted && low === Number.NEGATIVE_INFINITY && end < BLANK) {
    return { kind: "range", values, low: numberAfter(end), high: BLANK, isInside: true };
  }
  if (!wanted && end === BLANK && low > Number.NEGATIVE_INFINITY) {
    const below = numberBefore(low);
    return { kind: "range", values, low: -BLANK, high: below, isInside: true };
  }
  return { kind: "range", values, low, high: end, isInside: wanted };
}
