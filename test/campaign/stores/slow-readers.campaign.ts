import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { openDriver } from "../../../src/data/stores/open-store.ts";
import type { DriverOptions, SqlDriver, Statement } from "../../../src/data/stores/sql/driver.ts";
import type { StoreError } from "../../../src/data/stores/store.ts";
import { DATABASES, type Database, fillTable } from "../../apps/service/harness/databases.ts";
import { someCars } from "../../apps/service/harness/serve.ts";
import { describeEngine } from "../../engines/describe-engine.ts";

// A reader who takes long over the rows holds real databases back, and costs the statement none of its time.

const never = new AbortController().signal;

/** The whole numbers from 1, made while they are read. */
const NUMBERS: Readonly<Record<string, (count: number) => Statement>> = {
  sqlite: (count) => ({
    text: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n",
    params: [count],
  }),
  duckdb: (count) => ({
    text: "SELECT * FROM range(1, CAST($1 AS BIGINT) + 1)",
    params: [count],
  }),
  postgres: (count) => ({ text: "SELECT generate_series(1, $1::int8)", params: [count] }),
  mariadb: (count) => ({ text: `SELECT seq FROM seq_1_to_${count}`, params: [] }),
  clickhouse: (count) => ({ text: "SELECT number + 1 FROM numbers({p1:UInt64})", params: [count] }),
};

/** A billion rows, or what a second makes of them, would not fit. */
const MOST_GROWTH = 400;
const MIB = 2 ** 20;

for (const [name, begin] of Object.entries(DATABASES)) {
  const numbers = NUMBERS[name];
  if (numbers === undefined) throw new Error(`there are no numbers for ${name}`);
  const many = numbers(50_000);
  describeEngine(`a slow reader of ${name}`, begin, (database) => {
    beforeAll(async () => {
      // A database in a file is there once it has a table.
      const store = await fillTable(database(), "cars", demoSchema, someCars(1));
      await store.close();
    });

    it("applies backpressure to the database", () =>
      withDriver(database(), { connections: 1 }, async (driver) => {
        let batches = 0;
        const before = process.memoryUsage.rss();
        for await (const rows of driver.stream(numbers(1e9), never)) {
          expect(rows.length).toBeGreaterThan(0);
          if (++batches === 3) await sleep(1_500);
          if (batches === 30) break;
        }
        const growth = (process.memoryUsage.rss() - before) / MIB;
        console.info(`${name}: 30 batches took ${growth.toFixed(0)} MiB`);
        expect(growth).toBeLessThan(MOST_GROWTH);
      }));

    it("may pause for longer than a statement may take", async () => {
      let count = 0;
      for (let timeoutMs = 1_000; timeoutMs <= 64_000 && count === 0; timeoutMs *= 4) {
        count = await countWithPause(database(), timeoutMs).catch((error: StoreError) => {
          // The statement itself took so long, on a busy machine.
          if (error.code !== "timeout") throw error;
          return 0;
        });
        console.info(`${name}: ${count} of 50000 rows in ${timeoutMs} ms, besides a pause`);
      }
      expect(count).toBe(50_000);
    });

    async function countWithPause(on: Database, timeoutMs: number): Promise<number> {
      let count = 0;
      let batches = 0;
      await withDriver(on, { timeoutMs, batchRows: 1_000 }, async (driver) => {
        for await (const rows of driver.stream(many, never)) {
          count += rows.length;
          if (++batches === 2) await sleep(1.5 * timeoutMs);
        }
      });
      return count;
    }
  });
}

async function withDriver(
  { source, options }: Database,
  more: DriverOptions,
  run: (driver: SqlDriver) => Promise<void>,
): Promise<void> {
  const driver = await openDriver(source, { ...options, ...more });
  if (driver === undefined) throw new Error(`${source} is no database`);
  try {
    await run(driver);
  } finally {
    await driver.close();
  }
}
