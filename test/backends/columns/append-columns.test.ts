import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ColumnTable } from "../../../src/backends/columns/column-table.ts";
import {
  keptColumn,
  receivedColumn,
  sharing,
} from "../../../src/backends/columns/shared/shared-column.ts";
import { ColumnsSnapshot } from "../../../src/backends/columns/snapshot.ts";
import type { Column } from "../../../src/backends/columns/storage/column.ts";
import { storeOf } from "../../../src/backends/columns/storage/store-of.ts";
import { TextStore } from "../../../src/backends/columns/storage/text-store.ts";
import { Columns } from "../../../src/columns.ts";
import { valueReader } from "../../../src/data/stores/fields/value-reader.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import { allSteps } from "../../../src/util/steps.ts";
import { countOf } from "../../harness/extent.ts";

type Values = readonly unknown[];

/** A column built from parts that were sent; some of them were written value by value. */
function appended(type: ValueType, parts: readonly Values[], mostDistinct?: number): Column {
  const store = storeOf(type, mostDistinct);
  let length = 0;
  for (const [index, part] of parts.entries()) {
    if (index % 4 === 3) store.write(part, part.length, length);
    else {
      // A part may be read with the knowledge of how earlier texts are stored.
      const isTold = index % 4 !== 1 && store instanceof TextStore;
      const own = storeOf(type, mostDistinct, isTold ? store.plain : undefined);
      own.write(part, part.length, 0);
      const received = isTold ? receivedColumn : keptColumn;
      const { sent } = allSteps(sharing(own.read(part.length), part.length));
      store.append(received(sent), part.length, length);
    }
    length += part.length;
  }
  return store.read(length);
}

const of = (length: number, value: (index: number) => unknown): Values =>
  Array.from({ length }, (_, index) => value(index));

/** Checks that filters find the same rows in appended columns as in columns written at once. */
function expectSame(
  type: ValueType,
  parts: readonly Values[],
  filters: readonly string[],
  mostDistinct = 3_000,
): Column {
  const values = parts.flat();
  const schema = defineSchema({ v: type });
  const written = Columns.from([], schema, { mostDistinct });
  written.appendColumns({ v: values });
  const column = appended(type, parts, mostDistinct);
  const read = valueReader(column, type);
  const readWritten = valueReader(written.snapshot().table.column("v") as Column, type);
  const isOther = (_: unknown, row: number): boolean =>
    JSON.stringify(read(row)) !== JSON.stringify(readWritten(row));
  expect(values.findIndex(isOther)).toBe(-1);
  for (const strategy of ["adaptive", "closures", "vectors"] as const) {
    const table = ColumnTable.of(schema, values.length, new Map([["v", column]]), strategy);
    const rows = ColumnsSnapshot.of(table);
    for (const source of filters) {
      const formula = compileOrThrow(source, schema);
      expect(rows.mask(formula).rows(), source).toEqual(written.mask(formula).rows());
    }
  }
  return column;
}

describe("a column that is added to another", () => {
  it("of numbers is as if they were written, narrow or wide, with blanks", () => {
    const parts = [
      of(700, (index) => index),
      of(1_500, (index) => (index % 9 === 0 ? null : -index)),
      of(4_500, (index) => index / 3),
      of(10, () => Number.NaN),
      of(1_500, (index) => index),
    ];
    expectSame("number", parts, ["{v} > 100", "{v} = BLANK()", "{v} < 0.5"]);
  });

  it("of dates and booleans is as if they were written", () => {
    const dates = [0, 1, 2].map((part) =>
      of(1_500, (index) => (index % 7 === 0 ? null : new Date(part * 1e12 + index * 3e7))),
    );
    expectSame("date", dates, ['{v} > "2001-09-10"', "YEAR({v}) = 1970", "NOT({v})"]);
    const flags = [1, 2, 3].map((part) => of(1_500, (index) => index % part === 0 || null));
    expectSame("boolean", flags, ["{v}", "NOT({v})"]);
  });

  it("of texts that repeat keeps codes, whichever part has which", () => {
    const part = (distinct: number, from: number): Values =>
      of(2_500, (index) => (index % 11 === 0 ? "" : `t${from + (index % distinct)}`));
    const filters = ['{v} = "t7"', 'FIND("9", {v})', '{v} < "t3"', "NOT({v})"];
    const parts = [part(200, 0), part(300, 150), part(1_200, 0), part(5, 7), part(10, 2_000)];
    expect(expectSame("text", parts, filters).kind).toBe("codes");
  });

  it("of texts gives up codes when they do not repeat, and takes bytes that are not ASCII", () => {
    const part = (from: number, end: string): Values =>
      of(1_500, (index) => (index % 50 === 0 ? null : `${end}text ${from + index}`));
    const few = of(800, (index) => `Ä${index % 5}`);
    const filters = ['FIND("9", {v})', 'SEARCH("k", {v})', '{v} = "text 4"', 'LEFT({v}, 1) = "Ä"'];
    const plain = [part(0, ""), part(1_500, ""), few, few, part(0, "\u212a"), part(9_000, "")];
    expect(expectSame("text", plain, filters).kind).toBe("texts");
    expect(expectSame("text", [few, part(0, ""), few], filters).kind).toBe("texts");
  });

  it("of texts that are made of pieces keeps their index, or does without it", () => {
    const part = (names: number, from: number, delimiter = ","): Values =>
      of(1_500, (index) =>
        [index % names, (index * 7) % names, (index * 13) % names, index % 3]
          .map((piece) => `${from % 2 === 0 ? "A" : "long piece "}${from + piece}`)
          .concat(index % 2 === 0 ? `w${(index * 31) % 40}` : [])
          .join(delimiter),
      );
    const filters = ['FIND("A11", {v})', 'NOT(SEARCH("PIECE 7", {v}))', 'FIND("w39", {v})'];
    const kept = [part(20, 0), part(30, 10), part(20, 1), part(9, 4), part(40, 0)];
    const column = expectSame("text", kept, filters, 0);
    expect(column.kind === "texts" && column.pieces?.delimiter).toBe(",");
    // Another delimiter makes plain texts; too many pieces end the index.
    expectSame("text", [part(20, 0), part(20, 0, ";"), part(20, 2)], filters, 0);
    const many = [0, 2, 4, 6, 8, 10].map((at) => part(60, 60 * at));
    const without = expectSame("text", many, filters, 0);
    expect(without.kind === "texts" && without.pieces).toBe(undefined);
  });

  it("of lists has the items of both", () => {
    const part = (distinct: number): Values =>
      of(1_400, (index) => [`a${index % distinct}`, `b${index % 3}`].slice(index % 3));
    expectSame("list", [part(5), part(400), part(9)], ['HAS({v}, "a7")', "{v} = BLANK()"]);
  });

  it("has to be of its kind", () => {
    const texts = storeOf("text").read(0);
    const numbers = storeOf("number").read(0);
    for (const type of ["number", "date", "boolean", "list"] as const) {
      expect(() => storeOf(type).append(texts, 0, 0)).toThrow(/a column of codes is not one of/);
    }
    expect(() => storeOf("text").append(numbers, 0, 0)).toThrow("numbers is not one of texts");
  });

  it("is as if it was written, for random values in random parts", () => {
    const text = fc.oneof(
      fc.constantFrom("", "a", "b,c", "a;b"),
      fc.string({ unit: "grapheme", maxLength: 6 }),
    );
    const values: Readonly<Record<ValueType, fc.Arbitrary<unknown>>> = {
      number: fc.oneof(fc.double(), fc.integer()),
      date: fc.date(),
      boolean: fc.boolean(),
      text,
      list: fc.array(text, { maxLength: 4 }),
    };
    const filters = {
      number: ["{v} > 0"],
      date: ["YEAR({v}) > 2000"],
      boolean: ["{v}"],
      text: ['FIND("a", {v})', '{v} < "b"', 'SEARCH("A", {v})'],
      list: ['HAS({v}, "a")'],
    };
    const cases = fc.constantFrom(...(Object.keys(values) as ValueType[])).chain((type) =>
      fc.record({
        type: fc.constant(type),
        parts: fc.array(fc.array(fc.option(values[type]), { size: "+1" }), { maxLength: 6 }),
        times: fc.constantFrom(1, 1, 20),
      }),
    );
    fc.assert(
      fc.property(cases, ({ type, parts, times }) => {
        const longer = parts.map((part) => Array.from({ length: times }, () => part).flat());
        expectSame(type, longer, filters[type]);
      }),
      { numRuns: countOf(20, 60) },
    );
  });
});
