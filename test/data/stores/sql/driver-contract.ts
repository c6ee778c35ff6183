import { describe, expect, it } from "vitest";
import type {
  DriverOptions,
  NewTable,
  Row,
  SqlDriver,
  Statement,
} from "../../../../src/data/stores/sql/driver.ts";
import { SqlStore } from "../../../../src/data/stores/sql/sql-store.ts";
import {
  StoreError,
  type StoreErrorCode,
  type StoreQuery,
  type StoreRecord,
} from "../../../../src/data/stores/store.ts";
import { planOrThrow, type WorkMeter } from "../../../../src/data/summary/index.ts";
import { type OpenStore, storeContract } from "../../../../src/data/testing/store-contract.ts";
import { STORE_SCHEMA, storeRecords } from "../../../../src/data/testing/store-records.ts";
import { compile } from "../../../../src/engine/index.ts";
import { recordOrder } from "../../../../src/language/core/record-order.ts";
import { defineSchema, type Schema, type SortKey } from "../../../../src/language/schema/index.ts";
import { readField } from "../../../../src/language/values/row-value.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import type { Started } from "../../../engines/engine.ts";
import { untilAnswer } from "../../../harness/until-answer.ts";

/** A database that a driver is tested on. */
export interface ContractDatabase {
  /** Opens a driver on it; the caller closes it. */
  open(options?: DriverOptions): Promise<SqlDriver>;
  /** The names of all its tables, seen from beside the driver. */
  tables(): Promise<readonly string[]>;
  /** How many statements of the driver it is busy with, where it tells. */
  running?(): Promise<number>;
  /** The whole numbers from 1 in one column, made while they are read: even a billion of them takes no room. */
  numbers(count: number): Statement;
  /** Works for hours before its first row. */
  readonly endless: Statement;
  /** Gives some thousand rows, and then fails. */
  readonly failing: Statement;
  close(): Promise<void>;
}

const PLAIN = defineSchema({ name: { type: "text", key: true }, size: "number" });

function plainRecords(count: number, size = 1): readonly StoreRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `n${String(index).padStart(6, "0")}`,
    size,
  }));
}

const never = new AbortController().signal;

/** What every driver has to do, tried with a real database. */
export function describeDriver(
  name: string,
  start: () => Promise<Started<ContractDatabase>>,
  options: { readonly isOptional?: boolean } = {},
): void {
  describeEngine(
    `the driver for ${name}`,
    start,
    (database) => {
      streaming(database);
      ending(database);
      tables(database);
      stores(database);
    },
    options,
  );
}

type Database = () => ContractDatabase;

function streaming(database: Database): void {
  describe("streams", () => {
    it("all rows in batches, in their order", () =>
      withDriver(database, { batchRows: 100 }, async (driver) => {
        const sizes: number[] = [];
        const numbers: number[] = [];
        for await (const rows of driver.stream(database().numbers(2_345), never)) {
          sizes.push(rows.length);
          numbers.push(...rows.map(([cell]) => Number(cell)));
        }
        expect(numbers).toEqual(Array.from({ length: 2_345 }, (_, index) => index + 1));
        expect(sizes.length).toBeGreaterThan(1);
        expect(Math.min(...sizes)).toBeGreaterThan(0);
      }));

    it("no more of a billion rows than are read", () =>
      withDriver(database, { connections: 1, batchRows: 100 }, async (driver) => {
        let last = 0;
        let batches = 0;
        for await (const rows of driver.stream(database().numbers(1e9), never)) {
          expect(Number(rows[0]?.[0])).toBe(last + 1);
          last = Number(rows.at(-1)?.[0]);
          if (++batches === 30) break;
        }
        expect(last).toBeGreaterThanOrEqual(30);
      }));

    it("nothing where there is nothing", () =>
      withDriver(database, {}, async (driver) => {
        expect(await allOf(driver.stream(database().numbers(0), never))).toEqual([]);
      }));

    it("many statements at once, on few connections", () =>
      withDriver(database, { connections: 3, acquireTimeoutMs: 20_000 }, async (driver) => {
        const counts = Array.from({ length: 40 }, (_, index) => index * 50 + 1);
        const answers = await Promise.all(
          counts.map((count) => {
            const { signal } = new AbortController();
            return allOf(driver.stream(database().numbers(count), signal));
          }),
        );
        expect(answers.map((rows) => rows.length)).toEqual(counts);
        expect(answers.every((rows) => rows.every(([cell], at) => Number(cell) === at + 1))).toBe(
          true,
        );
      }));
  });
}

function ending(database: Database): void {
  describe("ends", () => {
    it("a statement whose reader leaves early, and uses its connection again", () =>
      withDriver(database, { connections: 1, acquireTimeoutMs: 20_000 }, async (driver) => {
        for (let round = 0; round < 5; round++) {
          for await (const rows of driver.stream(database().numbers(1e9), never)) {
            expect(rows.length).toBeGreaterThan(0);
            break;
          }
        }
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
        await expectIdle(database);
      }));

    it("a statement whose reader throws", () =>
      withDriver(database, { connections: 1, acquireTimeoutMs: 20_000 }, async (driver) => {
        const mistake = new Error("a mistake of the reader");
        const read = async (): Promise<void> => {
          for await (const _ of driver.stream(database().numbers(1e9), never)) throw mistake;
        };
        await expect(read()).rejects.toBe(mistake);
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
      }));

    it("nothing for an aborted signal", () =>
      withDriver(database, {}, async (driver) => {
        const reason = new Error("not wanted");
        const signal = AbortSignal.abort(reason);
        await expect(allOf(driver.stream(database().numbers(3), signal))).rejects.toBe(reason);
        await expect(driver.check(signal)).rejects.toBe(reason);
        await expect(driver.describe("cars", signal)).rejects.toBe(reason);
        await expect(driver.createTable("cars", newTable(PLAIN), signal)).rejects.toBe(reason);
      }));

    it("a statement that has returned no row yet, by its signal", () =>
      withDriver(database, { connections: 1, acquireTimeoutMs: 20_000 }, async (driver) => {
        const reason = new Error("no longer wanted");
        const controller = new AbortController();
        const answer = allOf(driver.stream(database().endless, controller.signal));
        await expectBusy(database, 1);
        controller.abort(reason);
        await expect(answer).rejects.toBe(reason);
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
        await expectIdle(database);
      }));

    it("a statement between two batches, by its signal", () =>
      withDriver(database, { connections: 1, acquireTimeoutMs: 20_000 }, async (driver) => {
        const reason = new Error("no longer wanted");
        const controller = new AbortController();
        let batches = 0;
        const read = async (): Promise<void> => {
          for await (const rows of driver.stream(database().numbers(1e9), controller.signal)) {
            expect(rows.length).toBeGreaterThan(0);
            if (++batches === 3) controller.abort(reason);
          }
        };
        await expect(read()).rejects.toBe(reason);
        expect(batches).toBe(3);
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
        await expectIdle(database);
      }));

    it("a call that waits for a connection, by its signal", () =>
      withDriver(database, { connections: 1, acquireTimeoutMs: 20_000 }, async (driver) => {
        const reason = new Error("waited enough");
        const controller = new AbortController();
        await holding(driver, database, async () => {
          const answer = allOf(driver.stream(database().numbers(3), controller.signal));
          controller.abort(reason);
          await expect(answer).rejects.toBe(reason);
        });
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
      }));

    it("a statement after its time limit", () =>
      withDriver(database, { timeoutMs: 300, connections: 1 }, async (driver) => {
        // The connection is used again: the second one, too, is ended by its own time.
        for (let again = 0; again < 2; again++) {
          await expectStoreError(allOf(driver.stream(database().endless, never)), "timeout");
          await expectIdle(database);
        }
      }));

    it("a wait for a connection after its time limit", () =>
      withDriver(database, { connections: 1, acquireTimeoutMs: 100 }, async (driver) => {
        await holding(driver, database, async () => {
          await expectStoreError(allOf(driver.stream(database().numbers(3), never)), "busy");
        });
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
      }));

    it("a statement that the database refuses, with an error", () =>
      withDriver(database, { connections: 1 }, async (driver) => {
        const wrong = { text: "SELECT nonsense FROM", params: [] };
        await expectStoreError(allOf(driver.stream(wrong, never)), "setup");
        const missing = { text: "SELECT 1 FROM no_such_table_anywhere", params: [] };
        const error = await expectStoreError(allOf(driver.stream(missing, never)), "setup");
        expect(error.message).toContain("no_such_table_anywhere");
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
      }));

    it("a response that is cut off, with an error after its first rows", () =>
      withDriver(database, { connections: 1, batchRows: 100 }, async (driver) => {
        let rows = 0;
        const reading = (async () => {
          for await (const batch of driver.stream(database().failing, never)) rows += batch.length;
        })();
        await expectStoreError(reading);
        expect(rows).toBeGreaterThan(0);
        expect(await allOf(driver.stream(database().numbers(3), never))).toHaveLength(3);
      }));

    it("running statements, when it is closed", async () => {
      const driver = await database().open({ connections: 2, acquireTimeoutMs: 20_000 });
      const slow = driver.stream(database().numbers(1e9), never)[Symbol.asyncIterator]();
      await slow.next();
      const endless = allOf(driver.stream(database().endless, never));
      const waiting = allOf(driver.stream(database().numbers(3), never));
      const ends = Promise.all(
        [allOf({ [Symbol.asyncIterator]: () => slow }), endless, waiting].map((answer) =>
          expectStoreError(answer, "unavailable"),
        ),
      );
      await expectBusy(database, 2);
      await driver.close();
      await ends;
      await driver.close();
      await expectStoreError(allOf(driver.stream(database().numbers(3), never)), "unavailable");
      await expectStoreError(driver.check(never), "unavailable");
      await expectIdle(database);
    });
  });
}

function tables(database: Database): void {
  describe("fills a table", () => {
    it("and describes it with the same fields", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("described");
        await fill(driver, table, STORE_SCHEMA, storeRecords(10));
        const { fields, columns, refused } = await driver.describe(table, never);
        expect(refused).toEqual([]);
        expect(Object.keys(fields)).toEqual([...STORE_SCHEMA.fields.keys()]);
        const described = defineSchema(fields);
        expect(described.key).toEqual(STORE_SCHEMA.key);
        expect([...described.fields.values()].map(({ name, type }) => ({ name, type }))).toEqual(
          [...STORE_SCHEMA.fields.values()].map(({ name, type }) => ({ name, type })),
        );
        // Whoever opens it by its description reads the same.
        const store = SqlStore.of(driver, { schema: described, table, columns });
        expect(shown(STORE_SCHEMA, await recordsOf(store, {}))).toEqual(
          shown(STORE_SCHEMA, inOrder(STORE_SCHEMA, storeRecords(10), [])),
        );
      }));

    it("with a name that has to be quoted", () =>
      withDriver(database, {}, async (driver) => {
        const table = `${freshName("odd")} "x" \`y\` ü; --'`;
        await fill(driver, table, PLAIN, plainRecords(10));
        const { fields } = await driver.describe(table, never);
        expect(Object.keys(fields)).toEqual(["name", "size"]);
        expect(await sizesIn(driver, table)).toEqual([1]);
      }));

    it("that nobody sees before it is complete", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("unseen");
        const writer = await driver.createTable(table, newTable(PLAIN), never);
        await writer.write(plainRecords(10));
        await expectStoreError(driver.describe(table, never), "setup");
        await writer.finish();
        expect(await sizesIn(driver, table)).toEqual([1]);
      }));

    it("that has no records", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("empty");
        await fill(driver, table, STORE_SCHEMA, []);
        const store = SqlStore.of(driver, { schema: STORE_SCHEMA, table });
        expect(await store.count(undefined, { signal: never })).toBe(0);
        expect(await recordsOf(store, {})).toEqual([]);
      }));

    it("of an existing name only with the option to replace it", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("there");
        await fill(driver, table, PLAIN, plainRecords(10, 1));
        const again = fill(driver, table, PLAIN, plainRecords(10, 2));
        const error = await expectStoreError(again, "setup");
        expect(error.message).toContain(table);
        expect(await sizesIn(driver, table)).toEqual([1]);
      }));

    it("in place of another, which stays unchanged until then", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("replaced");
        await fill(driver, table, PLAIN, plainRecords(3_000, 1), ["size"]);
        const options = { ...newTable(PLAIN, ["size"]), replace: true };
        const writer = await driver.createTable(table, options, never);
        await writer.write(plainRecords(2_000, 2));
        expect(await sizesIn(driver, table)).toEqual([1]);
        const before = await database().tables();
        await writer.finish();
        expect(await sizesIn(driver, table)).toEqual([2]);
        const store = SqlStore.of(driver, { schema: PLAIN, table });
        expect(await store.count(undefined, { signal: never })).toBe(2_000);
        expect((await database().tables()).length).toBeLessThanOrEqual(before.length);
      }));

    it("in place of one that is being read", () =>
      withDriver(database, { batchRows: 10 }, async (driver) => {
        const table = freshName("read");
        await fill(driver, table, PLAIN, plainRecords(1_000, 1));
        const store = SqlStore.of(driver, { schema: PLAIN, table });
        const sizes = new Set<unknown>();
        let replaced: Promise<void> | undefined;
        let problem: unknown;
        try {
          for await (const records of store.read({}, { signal: never })) {
            for (const { size } of records) sizes.add(size);
            replaced ??= fill(driver, table, PLAIN, plainRecords(1_000, 2), [], true);
          }
        } catch (error) {
          // It may end, but not with the records of two tables.
          problem = error;
        }
        if (problem !== undefined) expect(problem).toBeInstanceOf(StoreError);
        expect(sizes).toEqual(new Set([1]));
        await replaced;
        expect(await sizesIn(driver, table)).toEqual([2]);
      }));

    it("and leaves nothing of an abandoned one", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("abandoned");
        const before = await database().tables();
        const writer = await driver.createTable(table, newTable(PLAIN), never);
        await writer.write(plainRecords(10));
        await writer.abandon();
        expect(await database().tables()).toEqual(before);
        await writer.abandon();
        await fill(driver, table, PLAIN, plainRecords(10, 3));
        expect(await sizesIn(driver, table)).toEqual([3]);
      }));

    it("and leaves the old one if the new one is abandoned", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("kept");
        await fill(driver, table, PLAIN, plainRecords(10, 1));
        const before = await database().tables();
        const options = { ...newTable(PLAIN), replace: true };
        const writer = await driver.createTable(table, options, never);
        await writer.write(plainRecords(10, 2));
        await writer.abandon();
        expect(await sizesIn(driver, table)).toEqual([1]);
        expect(await database().tables()).toEqual(before);
      }));

    it("and leaves the old one if two records have one key, or one has none", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("keys");
        await fill(driver, table, PLAIN, plainRecords(10, 1));
        const before = await database().tables();
        const wrong = [
          [...plainRecords(10, 2), ...plainRecords(1, 2)],
          [...plainRecords(10, 2), { name: null, size: 2 }],
          [...plainRecords(10, 2), { name: "", size: 2 }],
        ];
        for (const records of wrong) {
          await expectStoreError(fill(driver, table, PLAIN, records, [], true), "data");
          expect(await sizesIn(driver, table)).toEqual([1]);
          expect(await database().tables()).toEqual(before);
        }
      }));

    it("and does not finish one if some of its records were refused", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("refused");
        const before = await database().tables();
        const writer = await driver.createTable(table, newTable(PLAIN), never);
        await writer.write(plainRecords(10));
        await expectStoreError(writer.write([{ name: null, size: 1 }]), "data");
        await expectStoreError(writer.write(plainRecords(10)));
        await expectStoreError(writer.finish());
        await writer.abandon();
        expect(await database().tables()).toEqual(before);
      }));

    it("and ends by its signal", () =>
      withDriver(database, {}, async (driver) => {
        const table = freshName("aborted");
        const before = await database().tables();
        const reason = new Error("no import");
        const controller = new AbortController();
        const writer = await driver.createTable(table, newTable(PLAIN), controller.signal);
        await writer.write(plainRecords(10));
        controller.abort(reason);
        await expect(writer.write(plainRecords(10))).rejects.toBe(reason);
        await expect(writer.finish()).rejects.toBe(reason);
        await writer.abandon();
        expect(await database().tables()).toEqual(before);
      }));

    it("and removes what a driver left that was closed before", async () => {
      const table = freshName("stale");
      const first = await database().open();
      const before = await database().tables();
      const writer = await first.createTable(table, newTable(PLAIN), never);
      await writer.write(plainRecords(10, 1));
      await first.close();
      await expectStoreError(writer.write(plainRecords(1)), "unavailable");
      await withDriver(database, {}, async (driver) => {
        await fill(driver, table, PLAIN, plainRecords(10, 2));
        expect(await sizesIn(driver, table)).toEqual([2]);
      });
      expect((await database().tables()).length).toBe(before.length + 1);
    });

    it("and refuses an unknown name", () =>
      withDriver(database, {}, async (driver) => {
        const error = await expectStoreError(driver.describe("no_such_table", never), "setup");
        expect(error.message).toContain("no_such_table");
      }));
  });
}

function stores(database: Database): void {
  describe("serves a store that", () => {
    const open: OpenStore = async (records, schema) => {
      const driver = await database().open({ batchRows: 64 });
      const table = freshName("everything");
      await fill(driver, table, schema, records, ["text", "number", "date"]);
      return SqlStore.of(driver, { schema, table });
    };
    for (const { name, run } of storeContract(open)) it(name, run);

    it("counts its work on rows in the time limit of a request", () =>
      withDriver(database, { timeoutMs: 20_000 }, async (driver) => {
        const table = freshName("metered");
        await fill(driver, table, PLAIN, plainRecords(10));
        const store = SqlStore.of(driver, { schema: PLAIN, table });
        const plan = planOrThrow(
          PLAIN,
          { groupBy: [{ field: "size" }], measures: ["median(size)"] },
          (source) => compile(source, PLAIN),
        );
        for (const run of [
          (meter: WorkMeter) => store.read({}, { meter }),
          (meter: WorkMeter) => store.read({ sort: [{ field: "name" }] }, { meter }),
          async function* (meter: WorkMeter) {
            yield await store.summarize(plan, { meter });
          },
        ]) {
          const meter: WorkMeter = { usedMs: 0 };
          for await (const some of run(meter)) expect(some.length).toBeGreaterThan(0);
          expect(meter.usedMs).toBeGreaterThan(0);
          const late = (async (): Promise<void> => {
            for await (const _ of run({ usedMs: 20_001 }));
          })();
          await expectStoreError(late, "timeout");
        }
      }));
  });
}

async function withDriver(
  database: Database,
  options: DriverOptions,
  run: (driver: SqlDriver) => Promise<void>,
): Promise<void> {
  const driver = await database().open(options);
  try {
    await run(driver);
  } finally {
    await driver.close();
  }
}

/** Runs something while the driver's only connection is taken. */
async function holding(
  driver: SqlDriver,
  database: Database,
  run: () => Promise<void>,
): Promise<void> {
  for await (const _ of driver.stream(database().numbers(1e9), never)) {
    await run();
    break;
  }
}

/** A database may take a moment to notice that a statement has ended. */
async function expectIdle(database: Database): Promise<void> {
  await untilAnswer("a database that is idle", runningOn(database), (count) => !count);
}

/** The same for statements that have begun. */
async function expectBusy(database: Database, count: number): Promise<void> {
  const isWanted = (running: number | undefined): boolean => (running ?? count) >= count;
  await untilAnswer(`${count} statements that run`, runningOn(database), isWanted);
}

/** Asks how many statements run, where the database tells. */
function runningOn(database: Database): () => Promise<number | undefined> {
  return async () => database().running?.();
}

async function expectStoreError(
  answer: Promise<unknown>,
  code?: StoreErrorCode,
): Promise<StoreError> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreError)) throw new Error(`no store error, but ${error}`);
  expect(error.message).not.toBe("");
  if (code !== undefined) expect(`${error.code}: ${error.message}`).toMatch(new RegExp(`^${code}`));
  return error;
}

async function allOf(batches: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const rows of batches) all.push(...rows);
  return all;
}

async function recordsOf(store: SqlStore, query: StoreQuery): Promise<readonly StoreRecord[]> {
  const all: StoreRecord[] = [];
  for await (const records of store.read(query, { signal: never })) all.push(...records);
  return all;
}

async function sizesIn(driver: SqlDriver, table: string): Promise<readonly unknown[]> {
  const store = SqlStore.of(driver, { schema: PLAIN, table });
  return [...new Set((await recordsOf(store, {})).map(({ size }) => size))];
}

function newTable(schema: Schema, indexes: readonly string[] = []): NewTable {
  return { schema, indexes, replace: false };
}

async function fill(
  driver: SqlDriver,
  table: string,
  schema: Schema,
  records: readonly StoreRecord[],
  indexes: readonly string[] = [],
  replace = false,
): Promise<void> {
  const options = { ...newTable(schema, indexes), replace };
  const writer = await driver.createTable(table, options, never);
  try {
    for (let at = 0; at < records.length; at += 250) {
      await writer.write(records.slice(at, at + 250));
    }
    await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

function inOrder(
  schema: Schema,
  records: readonly StoreRecord[],
  sort: readonly SortKey[],
): readonly StoreRecord[] {
  return [...records].sort(recordOrder(schema, sort));
}

/** Records as formulas see them. */
function shown(
  schema: Schema,
  records: readonly StoreRecord[],
  fields: readonly string[] = [...schema.fields.keys()],
): readonly string[] {
  return records.map((record) =>
    JSON.stringify(
      fields.map((name) => readField(record, name, schema.fields.get(name)?.type ?? "text")),
    ),
  );
}

let names = 0;

function freshName(kind: string): string {
  return `${kind}_${++names}`;
}
