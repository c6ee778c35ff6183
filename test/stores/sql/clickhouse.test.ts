import { openClickHouse } from "../../../src/stores/sql/clickhouse.ts";
import type { Started } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";
import { type ClickHouseServer, startClickHouseServer } from "./start-clickhouse.ts";

process.env.TZ = "Asia/Kathmandu";

async function startDatabase(): Promise<Started<ContractDatabase>> {
  const started = await startClickHouseServer();
  return started.ok ? { ok: true, engine: databaseOf(started.engine) } : started;
}

function databaseOf(server: ClickHouseServer): ContractDatabase {
  return {
    open: (options) =>
      openClickHouse(server.source, { driver: load("@clickhouse/client"), ...options }),
    tables: () =>
      server.query("SELECT name FROM system.tables WHERE database = 'default' ORDER BY name"),
    running: () => server.running(),
    numbers: (count) => ({
      text: "SELECT number + 1 FROM numbers({p1:UInt64})",
      params: [count],
    }),
    endless: {
      text: "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1",
      params: [],
    },
    failing: {
      text: "SELECT throwIf(number = 150000) FROM numbers(200000)",
      params: [],
    },
    close: () => server.close(),
  };
}

describeDriver("ClickHouse", startDatabase);
