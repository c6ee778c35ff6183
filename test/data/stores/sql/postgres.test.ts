import { openPostgres } from "../../../../src/data/stores/sql/open-postgres.ts";
import type { PostgresServer } from "../../../engines/drivers/postgres.ts";
import { type Started, startEngine } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";
import { type ContractServer, describeServer } from "./server-contract.ts";

process.env.TZ = "Asia/Kathmandu";

async function startDatabase(parameter = ""): Promise<Started<ContractDatabase>> {
  const started = await startEngine("postgres");
  return started.ok ? { ok: true, engine: databaseOf(started.engine, parameter) } : started;
}

async function startServer(): Promise<Started<ContractServer>> {
  const started = await startEngine("postgres");
  return started.ok ? { ok: true, engine: await serverOf(started.engine) } : started;
}

async function serverOf(engine: PostgresServer): Promise<ContractServer> {
  const { open, running, numbers, close } = databaseOf(engine);
  const { host } = engine.connection;
  const socket = `host=${encodeURIComponent(host)}`;
  const opening = (source: string) => () => openPostgres(source, { driver: load("pg") });
  return {
    open,
    numbers,
    close,
    running: async () => (await running?.()) ?? 0,
    connections: async () => {
      const [row] = await engine.query(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'isoform'",
      );
      return Number(row?.[0]);
    },
    secret: "hush/",
    wrong: {
      user: [opening(`postgres://nobody:hush%2Fhush@/postgres?${socket}`), "setup"],
      database: [opening(`postgres://postgres:hush%2Fhush@/nowhere?${socket}`), "setup"],
      host: [opening("postgres://postgres:hush%2Fhush@127.0.0.1:1/postgres"), "unavailable"],
      name: [opening("postgres://postgres:hush%2Fhush@host.invalid/postgres"), "unavailable"],
      unescaped: [opening("postgres://root:p@hush/hush@127.0.0.1/cars"), "setup"],
      address: [opening("postgres://postgres:hush/hush@host:x/postgres"), "setup"],
    },
    crash: () => engine.crash(),
    restart: () => engine.restart(),
  };
}

function databaseOf(engine: PostgresServer, parameter = ""): ContractDatabase {
  const source = sourceOf(engine) + parameter;
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

function sourceOf({ connection: { host, user, database } }: PostgresServer): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
}

describeDriver("PostgreSQL", startDatabase);

// Nothing is asked of the session then. PgBouncer itself is not here.
describeDriver("PostgreSQL as a pool gives it", () => startDatabase("&pgbouncer=true"));

describeServer("PostgreSQL", startServer);
