import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { QueryError } from "../../../../src/data/stores/query-error.ts";
import type { StoreQuery, StoreRecord, WrittenFormat } from "../../../../src/data/stores/store.ts";
import { compileOrThrow } from "../../../../src/engine/index.ts";
import { defineSchema, type Schema } from "../../../../src/language/schema/index.ts";
import { VALUE_TYPES, type ValueType } from "../../../../src/language/types/value-type.ts";
import { runsOf } from "../../../harness/extent.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { take } from "./take.ts";

interface Written {
  readonly text: string;
  readonly count: number;
  readonly sizes: readonly number[];
}

async function write(
  store: MemoryStore,
  query: StoreQuery,
  format: WrittenFormat,
): Promise<Written> {
  const chunks: Uint8Array[] = [];
  const copies: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of store.write(query, format, { signal: NEVER })) {
    count += chunk.count;
    chunks.push(chunk.bytes);
    copies.push(chunk.bytes.slice());
  }
  // The receiver of a chunk may keep it: later chunks use other memory.
  expect(chunks.every((chunk, index) => Buffer.from(chunk).equals(copies[index] ?? chunk))).toBe(
    true,
  );
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  return { text, count, sizes: chunks.map(({ length }) => length) };
}

function expected(records: readonly StoreRecord[], format: WrittenFormat): string {
  if (format === "json") return JSON.stringify(records);
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

async function expectSame(store: MemoryStore, query: StoreQuery): Promise<void> {
  const records = await take(store, query);
  for (const format of ["json", "ndjson"] as const) {
    const { text, count, sizes } = await write(store, query, format);
    expect(text).toBe(expected(records, format));
    expect(count).toBe(records.length);
    expect(sizes.every((size) => size > 0)).toBe(true);
  }
}

const HOSTILE = [
  "__proto__",
  "constructor",
  "toString",
  '"',
  "\\",
  "a\u2028b",
  "\u2029",
  "é",
  "😀",
  "\n\t\u0001",
  "7",
  "10",
  "4294967295",
  "toJSON",
  "x y",
];

const TEXTS = [
  "",
  "a",
  '"',
  "\\",
  "\u0001\u001f\u007f",
  "\b\f\n\r\t",
  "\u2028\u2029",
  "😀\u{10ffff}",
  "\ufeff",
  "é".repeat(40),
  "plain text of some length, which is longer than what is copied byte by byte, so that both ways are used",
];

const NUMBERS = [
  0,
  -0,
  1,
  -7,
  1e21,
  5e-324,
  1e-7,
  0.1,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  Number.MAX_VALUE,
];

const DATES = [
  "1900-01-01T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "2024-02-29T12:30:00.001Z",
  "2298-12-31T23:59:59.999Z",
];

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: "binary" }).filter((one) => !one.includes("\0")),
);

const VALUES: Readonly<Record<ValueType, fc.Arbitrary<StoreRecord[string]>>> = {
  text,
  number: fc.oneof(
    fc.constantFrom(...NUMBERS),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  boolean: fc.boolean(),
  date: fc.oneof(
    fc.constantFrom(...DATES).map((iso) => new Date(iso)),
    fc.date({ min: new Date(DATES[0] ?? 0), max: new Date(DATES[3] ?? 0), noInvalidDate: true }),
  ),
  list: fc.array(text, { maxLength: 4 }),
};

interface Case {
  readonly schema: Schema;
  readonly records: readonly StoreRecord[];
  readonly fields: readonly string[];
}

const name = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ minLength: 1, unit: "binary" }).filter((one) => !one.includes("\0")),
);

const cases: fc.Arbitrary<Case> = fc
  .uniqueArray(fc.tuple(name, fc.constantFrom(...VALUE_TYPES)), {
    selector: ([field]) => field,
    maxLength: 8,
  })
  .chain((typed) => {
    const fields = typed.filter(([field]) => field !== "key");
    const names = ["key", ...fields.map(([field]) => field)];
    const row = fc.tuple(...fields.map(([, type]) => fc.option(VALUES[type], { freq: 4 })));
    return fc.record({
      schema: fc.constant(
        defineSchema(
          Object.fromEntries([
            ...fields.slice(0, 2),
            ["key", { type: "number", key: true }],
            ...fields.slice(2),
          ]),
        ),
      ),
      records: fc
        .array(row, { maxLength: 20 })
        .map((rows) =>
          rows.map((values, index) =>
            Object.fromEntries([
              ["key", (index * 13) % 23],
              ...values.map((value, at) => [fields[at]?.[0] ?? "", value] as const),
            ]),
          ),
        ),
      fields: fc.shuffledSubarray(names),
    });
  });

describe("written records", () => {
  it("are the bytes of JSON.stringify", async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.nat({ max: 25 }), async ({ schema, records, fields }, limit) => {
        const store = await MemoryStore.from(records, schema);
        await expectSame(store, {});
        await expectSame(store, { fields });
        const sort = [{ field: "key", direction: "desc" }] as const;
        await expectSame(store, { fields, sort, limit });
      }),
      { numRuns: runsOf(1_000) },
    );
  });

  it("have null for every blank, like those of a database", async () => {
    const schema = defineSchema({
      key: { type: "number", key: true },
      text: "text",
      flag: "boolean",
      list: "list",
      number: "number",
      date: "date",
    });
    const store = await MemoryStore.from(
      [
        { key: 3, text: "", flag: false, list: [] },
        { key: 1, text: null, flag: null, list: null, number: null, date: null },
        { key: 2, text: "x", flag: true, list: ["", "x"], number: 0, date: new Date(0) },
      ],
      schema,
    );
    const { text: json } = await write(store, {}, "json");
    expect(json).toBe(
      '[{"key":1,"text":null,"flag":null,"list":null,"number":null,"date":null},' +
        '{"key":2,"text":"x","flag":true,"list":["","x"],"number":0,"date":"1970-01-01T00:00:00.000Z"},' +
        '{"key":3,"text":null,"flag":false,"list":null,"number":null,"date":null}]',
    );
  });

  it("of no records, and of no fields", async () => {
    const schema = defineSchema({ key: { type: "number", key: true } });
    const none = await MemoryStore.from([], schema);
    expect(await write(none, {}, "json")).toEqual({ text: "[]", count: 0, sizes: [2] });
    expect(await write(none, {}, "ndjson")).toEqual({ text: "", count: 0, sizes: [] });
    const two = await MemoryStore.from([{ key: 1 }, { key: 2 }], schema);
    expect((await write(two, { fields: [] }, "json")).text).toBe("[{},{}]");
    expect((await write(two, { limit: 0 }, "json")).text).toBe("[]");
  });
});

describe("many written records", () => {
  const schema = defineSchema({
    key: { type: "text", key: true },
    // Few, many, and all different texts.
    few: "text",
    half: "text",
    own: "text",
    plain: "text",
    at: "date",
    n: "number",
    tags: "list",
    long: "text",
  });
  const count = 9_000;
  const records = Array.from({ length: count }, (_, index) => ({
    key: `k${(index * 7919) % count}`,
    few: TEXTS[index % TEXTS.length] ?? "",
    half: index % 3 === 0 ? null : `${TEXTS[index % 7]}${index >> 1}`,
    own: `${TEXTS[index % TEXTS.length]}${index}`,
    plain: index % 10 === 0 ? "" : `plain ${index}`,
    at: new Date(index * 86_400_123),
    n: index % 5 === 0 ? index / 7 : -index,
    tags: TEXTS.slice(0, index % 5),
    long: index % 1000 === 999 ? '"long"'.repeat(9_000) : index % 2 === 0 ? null : "",
  }));
  const open = MemoryStore.from(records, schema);

  it.each([
    {},
    { fields: ["own", "key", "n"] },
    { filter: compileOrThrow('AND({n} < 0, {few} != "a")', schema) },
    { sort: [{ field: "own", direction: "desc" }], fields: ["at", "tags", "half"] },
    { sort: [{ field: "few" }, { field: "n" }], limit: 500 },
    { after: { key: "k5" }, limit: 5_000 },
  ] satisfies StoreQuery[])("are the bytes of JSON.stringify: %j", async (query) => {
    await expectSame(await open, query);
  });

  it("come in chunks of limited size", async () => {
    const { sizes } = await write(await open, { fields: ["own", "key", "n"] }, "json");
    expect(sizes.length).toBeGreaterThan(3);
    for (const size of sizes.slice(0, -1)) {
      expect(size).toBeGreaterThanOrEqual(65_536);
      expect(size).toBeLessThan(66_000);
    }
  });

  it("end with the signal's reason, in an unfinished text", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let text = "";
    const writing = async (): Promise<void> => {
      for await (const { bytes } of (await open).write({}, "json", { signal: controller.signal })) {
        text += Buffer.from(bytes).toString();
        controller.abort(reason);
      }
    };
    expect(await errorOf(writing())).toBe(reason);
    expect(text.endsWith("]")).toBe(false);
    expect(() => JSON.parse(text)).toThrow();
  });

  it("are an error for unknown fields", async () => {
    const error = await errorOf(write(await open, { fields: ["wheels"] }, "json"));
    expect(error).toBeInstanceOf(QueryError);
  });
});
