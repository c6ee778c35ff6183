import {
  Dictionary,
  Field,
  Int32,
  List,
  Struct,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, it } from "vitest";
import { arrowColumns } from "../../../src/backends/arrow-layout/arrow-columns.ts";
import type { ArrowData, ArrowField } from "../../../src/backends/arrow-layout/arrow-data.ts";

const texts = vectorFromArray(["a", "b"], new Utf8());
const lists = vectorFromArray([["a"], ["b"]], new List(new Field("item", new Utf8())));
const codes = vectorFromArray(["a", "b"], new Dictionary(new Utf8(), new Int32()));

/** Reads the first column of a vector, with some of its parts replaced. */
function valueAt(vector: Vector, changes: Partial<ArrowData>): (row: number) => unknown {
  const [data] = vector.data;
  if (data === undefined) throw new Error("the vector is empty");
  const field = new Field("column", vector.type, true) as unknown as ArrowField;
  const [column] = arrowColumns([field], String).columns;
  if (column === undefined) throw new Error("no field stands for the column");
  const { nullCount } = data;
  return column.read({ ...(data as unknown as ArrowData), nullCount, ...changes });
}

describe("a column of Arrow", () => {
  it("has the entries of a dictionary that comes in parts", () => {
    const dictionary = { data: [...texts.data, ...texts.data] as unknown as readonly ArrowData[] };
    const at = valueAt(codes, { values: Int32Array.of(0, 3), dictionary });
    expect([0, 1].map((row) => Buffer.from(at(row) as Uint8Array).toString())).toEqual(["a", "b"]);
  });

  it("has all values if the validity bits are missing", () => {
    const at = valueAt(texts, { nullCount: -1, nullBitmap: new Uint8Array() });
    expect(at(1)).toEqual(Uint8Array.of(98));
  });

  it("whose entries are records has no values of a field", () => {
    const type = new Dictionary(new Struct([]), new Int32());
    const field = new Field("column", type, true) as unknown as ArrowField;
    expect(arrowColumns([field], String).leftOut).toMatchObject([{ name: "column" }]);
  });

  it.each<[damage: string, vector: Vector, changes: Partial<ArrowData>]>([
    ["has a code that no entry has", codes, { values: Int32Array.of(2, 0) }],
    ["has lists without items", lists, { children: [] }],
    ["has lists that go on after the items", lists, { valueOffsets: Int32Array.of(0, 3, 4) }],
  ])("has no value if it %s", (_, vector, changes) => {
    expect(() => valueAt(vector, changes)(0)).toThrow("row 1 has no value");
  });
});
