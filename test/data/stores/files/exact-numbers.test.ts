import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileFormat } from "../../../../src/data/stores/files/file-format.ts";
import { type ReadOptions, readRecords } from "../../../../src/data/stores/files/read-file.ts";
import { ndjsonLines } from "../../../../src/data/stores/files/write-records.ts";
import type { StoreRecord } from "../../../../src/data/stores/store.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import {
  isExact,
  mayRound,
  withNumbersAsTexts,
} from "../../../../src/language/values/exact-number.ts";
import { runsOf } from "../../../harness/extent.ts";
import { startDuckDb } from "./duckdb.ts";
import { useFolder } from "./folder.ts";
import { errorOf, inChunks, NEVER, readAll } from "./read-all.ts";

const folder = useFolder();

function read(
  format: FileFormat,
  content: string,
  options: ReadOptions = {},
): Promise<StoreRecord[]> {
  return readAll(inChunks(Buffer.from(content)), { format, name: "in", ...options });
}

async function problemOf(
  format: FileFormat,
  content: string,
  options: ReadOptions = {},
): Promise<string> {
  return String(await errorOf(read(format, content, options))).replace("StoreError: in, ", "");
}

const LONG = [
  "9007199254740993",
  "-9007199254740993",
  "123456789012345678901234567890",
  "0.12345678901234567890",
  "1234567890.123456789",
  "12345678901234567.5",
  "-0.30000000000000001e2",
].filter((text) => !isExact(text, Number(text)));

describe("a number with more digits than a double holds", () => {
  it.each(LONG)("%s is a text with the file's spelling", async (number) => {
    const expected = [{ id: number }, { id: "1.50" }, { id: null }];
    expect(await read("ndjson", `{"id":${number}}\n{"id":1.50}\n{}`)).toEqual(expected);
    expect(await read("json", `[{"id":${number}},{"id":1.50},{"id":null}]`)).toEqual(expected);
    expect(await read("csv", `id,n\n${number},1\n1.50,1\n,1\n`)).toMatchObject(expected);
  });

  it.each(LONG)("%s is an error with the line if the schema says number", async (number) => {
    const schema = defineSchema({ id: "number" });
    const problem = `\`id\` is \`${number}\`, which a number would round to ${Number(number)}: a schema in which the field is a text keeps it`;
    const records = `{"id":1}\n{"id":${number}}`;
    expect(await problemOf("ndjson", records, { schema })).toBe(`line 2: ${problem}`);
    const array = `[${records.replace("\n", ",")}]`;
    expect(await problemOf("json", array, { schema })).toBe(`record 2: ${problem}`);
    const shown = problem.replace(`\`${number}\``, `\`"${number}"\``);
    expect(await problemOf("csv", `id\n1\n${number}\n`, { schema })).toBe(`line 3: ${shown}`);
  });

  it("out of the range of doubles is not read as 0", async () => {
    const schema = defineSchema({ id: "number" });
    for (const number of ["1e-400", "4.8e-324", "-1.25E-400", "1e400"]) {
      expect(await problemOf("ndjson", `{"id":${number}}`, { schema })).toMatch(
        /^line 1: `id` is `.*`, which a number would round to/,
      );
    }
    expect(await read("ndjson", '{"id":0,"e-":"e-4"}\n{"id":5e-324}', { schema })).toEqual([
      { id: 0 },
      { id: 5e-324 },
    ]);
  });

  it("is a text as a key, and inside other objects", async () => {
    const json = '{"id":9007199254740993,"in":{"id":[1],"n":9007199254740995}}\n';
    expect(await read("ndjson", json, { key: "id" })).toEqual([
      { id: "9007199254740993", "in.n": "9007199254740995" },
    ]);
  });

  it("is found after the first 10,000 records", async () => {
    const many = '{"id":1}\n'.repeat(10_000);
    expect(await problemOf("ndjson", `${many}{"id":9007199254740993}\n`)).toMatch(
      /^line 10001: `id` is `9007199254740993`, which .* \(the first 10,000 records/,
    );
  });

  it("is written as it was read", async () => {
    const line = '{"id":"9007199254740993","price":"0.1000000000000000055"}\n';
    const records = await read("ndjson", line.replace(/"(\d[^"]*)"/g, "$1"));
    expect(ndjsonLines(records)).toBe(line);
  });
});

describe("a number that a double holds exactly", () => {
  it("is read as a number, however it is written", async () => {
    const numbers = ["9007199254740991", "0.1", "1e300", "123456789012345", "0.10000000000000001"];
    for (const number of [...numbers, "-0.30000000000000004", "1.10", "0.000", "100e-2"]) {
      expect(await read("ndjson", `{"a":${number}}`)).toEqual([{ a: Number(number) }]);
    }
  });

  it("is a text in a field of texts, in the spelling of the file", async () => {
    const schema = defineSchema({ price: "text" });
    for (const number of ["1.10", "007.0", "1e3", "-0"]) {
      expect(await read("csv", `price\n${number}\n`, { schema })).toEqual([{ price: number }]);
      if (number.startsWith("00")) continue;
      expect(await read("ndjson", `{"price":${number}}`, { schema })).toEqual([{ price: number }]);
    }
    expect(await read("csv", "price\n1.10\n")).toEqual([{ price: 1.1 }]);
  });

  it("is any number that JavaScript writes", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isExact(String(value), value)).toBe(true);
        expect(isExact(value.toExponential(), value)).toBe(true);
        if (Number.isSafeInteger(value)) return;
        expect(isExact(value.toExponential(16), value)).toBe(true);
      }),
      { numRuns: runsOf(5_000) },
    );
  });

  it("is an integer that equals its BigInt", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (integer) => {
        const value = Number(integer);
        // JavaScript writes zeros for the digits that a double does not need: what it wrote is read back as that double.
        const isSame = BigInt(value) === integer || String(value) === String(integer);
        if (!isSame) expect(isExact(String(integer), value)).toBe(false);
        if (Number.isSafeInteger(value)) expect(isExact(String(integer), value)).toBe(true);
      }),
      { numRuns: runsOf(5_000) },
    );
  });
});

describe("JSON", () => {
  it("has the same values with its numbers as texts", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const expected = JSON.stringify(JSON.parse(json), (_, value) =>
          typeof value === "number" ? String(value) : value,
        );
        const spelled = JSON.stringify(JSON.parse(withNumbersAsTexts(json)), (_, value) =>
          typeof value === "string" && /^-?\d[\d.e+-]*$/.test(value) && !json.includes(`"${value}"`)
            ? String(Number(value))
            : value,
        );
        expect(spelled).toBe(expected);
      }),
      { numRuns: runsOf(5_000) },
    );
  });

  it("is checked closely wherever long digits stand", () => {
    for (let before = 0; before < 40; before++) {
      expect(mayRound(`${"x".repeat(before)}1234567890123456,`)).toBe(true);
      expect(mayRound(`${"x".repeat(before)}123456789012345,1234`)).toBe(false);
    }
  });
});

describe("Parquet", () => {
  let duckdb: Awaited<ReturnType<typeof startDuckDb>>;
  beforeAll(async () => {
    duckdb = await startDuckDb();
  });
  afterAll(() => duckdb.close());

  const write = async (name: string, query: string): Promise<string> => {
    const path = folder.path(name);
    await duckdb.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
    return path;
  };
  const LONG_ROW =
    "SELECT 9007199254740993::BIGINT AS big, 18446744073709551615::UBIGINT AS ubig, 12345678901234567890.35::DECIMAL(38, 2) AS dec38, 0.1234567890123456::DECIMAL(18, 16) AS dec18, -0.05::DECIMAL(38,2) AS short";

  it("has texts for numbers with too many digits, and numbers for others", async () => {
    const path = await write("long.parquet", LONG_ROW);
    expect(await readAll(path)).toEqual([
      {
        big: "9007199254740993",
        ubig: "18446744073709551615",
        dec38: "12345678901234567890.35",
        dec18: 0.1234567890123456,
        short: -0.05,
      },
    ]);
  });

  it("names the number that does not fit, with its row", async () => {
    const path = await write("long.parquet", LONG_ROW);
    for (const [field, shown] of [
      ["big", "9007199254740993"],
      ["dec38", "12345678901234567890.35"],
    ] as const) {
      const error = await errorOf(readAll(path, { schema: defineSchema({ [field]: "number" }) }));
      expect(String(error)).toContain(
        `, record 1: \`${field}\` is \`${shown}\`, which a number would round to ${Number(shown)}`,
      );
    }
  });

  it("gives the digits of every column in a field of texts", async () => {
    const path = await write(
      "texts.parquet",
      "SELECT 7::INTEGER AS i, 1.10::DECIMAL(9,2) AS d, TIMESTAMP_NS '1969-12-31 23:59:59.123456789' AS ns, TIMESTAMP '2024-02-29 12:00:00.12' AS us, DATE '2024-02-29' AS day, TIME '01:02:03.5' AS clock, NULL::BIGINT AS n",
    );
    const fields = ["i", "d", "ns", "us", "day", "clock", "n"];
    const schema = defineSchema(Object.fromEntries(fields.map((name) => [name, "text"])));
    expect(await readAll(path, { schema })).toEqual([
      {
        i: "7",
        d: "1.10",
        ns: "1969-12-31T23:59:59.123456789Z",
        us: "2024-02-29T12:00:00.12Z",
        day: "2024-02-29",
        clock: "01:02:03.5",
        n: null,
      },
    ]);
    expect(await readAll(path)).toMatchObject([{ clock: "01:02:03.5" }]);
  });

  it("names the columns that are no fields, with the reason", async () => {
    const path = await write(
      "left.parquet",
      "SELECT 'A' AS vin, {'a': 1} AS structure, [1] AS numbers, INTERVAL 1 DAY AS span, MAP {'a': 1} AS pairs",
    );
    const { leftOut, close } = await readRecords(path, { signal: NEVER });
    await close();
    expect(leftOut).toEqual([
      { name: "structure", reason: "a structure is not a value of a field" },
      { name: "numbers", reason: "only a list of texts is a value of a field" },
      { name: "span", reason: "the type INTERVAL is not one of a field" },
      { name: "pairs", reason: "a structure is not a value of a field" },
    ]);
    const error = await errorOf(readAll(path, { schema: defineSchema({ span: "text" }) }));
    expect(String(error)).toContain(
      "there is no column for `span`; `span`: the type INTERVAL is not one of a field",
    );
  });
});
