import { demoSchema } from "../../../src/apps/demo/index.ts";
import { createKey, createKeyring, startService } from "../../../src/apps/service/index.ts";
import { openStore } from "../../../src/data/stores/open-store.ts";
import type { DriverOptions } from "../../../src/data/stores/sql/driver.ts";
import type { DuckDb } from "../../../src/data/stores/sql/duckdb/duckdb-package.ts";
import { load } from "../../engines/install.ts";
import { sqliteDriver } from "../../engines/sqlite-files.ts";

// A service over a table of cars, in a process of its own: one that ends with an error where anything in it is rejected that nobody
// looks at. It is asked and told by messages.

/** What it is started with. */
export interface ChildSetup {
  readonly source: string;
  readonly options?: DriverOptions;
  /** Settings of DuckDB, such as its memory. */
  readonly duckdb?: Readonly<Record<string, string>>;
  readonly stallMs?: number;
}

/** What it says when it serves. */
export interface ChildStarted {
  readonly url: string;
  readonly token: string;
}

/** What it says of itself when it is asked to. */
export interface ChildState {
  /** In use after a collection, in mebibytes. */
  readonly heap: number;
  readonly external: number;
  readonly handles: Readonly<Record<string, number>>;
}

const PACKAGES: Readonly<Record<string, () => unknown>> = {
  sqlite: sqliteDriver,
  duckdb: () => withSettings(load("@duckdb/node-api")),
  postgres: () => load("pg"),
  mariadb: () => load("mysql2"),
};

const setup = JSON.parse(process.argv[2] ?? "") as ChildSetup;
const { source, options, stallMs, duckdb = {} } = setup;
const driver = PACKAGES[source.split(":")[0] ?? ""]?.();
const store = await openStore(source, { table: "cars", schema: demoSchema, driver, ...options });
const { token, stored } = createKey("tester");
const service = await startService({
  collections: { cars: { store } },
  keys: createKeyring([stored]),
  port: 0,
  logTo: { write: () => undefined },
  metrics: false,
  ...(stallMs === undefined ? {} : { stallMs }),
});

process.on("message", (message) => {
  if (message === "state") process.send?.(state());
  // With nothing left to do it ends by itself.
  if (message === "stop") service.stop().then(() => process.disconnect());
});
process.send?.({ url: service.url, token } satisfies ChildStarted);

/** The package, whose databases have the settings. */
function withSettings(module: DuckDb): DuckDb {
  const create: DuckDb["DuckDBInstance"]["create"] = (path, options) =>
    module.DuckDBInstance.create(path, { ...options, ...duckdb });
  return Object.create(module, { DuckDBInstance: { value: { create } } });
}

function state(): ChildState {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, external: external / 2 ** 20, handles: openHandles() };
}

/** Connections, compressors and so on that are open, by their kinds. */
function openHandles(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // Timers come and go.
    if (!/Timeout|Immediate/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
