import { readFileSync } from "node:fs";
import { tableFromIPC as flechetteFromIPC } from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import {
  Field,
  FixedSizeBinary,
  Int32,
  List,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, it } from "vitest";
import { Columns } from "../../../../src/columns.ts";
import { readRecords } from "../../../../src/data/stores/files/read-file.ts";
import { tableOf } from "../../../../src/data/stores/files/whole-arrow.ts";
import { writeArrow } from "../../../../src/data/stores/files/write-arrow.ts";
import { FileStore } from "../../../../src/data/stores/memory/file-store.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { casesOf } from "../../../harness/extent.ts";
import { ARROW_COLUMNS as columns, ARROW_RECORDS as records } from "./arrow-sample.ts";
import { useFolder } from "./folder.ts";
import { errorOf, inChunks, NEVER, readAll } from "./read-all.ts";

const folder = useFolder();

const FORMS = { file: "arrow", stream: "arrows" } as const;

function written(columns: Readonly<Record<string, Vector>>, form: "file" | "stream"): Uint8Array {
  return tableToIPC(new Table(columns), form);
}

const uuid = Uint8Array.from({ length: 16 }, (_, index) => index * 17);

describe.each(["file", "stream"] as const)("an Arrow %s of apache-arrow", (form) => {
  const name = `all.${FORMS[form]}`;

  it("is read with its declared types", async () => {
    const path = folder.write(name, written(columns, form));
    const { schema, leftOut, close } = await readRecords(path, { signal: NEVER });
    await close();
    expect(leftOut).toEqual([]);
    expect(
      Object.fromEntries([...schema.fields.values()].map((one) => [one.name, one.type])),
    ).toEqual({
      vin: "text",
      view: "text",
      kind: "text",
      flag: "boolean",
      tiny: "number",
      int: "number",
      big: "number",
      long: "text",
      half: "number",
      price: "number",
      day: "date",
      ms: "date",
      micro: "date",
      nano: "date",
      second: "date",
      time: "text",
      codes: "list",
      pair: "list",
    });
    const timed = [...schema.fields.values()].filter((one) => one.time === true);
    expect(timed.map((one) => one.name)).toEqual(["micro", "nano", "second"]);
    expect(await readAll(path)).toEqual(records);
    expect(await readAll(inChunks(readFileSync(path), [7, 64]), { format: "arrow" })).toEqual(
      records,
    );
  });

  it("gives texts in the spelling of their type, if a schema declares texts", async () => {
    const path = folder.write(`spelled-${name}`, written(columns, form));
    const schema = defineSchema({
      int: "text",
      big: "text",
      price: "text",
      day: "text",
      nano: "text",
    });
    const [first] = await readAll(path, { schema });
    expect(first).toEqual({
      int: "-70000",
      big: "9007199254740991",
      price: "-0.11",
      day: "2024-02-29",
      nano: "1970-01-01T00:00:00.001000001Z",
    });
  });

  it("never rounds an integer", async () => {
    const path = folder.write(`long-${name}`, written({ n: columns.long }, form));
    const schema = defineSchema({ n: "number" });
    expect(await errorOf(readAll(path, { schema }))).toMatchObject({
      code: "data",
      message: `${path}, record 1: \`n\` is \`9007199254740993\`, which a number would round to 9007199254740992: a schema in which the field is a text keeps it`,
    });
  });

  it("names the columns that are no field", async () => {
    const bytes = written(
      {
        a: vectorFromArray(["x"], new Utf8()),
        place: vectorFromArray([{ x: 1 }], new Struct([new Field("x", new Int32())])),
        id: vectorFromArray([uuid], new FixedSizeBinary(16)),
        numbers: vectorFromArray([[1]], new List(new Field("item", new Int32()))),
      },
      form,
    );
    const path = folder.write(`left-${name}`, bytes);
    const { schema, leftOut, close } = await readRecords(path, { signal: NEVER });
    await close();
    expect([...schema.fields.keys()]).toEqual(["a"]);
    expect(leftOut).toEqual([
      { name: "place", reason: "a structure is not a value of a field" },
      { name: "id", reason: "the type FixedSizeBinary[16] is not one of a field" },
      { name: "numbers", reason: "only a list of texts is a value of a field" },
    ]);
  });

  it("that is truncated is an error, never fewer records", async () => {
    const many = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const Writer = form === "file" ? RecordBatchFileWriter : RecordBatchStreamWriter;
    const part = (from: number) =>
      new Table({ a: vectorFromArray(many.slice(from, from + 10), new Utf8()) }).batches;
    const writer = Writer.writeAll([0, 10, 20, 30, 40].flatMap(part));
    const bytes = writer.toUint8Array(true);
    expect(await readAll(inChunks(bytes), { format: "arrow" })).toHaveLength(50);
    const step = Math.max(1, Math.floor(bytes.length / casesOf(60)));
    for (let length = 0; length < bytes.length; length += step) {
      const error = await errorOf(
        readAll(inChunks(bytes.subarray(0, length)), { format: "arrow" }),
      );
      expect(error).toMatchObject({ code: "data" });
    }
  });
});

describe("an Arrow file of five batches", () => {
  const bytes = RecordBatchFileWriter.writeAll(
    [0, 1, 2, 3, 4].flatMap(
      (n) => new Table({ a: vectorFromArray([`text ${n}`], new Utf8()) }).batches,
    ),
  ).toUint8Array(true);
  const { footer } = arrow.RecordBatchReader.from(bytes).open() as unknown as {
    readonly footer: { recordBatches(): Iterable<{ readonly offset: number }> };
  };
  const offsets = Array.from(footer.recordBatches(), ({ offset }) => offset);

  it("has all its records", async () => {
    expect(await readAll(inChunks(bytes), { format: "arrow" })).toHaveLength(5);
    const { batches } = tableOf(arrow, bytes);
    expect(batches).toHaveLength(5);
  });

  it.each([0, 1, 4])("whose batch %i is not a batch is an error in both readers", async (index) => {
    const corrupt = bytes.slice();
    // An empty message in the place of the batch.
    corrupt.fill(0, offsets[index], (offsets[index] ?? 0) + 8);
    expect(await errorOf(readAll(inChunks(corrupt), { format: "arrow" }))).toMatchObject({
      code: "data",
      message: expect.stringMatching(/batch/),
    });
    expect(() => tableOf(arrow, corrupt)).toThrow(/^only \d of its 5 batches can be read$/);
  });
});

describe.each(["file", "stream"] as const)("an Arrow %s without records", (form) => {
  const none = vectorFromArray<Utf8>([], new Utf8());
  it.each([
    ["a batch of none", new Table({ a: none })],
    ["no batch", new Table(new arrow.Schema([new Field("a", new Utf8())]))],
  ])("has no records: %s", async (_, table) => {
    expect(await readAll(inChunks(tableToIPC(table, form)), { format: "arrow" })).toEqual([]);
  });
});

describe.each(["uncompressed", "lz4", "zstd"])("Arrow that polars wrote (%s)", (compression) => {
  it.each(["file", "stream"])("is read as a %s", async (form) => {
    const written = new URL(`polars/${form}-${compression}.arrow`, import.meta.url);
    const read = await readAll(inChunks(readFileSync(written)), { format: "arrow" });
    expect(read).toHaveLength(100);
    expect(read[99]).toEqual({
      id: "vin 99 and some more text",
      n: 99 / 4,
      flag: false,
      at: new Date(1_700_000_000_123 + 99),
      codes: ["A99", "B"],
    });
    expect(read[7]?.n).toBe(null);
  });
});

describe("Arrow that is written is read by another reader", () => {
  const records = [
    {
      vin: "A",
      n: 1.5,
      kind: "x",
      flag: true,
      at: new Date("2024-02-29T01:02:03.004Z"),
      codes: ["p", "é"],
    },
    { vin: "B", n: null, kind: null, flag: false, at: null, codes: null },
    { vin: "C", n: -3, kind: "x", flag: true, at: new Date(-1), codes: ["q"] },
  ];
  const schema = defineSchema({
    vin: { type: "text", key: true },
    n: "number",
    kind: "text",
    flag: "boolean",
    at: "date",
    codes: "list",
  });

  it.each(["file", "stream"] as const)("as a %s of records, and of columns", async (form) => {
    const { add, end } = await writeArrow([...schema.fields.values()], form);
    const written = Buffer.concat([add(records), end()]);
    const columns = Columns.from(records, schema).toArrow(arrow);
    for (const bytes of [written, Buffer.from(tableToIPC(columns, form))]) {
      expect(flechetteFromIPC(bytes, { useDate: true }).toArray()).toEqual(records);
    }
  });
});

describe("an Arrow file", () => {
  it("opens as a store", async () => {
    const path = folder.write("store.arrow", written(columns, "file"));
    const store = await FileStore.open(path, { key: "vin", watch: false });
    expect(store.size).toBe(3);
    await store.close();
  });

  it("of another kind is refused with the way to convert it", async () => {
    const other = (text: string) => readAll(inChunks(Buffer.from(text)), { format: "arrow" });
    expect(await errorOf(other("FEA1 and more"))).toMatchObject({
      code: "data",
      message: "the input: this is Feather of version 1: write it as version 2, which is Arrow",
    });
    expect(await errorOf(other("vin,price\nA1,5\n"))).toMatchObject({ code: "data" });
    expect(await errorOf(other(""))).toMatchObject({ code: "data" });
    const zipped = folder.write("a.arrow.gz", written(columns, "file"));
    expect(await errorOf(readAll(zipped))).toMatchObject({ code: "setup" });
  });
});
