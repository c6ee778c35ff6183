import { startSqlite } from "../../engines/drivers/sqlite.ts";
import { start } from "../../engines/engine.ts";
import { expectAgreementWith } from "./expect-differential.ts";

expectAgreementWith("sqlite", 50_000);

// One driver binds every number as REAL, and the other binds whole numbers as INTEGER.
expectAgreementWith("sqlite", 2000, {
  title: "sqlite with better-sqlite3",
  start: () => start("better-sqlite3", () => startSqlite({ driver: "better-sqlite3" })),
});
