import { Buffer } from "node:buffer";
import { appendFileSync } from "node:fs";
import { setImmediate as iteration } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Columns } from "../../../../src/columns.ts";
import { ndjsonLines } from "../../../../src/data/stores/files/write-records.ts";
import {
  csvHeader,
  csvLines,
  readColumns,
  readRecords,
  StoreError,
  type StoreRecord,
} from "../../../../src/data/stores/index.ts";
import { defineSchema, type Schema } from "../../../../src/language/schema/index.ts";
import { VALUE_TYPES } from "../../../../src/language/types/value-type.ts";
import { runsOf } from "../../../harness/extent.ts";
import { startDuckDb } from "./duckdb.ts";
import { useFolder } from "./folder.ts";
import { errorOf, inChunks, NEVER, readAll } from "./read-all.ts";

const folder = useFolder();

const schema = defineSchema({
  vin: { type: "text", key: true },
  title: "text",
  country: "text",
  price: "number",
  isNew: "boolean",
  soldAt: "date",
  codes: "list",
});
const names = [...schema.fields.keys()];

/** Records with each way a column may be stored: few texts and many, numbers of four bytes and eight, blanks. */
const records: readonly StoreRecord[] = Array.from({ length: 5_000 }, (_, index) => ({
  vin: `V${index}`,
  title: index % 11 === 0 ? null : `größer "${index}", a title that is long enough,\nof two lines`,
  country: ["Italy", "Spain", "", "Österreich", null][index % 5] ?? null,
  price: index % 7 === 0 ? null : index / 8,
  isNew: [true, false, null][index % 3] ?? null,
  soldAt: index % 4 === 0 ? null : new Date(1_700_000_000_000 + index * 86_400_017),
  codes:
    index % 6 === 0 ? null : [`C${index % 90}`, "a code that is rather long", "ß"].slice(index % 3),
}));

const contents: Readonly<Record<string, string>> = {
  "cars.ndjson": ndjsonLines(records),
  "cars.json": JSON.stringify(records),
  "pretty.json": JSON.stringify(records, undefined, 1),
  "cars.csv": csvHeader(names) + csvLines(records, names),
};

const rowsOf = (columns: Columns): readonly unknown[] =>
  Array.from({ length: columns.length }, (_, row) => columns.record(row));

/** The same rows in another way: an object of each record. */
async function expectSameRows(path: string, given?: Schema): Promise<void> {
  const options = given === undefined ? { key: "vin" } : { schema: given };
  const columns = await readColumns(path, options);
  const { schema: found, batches } = await readRecords(path, { ...options, signal: NEVER });
  const all: StoreRecord[] = [];
  for await (const batch of batches) all.push(...batch.records);
  expect(columns.schema.toJSON()).toEqual(found.toJSON());
  expect(all).toHaveLength(records.length);
  expect(rowsOf(columns)).toEqual(rowsOf(Columns.from(all, found)));
}

describe.each(Object.entries(contents))("columns of %s", (name, content) => {
  it("hold the same rows as its records, with a schema and without", async () => {
    const path = folder.write(name, content);
    await expectSameRows(path, schema);
    await expectSameRows(path);
    await expectSameRows(path, defineSchema({ codes: "list", vin: "text" }));
    expect(rowsOf(await readColumns(path, { schema }))).toEqual(
      rowsOf(Columns.from(records, schema)),
    );
  });

  it("hold them compressed, and as a stream of any chunks", async () => {
    const expected = rowsOf(Columns.from(records, schema));
    const zipped = folder.write(`${name}.gz`, content);
    expect(rowsOf(await readColumns(zipped, { schema }))).toEqual(expected);
    const format = name.endsWith("csv") ? "csv" : name.endsWith("ndjson") ? "ndjson" : "json";
    for (const bytes of [Buffer.from(content), gzipSync(content)]) {
      for (const lengths of [[bytes.length], [4_099], [1_000_003, 1]]) {
        const stream = inChunks(bytes, lengths);
        expect(rowsOf(await readColumns(stream, { schema, format }))).toEqual(expected);
      }
    }
  });
});

describe("columns of Parquet", () => {
  let duckdb: Awaited<ReturnType<typeof startDuckDb>>;
  beforeAll(async () => {
    duckdb = await startDuckDb();
    const lines = folder.write("source.ndjson", ndjsonLines(records));
    await duckdb.run(
      `COPY (SELECT * FROM read_json('${lines}', columns = {vin: 'VARCHAR', title: 'VARCHAR', country: 'VARCHAR', price: 'DOUBLE',
        isNew: 'BOOLEAN', soldAt: 'TIMESTAMP', codes: 'VARCHAR[]'})) TO '${folder.path("cars.parquet")}' (FORMAT parquet, ROW_GROUP_SIZE 5000)`,
    );
  });
  afterAll(() => duckdb.close());

  it("hold the same rows as its records", async () => {
    const path = folder.path("cars.parquet");
    await expectSameRows(path, schema);
    await expectSameRows(path);
    expect(rowsOf(await readColumns(path, { schema }))).toEqual(
      rowsOf(Columns.from(records, schema)),
    );
  });

  it("name the first value that does not fit", async () => {
    const path = folder.path("wrong.parquet");
    await duckdb.run(
      `COPY (SELECT i AS id, CASE WHEN i = 7000 THEN 'NaN'::DOUBLE ELSE i END AS n, CASE WHEN i = 6999 THEN '\\x00'::BLOB::VARCHAR ELSE 'a' END AS t
        FROM range(9000) r(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
    );
    expect(await errorOf(readColumns(path))).toMatchObject({
      code: "data",
      message: `${path}, record 7001: \`n\` is not a number: \`NaN\``,
    });
  });
});

describe("hostile content of files", () => {
  const types = defineSchema(
    Object.fromEntries([
      ["__proto__", "number"],
      ["constructor", "text"],
      ["n", "number"],
      ["t", "text"],
    ]),
  );
  const read = async (line: string): Promise<unknown> => {
    const columns = await readColumns(inChunks(Buffer.from(`{"n":7}\n${line}\n`)), {
      schema: types,
      format: "ndjson",
      name: "in",
    });
    expect(columns.length).toBe(2);
    return Object.entries(columns.record(1)).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    );
  };

  it.each<readonly [line: string, entries: readonly (readonly [string, unknown])[]]>([
    [
      '{"__proto__":1,"constructor":"c"}',
      [
        ["__proto__", 1],
        ["constructor", "c"],
      ],
    ],
    ['{"__proto__":{"n":1,"t":"x"},"__proto__":2}', [["__proto__", 2]]],
    ['{"n":1,"n":2}', [["n", 2]]],
    ['{"n":"x","n":2}', [["n", 2]]],
    ['{"n":-0}', [["n", 0]]],
    ['{"n":12345678901234567000}', [["n", 12_345_678_901_234_567_000]]],
    ['{"n":0.0e-400}', [["n", 0]]],
    ['{"n":0.30000000000000004}', [["n", 0.300_000_000_000_000_04]]],
    ['{"\\u006e":3}', [["n", 3]]],
    ['{"t":"\\ud83d\\ude00"}', [["t", "😀"]]],
    ['{"t":"\u2028\u007f\uFEFF"}', [["t", "\u2028\u007f\uFEFF"]]],
    [`{"x":${"[".repeat(100_000)}${"]".repeat(100_000)},"n":1}`, [["n", 1]]],
  ])("%.60s is read", async (line, entries) => {
    expect(await read(line)).toEqual(entries);
  });

  it.each([
    ['{"n":1e999}', "`n` is `1e999`, which a number would round to Infinity"],
    ['{"n":-1E400}', "`n` is `-1E400`, which a number would round to -Infinity"],
    ['{"n":0.1e-400}', "`n` is `0.1e-400`, which a number would round to 0"],
    [
      '{"n":12345678901234567890}',
      "`n` is `12345678901234567890`, which a number would round to 12345678901234567000",
    ],
    ['{"t":"\\ud800"}', '`t` is not a text: `"\\ud800"`'],
    ['{"t":"\\u0000"}', '`t` is not a text: `"\\u0000"`'],
    ['{"t":1,"n":"x"}', '`n` is not a number: `"x"`'],
    ['{"__proto__":"x"}', '`__proto__` is not a number: `"x"`'],
    ["[]", "`[]` is not an object"],
  ])("%s is refused", async (line, problem) => {
    expect(String(await errorOf(read(line)))).toContain(`StoreError: in, line 2: ${problem}`);
  });

  it("names the first record that does not fit, and its first field", async () => {
    const good = "1,a\n".repeat(100);
    const cases = [
      [`n,t\n${good}x,a\n${good}1,\0\n`, 'line 102: `n` is not a number: `"x"`'],
      [`n,t\n${good}1,\0\n${good}x,a\n`, 'line 102: `t` is not a text: `"\\u0000"`'],
      [`n,t\n${good}x,\0\n${good}x,a\n`, 'line 102: `n` is not a number: `"x"`'],
    ] as const;
    for (const [content, problem] of cases) {
      const options = {
        schema: defineSchema({ n: "number", t: "text" }),
        format: "csv",
        name: "in",
      } as const;
      const error = await errorOf(readColumns(inChunks(Buffer.from(content)), options));
      expect(String(error)).toBe(`StoreError: in, ${problem}`);
    }
  });

  const long = `{"t":"${"a".repeat(65 * 1024 * 1024)}"}`;
  const BROKEN: readonly (readonly [what: string, "ndjson" | "json" | "csv", () => Buffer])[] = [
    ["bytes", "ndjson", () => Buffer.from([0x7b, 0xff])],
    ["an end", "ndjson", () => Buffer.from('{"n":1}\n{"n":')],
    ["a long record", "ndjson", () => Buffer.from(long)],
    ["a long record", "json", () => Buffer.from(`[${long}]`)],
    ["an end", "json", () => Buffer.from('[{"n":1},{"n":2}')],
    ["a value", "json", () => Buffer.from('[{"n":1},{"n":}] x')],
    ["a long cell", "csv", () => Buffer.from(`__proto__,constructor,n,t\n"${long}`)],
    ["an end", "csv", () => Buffer.from('__proto__,constructor,n,t\n1,2\n"')],
    ["a compression", "ndjson", () => gzipSync('{"n":1}\n'.repeat(100)).subarray(0, 20)],
  ];

  it.each(BROKEN)(
    "gives the same error as reading records does: %s, of %s",
    async (_, format, of) => {
      const options = { schema: types, format, name: "in" };
      const error = await errorOf(readColumns(inChunks(of()), options));
      expect(error).toBeInstanceOf(StoreError);
      expect(String(error)).toBe(String(await errorOf(readAll(inChunks(of()), options))));
    },
  );

  it("gives columns of random records the same rows as the records", async () => {
    const text = fc
      .string({ unit: "binary", maxLength: 20 })
      .map((value) => value.replaceAll(/\p{Surrogate}|\0/gu, ""));
    const values = {
      text,
      number: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      boolean: fc.boolean(),
      date: fc.date({
        noInvalidDate: true,
        min: new Date("1900-01-01"),
        max: new Date("2298-01-01"),
      }),
      list: fc.array(text, { maxLength: 3 }),
    };
    const all = defineSchema(Object.fromEntries(VALUE_TYPES.map((type) => [type, type])));
    const record = fc.record({
      text: fc.option(values.text),
      number: fc.option(values.number),
      boolean: fc.option(values.boolean),
      date: fc.option(values.date),
      list: fc.option(values.list),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 8 }),
        fc.constantFrom("ndjson", "json", "csv"),
        async (rows, format) => {
          const written = {
            ndjson: () => ndjsonLines(rows),
            json: () => JSON.stringify(rows, undefined, rows.length % 2),
            csv: () => csvHeader(VALUE_TYPES) + csvLines(rows, VALUE_TYPES),
          }[format]();
          const bytes = inChunks(Buffer.from(written), [7, 3]);
          const columns = await readColumns(bytes, { schema: all, format });
          expect(rowsOf(columns)).toEqual(rowsOf(Columns.from(rows, all)));
        },
      ),
      { numRuns: runsOf(300) },
    );
  });
});

describe("reading columns", () => {
  it("takes the options of columns", async () => {
    const lines = ndjsonLines(records.slice(0, 3_000));
    const options = { schema, format: "ndjson" } as const;
    const few = await readColumns(inChunks(Buffer.from(lines)), { ...options, mostDistinct: 1 });
    const many = await readColumns(inChunks(Buffer.from(lines)), options);
    expect(rowsOf(few)).toEqual(rowsOf(many));
    expect(few.memory).not.toBe(many.memory);
  });

  it("gives nothing for an empty file, and an error for a missing or unknown one", async () => {
    const options = { schema };
    expect((await readColumns(folder.write("empty.ndjson", ""), options)).length).toBe(0);
    expect((await readColumns(folder.write("empty.json", "[]"), options)).length).toBe(0);
    expect((await readColumns(folder.write("none.ndjson", ""))).schema.fields.size).toBe(0);
    for (const path of [folder.path("nowhere.csv"), folder.write("cars.xlsx", "")]) {
      expect(await errorOf(readColumns(path, options))).toMatchObject({ code: "setup" });
    }
  });

  it("throws if a file changes meanwhile", async () => {
    const path = folder.write("changing.ndjson", '{"vin":"a"}\n'.repeat(40_000));
    let isOver = false;
    const reading = errorOf(readColumns(path, { schema })).finally(() => {
      isOver = true;
    });
    // It is read in more chunks than one, each in an iteration of its own.
    for (; !isOver; await iteration()) appendFileSync(path, '{"vin":"b"}\n');
    expect(await reading).toMatchObject({
      code: "unavailable",
      message: `${path}: the file changed while it was read`,
    });
  });

  it("ends with the signal's reason: for a file, for an endless stream and for a silent one", async () => {
    const reason = new Error("enough");
    const path = folder.write("long.ndjson", '{"vin":"a"}\n'.repeat(300_000));
    const aborted = AbortSignal.abort(reason);
    expect(await errorOf(readColumns(path, { schema, signal: aborted }))).toBe(reason);
    async function* endless(): AsyncIterable<Uint8Array> {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield Buffer.from('{"vin":"a"}\n');
      }
    }
    async function* silent(): AsyncIterable<Uint8Array> {
      yield Buffer.from('{"vin":"a"}\n');
      await new Promise(() => undefined);
    }
    for (const source of [path, endless(), silent()]) {
      const controller = new AbortController();
      const reading = readColumns(source, { schema, format: "ndjson", signal: controller.signal });
      const error = errorOf(reading);
      for (let count = 0; count < 5; count++) await iteration();
      controller.abort(reason);
      expect(await error).toBe(reason);
    }
  });
});
