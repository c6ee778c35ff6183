import { openMariadb } from "../../../../src/data/stores/sql/open-mariadb.ts";
import type { MariaDbServer } from "../../../engines/drivers/mariadb.ts";
import { type Started, startEngine } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";
import { type ContractServer, describeServer } from "./server-contract.ts";

process.env.TZ = "Asia/Kathmandu";

async function startDatabase(): Promise<Started<ContractDatabase>> {
  const started = await startEngine("mariadb");
  return started.ok ? { ok: true, engine: databaseOf(started.engine) } : started;
}

async function startServer(): Promise<Started<ContractServer>> {
  const started = await startEngine("mariadb");
  return started.ok ? { ok: true, engine: serverOf(started.engine) } : started;
}

function serverOf(engine: MariaDbServer): ContractServer {
  const { open, running, numbers, close } = databaseOf(engine);
  const socket = `socket=${encodeURIComponent(engine.connection.socketPath)}`;
  const opening = (source: string) => () => openMariadb(source, { driver: load("mysql2") });
  return {
    open,
    numbers,
    close,
    running: async () => (await running?.()) ?? 0,
    connections: async () => {
      const [row] = await engine.query(
        "SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user = 'root'",
      );
      return Number(row?.[0]);
    },
    secret: "hush/",
    wrong: {
      password: [opening(`mariadb://root:hush%2Fhush@localhost/isoform?${socket}`), "setup"],
      database: [opening(`mariadb://root@localhost/nowhere?${socket}`), "setup"],
      host: [opening("mariadb://root:hush%2Fhush@127.0.0.1:1/isoform"), "unavailable"],
      name: [opening("mysql://root:hush%2Fhush@host.invalid/isoform"), "unavailable"],
      unescaped: [opening("mariadb://root:p@hush/hush@127.0.0.1/cars"), "setup"],
      address: [opening("mariadb://root:hush/hush@host:x/isoform"), "setup"],
      parameter: [opening("mariadb://root:hush%2Fhush@host/isoform?ssl=1"), "setup"],
    },
    crash: () => engine.crash(),
    restart: () => engine.restart(),
  };
}

function databaseOf(engine: MariaDbServer): ContractDatabase {
  const source = sourceOf(engine);
  return {
    open: (options) => openMariadb(source, { driver: load("mysql2"), ...options }),
    tables: async () =>
      (
        await engine.query(
          "SELECT table_name FROM information_schema.tables WHERE table_schema = 'isoform' ORDER BY 1",
        )
      ).map(([name]) => String(name)),
    running: async () => {
      const [row] = await engine.query(
        "SELECT COUNT(*) FROM information_schema.processlist WHERE command <> 'Sleep' AND id <> CONNECTION_ID() AND user = 'root'",
      );
      return Number(row?.[0]);
    },
    numbers: (count) => ({
      text: `SELECT seq FROM seq_1_to_${Math.max(count, 1)} WHERE seq <= ?`,
      params: [count],
    }),
    endless: {
      text: "SELECT COUNT(*) FROM seq_1_to_1000000000 a, seq_1_to_1000000000 b WHERE a.seq * b.seq = 7",
      params: [],
    },
    failing: {
      text: "SELECT IF(seq < 3000, seq, (SELECT 1 UNION SELECT seq)) FROM seq_1_to_10000",
      params: [],
    },
    close: () => engine.close(),
  };
}

function sourceOf({ connection: { socketPath, user, database } }: MariaDbServer): string {
  return `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`;
}

describeDriver("MariaDB", startDatabase);

describeServer("MariaDB", startServer);
