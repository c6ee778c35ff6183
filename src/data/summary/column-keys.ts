import type { LookUp } from "../../backends/columns/condition/column-layout.ts";
import type { CodeColumn, FlagColumn } from "../../backends/columns/storage/column.ts";
import type { Codes } from "../../backends/columns/storage/dictionary.ts";
import { BLANK, decode, type Encoded } from "../../backends/evaluation/encoded-value.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import type { Outcome } from "../../language/values/plain.ts";
import type { Fill, GroupKeys } from "./groups/group-keys.ts";

/** Rows of columns: the given ones, or all from one on. */
export interface ColumnRows {
  readonly rows: Uint32Array | undefined;
  readonly from: number;
}

/**
 * Keys of dictionary-encoded texts: the numbers are the codes, or the positions of the codes among those that are used.
 */
export function codeKeys(
  { codes, texts, size }: CodeColumn,
  used: Uint32Array | undefined,
): GroupKeys<ColumnRows> {
  if (used !== undefined) {
    return {
      size: used.length,
      numbered: used.length,
      bytes: used.byteLength,
      number: tableFill(codes, numbersOf(used, size)),
      /* v8 ignore next -- the index is inside */
      valueOf: (number) => texts[used[number] as number] ?? "",
    };
  }
  return {
    size,
    numbered: size,
    bytes: 0,
    number: numberFill(codes),
    numbers: ({ rows, from }, count) =>
      rows === undefined ? codes.subarray(from, from + count) : undefined,
    /* v8 ignore next -- the index is inside */
    valueOf: (code) => texts[code] ?? "",
  };
}

/** By code: its position among the codes that are used. */
export function numbersOf(used: Uint32Array, size: number): Uint32Array {
  const numbers = new Uint32Array(size);
  for (let number = 0; number < used.length; number++) numbers[used[number] as number] = number;
  return numbers;
}

export function flagKeys({ values }: FlagColumn): GroupKeys<ColumnRows> {
  return {
    size: 2,
    numbered: 2,
    bytes: 0,
    number: numberFill(values),
    valueOf: (flag) => flag === 1,
  };
}

/** Keys of an expression with a value for each code of a column. */
export function lookUpKeys(type: ValueType, lookUp: LookUp): GroupKeys<ColumnRows> {
  const { codes } = lookUp.column;
  const { known, numbers, kinds } = numbered(lookUp);
  const isNumber = type === "number" || type === "date";
  return {
    size: kinds.length,
    numbered: kinds.length,
    bytes: kinds.length * 8,
    number: tableFill(codes, numbers),
    valueOf: (number): Outcome => decode(type, kinds[number] as Encoded),
    // Other threads may compute the values, and number them in order of appearance.
    numbering: {
      valuesOf: (some) => {
        const of = Array.from(some, (number) => kinds[number] as Encoded);
        return isNumber ? Float64Array.from(of as number[]) : of;
      },
      number: (some, count, into) => {
        for (let index = 0; index < count; index++) {
          into[index] = known.get(some[index] as Encoded) as number;
        }
      },
    },
  };
}

/** Fills in numbers instead of texts: equal numbers for equal texts, and `Infinity` for blanks. */
export function identityFill(lookUp: LookUp): Fill<ColumnRows> {
  const { codes } = lookUp.column;
  const { numbers, kinds } = numbered(lookUp);
  const identities = Float64Array.from(numbers, (number) => {
    const kind = kinds[number];
    if (kind === null || Number.isNaN(kind)) return Number.NaN;
    return kind === "" || kind === BLANK ? BLANK : number;
  });
  const fill = tableFill<Float64Array>(codes, identities);
  return (rows, count, into) => fill(rows, count, into as Float64Array);
}

/** Assigns equal values the same number. */
function numbered({ column: { size }, values, used }: LookUp): {
  readonly known: ReadonlyMap<Encoded, number>;
  readonly numbers: Uint32Array;
  readonly kinds: readonly Encoded[];
} {
  const known = new Map<Encoded, number>();
  const numbers = new Uint32Array(size);
  const count = used?.length ?? size;
  for (let index = 0; index < count; index++) {
    const code = used === undefined ? index : (used[index] as number);
    const value = values[code] as Encoded;
    // A `Map` treats 0 and -0 as equal, and all errors too.
    const number = known.get(value) ?? known.size;
    known.set(value, number);
    numbers[code] = number;
  }
  return { known, numbers, kinds: [...known.keys()] };
}

/** A function that copies codes or booleans. */
function numberFill(codes: Codes): GroupKeys<ColumnRows>["number"] {
  return ({ rows, from }, count, into) => {
    if (rows === undefined) {
      for (let index = 0; index < count; index++) into[index] = codes[from + index] as number;
    } else {
      for (let index = 0; index < count; index++) {
        into[index] = codes[rows[index] as number] as number;
      }
    }
  };
}

function tableFill<T extends Uint32Array | Float64Array>(
  codes: Codes,
  table: T,
): (rows: ColumnRows, count: number, into: T) => void {
  return ({ rows, from }, count, into) => {
    if (rows === undefined) {
      for (let index = 0; index < count; index++) {
        into[index] = table[codes[from + index] as number] as number;
      }
    } else {
      for (let index = 0; index < count; index++) {
        into[index] = table[codes[rows[index] as number] as number] as number;
      }
    }
  };
}
