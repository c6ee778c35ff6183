import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { ndjsonLines } from "../../../../src/data/stores/files/write-records.ts";
import type { FileStoreOptions } from "../../../../src/data/stores/memory/file-store.ts";
import { ScanPool, type ScanPoolOptions } from "../../../../src/data/stores/scans/scan-pool.ts";
import type { StoreError, StoreRecord } from "../../../../src/data/stores/store.ts";
import { defineSchema } from "../../../../src/index.ts";
import { SteppedThreads } from "../../../harness/stepped-threads.ts";
import { useFolder } from "../files/folder.ts";
import { errorOf } from "../files/read-all.ts";
import { dyingThreads, WRONG_STARTS } from "../scans/pools.ts";
import { openFiles, openWatched } from "./open-files.ts";
import { take } from "./take.ts";

const folder = useFolder();

/** A pool that notes what its threads are asked for, and whether they could answer. */
function listening(options: ScanPoolOptions = {}): {
  readonly pool: ScanPool;
  readonly answers: string[];
} {
  const pool = ScanPool.open({ threads: 2, isEager: true, ...options });
  const answers: string[] = [];
  const { ask } = pool;
  Object.defineProperty(pool, "ask", {
    value: async (...[question, signal]: Parameters<typeof ask>) => {
      const answer = await ask(question, signal);
      answers.push(answer === undefined ? `no ${question.kind}` : question.kind);
      return answer;
    },
  });
  return { pool, answers };
}

const { pool, answers } = listening();
afterAll(() => pool.close());

/** The records of a file that threads read in parts, which are those of the file read from its beginning to its end. */
async function sameBothWays(
  source: string | readonly string[],
  options: FileStoreOptions = {},
): Promise<readonly StoreRecord[]> {
  answers.length = 0;
  const how = { key: "id", ...options };
  const whole = await openFiles(source, how);
  const parts = await openFiles(source, { ...how, pool });
  expect(parts.schema.toJSON()).toEqual(whole.schema.toJSON());
  expect(parts.version).toBe(whole.version);
  const records = await take(whole, {});
  expect(await take(parts, {})).toEqual(records);
  return records;
}

const count = (kind: string): number => answers.filter((answer) => answer === kind).length;

/** In no order of their keys. */
const RECORDS = Array.from({ length: 3_000 }, (_, index) => ({
  id: `k${(index * 7_919) % 3_000}${index % 90 === 0 ? "é😀" : ""}`,
  n: index % 7 === 0 ? null : index / 4,
  wide: index / 3,
  flag: [true, false, null][index % 3] ?? null,
  at: index % 5 === 0 ? null : new Date(index * 86_400_000),
  kind: index % 13 === 0 ? null : `kind ${index % 40}`,
  codes: [`A${index % 30}`, `B${index % 7}`, index % 2 === 0 ? `C${index % 9}` : ""].join(","),
  list: index % 4 === 0 ? null : [`x${index % 6}`, `y${index % 90}`],
  long: index % 17 === 0 ? null : `text "${index}" ${"éſ".slice(0, index % 3)}, and\nmore`,
}));

const SCHEMA = defineSchema({
  id: { type: "text", key: true },
  n: "number",
  wide: "number",
  flag: "boolean",
  at: "date",
  kind: "text",
  codes: "text",
  list: "list",
  long: "text",
});

/** The same records as CSV. */
function csvOf(records: readonly object[], delimiter = ","): string {
  const cell = (value: unknown): string => {
    const text = Array.isArray(value) ? JSON.stringify(value) : value === null ? "" : String(value);
    const shown = value instanceof Date ? value.toISOString() : text;
    return /["\n\r,;]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
  };
  const lines = records.map((record) => Object.values(record).map(cell).join(delimiter));
  return `${[Object.keys(records[0] ?? {}).join(delimiter), ...lines].join("\n")}\n`;
}

describe("threads that read a file in parts", () => {
  it("find the records of NDJSON, compressed too, whose schema is given or not", async () => {
    const path = folder.write("all.ndjson", ndjsonLines(RECORDS));
    const records = await sameBothWays(path, { schema: SCHEMA });
    expect(records.length).toBe(3_000);
    expect([count("read"), count("order")]).toEqual([answers.length - count("order"), 2]);
    expect(count("read")).toBeGreaterThan(50);
    await sameBothWays(path);
    await sameBothWays(folder.write("all.ndjson.gz", ndjsonLines(RECORDS)));
    expect(count("read")).toBeGreaterThan(50);
  });

  it("find the fields of a schema that is like no other", async () => {
    const schema = defineSchema({
      b: "number",
      2020: "number",
      "owner.name": "text",
      id: { type: "number", key: true },
      1: "text",
      double: { formula: "{b} * 2" },
      __proto__x: "boolean",
      missing: "list",
    });
    const odd = RECORDS.map((_, index) => ({
      id: (index * 7_919) % 3_000,
      unused: { deep: [index] },
      owner: { name: index % 3 === 0 ? "Ann" : "Bob" },
      b: index,
      2020: -index / 8,
      1: `one ${index}`,
      __proto__x: index % 2 === 0,
    }));
    const records = await sameBothWays(
      folder.write("odd.ndjson", odd.map((one) => `${JSON.stringify(one)}\n`).join("")),
      { schema, key: "id" },
    );
    expect([count("read") > 50, count("no read")]).toEqual([true, 0]);
    expect(records[7_919 % 3_000]).toMatchObject({ b: 1, "owner.name": "Bob", 1: "one 1" });
    const csv = folder.write("odd.csv", csvOf(odd.map(({ id, b }) => ({ b, extra: "x", id }))));
    const some = defineSchema({ id: { type: "number", key: true }, b: "number" });
    expect((await sameBothWays(csv, { schema: some }))[0]).toEqual({ id: 0, b: 0 });
    expect([count("read") > 5, count("no read")]).toEqual([true, 0]);
  });

  it("find those that are in the order of their keys", async () => {
    const ordered = RECORDS.map((record, index) => ({ ...record, id: 10_000 + index }));
    const records = await sameBothWays(folder.write("ordered.ndjson", ndjsonLines(ordered)));
    expect(records[2_999]?.id).toBe(12_999);
    expect([count("order"), count("no read")]).toEqual([0, 0]);
  });

  it("find those of CSV in all its forms", async () => {
    const csv = csvOf(RECORDS);
    const forms: [content: string | Uint8Array, options: FileStoreOptions][] = [
      [csv, { schema: SCHEMA }],
      [csv, {}],
      [`\ufeff\n\n${csv}`, {}],
      [csvOf(RECORDS, ";").replaceAll("\n", "\r\n"), {}],
      [csvOf(RECORDS.map(({ id, n }) => ({ id, n }))).replaceAll("\n", "\r"), {}],
      [csv.replace(/^/gm, '# no, "\n').replace(/^# no, "\n(?=more|and)/gm, ""), { comment: "#" }],
      [
        csvOf(RECORDS.map(({ id, n, kind }) => ({ id, n, kind }))),
        { header: false, key: "column1" },
      ],
      [
        Buffer.from(csv.replaceAll("😀", "ü").replaceAll("ſ", "ß"), "latin1"),
        { encoding: "windows-1252" },
      ],
      [
        csvOf(
          RECORDS.map(({ id, n }) => ({ id, n, day: "29.02.2024" })),
          ";",
        ).replaceAll(".5", ",5"),
        { decimal: ",", dateFormats: ["DD.MM.YYYY"] },
      ],
      [
        csvOf(RECORDS.map(({ id, n, kind }) => ({ id, n, kind })))
          .replaceAll(/^(k1[^,]*,[^,]*),.*$/gm, "$1")
          .replaceAll(/^k2.*$/gm, "$&,more"),
        { ragged: true },
      ],
    ];
    for (const [index, [content, options]] of forms.entries()) {
      await sameBothWays(folder.write(`form${index}.csv`, content), options);
      expect([index, count("read") > 3, count("no read")]).toEqual([index, true, 0]);
    }
    const tabs = folder.write("tabs.tsv", csvOf(RECORDS, "\t"));
    await sameBothWays(tabs);
    expect(count("read")).toBeGreaterThan(50);
  });

  it("put many records in the order of their keys", async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      ...RECORDS[index % 3_000],
      id: `k${(index * 7_919) % 20_000}`,
    }));
    await sameBothWays(folder.write("many.ndjson", ndjsonLines(many)));
    expect([count("order"), count("no read")]).toEqual([2, 0]);
  });

  it("find those of several files, as one table", async () => {
    const first = folder.write("some-1.ndjson", ndjsonLines(RECORDS.slice(0, 1_000)));
    const second = folder.write("some-2.csv", csvOf(RECORDS.slice(1_000)));
    const third = folder.write("some-3.json", JSON.stringify([{ ...RECORDS[0], id: "last" }]));
    expect(await sameBothWays([first, second, third])).toHaveLength(3_001);
    expect(count("read")).toBeGreaterThan(50);
  });

  it.each([
    ["text that is not JSON", (text: string) => text.replace('"n":500', '"n":')],
    ["a value of another type", (text: string) => text.replace('"n":500', '"n":"x"')],
    ["a blank key", (text: string) => text.replace('"id":"k2000"', '"id":""')],
    ["a key twice", (text: string) => text.replace('"id":"k2000"', '"id":"k2001"')],
    [
      "a byte order mark in the middle",
      (text: string) => text.replace('\n{"id":"k2000"', '\n\ufeff{"id":"k2000"'),
    ],
    ["half of a character", (text: string) => Buffer.from(text).fill(0xff, 200_000, 200_001)],
  ] as const)("leave it to the event loop to say what is wrong: %s", async (name, change) => {
    const path = folder.write(`${name}.ndjson`, change(String(ndjsonLines(RECORDS))));
    const options = { schema: SCHEMA };
    const told = (await errorOf(openFiles(path, options))) as StoreError;
    expect(told).toMatchObject({ code: "data", message: expect.stringMatching(/ndjson, line \d/) });
    const error = (await errorOf(openFiles(path, { ...options, pool }))) as StoreError;
    expect([error.code, error.message]).toEqual([told.code, told.message]);
  });

  it.each(Object.entries(WRONG_STARTS))(
    "of which one %s leave the file to the event loop",
    async (_, start) => {
      const path = folder.write("forbidden.ndjson", ndjsonLines(RECORDS));
      const own = listening({ start });
      onTestFinished(() => own.pool.close());
      expect((await openFiles(path, { key: "id", pool: own.pool })).size).toBe(3_000);
      expect(own.answers).not.toContain("read");
    },
  );

  it("may die: another one reads the part", async () => {
    const path = folder.write("dying.ndjson", ndjsonLines(RECORDS));
    for (const start of [dyingThreads("read", 3), dyingThreads("order", 1)]) {
      const own = listening({ threads: 1, start });
      onTestFinished(() => own.pool.close());
      const store = await openFiles(path, { key: "id", pool: own.pool });
      expect(await take(store, {})).toEqual(await take(await openFiles(path, { key: "id" }), {}));
      expect(own.answers).not.toContain("no read");
    }
  });

  it("may be closed meanwhile: the event loop reads the file", async () => {
    const path = folder.write("closed.ndjson", ndjsonLines(RECORDS));
    const threads = new SteppedThreads();
    const own = listening({ threads: 1, start: threads.start });
    const opening = openFiles(path, { key: "id", pool: own.pool });
    for (let part = 0; part < 3; part++) await (await threads.asked()).step();
    await own.pool.close();
    expect((await opening).size).toBe(3_000);
    expect(own.answers.filter((answer) => answer === "read")).toHaveLength(3);
  });

  it("read a file again when it changes", async () => {
    const path = folder.write("changing.ndjson", ndjsonLines(RECORDS.slice(0, 1_000)));
    const { store, change } = await openWatched(path, { key: "id", pool });
    answers.length = 0;
    writeFileSync(path, ndjsonLines(RECORDS));
    await change();
    expect(store.size).toBe(3_000);
    expect(count("read")).toBeGreaterThan(50);
  });
});
