import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { openDriver } from "../../../../src/data/stores/open-store.ts";
import { SqlStore } from "../../../../src/data/stores/sql/sql-store.ts";
import { locate } from "../../../engines/install.ts";
import { problem, rowsOf, startDuckDbFolder, using } from "./database-files.ts";
import { CARS, describeFiles, NEW_CARS } from "./file-contract.ts";

const never = new AbortController().signal;

const PROBLEMS = {
  wrongSources: ["duckdb:"],
  wrongDrivers: [[{}, /^setup: .*node-api/]],
  notADatabase: /^setup: .*not a valid DuckDB database/,
} as const;

describeFiles("DuckDB", startDuckDbFolder, PROBLEMS, (files) => {
  it("may be in memory, where each is empty", async () => {
    const { driver } = files();
    const opened = await openDriver("duckdb::memory:", { driver });
    if (opened === undefined) throw new Error("it names no database");
    await using(Promise.resolve(opened), (open) => open.check(never));
  });

  it("may be locked by another program, which may read them too", async () => {
    await files().make("locked.duckdb", "CREATE TABLE cars (vin VARCHAR)");
    const path = files().path("locked.duckdb");
    for (const mode of ["READ_WRITE", "READ_ONLY"]) {
      const program = `
        const { DuckDBInstance } = require(${JSON.stringify(locate("@duckdb/node-api"))});
        DuckDBInstance.create(${JSON.stringify(path)}, { access_mode: "${mode}" }).then((instance) => {
          console.log("open");
          // Held, or the garbage collector closes it.
          setInterval(() => instance, 1_000);
        });`;
      const other = spawn(process.execPath, ["-e", program], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exit = once(other, "exit");
      await once(other.stdout, "data");
      await using(files().open("locked.duckdb"), async (driver) => {
        if (mode === "READ_ONLY") {
          expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([]);
        } else {
          expect(await problem(driver.check(never))).toMatch(/^busy: .*locked by another program/);
        }
        expect(await problem(driver.createTable("new", NEW_CARS, never))).toMatch(
          /^busy: .*locked/,
        );
        other.kill();
        await exit;
        expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([]);
      });
    }
  });

  it("are opened once, for all stores of a program", async () => {
    await files().make(
      "shared.duckdb",
      "CREATE TABLE numbers AS SELECT range AS n FROM range(100000)",
    );
    const first = await files().open("shared.duckdb", { acquireTimeoutMs: 200 });
    const second = await files().open("shared.duckdb");
    const numbers = { text: "SELECT n FROM numbers", params: [] };
    for await (const rows of second.stream(numbers, never)) {
      expect(rows.length).toBeGreaterThan(0);
      // To write, it has to be opened anew, which would end what is being read.
      expect(await problem(first.createTable("cars", NEW_CARS, never))).toMatch(
        /^busy: .*being read/,
      );
      break;
    }
    const writer = await first.createTable("cars", NEW_CARS, never);
    await writer.write([{ vin: "a", price: 1 }]);
    expect(await rowsOf(second, "SELECT count(*) FROM numbers")).toEqual([[100_000n]]);
    await writer.finish();
    await first.close();
    expect(await rowsOf(second, "SELECT vin FROM cars")).toEqual([["a"]]);
    await second.close();
  });

  it("take tables of other schemas", async () => {
    await files().make("schemas.duckdb", "CREATE SCHEMA other; CREATE TABLE cars AS SELECT 1 AS a");
    await using(files().open("schemas.duckdb"), async (driver) => {
      const writer = await driver.createTable(["other", "cars"], NEW_CARS, never);
      await writer.write([{ vin: "a", price: 1 }]);
      await writer.finish();
      const store = SqlStore.of(driver, { schema: CARS, table: ["other", "cars"] });
      expect(await store.count(undefined, { signal: never })).toBe(1);
      expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([[1]]);
    });
  });
});
