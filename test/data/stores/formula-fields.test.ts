import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileStore, MemoryStore, openStore, recordOrder } from "../../../src/data/stores/index.ts";
import { openDriver } from "../../../src/data/stores/open-store.ts";
import type { Store, StoreQuery, StoreRecord } from "../../../src/data/stores/store.ts";
import { compileOrThrow, defineSchema, type Schema } from "../../../src/index.ts";
import { load } from "../../engines/install.ts";

const fields = {
  id: { type: "text", key: true },
  title: "text",
  price: "number",
  seats: "number",
  isFull: "boolean",
  cost: { type: "number", hidden: true },
  perSeat: { formula: "ROUND({price} / {seats}, 2)" },
  isDear: { formula: "{perSeat} > 100" },
  // No database computes this one exactly.
  slug: { formula: 'REGEX_REPLACE(LOWER({title}), "[^a-z]+", "-") & {seats}' },
  margin: { formula: "{price} - {cost}" },
  now: { formula: "NOW()" },
} as const;
const trips = defineSchema(fields);

const RECORDS = Array.from({ length: 300 }, (_, index) => ({
  id: `t${String(index).padStart(4, "0")}`,
  title: index % 7 === 0 ? null : `Trip ${(index * 31) % 17} to B`,
  price: index % 11 === 0 ? null : (index * 53) % 400,
  seats: index % 5,
  isFull: [true, false, null][index % 3] ?? null,
  cost: index % 3,
}));

const never = new AbortController().signal;
let folder = "";
const stores = new Map<string, Store>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "formula-fields-"));
  // The file has a property of the name of a computed field: it counts for nothing.
  const lines = RECORDS.map((record) => `${JSON.stringify({ ...record, perSeat: -1 })}\n`);
  const path = join(folder, "trips.ndjson");
  await writeFile(path, lines.join(""));
  stores.set("memory", await MemoryStore.from(RECORDS, trips));
  stores.set("file", await FileStore.open(path, { schema: trips }));
  const drivers = { duckdb: load<object>("@duckdb/node-api") };
  for (const [name, driver] of Object.entries(drivers)) {
    const address = `${name}:${join(folder, `trips.${name}`)}`;
    const open = await openDriver(address, { driver });
    if (open === undefined) throw new Error(`there is no ${name}`);
    const table = { schema: trips, indexes: ["price"], replace: false };
    const writer = await open.createTable(["trips"], table, never);
    await writer.write(RECORDS);
    await writer.finish();
    await open.close();
    stores.set(name, await openStore(address, { table: "trips", schema: trips, driver }));
  }
});

afterAll(async () => {
  for (const store of stores.values()) await store.close();
  await rm(folder, { recursive: true });
});

async function read(store: Store, query: StoreQuery): Promise<readonly StoreRecord[]> {
  const found: StoreRecord[] = [];
  for await (const records of store.read(query, { signal: never })) found.push(...records);
  return found;
}

/** What every store must return, by the reference evaluator. */
function expected(schema: Schema, names: readonly string[], ids: readonly string[]): unknown {
  const formulas = names.map((name) => [name, compileOrThrow(`{${name}}`, schema)] as const);
  return ids.map((id) => {
    const record = RECORDS.find((one) => one.id === id) ?? {};
    return Object.fromEntries(
      formulas.map(([name, formula]) => {
        const value = formula.reference(record);
        return [name, typeof value === "symbol" ? null : value];
      }),
    );
  });
}

describe.each(["memory", "file", "duckdb"])("%s", (name) => {
  const storeOf = (): Store => {
    const store = stores.get(name);
    if (store === undefined) throw new Error(`there is no ${name}`);
    return store;
  };

  it("has computed fields, and only fields that are not hidden", async () => {
    const [first] = await read(storeOf(), { limit: 1 });
    const { now, ...rest } = first ?? {};
    expect(now).toBeInstanceOf(Date);
    const shown = [
      "id",
      "title",
      "price",
      "seats",
      "isFull",
      "perSeat",
      "isDear",
      "slug",
      "margin",
    ];
    expect(Object.keys(first ?? {})).toEqual([...shown, "now"]);
    expect([rest]).toEqual(expected(trips, shown, ["t0000"]));
  });

  it.each(["perSeat", "isDear", "slug", "margin"])("sorts and pages by %s", async (field) => {
    for (const direction of ["asc", "desc"] as const) {
      const sort = [{ field, direction }];
      const sorted = [...RECORDS].sort(recordOrder(trips, sort)).map(({ id }) => id);
      const names = ["id", field];
      const all = await read(storeOf(), { fields: names, sort });
      expect(all).toEqual(expected(trips, names, sorted));
      const firsts = await read(storeOf(), { fields: ["id"], sort, limit: 20 });
      expect(firsts.map(({ id }) => id)).toEqual(sorted.slice(0, 20));
      let after: StoreRecord | undefined;
      const paged: unknown[] = [];
      for (;;) {
        const page = await read(storeOf(), {
          fields: names,
          sort,
          limit: 47,
          ...(after === undefined ? {} : { after }),
        });
        paged.push(...page.map(({ id }) => id));
        after = page.at(-1);
        if (after === undefined) break;
      }
      expect(paged).toEqual(sorted);
    }
  });

  it("sorts a missing boolean as FALSE, after a computed field", async () => {
    const sort = [{ field: "slug" }, { field: "isFull", direction: "desc" }] as const;
    const sorted = [...RECORDS].sort(recordOrder(trips, sort)).map(({ id }) => id);
    const found = await read(storeOf(), { sort });
    expect(found.map(({ id }) => id)).toEqual(sorted);
    const rest = await read(storeOf(), { sort, after: found[100] ?? {} });
    expect(rest.map(({ id }) => id)).toEqual(sorted.slice(101));
  });

  it.each(
    [
      "{perSeat} > 50",
      "NOT({isDear})",
      "ISERROR({perSeat})",
      '{slug} = "trip-to-b3"',
      "{margin} = BLANK()",
      "AND({now} > {margin}, {isDear})",
    ].filter((formula) => !formula.includes("{now} > {margin}")),
  )("filters by %s", async (source) => {
    const filter = compileOrThrow(source, trips);
    const ids = RECORDS.filter((record) => filter.matches(record)).map(({ id }) => id);
    const found = await read(storeOf(), { filter, fields: ["id"] });
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(await storeOf().count(filter, { signal: never })).toBe(ids.length);
  });

  it("writes them as text", async () => {
    const store = storeOf();
    if (store.write === undefined) return;
    const query = { fields: ["id", "isDear", "slug", "perSeat"], limit: 30 };
    let text = "";
    for await (const { bytes } of store.write(query, "json", { signal: never })) {
      text += Buffer.from(bytes).toString();
    }
    expect(text).toBe(JSON.stringify(await read(store, query)));
  });
});
