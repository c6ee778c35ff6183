import { afterAll, describe, expect, it } from "vitest";
import { RowMask } from "../../../../src/backends/columns/mask/row-mask.ts";
import { restrictTo } from "../../../../src/data/stores/filter-scopes.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import type { ScanTask } from "../../../../src/data/stores/scans/scan-messages.ts";
import { ScanPool } from "../../../../src/data/stores/scans/scan-pool.ts";
import { planOrThrow } from "../../../../src/data/summary/index.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";
import { NEVER } from "../files/read-all.ts";
import { take } from "./take.ts";

// Threads test a filter only on rows in the scope of a key: their time must not depend on the texts of others.

const pool = ScanPool.open({ threads: 2, isEager: true });
afterAll(() => pool.close());

const SCHEMA = defineSchema({
  id: { type: "text", key: true },
  dealer: "text",
  notes: "text",
  size: "number",
});
const LENGTH = 6_000;
const isOwn = (row: number): boolean => row % 3 === 0;
const RECORDS = Array.from({ length: LENGTH }, (_, row) => ({
  id: String(row).padStart(5, "0"),
  dealer: isOwn(row) ? "own" : `d${row % 5}`,
  notes: "n".repeat(row % 100),
  size: row % 100,
}));
const OWN = RECORDS.filter((_, row) => isOwn(row));
const SCOPE = compileOrThrow('REGEX_MATCH({dealer}, "^o(?:w|n)+$")', SCHEMA);
const FILTER = compileOrThrow("LEN(LOWER({notes})) > 50", SCHEMA);
const FOUND = OWN.filter(({ notes }) => notes.length > 50);
const PLAN = planOrThrow(SCHEMA, { measures: ["count", "max(size)"] }, (source) => ({
  ok: true,
  formula: compileOrThrow(source, SCHEMA),
}));

/** The tasks that threads get from now on. */
function tasksOf(asked: ScanPool): ScanTask[] {
  const tasks: ScanTask[] = [];
  const scan = asked.scan.bind(asked);
  const value: typeof scan = (some, task, received) => {
    tasks.push(task);
    return scan(some, task, received);
  };
  Object.defineProperty(asked, "scan", { value, configurable: true });
  return tasks;
}

function rowsOf(words: Uint32Array | undefined): readonly number[] | undefined {
  return words && [...RowMask.of(LENGTH, words)];
}

describe("threads of a store", () => {
  it("test a filter on rows in its scope only", async () => {
    const store = await MemoryStore.from(RECORDS, SCHEMA, { pool });
    const tasks = tasksOf(pool);
    const filter = restrictTo(SCOPE, FILTER);
    expect(await store.count(filter, { signal: NEVER })).toBe(FOUND.length);
    const ids = FOUND.map(({ id }) => ({ id }));
    expect(await take(store, { filter, fields: ["id"] })).toEqual(ids);
    expect(await take(store, { filter, fields: ["id"], limit: 3 })).toEqual(ids.slice(0, 3));
    const groups = await store.summarize({ ...PLAN, filter }, { signal: NEVER });
    expect(groups).toEqual([{ count: FOUND.length, "max(size)": 99 }]);
    const [ofScope, ...others] = tasks;
    expect(ofScope?.mask).toBeUndefined();
    expect(others.length).toBeGreaterThan(3);
    const own = RECORDS.flatMap((_, row) => (isOwn(row) ? row : []));
    for (const task of others) {
      expect(rowsOf(task.mask)).toEqual(own);
      const sent = task.kind === "mark" ? task.filter : task.summary.filter;
      expect(sent?.name).toContain("notes");
      expect(sent?.name).not.toContain("REGEX_MATCH");
    }
  });

  it("summarize the rows of a scope without another filter", async () => {
    const store = await MemoryStore.from(RECORDS, SCHEMA, { pool });
    const filter = restrictTo(SCOPE, undefined);
    expect(await store.count(filter, { signal: NEVER })).toBe(OWN.length);
    const groups = await store.summarize({ ...PLAN, filter }, { signal: NEVER });
    expect(groups).toEqual([{ count: OWN.length, "max(size)": 99 }]);
  });

  it("number the texts of its rows as the event loop does", async () => {
    const schema = defineSchema({
      id: { type: "text", key: true },
      dealer: "text",
      tags: "list",
      notes: "text",
    });
    const records = RECORDS.map(({ id, dealer, notes }) => ({
      id,
      dealer,
      notes,
      tags: [notes, dealer, ""],
    }));
    const store = await MemoryStore.from(records, schema, { pool });
    const own = await MemoryStore.from(
      records.filter((_, row) => isOwn(row)),
      schema,
    );
    const tasks = tasksOf(pool);
    const filter = restrictTo(compileOrThrow('{dealer} = "own"', schema), undefined);
    for (const groupBy of [["notes"], [{ elements: "tags" }], ["notes", "dealer"]]) {
      const plan = planOrThrow(schema, { groupBy }, (source) => ({
        ok: true,
        formula: compileOrThrow(source, schema),
      }));
      expect(await store.summarize({ ...plan, filter }, { signal: NEVER })).toEqual(
        await own.summarize(plan, { signal: NEVER }),
      );
    }
    expect(tasks.filter(({ kind }) => kind === "group")).toHaveLength(3);
  });
});
