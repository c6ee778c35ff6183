import { tableFromIPC as flechetteFromIPC } from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Columns, ColumnsError } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema, type Schema } from "../../../src/index.ts";
import { ARROW_COLUMNS, ARROW_RECORDS } from "../../data/stores/files/arrow-sample.ts";
import { runsOf } from "../../harness/extent.ts";
import { columnsOf, formulaOf, SCHEMA } from "./columns-of.ts";

const text = fc.constantFrom("", "a", "b", "é", "😀", "\uFEFFx", "long text ".repeat(9), "\n");
const row = fc.record({
  id: fc.option(fc.string({ maxLength: 4 })),
  n: fc.option(
    fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double(), fc.constantFrom(-0, Number.NaN)),
  ),
  m: fc.double(),
  t: fc.option(text),
  b: fc.option(fc.boolean()),
  d: fc.option(fc.date({ min: new Date("1899-01-01"), max: new Date("2300-01-01") })),
  l: fc.option(fc.array(text, { maxLength: 3 })),
});
const rows = fc
  .tuple(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom(0, 1, 7, 100))
  .map(([some, count]) => Array.from({ length: count }, (_, index) => some[index % some.length]));
const FORMULAS = [
  "{n} > 0",
  '{t} = "a"',
  "{b}",
  "NOT({d} = BLANK())",
  'HAS({l}, "b")',
  "LEN({id}) > 2",
];

function recordsOf(columns: Columns): readonly unknown[] {
  return Array.from({ length: columns.length }, (_, index) => columns.record(index));
}

function expectSame(found: Columns, columns: Columns): void {
  expect(recordsOf(found)).toEqual(recordsOf(columns));
  for (const source of FORMULAS) {
    expect(found.select(formulaOf(source))).toEqual(columns.select(formulaOf(source)));
  }
  expect(found.count(formulaOf("{n} = BLANK()"))).toBe(columns.count(formulaOf("{n} = BLANK()")));
}

/** A table split into batches, as in a stream. */
function cut(table: arrow.Table, size: number): arrow.Table {
  const batches: arrow.RecordBatch[] = [];
  for (let from = 0; from < table.numRows; from += size) {
    batches.push(...table.slice(from, from + size).batches);
  }
  return new arrow.Table(table.schema, batches);
}

describe("columns of Arrow", () => {
  it("equal the rows that the table was built from, whether it is sliced, serialised or both", () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(undefined, 0),
        fc.constantFrom(1, 13, 64),
        (given, mostDistinct, size) => {
          const options = mostDistinct === undefined ? {} : { mostDistinct };
          const columns = columnsOf(given, options);
          const table = columns.toArrow(arrow);
          expect(table.numRows).toBe(given.length);
          expectSame(Columns.fromArrow(table, SCHEMA), columns);
          expectSame(Columns.fromArrow(cut(table, size), SCHEMA, options), columns);
          for (const form of ["file", "stream"] as const) {
            const read = arrow.tableFromIPC(arrow.tableToIPC(table, form));
            const found = Columns.fromArrow(read);
            expect(found.schema.toJSON()).toEqual(SCHEMA.toJSON());
            expectSame(found, columns);
          }
        },
      ),
      { numRuns: runsOf(200) / 4 },
    );
  });

  it("span several blocks, of repeated and of distinct texts", () => {
    const given = Array.from({ length: 9_000 }, (_, index) => ({
      id: `${index} ${"x".repeat(index % 30)}`,
      n: index / 3,
      t: `t${index % 700}`,
      l: [`${index % 40}`],
    }));
    const columns = columnsOf(given);
    const table = columns.toArrow(arrow);
    for (const read of [table, cut(table, 1000), cut(table, 4096)]) {
      const found = Columns.fromArrow(read, SCHEMA);
      for (const source of ['FIND("99", {id})', '{t} = "t7"', "{n} > 2000", 'HAS({l}, "7")']) {
        expect(found.select(formulaOf(source))).toEqual(columns.select(formulaOf(source)));
      }
      for (const index of [0, 4095, 4096, 8999]) {
        expect(found.record(index)).toEqual(columns.record(index));
      }
    }
  });

  it("of a slice are the rows of the slice", () => {
    const columns = columnsOf(
      Array.from({ length: 100 }, (_, n) => ({
        n: n % 3 ? n / 8 : null,
        t: `t${n % 9}`,
        b: n % 5 === 0,
        l: n % 2 ? [`${n}`] : [],
        d: new Date(n),
        id: `${n}`,
      })),
    );
    const all = recordsOf(columns);
    const table = columns.toArrow(arrow);
    for (const [from, to] of [
      [0, 7],
      [3, 4],
      [9, 77],
      [64, 100],
      [5, 5],
    ] as const) {
      const found = Columns.fromArrow(table.slice(from, to), SCHEMA);
      expect(recordsOf(found)).toEqual(all.slice(from, to));
    }
  });

  it.each(["table", "file", "stream"] as const)(
    "has every type that a file may have (%s)",
    (form) => {
      const table = new arrow.Table(ARROW_COLUMNS);
      const read = form === "table" ? table : arrow.tableFromIPC(arrow.tableToIPC(table, form));
      const columns = Columns.fromArrow(read);
      const blankLists = ARROW_RECORDS.map(({ flag, codes, ...others }) => ({
        ...others,
        // Columns do not distinguish these blanks from FALSE and from the empty list.
        flag: flag ?? false,
        codes: codes?.length === 0 ? null : codes,
      }));
      expect(recordsOf(columns)).toEqual(blankLists);
    },
  );

  it("are numbers of any width, and dates of any unit", () => {
    const vector = (type: arrow.DataType, values: readonly unknown[]): arrow.Vector =>
      arrow.vectorFromArray(values, type);
    const numbers = [1, null, 0, 100];
    const types = [
      new arrow.Int8(),
      new arrow.Int16(),
      new arrow.Int32(),
      new arrow.Uint8(),
      new arrow.Uint16(),
      new arrow.Uint32(),
      new arrow.Float16(),
      new arrow.Float32(),
      new arrow.Float64(),
    ];
    const table = new arrow.Table(
      Object.fromEntries(types.map((type, index) => [`n${index}`, vector(type, numbers)])),
    );
    const found = Columns.fromArrow(table);
    for (const index of types.keys()) {
      expect(recordsOf(found).map((one) => (one as Record<string, unknown>)[`n${index}`])).toEqual(
        numbers,
      );
    }
    const longs = new arrow.Table({
      signed: vector(new arrow.Int64(), [9007199254740991n, null, -9007199254740991n]),
      unsigned: vector(new arrow.Uint64(), [0n, 7n, null]),
    });
    expect(recordsOf(Columns.fromArrow(longs))).toEqual([
      { signed: 9007199254740991, unsigned: 0 },
      { signed: null, unsigned: 7 },
      { signed: -9007199254740991, unsigned: null },
    ]);
  });

  const MANY = 2 * 4_096;
  const TEXTS = {
    "that repeat": (row: number) => (row % 7 === 0 ? null : `t${row % 50}`),
    "that hardly repeat": (row: number) => (row % 7 === 0 ? null : `text ${row}`),
  };
  const LAYOUTS: Readonly<Record<string, () => arrow.DataType>> = {
    texts: () => new arrow.Utf8(),
    "large texts": () => new arrow.LargeUtf8(),
    ...Object.fromEntries(
      [arrow.Int8, arrow.Int16, arrow.Int32, arrow.Uint16, arrow.Uint32].map((Type) => [
        `codes of ${Type.name}`,
        () => new arrow.Dictionary(new arrow.Utf8(), new Type() as arrow.Int32),
      ]),
    ),
  };

  it.each(
    Object.keys(LAYOUTS)
      .flatMap((layout) => Object.keys(TEXTS).map((kind) => [layout, kind]))
      // A byte has too few codes for this many texts.
      .filter(([layout, kind]) => layout !== "codes of Int8" || kind === "that repeat"),
  )("are texts, held as %s, %s", (layout, kind) => {
    const valueAt = TEXTS[kind as keyof typeof TEXTS];
    const given = Array.from({ length: MANY }, (_, row) => ({ t: valueAt(row) }));
    const values = given.map(({ t }) => t);
    const type = LAYOUTS[layout]?.() ?? new arrow.Null();
    const half = (from: number, to: number): arrow.Table =>
      new arrow.Table({ t: arrow.vectorFromArray(values.slice(from, to), type) });
    const schema = defineSchema({ t: "text" });
    const wanted = Columns.from(given, schema);
    // Each half has its own dictionary.
    for (const table of [half(0, MANY), half(0, 4_500).concat(half(4_500, MANY))]) {
      for (const mostDistinct of [0, 9_999]) {
        const found = Columns.fromArrow(table, schema, { mostDistinct });
        expect(recordsOf(found)).toEqual(recordsOf(wanted));
        for (const source of ['{t} = "t9"', 'FIND("99", {t})', "{t} = BLANK()"]) {
          const formula = compileOrThrow(source, schema);
          expect(found.select(formula)).toEqual(wanted.select(formula));
        }
      }
    }
  });

  it("hold the least and the largest value of their types", () => {
    const stored = (type: arrow.DataType, data: object, length: number): arrow.Vector =>
      new arrow.Vector([arrow.makeData({ type, data, length } as never)]);
    const day = stored(new arrow.DateDay(), Int32Array.of(-719_529, 0, 2 ** 31 - 1), 3);
    const nano = new arrow.TimestampNanosecond();
    const bytes = Uint8Array.from({ length: 48 }, (_, index) => index);
    const uuid = new arrow.Field(
      "uuid",
      new arrow.FixedSizeBinary(16),
      true,
      new Map([["ARROW:extension:name", "arrow.uuid"]]),
    );
    const columns: Readonly<Record<string, arrow.Vector>> = {
      half: stored(new arrow.Float16(), Uint16Array.of(0x7c00, 0x7e00, 0xfbff), 3),
      day,
      written: day,
      nano: stored(nano, BigInt64Array.of(2n ** 63n - 1n, -(2n ** 63n), 1_500_000_000n), 3),
      second: stored(new arrow.TimestampSecond(), BigInt64Array.of(86_400n, -1n, 0n), 3),
      tens: stored(
        new arrow.Decimal(-1, 10),
        Uint32Array.of(7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0),
        3,
      ),
      uuid: stored(uuid.type, bytes, 3),
      binary: stored(new arrow.FixedSizeBinary(16), bytes, 3),
      "": day,
      words: arrow.vectorFromArray(
        [[1], null, [2]],
        new arrow.List(new arrow.Field("item", new arrow.Int8())),
      ),
    };
    const fields = Object.entries(columns).map(([name, { type }]) =>
      name === "uuid" ? uuid : new arrow.Field(name, type, true),
    );
    const children = Object.values(columns).map(({ data }) => data[0] as arrow.Data);
    const struct = arrow.makeData({ type: new arrow.Struct(fields), length: 3, children });
    const table = new arrow.Table(new arrow.Schema(fields), [
      new arrow.RecordBatch(new arrow.Schema(fields), struct),
    ]);
    const schema = defineSchema({
      half: "number",
      day: "date",
      written: "text",
      nano: "text",
      second: "text",
      tens: "number",
      uuid: "text",
    });
    expect(recordsOf(Columns.fromArrow(table, schema))).toEqual([
      {
        half: null,
        day: null,
        written: "-000001-12-31",
        nano: "2262-04-11T23:47:16.854775807Z",
        second: "1970-01-02T00:00:00Z",
        tens: 70,
        uuid: "00010203-0405-0607-0809-0a0b0c0d0e0f",
      },
      {
        half: null,
        day: new Date(0),
        written: "1970-01-01",
        nano: "1677-09-21T00:12:43.145224192Z",
        second: "1969-12-31T23:59:59Z",
        tens: 0,
        uuid: "10111213-1415-1617-1819-1a1b1c1d1e1f",
      },
      {
        half: -65_504,
        day: null,
        written: null,
        nano: "1970-01-01T00:00:01.5Z",
        second: "1970-01-01T00:00:00Z",
        tens: 10,
        uuid: "20212223-2425-2627-2829-2a2b2c2d2e2f",
      },
    ]);
    const all = Columns.fromArrow(table);
    expect([...all.schema.fields.keys()]).toEqual(
      Object.keys(columns).filter((name) => !["binary", "", "words"].includes(name)),
    );
  });

  it("have codes of one, two and four bytes", () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => `entry ${index}`);
    const dictionary = arrow.vectorFromArray(entries, new arrow.Utf8());
    const data = arrow.makeData({
      type: new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
      length: 200_000,
      data: Int32Array.from({ length: 200_000 }, (_, row) => row % 70_000),
      dictionary,
    });
    const found = Columns.fromArrow(new arrow.Table({ t: new arrow.Vector([data]) }));
    expect(found.record(69_999)).toEqual({ t: "entry 69999" });
    expect([...found.select(compileOrThrow('{t} = "entry 7"', found.schema))]).toEqual([
      7, 70_007, 140_007,
    ]);
  });

  it("keep the digits of an integer that a float64 would round, anywhere in the table", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => BigInt(index));
    const table = new arrow.Table({
      n: arrow.vectorFromArray([...many, 9007199254740993n], new arrow.Int64()),
    });
    const columns = Columns.fromArrow(table);
    expect(columns.record(20_000)).toEqual({ n: "9007199254740993" });
    expect(columns.record(7)).toEqual({ n: "7" });
    expect(() => Columns.fromArrow(table, defineSchema({ n: "number" }))).toThrow(
      new ColumnsError(
        "`n`: row 20000 is 9007199254740993, which a number would round to 9007199254740992: a schema in which the field is a text keeps it",
      ),
    );
    const even = new arrow.Table({ n: arrow.vectorFromArray([2n ** 60n], new arrow.Int64()) });
    expect(Columns.fromArrow(even, defineSchema({ n: "number" })).record(0)).toEqual({
      n: 2 ** 60,
    });
  });

  it("are blank where the value of a row would be", () => {
    const schema = defineSchema({ n: "number", d: "date", t: "text", k: "text" });
    const table = new arrow.Table({
      n: arrow.vectorFromArray(
        [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0],
        new arrow.Float64(),
      ),
      d: arrow.vectorFromArray(["2024-02-29", "1899-12-31", "x", null], new arrow.Utf8()),
      t: arrow.vectorFromArray(["", "a\0b", null, "c"], new arrow.Utf8()),
      k: arrow.vectorFromArray(
        ["", "a\0b", null, "c"],
        new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()),
      ),
    });
    expect(recordsOf(Columns.fromArrow(table, schema))).toEqual([
      { n: null, d: new Date("2024-02-29"), t: null, k: null },
      { n: null, d: null, t: null, k: null },
      { n: null, d: null, t: null, k: null },
      { n: 0, d: null, t: "c", k: "c" },
    ]);
    const times = new arrow.Table({
      d: new arrow.Vector([
        arrow.makeData({
          type: new arrow.TimestampMillisecond(),
          data: BigInt64Array.of(0n, 2n ** 62n, -(2n ** 63n)),
        }),
      ]),
    });
    expect(recordsOf(Columns.fromArrow(times))).toEqual([
      { d: new Date(0) },
      { d: null },
      { d: null },
    ]);
  });

  it("read a dictionary with repeated, missing and unused entries", () => {
    const entries = ["x", "unused", "x", null, "y", "", "🚗"];
    const dictionary = arrow.vectorFromArray(entries, new arrow.Utf8());
    const wanted = ["x", null, "x", "y", null, "🚗", null];
    for (const Indexes of [
      Int8Array,
      Int16Array,
      Int32Array,
      Uint8Array,
      Uint16Array,
      Uint32Array,
    ]) {
      const Type =
        { 1: arrow.Int8, 2: arrow.Int16, 4: arrow.Int32 }[Indexes.BYTES_PER_ELEMENT] ?? arrow.Int32;
      const type = new arrow.Dictionary(new arrow.Utf8(), new Type());
      const data = arrow.makeData({
        type,
        length: 7,
        nullCount: 1,
        nullBitmap: Uint8Array.of(0b0111_1101),
        data: Indexes.of(0, 99, 2, 4, 3, 6, 5) as Int32Array,
        dictionary,
      });
      const table = new arrow.Table({ t: new arrow.Vector([data]) });
      for (const read of [table, cut(table, 3)]) {
        const found = Columns.fromArrow(read);
        expect(recordsOf(found)).toEqual(wanted.map((t) => ({ t })));
        const formula = compileOrThrow('{t} = "x"', found.schema);
        expect([...found.select(formula)]).toEqual([0, 2]);
        found.append([{ t: "y" }, { t: "new" }]);
        expect([...found.select(compileOrThrow('{t} = "y"', found.schema))]).toEqual([3, 7]);
      }
    }
  });
});

describe("the memory of a table", () => {
  const schema = defineSchema({ n: "number", t: "text" });
  const made = (): Columns =>
    Columns.from(
      Array.from({ length: 3000 }, (_, index) => ({
        n: index % 5 ? index / 10 : null,
        t: `t${index % 9}`,
      })),
      schema,
    );
  const arrays = (table: arrow.Table): readonly unknown[] =>
    table.batches.flatMap(({ data }) => data.children.map(({ values }) => values));

  const buffersOf = (table: arrow.Table): readonly unknown[] =>
    arrays(table).map((array) => (array as Float64Array).buffer);

  it("is shared by numbers both ways, and by codes with the columns that wrote them", () => {
    const columns = made();
    const table = columns.toArrow(arrow);
    const [numbers, codes] = buffersOf(table);
    expect(buffersOf(columns.toArrow(arrow))).toEqual([numbers, codes]);
    const [sameNumbers, otherCodes] = buffersOf(Columns.fromArrow(table, schema).toArrow(arrow));
    expect(sameNumbers).toBe(numbers);
    expect(otherCodes).not.toBe(codes);
    expect(buffersOf(made().toArrow(arrow))[0]).not.toBe(numbers);
  });

  it("is not overwritten by appended rows", () => {
    const table = made().toArrow(arrow);
    const before = JSON.stringify(table.toArray());
    const columns = Columns.fromArrow(table, schema);
    columns.append([
      { n: 1e300, t: "new" },
      { n: null, t: "t1" },
    ]);
    expect(columns.record(3000)).toEqual({ n: 1e300, t: "new" });
    expect(columns.record(2999)).toEqual({ n: 299.9, t: "t2" });
    expect(JSON.stringify(table.toArray())).toBe(before);
  });
});

describe("toArrow", () => {
  const schema: Schema = defineSchema({
    id: { type: "text", key: true },
    n: "number",
    t: "text",
    double: { formula: "{n} * 2" },
    bad: { formula: "{n} / 0 > 1" },
  });
  const columns = Columns.from(
    Array.from({ length: 50 }, (_, index) => ({ id: `k${index}`, n: index, t: "same" })),
    schema,
  );

  it("has the requested rows and fields, computed ones too", () => {
    const found = columns.select(compileOrThrow("{n} > 40", schema), {
      sort: [{ field: "n", direction: "desc" }],
      limit: 3,
    });
    const table = columns.toArrow(arrow, { rows: found, fields: ["double", "id", "t", "bad"] });
    expect(table.toArray().map((one) => one.toJSON())).toEqual([
      { double: 98, id: "k49", t: "same", bad: null },
      { double: 96, id: "k48", t: "same", bad: null },
      { double: 94, id: "k47", t: "same", bad: null },
    ]);
    const twice = columns.toArrow(arrow, {
      rows: Array.from({ length: 90 }, () => 7),
      fields: ["t", "n"],
    });
    expect(twice.numRows).toBe(90);
    expect(twice.get(89)?.toJSON()).toEqual({ t: "same", n: 7 });
    expect(columns.toArrow(arrow, { rows: [] }).numRows).toBe(0);
  });

  it("throws for an unknown row or field", () => {
    expect(() => columns.toArrow(arrow, { rows: [50] })).toThrow(
      new ColumnsError("there is no row 50"),
    );
    expect(() => columns.toArrow(arrow, { fields: ["x"] })).toThrow(
      new ColumnsError("there is no field `x`"),
    );
  });

  it("is read by another reader of Arrow", () => {
    const given = columnsOf([
      { id: "a", n: 1.5, t: "x", b: true, d: new Date("2024-02-29T01:02:03.004Z"), l: ["p", "q"] },
      { id: "b", n: null, t: null, b: false, d: null, l: [] },
      { id: "ü", n: -3, t: "x", b: true, d: new Date(-1), l: ["é"] },
    ]);
    for (const form of ["file", "stream"] as const) {
      const bytes = arrow.tableToIPC(given.toArrow(arrow), form);
      const table = flechetteFromIPC(bytes, { useDate: true });
      expect(table.toArray()).toEqual([
        {
          id: "a",
          n: 1.5,
          m: null,
          t: "x",
          b: true,
          d: new Date("2024-02-29T01:02:03.004Z"),
          l: ["p", "q"],
        },
        { id: "b", n: null, m: null, t: null, b: false, d: null, l: null },
        { id: "ü", n: -3, m: null, t: "x", b: true, d: new Date(-1), l: ["é"] },
      ]);
    }
  });
});

describe("a table that does not fit", () => {
  const table = new arrow.Table({
    n: arrow.vectorFromArray([1], new arrow.Int32()),
    t: arrow.vectorFromArray(["a"], new arrow.Utf8()),
    s: arrow.vectorFromArray(
      [{ x: 1 }],
      new arrow.Struct([new arrow.Field("x", new arrow.Int32())]),
    ),
  });

  it.each([
    [{ x: "number" }, "the table has no column for `x`"],
    [{ s: "text" }, "the table has no column for `s`: a structure is not a value of a field"],
    [{ t: "number" }, "`t` is a text in the table, and a number in the schema"],
    [{ n: "boolean" }, "`n` is a number in the table, and a boolean in the schema"],
  ] as const)("%j: %s", (fields, message) => {
    expect(() => Columns.fromArrow(table, defineSchema(fields))).toThrow(new ColumnsError(message));
  });

  it("gives the spelling of a number in a field of texts", () => {
    expect(Columns.fromArrow(table, defineSchema({ n: "text" })).record(0)).toEqual({ n: "1" });
  });

  it("is a TypeError if it is no table", () => {
    expect(() => Columns.fromArrow([] as never)).toThrow(TypeError);
  });
});

describe("corrupt data", () => {
  const data = (values: object): arrow.Table =>
    new arrow.Table({ t: new arrow.Vector([arrow.makeData(values as never)]) });
  const utf8 = new arrow.Utf8();
  const dictionary = new arrow.Vector([
    arrow.makeData({
      type: utf8,
      length: 1,
      valueOffsets: Int32Array.of(0, 1),
      data: Uint8Array.of(97),
    }),
  ]);
  const codes = new arrow.Dictionary(utf8, new arrow.Int8());

  it.each([
    [
      "bytes that are not UTF-8",
      { type: utf8, length: 1, valueOffsets: Int32Array.of(0, 1), data: Uint8Array.of(255) },
      "`t`: the text of row 0 is not UTF-8",
    ],
    [
      "offsets that go back",
      { type: utf8, length: 2, valueOffsets: Int32Array.of(0, 1, 0), data: Uint8Array.of(97) },
      "`t`: the bytes of row 2 are out of bounds",
    ],
    [
      "offsets behind the end",
      { type: utf8, length: 1, valueOffsets: Int32Array.of(0, 9), data: Uint8Array.of(97) },
      "`t`: row 1 has no value",
    ],
    [
      "fewer offsets than rows",
      { type: utf8, length: 5, valueOffsets: Int32Array.of(0, 1), data: Uint8Array.of(97) },
      "`t`: a batch has fewer values than its 5 rows",
    ],
    [
      "fewer numbers than rows",
      { type: new arrow.Float64(), length: 9, data: Float64Array.of(1) },
      "`t`: a batch has fewer values than its 9 rows",
    ],
    [
      "a code without a text",
      { type: codes, length: 2, data: Int8Array.of(0, 1), dictionary },
      "`t`: row 1 has the code 1, which is not in the dictionary",
    ],
    [
      "a code below 0",
      { type: codes, length: 1, data: Int8Array.of(-1), dictionary },
      "`t`: row 0 has the code -1, which is not in the dictionary",
    ],
    [
      "fewer bits than rows",
      {
        type: new arrow.Float64(),
        length: 9,
        nullCount: 1,
        nullBitmap: Uint8Array.of(1),
        data: new Float64Array(9),
      },
      "`t`: the validity bitmap is shorter than the rows",
    ],
  ] as const)("%s", (_, values, message) => {
    expect(() => Columns.fromArrow(data(values))).toThrow(new ColumnsError(message));
  });
});

describe("texts that hardly repeat, as bytes", () => {
  const schema = defineSchema({ t: "text" });
  const COUNT = 5_000;
  const ROW = 4_500;

  /** A column of texts numbered by row, with one replaced by other bytes. */
  function tableOf(
    bytes: Uint8Array = Buffer.from("x"),
    { isMissing = false, changed }: { isMissing?: boolean; changed?: [number, number] } = {},
  ): arrow.Table {
    const texts = Array.from({ length: COUNT }, (_, row) =>
      row === ROW ? bytes : Buffer.from(`text ${row}`),
    );
    const offsets = new Int32Array(COUNT + 1);
    for (const [row, { length }] of texts.entries()) {
      offsets[row + 1] = (offsets[row] as number) + length;
    }
    if (changed !== undefined) offsets[changed[0]] = changed[1];
    const bits = new Uint8Array(COUNT / 8).fill(255);
    if (isMissing) bits[ROW >> 3] = 255 ^ (1 << (ROW & 7));
    const data = arrow.makeData({
      type: new arrow.Utf8(),
      length: COUNT,
      nullCount: isMissing ? 1 : 0,
      nullBitmap: bits,
      valueOffsets: offsets,
      data: Buffer.concat(texts),
    });
    return new arrow.Table({ t: new arrow.Vector([data]) });
  }

  it.each([
    ["of ASCII", tableOf(), "x"],
    ["of other letters", tableOf(Buffer.from("Größe 🚗")), "Größe 🚗"],
    ["with a letter that ASCII has in lower case", tableOf(Buffer.from("\u212A")), "\u212A"],
    ["of which one is empty", tableOf(Buffer.alloc(0)), null],
    ["of which one has a zero", tableOf(Buffer.from("a\0b")), null],
    ["of which one is missing", tableOf(Buffer.alloc(0), { isMissing: true }), null],
    ["of which one is missing, and has bytes", tableOf(undefined, { isMissing: true }), null],
  ])("%s are read", (_, table, text) => {
    const rows = Array.from({ length: COUNT }, (_row, row) => ({
      t: row === ROW ? text : `text ${row}`,
    }));
    const wanted = Columns.from(rows, schema);
    for (const read of [table, cut(table, 3_000)]) {
      const found = Columns.fromArrow(read, schema);
      expect(recordsOf(found)).toEqual(rows);
      for (const source of ['FIND("99", {t})', 'SEARCH("K", {t})', 'LOWER({t}) = "k"', "{t}=''"]) {
        const formula = compileOrThrow(source, schema);
        expect(found.select(formula)).toEqual(wanted.select(formula));
      }
    }
  });

  it("are exported again, all of them or some", () => {
    const columns = Columns.fromArrow(tableOf(Buffer.from("Größe")), schema);
    const all = recordsOf(columns);
    expect(recordsOf(Columns.fromArrow(columns.toArrow(arrow), schema))).toEqual(all);
    const rows = Uint32Array.of(1, 4_095, 4_096, ROW);
    const some = Columns.fromArrow(columns.toArrow(arrow, { rows }), schema);
    expect(recordsOf(some)).toEqual(Array.from(rows, (row) => all[row]));
  });

  it("may have 64-bit offsets", () => {
    const texts = Array.from({ length: COUNT }, (_, row) => `text ${row}`);
    const vector = arrow.vectorFromArray(texts, new arrow.LargeUtf8());
    const columns = Columns.fromArrow(new arrow.Table({ t: vector as never }), schema);
    expect(recordsOf(columns)).toEqual(texts.map((t) => ({ t })));
  });

  it.each([
    ["bytes that are not UTF-8", tableOf(Uint8Array.of(255)), "the text of row 4500 is not UTF-8"],
    [
      "a character of two texts",
      tableOf(Buffer.from("é"), { changed: [ROW, 39_391] }),
      "the text of row 4499 is not UTF-8",
    ],
    ["offsets that go back", tableOf(undefined, { changed: [9, 2] }), "row 9 are out of bounds"],
    [
      "offsets that go back later",
      tableOf(undefined, { changed: [ROW, 2] }),
      "row 4500 are out of bounds",
    ],
    ["offsets behind the end", tableOf(undefined, { changed: [COUNT, 99_999] }), "has no value"],
    [
      "offsets before the beginning",
      tableOf(undefined, { changed: [0, -1] }),
      "row 1 are out of bounds",
    ],
  ])("are corrupt if %s", (_, table, message) => {
    expect(() => Columns.fromArrow(table, schema)).toThrow(message);
  });
});

describe.each([
  ["Int8", arrow.Int8, Int8Array],
  ["Int16", arrow.Int16, Int16Array],
  ["Int32", arrow.Int32, Int32Array],
  ["Uint8", arrow.Uint8, Uint8Array],
  ["Uint16", arrow.Uint16, Uint16Array],
  ["Uint32", arrow.Uint32, Uint32Array],
] as const)("codes of %s", (_, Type, Codes) => {
  const schema = defineSchema({ t: "text" });

  /** A column of codes in several chunks. Codes below 0 are missing, and stored as the code 1. */
  function columnsOfCodes(
    entries: readonly string[],
    ...chunks: readonly (readonly number[])[]
  ): Columns {
    const type = new arrow.Dictionary(new arrow.Utf8(), new Type());
    const dictionary = arrow.vectorFromArray(entries, new arrow.Utf8());
    const data = chunks.map((codes) =>
      arrow.makeData({
        type,
        length: codes.length,
        nullCount: codes.filter((code) => code < 0).length,
        nullBitmap: Uint8Array.of(
          codes.reduce((bits, code, row) => bits | (+(code >= 0) << row), 0),
        ),
        data: Codes.from(codes.map((code) => (code < 0 ? 1 : code))) as never,
        dictionary,
      }),
    );
    const vector = new arrow.Vector(data as never);
    return Columns.fromArrow(new arrow.Table({ t: vector as never }), schema);
  }

  it.each([
    ["as columns hold them", ["", "a", "b"], [0, 1, 2, 1], [null, "a", "b", "a"]],
    ["without a blank text", ["a", "b"], [0, 1, 1, 0], ["a", "b", "b", "a"]],
    ["of entries that repeat", ["", "a", "a"], [1, 2, 0], ["a", "a", null]],
    ["of which some are missing", ["", "a", "b"], [2, -1, 1], ["b", null, "a"]],
  ])("%s are read", (_case, entries, codes, texts) => {
    const columns = columnsOfCodes(entries, codes);
    expect(recordsOf(columns)).toEqual(texts.map((t) => ({ t })));
    expect(columns.count(compileOrThrow('{t} = "a"', schema))).toBe(
      texts.filter((one) => one === "a").length,
    );
  });

  it.each([[["", "a"]], [["a", "b"]]])("out of range are an error: %j", (entries) => {
    expect(() => columnsOfCodes(entries, [1, 7])).toThrow("row 1 has the code 7");
    expect(() => columnsOfCodes(entries, [1, 0], [1, 7])).toThrow("row 3 has the code 7");
  });
});
