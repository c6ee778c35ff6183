import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlDriver } from "../../../../src/data/stores/sql/driver.ts";
import { openDuckDb } from "../../../../src/data/stores/sql/open-duckdb.ts";
import { start } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";

/** A file can only be opened once in a program, so a driver of its own looks at it, too. */
async function startDuckDbFile(): Promise<ContractDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-duckdb-"));
  const path = join(folder, "contract.duckdb");
  const driver = load<object>("@duckdb/node-api");
  const { DuckDBInstance } = load<{
    DuckDBInstance: { create(path: string): Promise<{ closeSync(): void }> };
  }>("@duckdb/node-api");
  (await DuckDBInstance.create(path)).closeSync();
  const open = (options = {}): Promise<SqlDriver> =>
    openDuckDb(`duckdb:${path}`, { ...options, driver });
  return {
    open,
    tables: async () => {
      const beside = await open();
      try {
        const names: string[] = [];
        const tables = "SELECT table_name FROM duckdb_tables() ORDER BY 1";
        const { signal } = new AbortController();
        for await (const rows of beside.stream({ text: tables, params: [] }, signal)) {
          names.push(...rows.map(([name]) => String(name)));
        }
        return names;
      } finally {
        await beside.close();
      }
    },
    numbers: (count) => ({
      text: "SELECT * FROM range(1, CAST($1 AS BIGINT) + 1)",
      params: [count],
    }),
    endless: {
      text: "SELECT a.range FROM range(100000000000) AS a, range(1000) AS b WHERE a.range + b.range < $1",
      params: [0],
    },
    failing: {
      // The engine computes a million bytes ahead of its reader.
      text: "SELECT CASE WHEN range < 200000 THEN repeat('a', 100) ELSE error('broken off') END FROM range(300000)",
      params: [],
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

describeDriver("DuckDB", () => start("DuckDB", startDuckDbFile));
