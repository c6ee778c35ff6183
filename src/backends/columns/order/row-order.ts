/* Orders of rows: comparison, sorting, and the search for the first rows. */

import type { Field } from "../../../language/schema/field.ts";
import type { OrderKey } from "../../../language/schema/index.ts";
import { readField, readProperty } from "../../../language/values/row-value.ts";
import type { Steps } from "../../../util/steps.ts";
import type { ColumnTest } from "../condition/column-test.ts";
import type { Column } from "../storage/column.ts";
import { ByteRange, goesOn } from "./byte-range.ts";
import { LAST, type RadixKey, radixSort } from "./radix-sort.ts";
import { codesBefore, numbersBefore } from "./test-before.ts";
import { TextRanks } from "./text-ranks.ts";

/** One key of an order of rows. */
interface KeyOrder {
  /** The sort key of rows. The number of a blank is `LAST`. */
  readonly numbers: RadixKey;
  readonly compare: (a: number, b: number) => number;
  /** Compares rows with a position: negative if the row precedes it. */
  readonly compareTo: (position: unknown) => (row: number) => number;
  /** A test that excludes only rows that do not precede `row` by this key; `undefined` if there is none. */
  readonly testBefore?: (row: number, isSole: boolean) => ColumnTest | undefined;
}

/** An order of rows by keys. Rows with equal keys are in the order of their numbers. */
export class RowOrder {
  readonly #keys: readonly KeyOrder[];

  constructor(keys: readonly OrderKey[], columnOf: (field: Field) => Column) {
    this.#keys = keys.map((key) => keyOrder(key, columnOf(key.field)));
  }

  readonly compare = (a: number, b: number): number => {
    for (const { compare } of this.#keys) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return a - b;
  };

  /** Sorts rows in place, in steps. They must be ascending. */
  sorting(rows: Uint32Array): Steps<void> {
    return radixSort(
      rows,
      this.#keys.map(({ numbers }) => numbers),
    );
  }

  /** A test that excludes only rows that do not precede `row`; `undefined` if there is none. */
  testBefore(row: number): ColumnTest | undefined {
    const [first, ...others] = this.#keys;
    return first?.testBefore?.(row, others.length === 0);
  }

  /** A test of whether a row follows a position, which is a record with the fields of the keys. */
  afterTest(position: unknown): (row: number) => boolean {
    const orders = this.#keys.map(({ compareTo }) => compareTo(position));
    return (row) => {
      for (const order of orders) {
        const sign = order(row);
        if (sign !== 0) return sign > 0;
      }
      return false;
    };
  }
}

function keyOrder({ field, isDescending }: OrderKey, column: Column): KeyOrder {
  const { name, type } = field;
  const sign = isDescending ? -1 : 1;
  switch (column.kind) {
    case "numbers": {
      const { values } = column;
      const order = byNumber(
        (row) => {
          const value = values[row] as number;
          return value === LAST ? LAST : sign * value;
        },
        (position) => {
          const value = readField(position, name, type);
          return typeof value === "number" ? sign * value : LAST;
        },
      );
      return {
        ...order,
        testBefore: (row, isSole) => numbersBefore(column, isDescending, row, isSole),
      };
    }
    case "flags": {
      const { values, isMissing } = column;
      return byNumber(
        (row) => (isMissing?.(row) === true ? LAST : sign * (values[row] as number)),
        (position) => {
          if (isMissing !== undefined && readProperty(position, name) === null) return LAST;
          return readField(position, name, type) === true ? sign : 0;
        },
      );
    }
    case "codes": {
      const { codes } = column;
      const ranks = TextRanks.of(column);
      const byCode = ranks.byCode(sign);
      const order = byNumber(
        (row) => byCode[codes[row] as number] as number,
        (position) => ranks.rankOf(readField(position, name, type), sign),
      );
      return { ...order, testBefore: (row, isSole) => codesBefore(column, byCode, row, isSole) };
    }
    case "texts": {
      const { blocks } = column;
      const compare = (a: ByteRange, b: ByteRange): number => {
        if (a.isBlank || b.isBlank) return Number(a.isBlank) - Number(b.isBlank);
        return sign * a.compare(b);
      };
      const [one, other] = [new ByteRange(), new ByteRange()];
      return {
        numbers: {
          write: (rows, from, to, depth, into) => {
            for (let index = from; index < to; index++) {
              one.at(blocks, rows[index] as number);
              into[index] = depth === 0 && one.isBlank ? LAST : sign * one.numberAt(depth);
            }
          },
          goesOn,
        },
        compare: (a, b) => compare(one.at(blocks, a), other.at(blocks, b)),
        compareTo: (position) => {
          const value = readField(position, name, type);
          /* v8 ignore next -- a field of texts reads as a string */
          const other = ByteRange.of(typeof value === "string" ? value : "");
          return (row) => compare(one.at(blocks, row), other);
        },
      };
    }
    /* v8 ignore next -- `orderKeys` refuses lists */
    case "lists":
      throw new Error("lists have no order");
  }
}

/** @param number the number of a row: it sorts as the values do, and is largest for a blank */
function byNumber(number: (row: number) => number, read: (position: unknown) => number): KeyOrder {
  return {
    numbers: {
      write: (rows, from, to, _, into) => {
        for (let index = from; index < to; index++) into[index] = number(rows[index] as number);
      },
    },
    compare: (a, b) => difference(number(a), number(b)),
    compareTo: (position) => {
      const other = read(position);
      return (row) => difference(number(row), other);
    },
  };
}

function difference(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
