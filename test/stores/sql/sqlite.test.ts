import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../../src/stores/sql/sqlite.ts";
import { type Started, start } from "../../engines/engine.ts";
import { load, locate } from "../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";

interface BetterSqlite {
  prepare(sql: string): { raw(): { all(): unknown[][] } };
  exec(sql: string): void;
  close(): void;
}

/** A file that both packages read. */
async function startSqliteFile(driver: string): Promise<ContractDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-sqlite-"));
  const path = join(folder, "contract.db");
  const Database = load<new (path: string) => BetterSqlite>("better-sqlite3");
  const beside = new Database(path);
  beside.exec(
    "CREATE TABLE rows (n REAL); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO rows SELECT i FROM n",
  );
  return {
    open: (options) => openSqlite(`sqlite:${path}`, { ...options, driver }),
    tables: async () =>
      beside
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .raw()
        .all()
        .map(([name]) => String(name)),
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
    close: async () => {
      beside.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function begin(driver: () => string): () => Promise<Started<ContractDatabase>> {
  return () => start("SQLite", () => startSqliteFile(driver()));
}

describeDriver(
  "SQLite with better-sqlite3",
  begin(() => locate("better-sqlite3")),
);
