import { Buffer } from "node:buffer";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { demoCars } from "../../../../src/apps/demo/index.ts";
import { OWN_MEMORY } from "../../../../src/backends/columns/storage/memory.ts";
import { ndjsonLines } from "../../../../src/data/stores/files/write-records.ts";
import { arrowOfTable } from "../../../../src/data/stores/memory/arrow-of-table.ts";
import { loadArrow } from "../../../../src/data/stores/memory/load-arrow.ts";
import { loadFiles } from "../../../../src/data/stores/memory/load-file.ts";
import type { Store, StoreRecord } from "../../../../src/data/stores/store.ts";
import { TimeSlice } from "../../../../src/data/stores/time-slice.ts";
import { compileOrThrow } from "../../../../src/index.ts";
import { defineSchema, type Schema } from "../../../../src/language/schema/index.ts";
import { countOf } from "../../../harness/extent.ts";
import { useFolder } from "../files/folder.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { poolOf } from "../scans/pools.ts";
import { openFiles, openWatched } from "./open-files.ts";

const folder = useFolder();
const slice = (): TimeSlice => new TimeSlice();

/** The records as `isoform import` writes them. */
async function importedFile(
  name: string,
  records: readonly StoreRecord[],
  schema: Schema,
): Promise<string> {
  const ndjson = folder.write(`${name}.ndjson`, ndjsonLines(records));
  const { table } = await loadFiles([ndjson], { schema }, NEVER);
  const chunks: Uint8Array[] = [];
  for await (const chunk of arrowOfTable(table, "file", slice())) chunks.push(chunk);
  return folder.write(`${name}.arrow`, Buffer.concat(chunks));
}

/** What the quick way makes of a file. */
async function quick(path: string, known: { schema?: Schema; key?: string } = {}) {
  const file = await open(path);
  try {
    return await loadArrow(file, path, known, OWN_MEMORY, slice(), NEVER);
  } finally {
    await file.close();
  }
}

async function recordsOf(store: Store, source = "TRUE()"): Promise<readonly StoreRecord[]> {
  const filter = compileOrThrow(source, store.schema);
  const all: StoreRecord[] = [];
  for await (const records of store.read({ filter }, { signal: NEVER })) all.push(...records);
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
  it("is opened without reading each value, and has the same records and results", async () => {
    const path = await importedFile("same", RECORDS, SCHEMA);
    expect((await quick(path))?.table.rows.length).toBe(9_000);
    const pool = poolOf({ threads: 1, isEager: true });
    const stores = [
      await openFiles(path),
      await openFiles(path, { pool }),
      await openFiles(folder.path("same.ndjson"), { schema: SCHEMA }),
    ] as const;
    const [opened, shared, read] = stores;
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
      const records = await recordsOf(read, source);
      expect(await recordsOf(opened, source)).toEqual(records);
      expect(await recordsOf(shared, source)).toEqual(records);
    }
  });

  it("of cars has the records of their NDJSON", async () => {
    const cars = [...demoCars(5_000)];
    const ndjson = folder.write("cars.ndjson", ndjsonLines(cars));
    const { table } = await loadFiles([ndjson], { key: "vin" }, NEVER);
    const chunks: Uint8Array[] = [];
    for await (const chunk of arrowOfTable(table, "file", slice())) chunks.push(chunk);
    const path = folder.write("cars.arrow", Buffer.concat(chunks));
    expect(await quick(path)).toBeDefined();
    const opened = await openFiles(path);
    const read = await openFiles(ndjson, { key: "vin" });
    expect(await recordsOf(opened)).toEqual(await recordsOf(read));
  });

  it("has another version for other bytes, and the same at another path", async () => {
    const path = await importedFile("first", RECORDS, SCHEMA);
    const copy = folder.write("copy.arrow", readFileSync(path));
    const other = await importedFile("second", RECORDS.slice(1), SCHEMA);
    const [a, b, c] = await Promise.all([path, copy, other].map((one) => quick(one)));
    expect(b?.table.version).toBe(a?.table.version);
    expect(c?.table.version).not.toBe(a?.table.version);
  });

  it("is read again, as a whole, when another is renamed over it", async () => {
    const path = await importedFile("changing", RECORDS.slice(0, 5_000), SCHEMA);
    const { store, change } = await openWatched(path);
    renameSync(await importedFile("next", RECORDS, SCHEMA), path);
    await change();
    expect(store.size).toBe(9_000);
  });

  it("keeps its records when it becomes corrupt, and reports that", async () => {
    const path = await importedFile("kept", RECORDS, SCHEMA);
    const problems: string[] = [];
    const onProblem = ({ message }: Error): unknown => problems.push(message);
    const { store, change } = await openWatched(path, { onProblem });
    renameSync(folder.write("draft.bin", readFileSync(path).subarray(0, 90_000)), path);
    await change();
    expect(problems).toEqual([expect.stringContaining("this is not a whole Arrow file")]);
    expect(store.size).toBe(9_000);
  });
});

/** The same Arrow file without the sum of its bytes. */
function withoutNote(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const footer = bytes.length - 10 - bytes.readInt32LE(bytes.length - 10);
  expect(changed.toString("latin1", footer - 16, footer - 8)).toBe("isoform:");
  changed.fill(0, footer - 16, footer);
  return changed;
}

describe("an imported file with a checksum", () => {
  it("is refused if any byte before the checksum changed, which nothing else would detect", async () => {
    const path = await importedFile("sum", RECORDS, SCHEMA);
    const bytes = readFileSync(path);
    const schema = { schema: SCHEMA };
    let found = 0;
    for (let at = 9; at < bytes.length - 2_000; at += countOf(30_011, 10_007)) {
      const corrupt = Buffer.from(bytes);
      corrupt[at] = (corrupt[at] ?? 0) ^ 1;
      writeFileSync(path, corrupt);
      const error = await errorOf(openFiles(path, schema));
      expect(error).toMatchObject({ code: "data" });
      if (/its bytes are not those that were written/.test((error as Error).message)) found++;
    }
    // The others are of the metadata.
    expect(found).toBeGreaterThan(3);
    writeFileSync(path, withoutNote(bytes));
    const store = await openFiles(path, schema);
    expect(store.size).toBe(9_000);
  });

  it("is never served if it is corrupt, by a pool either", async () => {
    const path = await importedFile("thread", RECORDS, SCHEMA);
    const bytes = readFileSync(path);
    const pool = poolOf({ threads: 1, isEager: true });
    expect((await quick(path))?.table.rows.length).toBe(9_000);
    // The columns of these bytes can be made.
    bytes[bytes.indexOf("kind 7")] = "h".charCodeAt(0);
    writeFileSync(path, bytes);
    expect(await errorOf(openFiles(path, { pool }))).toMatchObject({
      code: "data",
      message: `${path}: it is corrupt: its bytes are not those that were written`,
    });
  });

  it("is read by the package of Arrow like any other", async () => {
    const path = await importedFile("package", RECORDS, SCHEMA);
    const table = arrow.tableFromIPC(readFileSync(path));
    expect(table.numRows).toBe(9_000);
    expect(table.getChild("id")?.get(8_999)).toBe(RECORDS[8_999]?.id);
  });
});

describe("an Arrow file of another program", () => {
  const ids = Array.from({ length: 12_000 }, (_, index) => `k${100_000 + index}`);
  const numbers = ids.map((_, index) =>
    index % 5 === 0 ? null : index < 9_000 ? index : index / 3,
  );
  const kinds = ids.map((_, index) => (index % 3 === 0 ? null : `kind ${index % 7}`));
  const texts = ids.map((_, index) => (index % 11 === 0 ? null : `é ${index} 😀 "${index * 7}"`));
  const columns = {
    id: arrow.vectorFromArray(ids, new arrow.Utf8()),
    n: arrow.vectorFromArray(numbers, new arrow.Float64()),
    kind: arrow.vectorFromArray(kinds, new arrow.Dictionary(new arrow.Utf8(), new arrow.Int16())),
    text: arrow.vectorFromArray(texts, new arrow.Utf8()),
  };
  const records = ids.map((id, index) => ({
    id,
    n: numbers[index],
    kind: kinds[index],
    text: texts[index],
  }));

  it.each(["file", "stream"] as const)(
    "has batches of any size, as a %s, in memory of its own and in memory that threads share",
    async (form) => {
      const whole = new arrow.Table(columns);
      const cuts = [0, 4_097, 4_100, 5_000, 11_999, 12_000];
      const parts = cuts.slice(1).map((to, index) => whole.slice(cuts[index], to));
      const table = new arrow.Table(
        whole.schema,
        parts.flatMap(({ batches }) => batches),
      );
      const path = folder.write(`uneven-${form}.arrow`, arrow.tableToIPC(table, form));
      for (const pool of [undefined, poolOf({ threads: 1 })]) {
        const quickly = await quick(path, { key: "id" });
        expect(quickly?.table.rows.length).toBe(12_000);
        const options = pool === undefined ? {} : { pool };
        const store = await openFiles(path, { key: "id", ...options });
        expect(await recordsOf(store)).toEqual(records);
        expect(await recordsOf(store, '{kind} = "kind 4"')).toHaveLength(
          kinds.filter((kind) => kind === "kind 4").length,
        );
        expect(await recordsOf(store, 'FIND("😀 \\"7", {text})')).not.toEqual([]);
      }
    },
  );

  it("as a stream with a dictionary after records is read record by record", async () => {
    const delta = folder.write(
      "late.arrows",
      arrow.tableToIPC(
        new arrow.Table(
          ["a", "b"].flatMap((kind, index) => {
            const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8(), 1);
            const part = new arrow.Table({
              id: arrow.vectorFromArray([`k${index}`], new arrow.Utf8()),
              kind: arrow.vectorFromArray([kind], type),
            });
            return part.batches;
          }),
        ),
        "stream",
      ),
    );
    const store = await openFiles(delta, { key: "id" });
    expect(await recordsOf(store)).toEqual([
      { id: "k0", kind: "a" },
      { id: "k1", kind: "b" },
    ]);
  });
});

describe("a file that has to be read record by record", () => {
  const written = (name: string, columns: Readonly<Record<string, arrow.Vector>>): string =>
    folder.write(name, arrow.tableToIPC(new arrow.Table(columns), "file"));
  const utf8 = (values: readonly (string | null)[]): arrow.Vector =>
    arrow.vectorFromArray(values, new arrow.Utf8());
  const ids = Array.from({ length: 5_000 }, (_, index) => `k${index + 10_000}`);

  it("is sorted by its key", async () => {
    const path = written("order.arrow", { id: utf8(["b", "a"]) });
    expect(await quick(path, { key: "id" })).toBeUndefined();
    const store = await openFiles(path, { key: "id" });
    expect(await recordsOf(store)).toEqual([{ id: "a" }, { id: "b" }]);
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
  ] as const)("is refused with the position of %s", async (name, columns, problem) => {
    const path = written(`${name}.arrow`, columns);
    expect(await quick(path, { key: "id" })).toBeUndefined();
    const error = await errorOf(openFiles(path, { key: "id" }));
    expect(error).toMatchObject({
      code: "data",
      message: expect.stringContaining(`${path}, ${problem}`),
    });
  });

  it("has texts that are not UTF-8, or cut inside a character", async () => {
    const path = await importedFile("bytes", RECORDS, SCHEMA);
    const bytes = withoutNote(readFileSync(path));
    const at = bytes.indexOf(Buffer.from("é😀"));
    for (const byte of [0xff, 0x80]) {
      const corrupt = Buffer.from(bytes);
      corrupt[at] = byte;
      writeFileSync(path, corrupt);
      expect(await quick(path)).toBeUndefined();
      expect(await errorOf(openFiles(path))).toMatchObject({ code: "data" });
    }
  });
});
