import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { KeyFile } from "../../src/apps/service/index.ts";
import { Columns } from "../../src/columns.ts";
import { FileStore, MemoryStore, type StoreQuery } from "../../src/data/stores/index.ts";
import { compileOrThrow, defineSchema, type Formula } from "../../src/index.ts";
import { sqlite } from "../../src/sql.ts";

/* Every method of a public class can be passed on without its object. */

const schema = defineSchema({ id: { type: "text", key: true }, n: "number" });
const rows = [
  { id: "a", n: 1 },
  { id: "b", n: 2 },
];
const formula: Formula<unknown> = compileOrThrow<unknown>("{n} > 1", schema);
const columns = Columns.from(rows, schema);
const folder = mkdtempSync(join(tmpdir(), "isoform-unbound-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("those of a formula", () => {
  const { matches, filter, evaluate, explain, reference, to, toSql, select } = formula;
  expect(rows.filter(matches)).toEqual([rows[1]]);
  expect([rows, []].map((each) => filter(each))).toEqual([[rows[1]], []]);
  expect(rows.map(evaluate)).toEqual([false, true]);
  expect(rows.map(reference)).toEqual([false, true]);
  expect(explain(rows[1])).toEqual(formula.explain(rows[1]));
  expect(toSql(sqlite)).toEqual(formula.toSql(sqlite));
  expect(to(sqlite, {})).toEqual(formula.to(sqlite, {}));
  expect(Array.from(select(columns))).toEqual([1]);
  expect(Object.keys(formula)).toEqual(["source", "timeZone", "type", "fields", "warnings"]);
});

it("one that is read from the class is a method of any object of the class", () => {
  const { record } = Columns.prototype;
  expect(record.call(columns, 1)).toEqual(rows[1]);
  expect(record.call(Columns.from(rows.slice(1), schema), 0)).toEqual(rows[1]);
});

it("those of columns and their snapshots", () => {
  const { record, count } = columns;
  expect([0, 1].map(record)).toEqual(rows);
  expect([formula].map(count)).toEqual([1]);
  const { select, pick } = columns.snapshot();
  expect(Array.from(select(formula))).toEqual([1]);
  expect(pick(1, ["n"])).toEqual({ n: 2 });
});

it("those of stores and files of keys", async () => {
  const { signal } = new AbortController();
  const path = join(folder, "rows.json");
  writeFileSync(path, JSON.stringify(rows));
  const stores = [
    await MemoryStore.from(rows, schema),
    await FileStore.open(path, { schema, watch: false }),
  ];
  for (const { read, count, close } of stores) {
    const query: StoreQuery = { filter: formula };
    const found: unknown[] = [];
    for await (const records of read(query, { signal })) found.push(...records);
    expect(found).toEqual([rows[1]]);
    expect(await count(formula, { signal })).toBe(1);
    await close();
  }
  const keys = join(folder, "keys.json");
  const { token } = await KeyFile.add(keys, "one");
  const { find, close } = await KeyFile.open(keys);
  expect(find(token)?.label).toBe("one");
  close();
});
