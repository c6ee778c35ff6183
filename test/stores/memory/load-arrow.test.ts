import { Buffer } from "node:buffer";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { demoCars } from "../../../src/demo/index.ts";
import { compileOrThrow } from "../../../src/index.ts";
import { defineSchema, type Schema } from "../../../src/schema/index.ts";
import { ndjsonLines } from "../../../src/stores/files/write-records.ts";
import { arrowOfTable } from "../../../src/stores/memory/arrow-of-table.ts";
import { openFileStore } from "../../../src/stores/memory/file-store.ts";
import { loadArrow } from "../../../src/stores/memory/load-arrow.ts";
import { loadFiles } from "../../../src/stores/memory/load-file.ts";
import type { Store, StoreRecord } from "../../../src/stores/store.ts";
import { TimeSlice } from "../../../src/stores/time-slice.ts";
import { useFolder } from "../files/folder.ts";
import { errorOf, NEVER } from "../files/read-all.ts";

const folder = useFolder();
const slice = (): TimeSlice => new TimeSlice(() => undefined);

/** The records as `isoform import` writes them. */
async function importedFile(
  name: string,
  records: readonly StoreRecord[],
  schema: Schema,
): Promise<string> {
  const ndjson = folder.write(`${name}.ndjson`, ndjsonLines(records));
  const { table } = await loadFiles([ndjson], { schema }, NEVER);
  const pieces: Uint8Array[] = [];
  for await (const piece of arrowOfTable(table, "file", slice())) pieces.push(piece);
  return folder.write(`${name}.arrow`, Buffer.concat(pieces));
}

/** What the quick way makes of a file. */
async function quick(path: string, known: { schema?: Schema; key?: string } = {}) {
  const file = await open(path);
  try {
    return await loadArrow(file, path, known, slice(), NEVER);
  } finally {
    await file.close();
  }
}

async function recordsOf(store: Store, source = "TRUE()"): Promise<readonly StoreRecord[]> {
  const filter = compileOrThrow(source, store.schema);
  const all: StoreRecord[] = [];
  for await (const records of store.read({ filter }, NEVER)) all.push(...records);
  return all;
}

const SCHEMA = defineSchema({
  id: { type: "text", key: true },
  n: "number",
  small: "number",
  flag: "boolean",
  at: "date",
  kind: "text",
  long: "text",
});

const RECORDS = Array.from({ length: 9_000 }, (_, index) => ({
  id: `k${String(index).padStart(5, "0")}${index % 90 === 0 ? "é😀" : ""}`,
  n: index % 7 === 0 ? null : index / 3,
  small: index % 11,
  flag: [true, false, null][index % 3] ?? null,
  at: index % 5 === 0 ? null : new Date(index * 86_400_000),
  kind: index % 13 === 0 ? null : `kind ${index % 40}`,
  long: index % 17 === 0 ? null : `text "${index}" ${"éſ".slice(0, index % 3)}`,
}));

describe("a file that was imported", () => {
  it("is opened without a look at each value, and has the same records and answers", async () => {
    const path = await importedFile("same", RECORDS, SCHEMA);
    expect((await quick(path))?.table.rows.length).toBe(9_000);
    const stores = [
      await openFileStore(path, { watch: false }),
      await openFileStore(folder.path("same.ndjson"), { schema: SCHEMA, watch: false }),
    ] as const;
    const [opened, read] = stores;
    expect(opened.schema.toJSON()).toEqual(SCHEMA.toJSON());
    expect(opened.size).toBe(9_000);
    const formulas = [
      "TRUE()",
      "{n} > 1000",
      'FIND("99", {id})',
      '{kind} = "kind 7"',
      "NOT({flag})",
      "{at} = BLANK()",
      'SEARCH("É", {long})',
      'SEARCH("S", {long})',
      "LEN({long}) > 12",
      'RIGHT({id}, 1) = "😀"',
      "{small} + {n} > 40",
    ];
    for (const source of formulas) {
      expect(await recordsOf(opened, source)).toEqual(await recordsOf(read, source));
    }
    for (const store of stores) await store.close();
  });

  it("of cars is what their NDJSON is", async () => {
    const cars = [...demoCars(5_000)];
    const ndjson = folder.write("cars.ndjson", ndjsonLines(cars));
    const { table } = await loadFiles([ndjson], { key: "vin" }, NEVER);
    const pieces: Uint8Array[] = [];
    for await (const piece of arrowOfTable(table, "file", slice())) pieces.push(piece);
    const path = folder.write("cars.arrow", Buffer.concat(pieces));
    expect(await quick(path)).toBeDefined();
    const opened = await openFileStore(path, { watch: false });
    const read = await openFileStore(ndjson, { key: "vin", watch: false });
    expect(await recordsOf(opened)).toEqual(await recordsOf(read));
    await opened.close();
    await read.close();
  });

  it("has another version if its bytes are others, and the same in another place", async () => {
    const path = await importedFile("first", RECORDS, SCHEMA);
    const copy = folder.write("copy.arrow", readFileSync(path));
    const other = await importedFile("second", RECORDS.slice(1), SCHEMA);
    const [a, b, c] = await Promise.all([path, copy, other].map((one) => quick(one)));
    expect(b?.table.version).toBe(a?.table.version);
    expect(c?.table.version).not.toBe(a?.table.version);
  });

  it("is read again, as a whole, when another is renamed over it", async () => {
    const path = await importedFile("changing", RECORDS.slice(0, 5_000), SCHEMA);
    const store = await openFileStore(path);
    const next = await importedFile("next", RECORDS, SCHEMA);
    renameSync(next, path);
    await expect.poll(() => store.size, { timeout: 20_000 }).toBe(9_000);
    await store.close();
  });

  it("keeps its records when it is damaged, and tells of it", async () => {
    const path = await importedFile("kept", RECORDS, SCHEMA);
    const problems: string[] = [];
    const store = await openFileStore(path, { onProblem: ({ message }) => problems.push(message) });
    const draft = folder.write("draft.bin", readFileSync(path).subarray(0, 90_000));
    renameSync(draft, path);
    await expect.poll(() => problems.length, { timeout: 20_000 }).toBe(1);
    expect(problems[0]).toContain("this is not a whole Arrow file");
    expect(store.size).toBe(9_000);
    await store.close();
  });
});

describe("a file that has to be read record by record", () => {
  const written = (name: string, columns: Readonly<Record<string, arrow.Vector>>): string =>
    folder.write(name, arrow.tableToIPC(new arrow.Table(columns), "file"));
  const utf8 = (values: readonly (string | null)[]): arrow.Vector =>
    arrow.vectorFromArray(values, new arrow.Utf8());
  const ids = Array.from({ length: 5_000 }, (_, index) => `k${index + 10_000}`);

  it("is put in the order of its key", async () => {
    const path = written("order.arrow", { id: utf8(["b", "a"]) });
    expect(await quick(path, { key: "id" })).toBeUndefined();
    const store = await openFileStore(path, { key: "id", watch: false });
    expect(await recordsOf(store)).toEqual([{ id: "a" }, { id: "b" }]);
    await store.close();
  });

  it.each([
    ["after one that it begins with", 4_999, "k14998a", true],
    ["before one that it begins with", 70, "k10071", false, "k1007"],
    ["the first of a block, and too small", 4_096, "k14095", false],
    ["of another script, and the greatest", 4_999, "\u00e9", true],
    ["of another script, and not the last", 70, "\u00e9", false],
  ] as const)("is known by a key that is %s", async (name, at, id, isInOrder, next?: string) => {
    const keys = ids.with(at, id);
    if (next !== undefined) keys[at + 1] = next;
    const found = await quick(written(`${name}.arrow`, { id: utf8(keys) }), { key: "id" });
    expect(found !== undefined).toBe(isInOrder);
  });

  it.each([
    [
      "a key twice",
      { id: utf8([...ids.slice(1), ids.at(-1) ?? ""]) },
      'record 5000: the key `id` is `"k14999"`, as it is at ',
    ],
    ["a blank key", { id: utf8(["", ...ids.slice(1)]) }, "record 1: the key `id` is blank"],
    [
      "a number that is none",
      {
        id: utf8(ids),
        n: arrow.vectorFromArray(
          ids.map((_, index) => (index === 70 ? Number.NaN : 1)),
          new arrow.Float64(),
        ),
      },
      "record 71: `n` is not a number: `NaN`",
    ],
    [
      "a date that is none",
      {
        id: utf8(ids),
        n: arrow.vectorFromArray(
          ids.map((_, index) => (index === 70 ? 1e15 : 1)),
          new arrow.TimestampMillisecond(),
        ),
      },
      "record 71: `n` is not a date: ",
    ],
    [
      "a text with a NUL",
      { id: utf8(ids), t: utf8(ids.map((id, index) => (index === 70 ? "a\0" : id))) },
      'record 71: `t` is not a text: `"a\\u0000"`',
    ],
    [
      "an entry with a NUL",
      {
        id: utf8(ids),
        t: arrow.vectorFromArray(
          ids.map((_, index) => (index === 70 ? "a\0" : "b")),
          new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()),
        ),
      },
      'record 71: `t` is not a text: `"a\\u0000"`',
    ],
  ] as const)("tells the place of %s", async (name, columns, problem) => {
    const path = written(`${name}.arrow`, columns);
    expect(await quick(path, { key: "id" })).toBeUndefined();
    const error = await errorOf(openFileStore(path, { key: "id", watch: false }));
    expect(error).toMatchObject({
      code: "data",
      message: expect.stringContaining(`${path}, ${problem}`),
    });
  });

  it("is one whose texts are not UTF-8, or are cut inside a character", async () => {
    const path = await importedFile("bytes", RECORDS, SCHEMA);
    const bytes = readFileSync(path);
    const at = bytes.indexOf(Buffer.from("é😀"));
    for (const byte of [0xff, 0x80]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = byte;
      writeFileSync(path, damaged);
      expect(await quick(path)).toBeUndefined();
      expect(await errorOf(openFileStore(path, { watch: false }))).toMatchObject({ code: "data" });
    }
  });
});
