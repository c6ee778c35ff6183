import { describe, expect, it } from "vitest";
import {
  ARROW_TYPES,
  type ArrowTable,
  KEY_NAME,
} from "../../../src/backends/arrow-layout/arrow-data.ts";
import { Columns, ColumnsError } from "../../../src/columns.ts";
import { defineSchema } from "../../../src/index.ts";

// Tables that no writer creates on purpose: from corrupt files, or from other packages.

const utf8 = { typeId: ARROW_TYPES.utf8 };
const float = { typeId: ARROW_TYPES.float, precision: 2 };
const seconds = { typeId: ARROW_TYPES.timestamp, unit: 0 };

/** A table of one column `t` with one row. */
function tableOf(type: object, data: object | undefined, metadata = new Map()): ArrowTable {
  const column = {
    type,
    offset: 0,
    length: 1,
    nullCount: 0,
    nullBitmap: null,
    stride: 1,
    children: [],
    variadicBuffers: [],
    ...data,
  };
  return {
    schema: { fields: [{ name: "t", type, metadata: new Map() }], metadata },
    batches: [{ numRows: 1, data: { children: data === undefined ? [] : [column] } }],
  } as unknown as ArrowTable;
}

/** A dictionary with fewer entries than it claims. */
function entriesOf(type: object, values: object): object {
  const entry = { ...tableOf(type, { values }).batches[0]?.data.children[0], length: 2 };
  return { values: Int8Array.of(1), dictionary: { data: [entry] } };
}

function view(length: number): object {
  const values = new Uint8Array(16);
  new DataView(values.buffer).setInt32(0, length, true);
  return { values };
}

describe("an inconsistent table", () => {
  it.each([
    ["a batch without the column", float, undefined, "a batch has no column 1"],
    [
      "a list without a size and items",
      { typeId: ARROW_TYPES.fixedSizeList, children: [{ type: utf8 }] },
      {},
      "a batch has fewer values than its 1 rows",
    ],
    ["no values", float, {}, "a batch has fewer values than its 1 rows"],
    [
      "a text of less than no bytes",
      { typeId: ARROW_TYPES.utf8View },
      view(-1),
      "row 1 has no value",
    ],
    [
      "a text in bytes that are not there",
      { typeId: ARROW_TYPES.utf8View },
      view(13),
      "row 1 has no value",
    ],
    [
      "a decimal without its words",
      { typeId: ARROW_TYPES.dictionary, dictionary: { typeId: ARROW_TYPES.decimal, scale: 2 } },
      entriesOf({ typeId: ARROW_TYPES.decimal, scale: 2 }, Uint32Array.of(5)),
      "row 2 has no value",
    ],
    [
      "a date without its seconds",
      { typeId: ARROW_TYPES.dictionary, dictionary: seconds },
      entriesOf(seconds, Int32Array.of(5)),
      "row 2 has no value",
    ],
    [
      "codes without a dictionary",
      { typeId: ARROW_TYPES.dictionary, dictionary: utf8 },
      { values: Int8Array.of(0) },
      "row 1 has no value",
    ],
    [
      "a text of a dictionary that is not UTF-8",
      { typeId: ARROW_TYPES.dictionary, dictionary: utf8 },
      {
        values: Int8Array.of(0),
        dictionary: {
          data: [
            {
              ...tableOf(utf8, {}).batches[0]?.data.children[0],
              values: Uint8Array.of(255),
              valueOffsets: Int32Array.of(0, 1),
            },
          ],
        },
      },
      "the text 1 is not UTF-8",
    ],
  ] as const)("%s is an error", (_, type, data, message) => {
    expect(() => Columns.fromArrow(tableOf(type, data))).toThrow(
      new ColumnsError(`\`t\`: ${message}`),
    );
  });

  it.each([
    ["a dictionary of nothing", { typeId: ARROW_TYPES.dictionary }],
    ["a list of nothing", { typeId: ARROW_TYPES.list }],
  ])("%s is omitted", (_, type) => {
    const table = tableOf(type, {});
    expect(() => Columns.fromArrow(table, defineSchema({ t: "text" }))).toThrow(
      "the table has no column for `t`",
    );
    expect([...Columns.fromArrow(table).schema.fields.keys()]).toEqual([]);
  });

  it("codes of another type are read one by one", () => {
    const dictionary = {
      data: [
        {
          ...tableOf(utf8, {}).batches[0]?.data.children[0],
          length: 2,
          values: Uint8Array.of(97),
          valueOffsets: Int32Array.of(0, 0, 1),
        },
      ],
    };
    const type = { typeId: ARROW_TYPES.dictionary, dictionary: utf8 };
    const columns = Columns.fromArrow(tableOf(type, { values: Float64Array.of(1), dictionary }));
    expect(columns.record(0)).toEqual({ t: "a" });
  });

  it("uses the first of two columns with one name", () => {
    const { schema, batches } = tableOf(float, { values: Float64Array.of(1) });
    const [batch] = batches;
    const children = [batch?.data.children[0], tableOf(utf8, {}).batches[0]?.data.children[0]];
    const fields = [...schema.fields, { name: "t", type: utf8, metadata: new Map() }];
    const table = { schema: { ...schema, fields }, batches: [{ numRows: 1, data: { children } }] };
    expect(Columns.fromArrow(table as unknown as ArrowTable).record(0)).toEqual({ t: 1 });
  });

  it("a table of more rows than columns have is refused", () => {
    const { schema } = tableOf(float, {});
    const none = { ...schema, fields: [] };
    const batches = [{ numRows: 2 ** 32, data: { children: [] } }];
    expect(() => Columns.fromArrow({ schema: none, batches } as unknown as ArrowTable)).toThrow(
      "more than columns can hold",
    );
  });

  it("has a key column only if that has texts or numbers", () => {
    const metadata = new Map([[KEY_NAME, "t"]]);
    const bool = { typeId: ARROW_TYPES.bool };
    const flags = Columns.fromArrow(tableOf(bool, { values: Uint8Array.of(1) }, metadata));
    expect(flags.schema.key).toBeUndefined();
    const numbers = Columns.fromArrow(tableOf(float, { values: Float64Array.of(1) }, metadata));
    expect(numbers.schema.key?.name).toBe("t");
  });

  it("with a decimal that a float64 would round is an error, unless it is a text", () => {
    const type = { typeId: ARROW_TYPES.decimal, scale: 2 };
    const table = tableOf(type, { values: Uint32Array.of(1, 2, 3, 4), stride: 4 });
    expect(Columns.fromArrow(table, defineSchema({ t: "text" })).record(0)).toEqual({
      t: "3169126501123975826038943907.85",
    });
    expect(() => Columns.fromArrow(table, defineSchema({ t: "number" }))).toThrow("would round");
  });

  it("a missing UUID is blank", () => {
    const type = { typeId: ARROW_TYPES.fixedSizeBinary, byteWidth: 16 };
    const data = {
      values: new Uint8Array(16),
      stride: 16,
      nullCount: 1,
      nullBitmap: new Uint8Array(1),
    };
    const { schema, batches } = tableOf(type, data);
    const metadata = new Map([["ARROW:extension:name", "arrow.uuid"]]);
    const fields = [{ name: "t", type, metadata }];
    const table = { schema: { ...schema, fields }, batches } as unknown as ArrowTable;
    expect(Columns.fromArrow(table).record(0)).toEqual({ t: null });
  });

  it.each([seconds, { ...seconds, unit: 1 }])(
    "has no text for an instant out of range: %j",
    (type) => {
      const table = tableOf(type, { values: BigInt64Array.of(2n ** 62n) });
      for (const as of ["text", "date"] as const) {
        expect(Columns.fromArrow(table, defineSchema({ t: as })).record(0)).toEqual({ t: null });
      }
    },
  );
});
