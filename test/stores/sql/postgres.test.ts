import { openPostgres } from "../../../src/stores/sql/postgres.ts";
import type { PostgresEngine } from "../../engines/drivers/postgres.ts";
import { type Started, startEngine } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";

process.env.TZ = "Asia/Kathmandu";

async function startDatabase(): Promise<Started<ContractDatabase>> {
  const started = await startEngine("postgres");
  return started.ok ? { ok: true, engine: databaseOf(started.engine) } : started;
}

function databaseOf(engine: PostgresEngine): ContractDatabase {
  const source = sourceOf(engine);
  return {
    open: (options) => openPostgres(source, { driver: load("pg"), ...options }),
    tables: async () =>
      (
        await engine.query(
          "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
        )
      ).map(([name]) => String(name)),
    running: async () => {
      const [row] = await engine.query(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'isoform' AND state <> 'idle'",
      );
      return Number(row?.[0]);
    },
    numbers: (count) => ({
      text: "SELECT generate_series(1, $1::int8)",
      params: [count],
    }),
    endless: {
      text: "SELECT count(*) FROM generate_series(1, 1000000000000) AS s(n)",
      params: [],
    },
    failing: { text: "SELECT 1 / (3000 - generate_series(1, 10000))", params: [] },
    close: () => engine.close(),
  };
}

function sourceOf({ connection: { host, user, database } }: PostgresEngine): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
}

describeDriver("PostgreSQL", startDatabase);
