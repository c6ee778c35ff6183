import { createReadStream, readFileSync } from "node:fs";
import type { DecodedArray, Encoding } from "hyparquet";
import { type BasicType, parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReadOptions, readRecords } from "../../../../src/data/stores/files/read-file.ts";
import { FileStore } from "../../../../src/data/stores/memory/file-store.ts";
import { StoreError } from "../../../../src/data/stores/store.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { flipped, WHOLE } from "../../../campaign/service/corrupt-bytes.ts";
import { startDuckDb } from "./duckdb.ts";
import { useFolder } from "./folder.ts";
import { errorOf, inChunks, NEVER, readAll } from "./read-all.ts";

const folder = useFolder();

let duckdb: Awaited<ReturnType<typeof startDuckDb>>;
beforeAll(async () => {
  duckdb = await startDuckDb();
  await duckdb.run("CREATE TYPE ENUM_XY AS ENUM ('x', 'y')");
});
afterAll(() => duckdb.close());

/** Writes a query's rows as Parquet; answers the path. */
async function write(name: string, query: string, options = ""): Promise<string> {
  const path = folder.path(name);
  await duckdb.run(`COPY (${query}) TO '${path}' (FORMAT parquet${options})`);
  return path;
}

const everything = `
  SELECT * FROM (VALUES
    ('A1', 12.5::DOUBLE, 1.5::FLOAT, 7::TINYINT, -70000::INTEGER, 9007199254740991::BIGINT, 250::UTINYINT, 18446744073709551615::UBIGINT,
     0.35::DECIMAL(9, 2), 1.10::DECIMAL(18, 4), -12345678901234567890.35::DECIMAL(38, 2), true, DATE '2024-02-29',
     TIMESTAMP '2024-02-29 12:34:56.789', TIMESTAMPTZ '2024-02-29 12:34:56.789+02', TIMESTAMP_NS '2024-02-29 12:34:56.789999999',
     TIMESTAMP_MS '2024-02-29 12:34:56.789', ['AD15', 'größer'], UUID '00112233-4455-6677-8899-aabbccddeeff', 'x'::ENUM_XY),
    ('B2', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    ('C3', -0.0, 0.1, 0, 0, 0, 0, 0, 0, 0.0001, 0.01, false, DATE '1900-01-01', TIMESTAMP '1969-12-31 23:59:59.999999',
     TIMESTAMPTZ '1969-12-31 23:59:59.9999+00', TIMESTAMP_NS '1969-12-31 23:59:59.999999999', TIMESTAMP_MS '1960-01-01 00:00:00.001', [],
     UUID 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'y'::ENUM_XY)
  ) cars(vin, d, f, tiny, int, big, utiny, ubig, dec9, dec18, dec38, flag, day, ts, tstz, tsns, tsms, codes, id, kind)`;

const types = {
  vin: "text",
  d: "number",
  f: "number",
  tiny: "number",
  int: "number",
  big: "number",
  utiny: "number",
  ubig: "text",
  dec9: "number",
  dec18: "number",
  dec38: "text",
  flag: "boolean",
  day: "date",
  ts: "date",
  tstz: "date",
  tsns: "date",
  tsms: "date",
  codes: "list",
  id: "text",
  kind: "text",
} as const;

const noon = new Date("2024-02-29T12:34:56.789Z");
const lastMoment = new Date(-1);
const expected = [
  {
    vin: "A1",
    d: 12.5,
    f: 1.5,
    tiny: 7,
    int: -70000,
    big: 9007199254740991,
    utiny: 250,
    ubig: "18446744073709551615",
    dec9: 0.35,
    dec18: 1.1,
    dec38: "-12345678901234567890.35",
    flag: true,
    day: new Date("2024-02-29"),
    ts: noon,
    tstz: new Date("2024-02-29T10:34:56.789Z"),
    tsns: noon,
    tsms: noon,
    codes: ["AD15", "größer"],
    id: "00112233-4455-6677-8899-aabbccddeeff",
    kind: "x",
  },
  Object.fromEntries(Object.keys(types).map((name) => [name, name === "vin" ? "B2" : null])),
  {
    vin: "C3",
    d: 0,
    f: Math.fround(0.1),
    tiny: 0,
    int: 0,
    big: 0,
    utiny: 0,
    ubig: "0",
    dec9: 0,
    dec18: 0.0001,
    dec38: "0.01",
    flag: false,
    day: new Date("1900-01-01"),
    ts: lastMoment,
    tstz: lastMoment,
    tsns: lastMoment,
    tsms: new Date("1960-01-01T00:00:00.001Z"),
    codes: [],
    id: "ffffffff-ffff-ffff-ffff-ffffffffffff",
    kind: "y",
  },
];

describe("a Parquet file", () => {
  it.each(["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4", "lz4_raw"])(
    "compressed by %s holds the written records",
    async (codec) => {
      const path = await write(`${codec}.parquet`, everything, `, COMPRESSION ${codec}`);
      const schema = defineSchema(types);
      expect(await readAll(path, { schema })).toEqual(expected);
      const stream = createReadStream(path, { highWaterMark: 100 });
      expect(await readAll(stream, { schema, format: "parquet" })).toEqual(expected);
    },
  );

  it("of the other page version holds the same", async () => {
    const path = await write("v2.parquet", everything, ", PARQUET_VERSION v2");
    expect(await readAll(path)).toEqual(expected);
  });

  it("has the declared fields", async () => {
    const path = await write(
      "fields.parquet",
      `SELECT *, {'a': 1} AS structure, MAP {'a': 1} AS pairs, [1] AS numbers, INTERVAL 1 DAY AS span, TIME '12:00' AS clock,
         [['a']] AS nested FROM (${everything})`,
    );
    const { schema, close } = await readRecords(path, { key: "vin", signal: NEVER });
    await close();
    expect(schema.key?.name).toBe("vin");
    const found = Object.fromEntries([...schema.fields].map(([name, { type }]) => [name, type]));
    expect(found).toEqual({ ...types, clock: "text" });
    const timed = [...schema.fields.values()].filter(({ time }) => time === true);
    expect(timed.map(({ name }) => name)).toEqual(["ts", "tstz", "tsns", "tsms"]);
  });

  it("is read only for the requested fields, in the schema's order", async () => {
    const path = await write(
      "some.parquet",
      `SELECT *, INTERVAL 1 DAY AS span FROM (${everything})`,
    );
    const schema = defineSchema({ d: "number", vin: "text" });
    expect((await readAll(path, { schema })).map((record) => Object.entries(record))).toEqual([
      [
        ["d", 12.5],
        ["vin", "A1"],
      ],
      [
        ["d", null],
        ["vin", "B2"],
      ],
      [
        ["d", 0],
        ["vin", "C3"],
      ],
    ]);
    expect(
      await errorOf(readAll(path, { schema: defineSchema({ wheels: "number" }) })),
    ).toMatchObject({ code: "data", message: `${path}: there is no column for \`wheels\`` });
  });

  it("of many row groups is read from the first record to the last", async () => {
    const path = await write(
      "groups.parquet",
      "SELECT 'k' || i AS vin, i AS n, CASE WHEN i % 3 = 0 THEN NULL ELSE ['x' || i] END AS codes FROM range(30000) r(i)",
      ", ROW_GROUP_SIZE 2048",
    );
    const records = await readAll(path);
    expect(records).toHaveLength(30000);
    for (const [index, record] of records.entries()) {
      expect(record).toEqual({
        vin: `k${index}`,
        n: index,
        codes: index % 3 === 0 ? null : [`x${index}`],
      });
    }
    const store = await FileStore.open(path, { key: "vin", watch: false });
    expect(store.size).toBe(30000);
    await store.close();
  });

  it("without records has none", async () => {
    const path = await write("empty.parquet", "SELECT 'a' AS vin WHERE false");
    expect(await readAll(path)).toEqual([]);
  });
});

describe("a Parquet file's values", () => {
  const problemOf = async (query: string, options: ReadOptions = {}): Promise<string> => {
    const path = await write("wrong.parquet", query);
    const error = await errorOf(readAll(path, options));
    if (!(error instanceof StoreError)) throw error;
    expect(error.code).toBe("data");
    return error.message.replace(path, "");
  };

  it("that do not fit are an error with the record and the field", async () => {
    expect(await problemOf("SELECT 'A' AS vin, 'NaN'::DOUBLE AS d")).toBe(
      ", record 1: `d` is not a number: `NaN`",
    );
    expect(
      await problemOf("SELECT * FROM (VALUES (DATE '2024-01-01'), (DATE '2300-01-01')) t(day)"),
    ).toBe(', record 2: `day` is not a date: `"2300-01-01T00:00:00.000Z"`');
    expect(await problemOf("SELECT ['a', NULL] AS codes")).toBe(
      ', record 1: `codes` is not a list: `["a",null]`',
    );
    expect(await problemOf("SELECT '\\xC3'::BLOB AS vin")).toBe(
      ", record 1: `vin` is not a text: `bytes that are not UTF-8`",
    );
    expect(
      await problemOf("SELECT 1::DOUBLE AS vin", { schema: defineSchema({ vin: "text" }) }),
    ).toBe(", record 1: `vin` is not a text: `1`");
  });

  it("that are days keep their digits in a field of texts", async () => {
    const days = "SELECT * FROM (VALUES (DATE '12024-02-29'), (DATE '0044-03-15 (BC)')) t(day)";
    const schema = defineSchema({ day: "text" });
    expect(await readAll(await write("days.parquet", days), { schema })).toEqual([
      { day: "+012024-02-29" },
      { day: "-000043-03-15" },
    ]);
    expect(await problemOf("SELECT DATE 'infinity' AS day", { schema })).toBe(
      ", record 1: `day` is not a text: `null`",
    );
  });

  it("are texts even if the file does not declare them", async () => {
    const path = await write(
      "blob.parquet",
      "SELECT encode('größer') AS vin, '\uFEFFmark' AS mark",
    );
    expect(await readAll(path)).toEqual([{ vin: "größer", mark: "\uFEFFmark" }]);
  });
});

/** A small file whose columns have each encoding. */
function encoded(codec: "UNCOMPRESSED" | "SNAPPY"): Uint8Array {
  const numbers = [1, 3, null, -70_000, 2 ** 31 - 1, 0, 0, 0, 0, 9];
  const each = <T>(make: (value: number) => T): (T | null)[] =>
    numbers.map((value) => (value === null ? null : make(value)));
  const columns: readonly [string, BasicType, Encoding | undefined, DecodedArray][] = [
    ["plain", "INT32", "PLAIN", numbers],
    ["dictionary", "STRING", undefined, each((n) => `t${n % 2}`)],
    ["runs", "BOOLEAN", "RLE", each((n) => n === 0)],
    ["ints", "INT32", "DELTA_BINARY_PACKED", numbers],
    ["longs", "INT64", "DELTA_BINARY_PACKED", each(BigInt)],
    ["lengths", "BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY", each((n) => Buffer.from(`é${n}`))],
    ["prefixes", "BYTE_ARRAY", "DELTA_BYTE_ARRAY", each((n) => Buffer.from(`prefix ${n}`))],
    ["split", "DOUBLE", "BYTE_STREAM_SPLIT", numbers],
  ];
  return new Uint8Array(
    parquetWriteBuffer({
      codec,
      statistics: false,
      columnData: columns.map(([name, type, encoding, data]) => ({
        name,
        data,
        type,
        nullable: true,
        ...(encoding && { encoding }),
      })),
    }),
  );
}

it.each(["UNCOMPRESSED", "SNAPPY"] as const)(
  "a Parquet file has the same values in every encoding (%s)",
  async (codec) => {
    const reading = readAll(inChunks(encoded(codec)), { format: "parquet", name: "in.parquet" });
    expect((await reading)[0]).toEqual({
      plain: 1,
      dictionary: "t1",
      runs: false,
      ints: 1,
      longs: 1,
      lengths: "é1",
      prefixes: "prefix 1",
      split: 1,
    });
  },
);

describe("a corrupt Parquet file", () => {
  it("is an error of the file", async () => {
    const path = await write("whole.parquet", everything);
    const bytes = readFileSync(path);
    const cases = [
      Buffer.alloc(0),
      Buffer.from("PAR1"),
      Buffer.from("not a Parquet file at all"),
      bytes.subarray(0, bytes.length - 1),
      bytes.subarray(0, bytes.length / 2),
      bytes.subarray(bytes.length / 2),
    ];
    for (const corrupt of cases) {
      const reading = readAll(inChunks(corrupt), { format: "parquet", name: "in.parquet" });
      const error = await errorOf(reading);
      expect(error).toMatchObject({ code: "data" });
      expect(String(error)).toMatch(/^StoreError: in\.parquet: this is not a whole Parquet file: /);
    }
  });

  it("whose counts of rows contradict each other is refused", async () => {
    // This seed turns the number of a row group's rows into another property.
    const reading = readAll(inChunks(flipped(WHOLE["packed.parquet"] ?? new Uint8Array(), 961)), {
      format: "parquet",
      name: "in.parquet",
    });
    expect(String(await errorOf(reading))).toBe(
      "StoreError: in.parquet: its number of rows is not the sum of those of its row groups",
    );
  });
});
