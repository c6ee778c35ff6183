import type { FlagColumn } from "../../backends/columns/storage/column.ts";
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

/** Keys of dictionary-encoded texts: the codes are the numbers. */
export function codeKeys(
  codes: Codes,
  { texts, size }: { readonly texts: readonly string[]; readonly size: number },
): GroupKeys<ColumnRows> {
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
export function lookUpKeys(
  type: ValueType,
  codes: Codes,
  values: Float64Array | readonly Encoded[],
): GroupKeys<ColumnRows> {
  const { known, numbers, kinds } = numbered(values);
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
export function identityFill(
  codes: Codes,
  values: Float64Array | readonly Encoded[],
): Fill<ColumnRows> {
  const { numbers, kinds } = numbered(values);
  const identities = Float64Array.from(numbers, (number) => {
    const kind = kinds[number];
    if (kind === null || Number.isNaN(kind)) return Number.NaN;
    return kind === "" || kind === BLANK ? BLANK : number;
  });
  const fill = tableFill<Float64Array>(codes, identities);
  return (rows, count, into) => fill(rows, count, into as Float64Array);
}

/** Assigns equal values the same number. */
function numbered(values: Float64Array | readonly Encoded[]): {
  readonly known: ReadonlyMap<Encoded, number>;
  readonly numbers: Uint32Array;
  readonly kinds: readonly Encoded[];
} {
  const known = new Map<Encoded, number>();
  const numbers = Uint32Array.from(values as readonly Encoded[], (value) => {
    // A `Map` treats 0 and -0 as equal, and all errors too.
    const number = known.get(value) ?? known.size;
    known.set(value, number);
    return number;
  });
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
