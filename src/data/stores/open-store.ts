import { fileURLToPath } from "node:url";
import {
  type DescribeOptions,
  requireDescribeOptions,
} from "../../backends/sql/describe/describe-options.ts";
import type { ColumnMapping } from "../../backends/sql/table-mapping.ts";
import { requireSchema, type Schema } from "../../language/schema/index.ts";
import { requireKind, requireOptions } from "../../util/misuse.ts";
import { type FileForm, FORM_OPTIONS } from "./files/read-file.ts";
import { FileStore } from "./memory/file-store.ts";
import type { ReadingLimits } from "./memory/read-apart.ts";
import { openTable } from "./open-table.ts";
import { requirePool, type ScanPool } from "./scans/scan-pool.ts";
import type { DriverOptions, SqlDriver, TableName } from "./sql/driver.ts";
import { type Store, StoreError } from "./store.ts";

/** Options of `openStore`. */
export interface StoreOptions extends DriverOptions, FileForm {
  /** The fields. By default, they come from the catalogue of a database or are inferred from a file. */
  readonly schema?: Schema;
  /** The key field, if no schema is given and the database does not know it. */
  readonly key?: string;
  /** The table of a database: `cars`, or `["public", "cars"]`. */
  readonly table?: TableName;
  /**
   * What to read from a database instead of a table, in SQL of the program (never of a user), such as
   * `"orders o JOIN customers c ON c.id = o.customer_id"`. It must yield one row for each key. `schema` says the fields,
   * and `table`, if given, qualifies the columns that have no `sql`.
   */
  readonly from?: string;
  /** The columns of fields in a database table, if they differ from its catalogue. */
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
  /**
   * How the fields of a database table differ from what its catalogue says, as for `describeTable`: without `schema` and
   * `from`.
   */
  readonly describe?: DescribeOptions;
  /** Whether to reload a file after it changes. Default: `true`. */
  readonly watch?: boolean;
  /**
   * The limits of the separate process that reads files, so that a corrupt or huge file cannot harm this process;
   * `false` to read in this process.
   */
  readonly reading?: ReadingLimits | false;
  /** Threads for searches in files that take longer than a moment. Databases use their own threads. */
  readonly pool?: ScanPool;
  /** Called with a problem that does not end the store: a changed file that cannot be read, or a lost connection. */
  readonly onProblem?: (error: StoreError) => void;
}

type OpenDriver = (source: string, options: DriverOptions) => Promise<SqlDriver>;

/** By URL scheme. Each driver is loaded on first use. */
const DRIVERS: Readonly<Record<string, () => Promise<OpenDriver>>> = {
  clickhouse: async () => (await import("./sql/open-clickhouse.ts")).openClickHouse,
  clickhouses: async () => (await import("./sql/open-clickhouse.ts")).openClickHouse,
  duckdb: async () => (await import("./sql/open-duckdb.ts")).openDuckDb,
  mariadb: async () => (await import("./sql/open-mariadb.ts")).openMariadb,
  mysql: async () => (await import("./sql/open-mariadb.ts")).openMariadb,
  postgres: async () => (await import("./sql/open-postgres.ts")).openPostgres,
  postgresql: async () => (await import("./sql/open-postgres.ts")).openPostgres,
  sqlite: async () => (await import("./sql/open-sqlite.ts")).openSqlite,
};

/** The driver of a source such as `postgres://localhost/cars` or `sqlite:cars.db`; `undefined` if it names a file. */
export async function openDriver(
  source: string,
  options: DriverOptions = {},
): Promise<SqlDriver | undefined> {
  const scheme = schemeOf(source);
  if (scheme === undefined) return undefined;
  const load = Object.hasOwn(DRIVERS, scheme) ? DRIVERS[scheme] : undefined;
  if (load === undefined) {
    const known = [...Object.keys(DRIVERS), "file"].map((name) => `${name}:`).join(", ");
    throw new StoreError("setup", `there is no store for ${scheme}: (known are ${known})`);
  }
  const open = await load();
  return open(source, options);
}

/** The scheme of a database URL; `undefined` for a file. */
function schemeOf(source: string): string | undefined {
  const [, scheme] = /^([a-z]+):/.exec(source) ?? [];
  // A single letter is a Windows drive.
  return scheme === undefined || scheme.length === 1 || scheme === "file" ? undefined : scheme;
}

/** Whether a source is a database URL. All others are files. */
export function isDatabase(source: string): boolean {
  return schemeOf(source) !== undefined;
}

const OPTIONS = {
  key: "text",
  from: "text",
  columns: "object",
  watch: "boolean",
  onProblem: "function",
} as const;

/**
 * Opens a store: a database's table (`postgres://…`, `mariadb://…`, `mysql://…`, `clickhouse://…`, `sqlite:file`,
 * `duckdb:file`), or files of records (`.ndjson`, `.json`, `.csv`, `.parquet`, `.arrow`), which are held in memory as
 * one table.
 *
 * @param source the address of a database, a path, a pattern such as `cars-*.csv`, or several paths and patterns
 * @throws {@link StoreError} with advice
 */
export async function openStore(
  source: string | readonly string[],
  options: StoreOptions = {},
): Promise<Store> {
  const sources = typeof source === "string" ? [source] : source;
  requireKind(sources, "texts", "`openStore`: the source", "give a path or an address");
  requireOptions(options, "openStore", OPTIONS);
  if (options.describe !== undefined) requireDescribeOptions(options.describe, "openStore");
  requirePool(options.pool, "openStore");
  if (options.schema !== undefined) requireSchema(options.schema, "openStore");
  const [first = "", ...others] = sources;
  if (others.some(isDatabase) || (others.length > 0 && isDatabase(first))) {
    throw new StoreError("setup", "several sources are files, not databases");
  }
  const driver = await openDriver(first, options);
  if (driver === undefined) {
    refuseTableOptions(options);
    return FileStore.open(sources.map(pathOf), options);
  }
  const misplaced = FORM_OPTIONS.find((name) => Reflect.get(options, name) !== undefined);
  if (misplaced !== undefined) {
    await driver.close();
    throw new StoreError("setup", `the option \`${misplaced}\` is for files, not for a database`);
  }
  return openTable(driver, options.table, options);
}

/** The options of databases, and what to do for a file instead. */
const TABLE_OPTIONS = [
  ["table", "leave it out, since a file is one table"],
  ["from", "leave it out, and name the file itself"],
  ["columns", "leave it out, and give fields the names that the file has"],
  ["describe", "give a `schema`"],
] as const;

/** @throws {@link StoreError} for an option that a file would ignore */
function refuseTableOptions(options: StoreOptions): void {
  for (const [name, advice] of TABLE_OPTIONS) {
    if (options[name] === undefined) continue;
    throw new StoreError(
      "setup",
      `the option \`${name}\` is for databases, not for a file: ${advice}`,
    );
  }
}

/** The path of a file, which may be written as `file:cars.ndjson` or as a URL. */
function pathOf(source: string): string {
  if (!source.startsWith("file:")) return source;
  return source.startsWith("file://") ? fileURLToPath(source) : source.slice("file:".length);
}
