import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Engine, EngineColumn } from "../../engines/engine.ts";
import { load, locate } from "../../engines/install.ts";
import { removeDirectory, temporaryDirectory, watchProcess } from "../../engines/server.ts";
import { loadCars } from "./library.ts";

/** What is used of `@clickhouse/client`. */
export interface ClickHouseClient {
  query(request: {
    readonly query: string;
    readonly query_params?: Readonly<Record<string, unknown>>;
    readonly clickhouse_settings?: object;
    readonly format: "JSONEachRow" | "JSONCompactEachRow";
  }): Promise<{ json(): Promise<unknown[]> }>;
  command(request: { readonly query: string }): Promise<unknown>;
  insert(request: {
    readonly table: string;
    readonly values: readonly unknown[];
    readonly format: "JSONCompactEachRow";
  }): Promise<unknown>;
  close(): Promise<void>;
}

const TYPES: Readonly<Partial<Record<EngineColumn["storage"], string>>> = {
  double: "Nullable(Float64)",
  text: "Nullable(String)",
  boolean: "Nullable(Bool)",
  timestamp: "Nullable(DateTime64(3, 'UTC'))",
  array: "Array(String)",
};

const quoted = (name: string): string => `\`${name.replace(/[\\`]/g, "\\$&")}\``;

/** A client of ClickHouse, with a server that has the table of the tests. */
export async function openClickHouse(): Promise<{
  readonly client: ClickHouseClient;
  close(): Promise<void>;
}> {
  const directory = temporaryDirectory();
  const script = fileURLToPath(new URL("clickhouse-server.mjs", import.meta.url));
  const child = fork(script, [locate("chdb"), directory], {
    env: { PATH: process.env.PATH, TZ: "America/New_York" },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  watchProcess(child, "SIGKILL");
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    removeDirectory(directory);
  };
  const started = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
  if (started === undefined) {
    await stop();
    throw new Error("the process of chdb ended");
  }
  const [{ port }] = started as [{ readonly port: number }];
  const { createClient } = load<{ createClient(options: object): ClickHouseClient }>(
    "@clickhouse/client",
  );
  const client = createClient({
    url: `http://127.0.0.1:${port}`,
    // Moments as ISO text, which a residual reads.
    clickhouse_settings: { date_time_output_format: "iso" },
  });
  const close = async (): Promise<void> => {
    await client.close();
    await stop();
  };
  const engine: Pick<Engine, "createTable" | "insert"> = {
    createTable: async (table, columns) => {
      const definitions = columns.map(({ name, storage }) => `${quoted(name)} ${TYPES[storage]}`);
      await client.command({
        query: `CREATE TABLE ${quoted(table)} (${definitions.join(", ")}) ENGINE = Memory`,
      });
    },
    insert: async (table, _, rows) => {
      await client.insert({ table: quoted(table), values: rows, format: "JSONCompactEachRow" });
    },
  };
  try {
    await loadCars(engine);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, close };
}
