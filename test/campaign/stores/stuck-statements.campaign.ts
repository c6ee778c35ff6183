import { expect, it } from "vitest";
import { problem, rowsOf, startSqliteFolder, using } from "../../data/stores/sql/database-files.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { start } from "../../engines/engine.ts";
import { inTime } from "./in-time.ts";

describeEngine(
  "a file of SQLite",
  () => start("SQLite", startSqliteFolder),
  (files) => {
    it("serves others while a statement does not end", async () => {
      await files().make("stuck.db", "CREATE TABLE cars (vin TEXT)");
      // No table that could be watched: it goes on for some seconds after everybody has left.
      const text =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000000) SELECT max(i) FROM n";
      await using(files().open("stuck.db", { timeoutMs: 100, connections: 1 }), async (driver) => {
        expect(await problem(rowsOf(driver, text))).toMatch(/^timeout: /);
        expect(await inTime(() => rowsOf(driver, "SELECT 1"))).toEqual([[1]]);
        const reason = new Error("not wanted");
        const controller = new AbortController();
        const answer = rowsOf(driver, text, controller.signal);
        controller.abort(reason);
        await expect(answer).rejects.toBe(reason);
      });
    });
  },
);
