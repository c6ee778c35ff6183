import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../../../src/data/stores/sql/open-sqlite.ts";
import { openConnection } from "../../../../src/data/stores/sql/sqlite/sqlite-connection.ts";
import { start } from "../../../engines/engine.ts";
import { loadBetterSqlite, locate, NODE_HAS_SQLITE } from "../../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";

/** A file, and a connection beside the driver. */
async function startFile(driver: string): Promise<ContractDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-sqlite-"));
  const path = join(folder, "contract.db");
  const beside = await openConnection({ path, mode: "write", lockMs: 5_000 }, driver);
  beside.run(
    "CREATE TABLE rows (n REAL); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO rows SELECT i FROM n",
  );
  return {
    open: (options) => openSqlite(`sqlite:${path}`, { ...options, driver }),
    tables: async () => {
      const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
      const rows = beside.iterate(tables, []);
      const names: string[] = [];
      for (let next = rows.next(); next.done !== true; next = rows.next()) {
        names.push(String(next.value[0]));
      }
      return names;
    },
    numbers: (count) => ({
      text: "WITH RECURSIVE n(i) AS (SELECT 1 WHERE ? > 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n",
      params: [count, count],
    }),
    endless: {
      text: 'SELECT a.n FROM "rows" AS a, "rows" AS b, "rows" AS c, "rows" AS d WHERE a.n + b.n + c.n + d.n < ?',
      params: [0],
    },
    failing: {
      text: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT CASE WHEN i < 5000 THEN i ELSE abs(-9223372036854775807 - 1) END FROM n",
      params: [],
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

describeDriver(
  "SQLite with better-sqlite3",
  () =>
    start("better-sqlite3", async () => {
      loadBetterSqlite();
      return startFile(locate("better-sqlite3"));
    }),
  // It is compiled for one version of Node.
  { isOptional: NODE_HAS_SQLITE },
);

describeDriver(
  "SQLite with what Node comes with",
  () =>
    start("node:sqlite", async () => {
      if (!NODE_HAS_SQLITE) throw new Error("this Node does not have it");
      return startFile("node:sqlite");
    }),
  { isOptional: !NODE_HAS_SQLITE },
);
