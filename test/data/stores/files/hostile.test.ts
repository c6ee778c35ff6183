import { Buffer } from "node:buffer";
import { mkdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FileFormat } from "../../../../src/data/stores/files/file-format.ts";
import { type ReadOptions, readRecords } from "../../../../src/data/stores/files/read-file.ts";
import { StoreError } from "../../../../src/data/stores/store.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { useFolder } from "./folder.ts";
import { errorOf, inChunks, NEVER, readAll } from "./read-all.ts";

const folder = useFolder();

const schema = defineSchema({
  vin: { type: "text", key: true },
  price: "number",
  isNew: "boolean",
  soldAt: "date",
  codes: "list",
});

/** What reading a stream ends with, without the name. */
async function problemOf(
  format: FileFormat,
  content: string | Uint8Array,
  options: ReadOptions = { schema },
): Promise<string> {
  const bytes = Buffer.from(content);
  const problems = new Set<string>();
  // However it is cut, it is the same problem at the same line.
  for (const lengths of [[bytes.length || 1], [1], [5, 3]]) {
    const error = await errorOf(
      readAll(inChunks(bytes, lengths), { ...options, format, name: "in" }),
    );
    if (!(error instanceof StoreError)) throw error;
    expect(error.code).toBe("data");
    problems.add(error.message);
  }
  expect([...problems]).toHaveLength(1);
  return [...problems].join().replace(/^in(?:, |: )/, "");
}

const bytesOf = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe("a value that is not of its field's type", () => {
  const cases: readonly (readonly [json: string, problem: string])[] = [
    ['{"vin":true}', "`vin` is not a text: `true`"],
    ['{"vin":"a\\u0000b"}', '`vin` is not a text: `"a\\u0000b"`'],
    ['{"vin":"\\ud800"}', '`vin` is not a text: `"\\ud800"`'],
    ['{"price":"12"}', '`price` is not a number: `"12"`'],
    [
      '{"price":1e999}',
      "`price` is `1e999`, which a number would round to Infinity: a schema in which the field is a text keeps it",
    ],
    ['{"price":true}', "`price` is not a number: `true`"],
    ['{"isNew":1}', "`isNew` is not a boolean: `1`"],
    ['{"soldAt":"tomorrow"}', '`soldAt` is not a date: `"tomorrow"`'],
    ['{"soldAt":"2023-02-29"}', '`soldAt` is not a date: `"2023-02-29"`'],
    ['{"soldAt":"1899-12-31"}', '`soldAt` is not a date: `"1899-12-31"`'],
    ['{"soldAt":1700000000000}', "`soldAt` is not a date: `1700000000000`"],
    ['{"codes":"AD15"}', '`codes` is not a list: `"AD15"`'],
    ['{"codes":["a",1]}', '`codes` is not a list: `["a",1]`'],
    ['{"codes":["a",null]}', '`codes` is not a list: `["a",null]`'],
    ['{"price":{"amount":1}}', '`price` is not a number: `{"amount":1}`'],
    [
      `{"price":"${"long ".repeat(100)}"}`,
      `\`price\` is not a number: \`"${"long ".repeat(11)}lon…\``,
    ],
    ["[1]", "`[1]` is not an object"],
    ["null", "`null` is not an object"],
    ['"text"', '`"text"` is not an object'],
  ];

  it.each(cases)("%s", async (json, problem) => {
    expect(await problemOf("ndjson", `{"vin":"A"}\n\n${json}\n`)).toBe(`line 3: ${problem}`);
  });
});

describe("NDJSON", () => {
  it("that is invalid is an error with the line", async () => {
    expect(await problemOf("ndjson", '{"vin":"A"}\n{"vin":\n')).toMatch(
      /^line 2: this is not JSON: /,
    );
    expect(await problemOf("ndjson", '{"vin":"A"}{"vin":"B"}')).toMatch(
      /^line 1: this is not JSON: /,
    );
    expect(await problemOf("ndjson", "vin,price\nA,1")).toMatch(/^line 1: this is not JSON: /);
  });

  it("that is invalid is an error without the values of hidden fields", async () => {
    expect(await problemOf("ndjson", '{"vin":"A"}\n\u001b[31m\u202e')).not.toMatch(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      /[\u0000-\u001f\u202e]/,
    );
  });

  it("that is not UTF-8 is an error with the line and the byte", async () => {
    expect(await problemOf("ndjson", bytesOf('{"vin":"A"}\n{"vin":"M', [0xfc], 'nchen"}\n'))).toBe(
      "line 2: the byte 0xFC at 21 is not UTF-8; if the file has another encoding, give it, such as windows-1252",
    );
    expect(await problemOf("ndjson", bytesOf('{"vin":"A"}\n{"vin":"M', [0xc3]))).toBe(
      "line 2: the byte 0xC3 at 21 is not UTF-8; if the file has another encoding, give it, such as windows-1252",
    );
    expect(await problemOf("ndjson", bytesOf([0xed, 0xa0, 0x80]))).toBe(
      "line 1: the byte 0xED at 0 is not UTF-8; if the file has another encoding, give it, such as windows-1252",
    );
  });

  it("in another UTF than declared is refused", async () => {
    const utf16 = bytesOf([0xff, 0xfe], "{\0}\0");
    expect(await problemOf("ndjson", utf16, { schema, encoding: "utf-8" })).toBe(
      "line 1: the file is UTF-16LE by its first bytes, and not UTF-8",
    );
    expect(await problemOf("ndjson", utf16, { schema, encoding: "utf-16be" })).toBe(
      "line 1: the file is UTF-16LE by its first bytes, and not UTF-16BE",
    );
    expect(await problemOf("csv", bytesOf([0xff, 0xfe], "v\0\n\0", [0x00, 0xd8]), {})).toMatch(
      /^line 2: the character at 6 is not whole in UTF-16/,
    );
    expect(await problemOf("csv", bytesOf([0xff, 0xfe, 0x00, 0xdc]), {})).toBe(
      "line 1: the character at 2 is half of a pair in UTF-16",
    );
  });

  it("with an endless line is not read to its end", async () => {
    let given = 0;
    async function* endless(): AsyncIterable<Uint8Array> {
      for (;;) {
        given++;
        yield Buffer.alloc(1024 * 1024, "a");
      }
    }
    const error = await errorOf(readAll(endless(), { schema, format: "ndjson", name: "in" }));
    expect(String(error)).toBe("StoreError: in, line 1: the line is longer than 64 MB");
    expect(given).toBeLessThan(70);
  });
});

describe("a JSON array", () => {
  const cases: readonly (readonly [content: string, problem: string | RegExp])[] = [
    ["", "the file is empty, and has to be a JSON array"],
    [" \n", "the file is empty, and has to be a JSON array"],
    [
      '{"vin":"A"}\n{"vin":"B"}',
      /^the file is not a JSON array \(one object on each line is NDJSON/,
    ],
    ["[", "record 1: the file ends before the array does"],
    ['[{"vin":"A"}', "record 1: the file ends before the array does"],
    ['[{"vin":"A"},', "record 1: the file ends before the array does"],
    ['[{"vin":"A"},{"vin":"B', "record 2: the file ends before the array does"],
    ['[{"vin":"A"},]', "record 2: this is not an object"],
    ['[,{"vin":"A"}]', "record 1: this is not an object"],
    ['[{"vin":"A"}{"vin":"B"}]', "record 1: a comma, or the array's end, has to follow"],
    ['[{"vin":"A"},{"vin":}]', /^record 2: this is not JSON: /],
    ['[{"vin":"A"},{"vin":"B"]}]', /^record 2: this is not JSON: /],
    ["[1,2]", "record 1: this is not an object"],
    ["[[]]", "record 1: this is not an object"],
    ['[{"vin":"A"}]]', "there is more after the array's end"],
    ['[{"vin":"A"},{"price":"x"}]', 'record 2: `price` is not a number: `"x"`'],
  ];

  it.each(cases)("%s", async (content, problem) => {
    const found = await problemOf("json", content);
    if (typeof problem === "string") expect(found).toBe(problem);
    else expect(found).toMatch(problem);
  });

  it("that is not UTF-8 is an error with the record and the byte", async () => {
    expect(await problemOf("json", bytesOf('[{"vin":"A"},{"vin":"', [0xff], '"}]'))).toBe(
      "record 2: the byte 0xFF at 21 is not UTF-8; if the file has another encoding, give it, such as windows-1252",
    );
  });

  it("may be nested to any depth", async () => {
    const deep = `[{"vin":"A","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}]`;
    expect(await readAll(inChunks(Buffer.from(deep)), { schema, format: "json" })).toMatchObject([
      { vin: "A" },
    ]);
  });

  it("with an endless record is not read to its end", async () => {
    async function* endless(): AsyncIterable<Uint8Array> {
      yield Buffer.from('[{"vin":"');
      for (;;) yield Buffer.alloc(1024 * 1024, "a");
    }
    const error = await errorOf(readAll(endless(), { schema, format: "json", name: "in" }));
    expect(String(error)).toBe("StoreError: in, record 1: the record is longer than 64 MB");
  });
});

describe("CSV", () => {
  const header = "vin,price,isNew,soldAt,codes\n";
  const cases: readonly (readonly [content: string, problem: string])[] = [
    ["", "the file is empty, and has to name its columns in the first line"],
    ["vin,price,vin\n", "line 1: two columns are named `vin`"],
    ["vin,price\nA,1\n", "there is no column for `isNew`, `soldAt`, `codes`"],
    [`${header}A,1,true\n`, "line 2: there are 3 values for 5 columns"],
    [`${header}A,,,,\nB,,,,,\n`, "line 3: there are 6 values for 5 columns"],
    [`${header}"A\nB",,,,\nC\n`, "line 4: there are 1 values for 5 columns"],
    [`${header}"A,,,,\nB,,,,\n`, "line 2: a quote is opened here that nothing closes"],
    [`${header}"A" ,,,,\n`, 'line 2: `"A"` is followed by more than a delimiter'],
    [`${header}"A"B,,,,\n`, 'line 2: `"A"` is followed by more than a delimiter'],
    [`${header}"A\n\n"B,,,,\n`, 'line 4: `"A\\n\\n"` is followed by more than a delimiter'],
    [
      `${header}A\rB,,,,\n`,
      "line 2: there is a carriage return without a line feed; lines end in a line feed",
    ],
    [`${header}A,"1,000",,,\n`, 'line 2: `price` is not a number: `"1,000"`'],
    [`${header}A,NaN,,,\n`, 'line 2: `price` is not a number: `"NaN"`'],
    [`${header}A,0x10,,,\n`, 'line 2: `price` is not a number: `"0x10"`'],
    [`${header}A,1e999,,,\n`, 'line 2: `price` is not a number: `"1e999"`'],
    [`${header}A,,yes,,\n`, 'line 2: `isNew` is not a boolean: `"yes"`'],
    [`${header}A,,,29.02.2024,\n`, 'line 2: `soldAt` is not a date: `"29.02.2024"`'],
    [`${header}A,,,,AD15\n`, 'line 2: `codes` is not a list: `"AD15"`'],
    [`${header}A,,,,[1]\n`, 'line 2: `codes` is not a list: `"[1]"`'],
    [`${header}A\0,,,,\n`, 'line 2: `vin` is not a text: `"A\\u0000"`'],
  ];

  it.each(cases)("%j", async (content, problem) => {
    expect(await problemOf("csv", content)).toBe(problem);
  });

  it("that is not UTF-8 is an error with the line and the byte", async () => {
    expect(await problemOf("csv", bytesOf(`${header}A,,,,\n"B\n`, [0x80], '",,,,\n'))).toBe(
      "line 4: the byte 0x80 at 38 is not UTF-8; if the file has another encoding, give it, such as windows-1252",
    );
  });

  it("with an endless quote is not read to its end", async () => {
    async function* endless(): AsyncIterable<Uint8Array> {
      yield Buffer.from(`${header}"`);
      for (;;) yield Buffer.alloc(1024 * 1024, "a");
    }
    const error = await errorOf(readAll(endless(), { schema, format: "csv", name: "in" }));
    expect(String(error)).toBe("StoreError: in, line 2: the record is longer than 64 MB");
  });

  it("with values that do not fit names where the types come from", async () => {
    const content = `a,b\n${"x,1\n".repeat(10_000)}x,one\n`;
    expect(await problemOf("csv", content, {})).toBe(
      'line 10002: `b` is not a number: `"one"` (the first 10,000 records, or 16 MB of them, tell the types of the fields, unless a schema does)',
    );
  });
});

describe("gzip", () => {
  const content = Buffer.from(`{"vin":"${"A".repeat(5000)}"}\n`.repeat(100));
  const zipped = gzipSync(content, { level: 1 });

  it("that is truncated or corrupt is an error", async () => {
    for (const broken of [
      zipped.subarray(0, zipped.length - 1),
      zipped.subarray(0, 30),
      zipped.subarray(0, 3),
      Buffer.concat([zipped.subarray(0, 40), Buffer.alloc(20, 0xff), zipped.subarray(60)]),
    ]) {
      const path = folder.path("broken.ndjson.gz");
      folder.write("broken.ndjson", broken);
      const error = await errorOf(readAll(folder.path("broken.ndjson"), { schema }));
      expect(error).toBeInstanceOf(StoreError);
      expect(String(error)).toContain("the gzip data is broken: ");
      expect(path).toContain(".gz");
    }
  });

  it("is required if the name promises it", async () => {
    const bytes = inChunks(Buffer.from('{"vin":"A"}'));
    const error = await errorOf(
      readAll(bytes, { schema, format: "ndjson", name: "cars.ndjson.gz" }),
    );
    expect(String(error)).toBe(
      "StoreError: cars.ndjson.gz: the gzip data is broken: incorrect header check",
    );
  });
});

describe("a file that cannot be opened", () => {
  const setupOf = async (path: string, options: ReadOptions = {}): Promise<string> => {
    const error = await errorOf(readRecords(path, { ...options, signal: NEVER }));
    if (!(error instanceof StoreError)) throw error;
    expect(error.code).toBe("setup");
    return error.message;
  };

  it("is missing, or a folder", async () => {
    const missing = folder.path("missing.json");
    expect(await setupOf(missing)).toBe(`${missing}: there is no such file`);
    const inside = folder.path("folder.json");
    mkdirSync(inside);
    expect(await setupOf(inside)).toBe(`${inside}: this is a folder`);
  });

  it("has no known extension", async () => {
    const path = folder.write("cars.xlsx", "");
    expect(await setupOf(path)).toBe(
      `${path}: the format is not clear from the name (known are .ndjson, .jsonl, .json, .csv, .tsv, .parquet, .arrow, .arrows, .feather, .ipc, and .gz or .zst after those of text)`,
    );
    const zipped = folder.write("cars.parquet.gz", "");
    expect(await setupOf(zipped)).toBe(
      `${zipped}: Parquet compresses by itself, and is not read from .gz`,
    );
  });

  it("has no such key", async () => {
    const path = folder.write("key.ndjson", '{"vin":"A","isNew":true}');
    expect(await setupOf(path, { key: "id" })).toBe(
      "the key is set to `id`, but the fields are `vin`, `isNew`",
    );
    expect(await setupOf(path, { key: "isNew", schema })).toBe(
      "the key is set to `isNew`, but the schema's key is `vin`",
    );
    const keyless = defineSchema({ vin: "text", isNew: "boolean" });
    expect(await setupOf(path, { key: "isNew", schema: keyless })).toBe(
      "the key is set to `isNew`, which is boolean: a key is a text or a number",
    );
  });
});

describe("a signal", () => {
  it("ends reading with its reason", async () => {
    const content = `${'{"vin":"A"}\n'.repeat(200_000)}`;
    const path = folder.write("long.ndjson", content);
    const controller = new AbortController();
    const reason = new Error("enough");
    const reading = async (): Promise<void> => {
      const { batches } = await readRecords(path, { schema, signal: controller.signal });
      for await (const _ of batches) controller.abort(reason);
    };
    expect(await errorOf(reading())).toBe(reason);
    expect(
      await errorOf(
        readAll(path, { schema }).then(() => readRecords(path, { signal: controller.signal })),
      ),
    ).toBe(reason);
  });
});

describe("records of JSON with very many names", () => {
  it("of which each record has a few are read in small batches", async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    const sparse = defineSchema({
      id: "text",
      ...Object.fromEntries(names.map((name) => [name, "number"] as const)),
    });
    // Numbers that are read as they are spelled in the file, on each row.
    const ids = Array.from({ length: 120 }, (_, row) => `${9_007_199_254_740_993n + BigInt(row)}`);
    const lines = ids.map((id, row) => `{"id":${id},"n${row}":${row}}\n`);
    const path = folder.write("sparse.ndjson", lines.join(""));
    const { batches } = await readRecords(path, { schema: sparse, signal: NEVER });
    const read: unknown[] = [];
    for await (const { records, positions } of batches) {
      expect(records.length * names.length).toBeLessThan(2 ** 20);
      for (const [index, { id, [`n${read.length}`]: own, n119 = null }] of records.entries()) {
        read.push([positions[index], id, own, n119]);
      }
    }
    expect(read).toEqual(ids.map((id, row) => [row + 1, id, row, row === 119 ? 119 : null]));
  });

  it("are searched once for the exponents that may make them 0", async () => {
    // Searching the record for each value took minutes.
    const zeros = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`n${at}`, 0]));
    const given = { ...zeros, note: "x".repeat(4_000_000), tiny: 0.1 + 0.2 };
    const path = folder.write("zeros.ndjson", `${JSON.stringify(given)}\n`);
    expect(await readAll(path)).toEqual([given]);
  });
});

describe("records with long texts", () => {
  it.each(["ndjson", "csv"] as const)(
    "of %s are not read ahead without a limit",
    async (format) => {
      const names = Array.from({ length: 100 }, (_, index) => `name${index}`);
      const cells = names.map((name) => [name, "x".repeat(10_000)] as const);
      const header = format === "csv" ? `${names.join()}\n` : "";
      const record =
        format === "csv"
          ? cells.map(([, text]) => text).join()
          : JSON.stringify(Object.fromEntries(cells));
      let taken = 0;
      async function* endless(): AsyncIterable<Uint8Array> {
        yield Buffer.from(header);
        for (;;) {
          taken += record.length + 1;
          yield Buffer.from(`${record}\n`);
        }
      }
      const file = await readRecords(endless(), { format });
      await file.close();
      expect([...file.schema.fields.keys()]).toEqual(names);
      expect(taken).toBeGreaterThan(16_000_000);
      expect(taken).toBeLessThan(20_000_000);
    },
  );
});
