import { expect } from "vitest";
import { type OpenTableOptions, openTable } from "../../../../src/data/stores/open-table.ts";
import type { SqlDriver } from "../../../../src/data/stores/sql/driver.ts";
import type { SqlStore } from "../../../../src/data/stores/sql/sql-store.ts";
import type { StoreQuery, StoreRecord } from "../../../../src/data/stores/store.ts";
import { compileOrThrow } from "../../../../src/index.ts";
import { recordOrder } from "../../../../src/language/core/record-order.ts";

const never = new AbortController().signal;

/** A table or a view of a sample database, and its expected description. */
export interface SampleTable {
  readonly name: string;
  /** Given if the table has no single-column key. */
  readonly key?: string;
  /** The types of the fields, in the order of the columns. */
  readonly fields: Readonly<Record<string, string>>;
  /** The columns without a field, and the expected reasons. */
  readonly refused?: Readonly<Record<string, string>>;
  readonly rows: number;
  /** Formulas that users of the table might write. Each is true for some records, and not for all. */
  readonly formulas: readonly string[];
}

/** Opens a table as `serve` does, and compares the database with memory. */
export async function expectSample(driver: SqlDriver, table: SampleTable): Promise<void> {
  const { name, key, fields, refused = {}, rows } = table;
  if (key !== undefined) {
    await expect(openOver(driver, name)).rejects.toThrow(/which field identifies a record/);
  }
  const store = await openOver(driver, name, key === undefined ? {} : { key });
  const described = [...store.schema.fields.values()].map((field) => [field.name, field.type]);
  expect(Object.fromEntries(described)).toEqual(fields);
  const reasons = store.refused.map(({ column, reason }) => [column, reason]);
  expect(Object.fromEntries(reasons)).toEqual(
    Object.fromEntries(
      Object.entries(refused).map(([column, reason]) => [column, expect.stringContaining(reason)]),
    ),
  );
  const records = await readAll(store, {});
  expect(records.length).toBe(rows);
  expect(await store.count(undefined, { signal: never })).toBe(rows);
  const problems: string[] = [];
  for (const formula of table.formulas) {
    const problem = await problemOf(store, records, formula);
    if (problem !== undefined) problems.push(`${name}: ${formula}: ${problem}`);
  }
  expect(problems).toEqual([]);
  await expectOrders(store, records);
}

/** The driver stays open if a table cannot be opened. */
function openOver(
  driver: SqlDriver,
  table: string,
  options: OpenTableOptions = {},
): Promise<SqlStore> {
  const kept: SqlDriver = {
    dialect: driver.dialect,
    distributed: driver.distributed,
    timeoutMs: driver.timeoutMs,
    describe: (...args) => driver.describe(...args),
    stream: (...args) => driver.stream(...args),
    createTable: (...args) => driver.createTable(...args),
    check: (...args) => driver.check(...args),
    close: async () => undefined,
  };
  return openTable(kept, table, options);
}

async function readAll(store: SqlStore, query: StoreQuery): Promise<readonly StoreRecord[]> {
  const records: StoreRecord[] = [];
  for await (const some of store.read(query, { signal: never })) records.push(...some);
  return records;
}

async function problemOf(
  store: SqlStore,
  records: readonly StoreRecord[],
  source: string,
): Promise<string | undefined> {
  const { schema } = store;
  const filter = compileOrThrow(source, schema);
  const expected = filter.filter(records);
  if (expected.length === 0) return "it is true of no record";
  if (expected.length === records.length) return "it is true of all records";
  const found = await readAll(store, { filter });
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    const [actual, wanted] = [found, expected].map((some) => namesOf(store, some));
    return `${actual} and not ${wanted}`;
  }
  const count = await store.count(filter, { signal: never });
  return count === expected.length ? undefined : `the count is ${count}, not ${expected.length}`;
}

function namesOf({ schema }: SqlStore, records: readonly StoreRecord[]): string {
  return records.map((record) => record[schema.key?.name ?? ""]).join();
}

/** Wide tables have many similar fields, so only this many orders are tested. */
const MOST_ORDERS = 50;

/** Tests orders by the fields, and a page from the middle of each. */
async function expectOrders(store: SqlStore, records: readonly StoreRecord[]): Promise<void> {
  const { schema } = store;
  for (const { name, type } of [...schema.fields.values()].slice(0, MOST_ORDERS)) {
    if (type === "list") continue;
    for (const direction of ["asc", "desc"] as const) {
      const sort = [{ field: name, direction }];
      const expected = records.toSorted(recordOrder(schema, sort));
      expect(namesOf(store, await readAll(store, { sort })), `${name} ${direction}`).toBe(
        namesOf(store, expected),
      );
      const middle = Math.floor(expected.length / 2);
      const after = expected[middle];
      if (after === undefined) continue;
      expect(namesOf(store, await readAll(store, { sort, after, limit: 7 })), `${name} after`).toBe(
        namesOf(store, expected.slice(middle + 1, middle + 8)),
      );
    }
  }
}
